import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bind } from '../../src/engine/retrieval/bind.ts';
import { nearestPart, partOf } from '../../src/engine/retrieval/part.ts';
import { hug } from '../../src/systems/hug/hug.ts';
import { topo } from '../../src/systems/topo/topo.ts';
import { indexOf, pathsFound } from '../support/memoryIndex.ts';

const notes = {
  'The Salt Garden.md': '# The Salt Garden\n\nThe Salt Garden is a play. It was directed by Marta Quill for the harbour stage.\n',
  'Marta Quill.md': '# Marta Quill\n\nMarta Quill was born in Tarrow. She moved to Port Wexley.\n',
  'Port Wexley.md': '# Port Wexley\n\nPort Wexley has a pier and a market.\n',
  'Ansel Brook.md': '# Ansel Brook\n\nAnsel Brook was a composer of Old Fenwick.\n',
  ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.md`, `Rain fell on day ${i}, and the stage was wet.\n`])),
};
const question = 'Who directed The Salt Garden for the stage?';

describe('a part of an index', () => {
  const whole = indexOf(notes).reader();

  it('has only the counts, postings and documents of its chunks', async () => {
    const live = [...(await whole.liveChunks())];
    const infos = await whole.chunkInfo(live);
    const chosen = live.filter((_, i) => /^(?:Marta|Port)/.test((infos[i] as { path: string }).path));
    const part = await partOf(whole, chosen);
    assert.equal(part.liveCount, 2);
    assert.deepEqual([...(await part.liveChunks())], chosen);
    assert.equal((await part.documents()).length, 2);
    const [quill, wexley, garden] = await part.findKeys(['n:marta quill', 'n:port wexley', 'n:the salt garden']);
    assert.deepEqual([quill?.postings.size, wexley?.postings.size, garden?.postings.size, garden?.id], [1, 2, 0, -1]);
    assert.deepEqual([...(await part.keyCounts([quill?.id as number, wexley?.id as number]))], [1, 2]);
    assert.ok((await part.keysBySize(2, 2)).includes(wexley?.id as number));
    assert.deepEqual([...(await part.termCounts(['pier', 'rain']))], [1, 0]);
    const [keys] = await part.chunkKeys([chosen[0] as number]);
    assert.equal(keys?.find(({ text }) => text === 'n:marta quill')?.count, 1);
  });

  it('contains the best accepted chunks by words, and those that share rare names with them', async () => {
    const pathsOf = async (accept?: (chunk: number) => boolean): Promise<readonly string[]> => {
      const { reader, unknownTerms } = await nearestPart(whole, `${question} Zeppelin`, 4, accept);
      assert.deepEqual(unknownTerms, ['zeppelin']);
      return (await whole.chunkInfo([...(await reader.liveChunks())])).map(({ path }) => path);
    };
    const found = await pathsOf();
    assert.equal(found.length, 4);
    assert.ok(found.includes('The Salt Garden.md') && found.includes('Marta Quill.md'), found.join(', '));
    const even = await pathsOf((chunk) => chunk % 2 === 0);
    assert.ok(even.length > 0 && !even.includes('Marta Quill.md'));
  });

  it('is searched if an index has more chunks than the system handles, and the first result says so', async () => {
    for (const [name, ask] of [
      ['topo', (maxChunks: number) => bind(topo, { maxChunks })],
      ['hug', (maxChunks: number) => bind(hug, { maxChunks })],
    ] as const) {
      const { results, counts, unknownTerms } = await ask(5).search(whole, question, { limit: 3 });
      const paths = (await whole.chunkInfo(results.map(({ chunk }) => chunk))).map(({ path }) => path);
      assert.deepEqual(paths.slice(0, 2), ['The Salt Garden.md', 'Marta Quill.md'], name);
      assert.equal(counts?.searched, 5);
      assert.deepEqual(results[0]?.evidence.at(-1), { kind: 'part', label: 'searched', keys: ['5 of 24 passages'] });
      assert.deepEqual(unknownTerms, []);
      assert.equal((await ask(24).search(whole, question, { limit: 3 })).counts?.searched, undefined);
      assert.deepEqual(await pathsFound(whole, ask(5), 'zeppelin'), []);
      const stopped = ask(5).search(whole, question, { limit: 3, signal: AbortSignal.abort(new Error('enough')) });
      await assert.rejects(stopped, /enough/);
    }
  });
});
