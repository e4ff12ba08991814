import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announced } from '../../../src/engine/answer/written/languageModel.ts';
import { createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { modelJudge } from '../../../src/systems/enrich/modelJudge.ts';
import { loopbackServer } from '../../models/loopbackServer.ts';

const passages = [
  { title: 'One', text: 'The first.', summary: '' },
  { title: 'Two', text: 'password = "Tr0ub4dor&3"', summary: 'Of a second thing.' },
];

test('grades are shares of ten; numbers that were not requested, repeats and prose are dropped', async (t) => {
  const replies = [
    '{"verdicts": [{"n": 2, "grade": 7}, {"n": 2, "grade": 0}, {"n": 9, "grade": 10}, {"n": 1.5, "grade": 10}, "well"]}',
    '{"verdicts": [{"n": 1, "grade": 99}, {"n": 2, "grade": -4}]}',
    // Not a verdict, then one.
    'They are both fine.',
    '{"verdicts": [{"n": 1, "grade": 3}]}',
    // None, twice.
    '{"verdicts": [{"n": 7, "grade": 3}]}',
    '[]',
  ];
  let at = 0;
  const server = await loopbackServer(t, { speak: async () => ({ text: replies[at++] ?? '', promptTokens: 1, answerTokens: 1 }) });
  const facts: object[] = [];
  const judge = modelJudge(announced(createOpenAIModel({ endpoint: server.endpoint, model: 'judge' }), (one) => facts.push(one)));
  const verdicts = (): Promise<readonly number[] | undefined> => judge.judge('Which?', passages);
  assert.deepEqual(await verdicts(), [0, 0.7]);
  assert.deepEqual(await verdicts(), [1, 0]);
  assert.deepEqual(await verdicts(), [0.3, 0]);
  assert.equal(await verdicts(), undefined);
  assert.equal(server.received.length, 6);
  assert.deepEqual(facts.length, 6);
  assert.deepEqual(Object.entries(facts[0] ?? {}).slice(0, 3), [
    ['purpose', 'judge'],
    ['sources', 2],
    ['masked', 1],
  ]);
  assert.ok(!server.received.some(({ body }) => body.includes('Tr0ub4dor')));
  assert.ok(server.received.every(({ body }) => body.includes('Summary: Of a second thing.') && body.split('Summary:').length === 2));
});
