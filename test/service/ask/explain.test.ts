import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainEvidence, wordOf } from '../../../src/service/ask/explain.ts';

test('evidence says what is shared, on which line and with what', () => {
  const via = { folder: '/w', path: 'src/a.ts', startLine: 7, endLine: 9 };
  assert.equal(explainEvidence({ kind: 'symbol', keys: ['open', 'shut'] }), 'symbol open, shut');
  assert.equal(explainEvidence({ kind: 'symbol', keys: ['open'], line: 3, via }), 'symbol open (line 3) shared with src/a.ts:7');
  assert.equal(
    explainEvidence({ kind: 'own', label: 'path', keys: ['x'], via }, { nameOf: () => 'w/a.ts' }),
    'path x shared with w/a.ts:7',
  );
  assert.equal(explainEvidence({ kind: 'term', keys: ['boil'] }, { query: 'Is it boiling?' }), 'term boiling');
});

test('a stem is shown as the word of the question that has it', () => {
  const words: readonly (readonly [stem: string, question: string, word: string])[] = [
    ['boil', 'When does it boil or start boiling?', 'boil'],
    ['kettl', 'Which kettles are hot?', 'kettles'],
    ['tabl', 'What does readTideTable do?', 'table'],
    ['heiz', 'Wie wird das Haus geheizt und wo ist die Heizung?', 'heizung'],
    ['zither', 'Which kettles are hot?', 'zither'],
    ['hot', 'hotter things', 'hotter'],
    ['kettl', 'kettledrummers', 'kettl'],
  ];
  for (const [stem, question, word] of words) assert.equal(wordOf(stem, question), word, `${stem} ${question}`);
});
