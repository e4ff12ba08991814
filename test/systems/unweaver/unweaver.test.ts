import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { unweaver } from '../../../src/systems/unweaver/unweaver.ts';
import { unweaverPpr } from '../../../src/systems/unweaver/unweaverPpr.ts';
import { indexOf, pathsFound } from '../../support/memoryIndex.ts';
import { notes, question } from '../saltGarden.ts';

describe('unweaver', () => {
  const reader = indexOf(notes).reader();

  it('elects the chunks with names described in the words of the question, even chunks with none of these words', async () => {
    assert.deepEqual((await pathsFound(reader, bind(unweaver), question)).slice(0, 2), ['The Salt Garden.md', 'Marta Quill.md']);
  });

  it('names the entities that voted for a chunk', async () => {
    const { results } = await bind(unweaver).search(reader, question, { limit: 2 });
    assert.ok(results[1]?.evidence.some(({ keys }) => keys.includes('marta quill')));
  });

  it('has equal ballots, other rules and alignments, all over the same chunks', async () => {
    const found = async (changes: object) => [...(await pathsFound(reader, bind(unweaver, changes), question))].sort();
    const wanted = await found({});
    for (const changes of [
      { ballots: 'equal' },
      { rule: 'proportional' },
      { rule: 'proportional', ballots: 'equal' },
      { rule: 'coverage' },
      { rule: 'coverage', ballots: 'equal' },
      { alignment: 'prices' },
      { alignment: 'leastSquares' },
    ])
      assert.deepEqual(await found(changes), wanted);
  });

  it('ranks by a walk from the same entities as unweaver-ppr', async () => {
    const found = await pathsFound(reader, bind(unweaverPpr), question);
    assert.deepEqual([...found.slice(0, 2)].sort(), ['Marta Quill.md', 'The Salt Garden.md']);
  });

  it('returns only accepted chunks, and ranks by words if no entity is near', async () => {
    const { results } = await bind(unweaver).search(reader, question, { limit: 5, accept: (chunk) => chunk % 2 === 1 });
    assert.ok(results.length > 0 && results.every(({ chunk }) => chunk % 2 === 1));
    const plain = indexOf({ 'a.md': 'rain fell on the pier\n', 'b.md': 'the kettle is warm\n' }).reader();
    assert.deepEqual(await pathsFound(plain, bind(unweaver), 'rain on the pier'), ['a.md']);
    assert.deepEqual(await pathsFound(indexOf({}).reader(), bind(unweaver), question), []);
  });

  it('names an option that is not one of its own', () => {
    assert.throws(
      () => bind(unweaver, { rule: 'lottery' as 'votes' }),
      /The option rule of unweaver is "lottery"; it must be one of votes/,
    );
  });
});
