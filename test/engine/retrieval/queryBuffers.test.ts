import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveBack, lend } from '../../../src/engine/retrieval/queryBuffers.ts';
import type { Retriever } from '../../../src/engine/retrieval/ranking.ts';
import { retrievers } from '../../../src/engine/retrieval/retrievers.ts';
import { indexOf } from '../../support/memoryIndex.ts';

const files = {
  'orchard.md': '# Orchard\n\nThe Alder Orchard grows pears. Maria Winter keeps it.',
  'winter.md': '# Maria Winter\n\nMaria Winter wrote about pears and frost.',
  'frost.md': '# Frost\n\nFrost harms pears in April; see Alder Orchard.',
  'pump.md': '# Pump\n\nThe pump of the orchard stands by the river.',
};
const questions = ['Who keeps Alder Orchard?', 'pears', 'What did Maria Winter write about frost?', 'river pump', 'no such words at all'];

test('columns are lent to one query at a time, and zeroed by chunk when lent again', () => {
  const reader = indexOf(files).reader();
  lend(reader, 0);
  const first = lend(reader, 3);
  const second = lend(reader, 3);
  assert.notEqual(first, second);
  for (const column of [first.scores, first.bonus, first.heads]) column[1] = 7;
  giveBack(first, Int32Array.of(1), [1]);
  const third = lend(reader, 50);
  assert.equal(third, first);
  assert.ok(third.next.length >= 50);
  for (const column of [third.scores, third.bonus, third.heads]) assert.ok(column.every((value: number) => value === 0));
  assert.notEqual(lend({ ...reader, chunkCount: 1000 }, 0), third, 'a larger index needs others');
  giveBack({ ...third, next: new Int32Array(1_000_001) }, new Int32Array(0), []);
  assert.equal(lend(reader, 0).next.length, 0, 'columns of very many hits are not kept');
});

for (const name of ['bm25', 'mesh']) {
  test(`${name}: questions at one time, one after the other and after a failed one are answered as in an index of their own`, async () => {
    const retriever = retrievers.get(name) as Retriever;
    const ask = (reader: ReturnType<ReturnType<typeof indexOf>['reader']>, question: string) =>
      retriever.search(reader, question, { limit: 3 });
    const alone = await Promise.all(questions.map((question) => ask(indexOf(files).reader(), question)));
    const reader = indexOf(files).reader();
    const failing = retriever.search(reader, questions[0] as string, {
      limit: 3,
      accept: () => {
        throw new Error('refused');
      },
    });
    await assert.rejects(failing, /refused/);
    assert.deepEqual(await Promise.all(questions.map((question) => ask(reader, question))), alone);
    for (const [i, question] of [...questions.entries()].reverse()) assert.deepEqual(await ask(reader, question), alone[i]);
  });
}
