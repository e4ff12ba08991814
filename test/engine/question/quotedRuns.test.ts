import assert from 'node:assert/strict';
import test from 'node:test';
import { quotedRuns } from '../../../src/engine/question/quotedRuns.ts';

test('a message is read between the quotation marks of several languages', () => {
  const message = 'the tide table is empty';
  const marks = ['""', '“”', '„“', '«»', '‘’', "''", '``'];
  for (const [open = '', close = ''] of marks)
    assert.deepEqual(quotedRuns(`What does ${open}The tide table is empty${close} mean?`), [message], open);
  assert.deepEqual(quotedRuns('Que veut dire « The tide table is empty » ?'), [message]);
});

test('apostrophes, single words and marks that are never closed quote nothing; numbers part a message', () => {
  assert.deepEqual(quotedRuns("Why doesn't the harbour's crane stop when it's raining?"), []);
  assert.deepEqual(quotedRuns("What is the 'crane' of the quays' owner?"), []);
  assert.deepEqual(quotedRuns('What does "the tide table is empty mean?'), []);
  assert.deepEqual(quotedRuns("Why 'it can't find the tide table'?"), ['it can t find the tide table']);
  assert.deepEqual(quotedRuns('"no berth left at 7 for the ferry"'), ['no berth left at', 'for the ferry']);
});
