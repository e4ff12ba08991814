// Adversarial texts and questions: endless repetition, empty input, another language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeBrief } from '../../../src/engine/answer/brief/brief.ts';
import { citationSpanOf } from '../../../src/engine/answer/written/citationSpan.ts';
import { briefSource } from '../../support/briefSources.ts';
import { hostileUnits } from '../../support/hostileUnits.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';
import { inTurn } from '../../support/sample.ts';

const known = (): number => 1;
const questions = ['Why does the kettle whistle?', 'What is kettle?', 'Where is kettle defined?', 'How do I run the kettle?', '漢 kettle'];
const long = 50_000;

test('50,000 repetitions are read in linear time, in prose and in comments', async () => {
  let turn = 0;
  for (const unit of hostileUnits) {
    for (const [kind, before] of [
      ['doc', 'kettle '],
      ['code', '/* kettle '],
      ['code', '/* ```kettle '],
    ] as const) {
      const text = before + unit.repeat(long / unit.length);
      const asked = inTurn(questions, turn++);
      const read = (): void => {
        for (const question of asked) composeBrief(question, [briefSource(text, { kind, title: 'kettle' })], known);
        citationSpanOf({ text: 'The kettle is heated [1].', focus: 'The kettle' }, { text, kind, startLine: 1, secrets: [] });
      };
      // Anything quadratic takes ten seconds and more.
      await assertUnder(4000, JSON.stringify(before + unit), () => cpuMs(read));
    }
  }
});

test('empty texts and questions without a subject have no answer', () => {
  const empty = (['doc', 'code'] as const).flatMap((kind) => ['', ' ', '\n\n', '\ufeff'].map((text) => briefSource(text, { kind })));
  for (const question of [...questions, 'why', 'Why is it so?', 'what is the', 'of and the', '??', '']) {
    assert.equal(composeBrief(question, empty, known).state, 'notHere', question);
  }
  const doc = briefSource('It is what it is because it is so. There it was.\n');
  for (const question of ['why', 'Why is it so?', 'of and the', '??'])
    assert.equal(composeBrief(question, [doc], known).state, 'notHere', question);
});
