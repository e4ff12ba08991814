import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinReaders } from '../../../src/engine/index/joinedReader.ts';
import { MemoryIndex } from '../../../src/engine/index/memoryIndex.ts';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { joinSnapshots } from '../../../src/engine/index/snapshot.ts';
import { described, indexed, lexicons } from '../../support/memoryIndex.ts';
import { retrievers } from '../../support/systems.ts';

const bodies = [
  'Sandra Dee sang with Bobby Darin in Grease.',
  '# Harlem\n\nA part of New York where Bobby Darin lived.\n',
  'export function openStore(path) {\n  return readPages(path);\n}\n',
  'import { openStore } from "./store.ts";\nopenStore("some literal here");\n',
  '',
];
const questions = ['Where did Bobby Darin live?', 'openStore', 'some literal'];

/** Paths with the number of their index and of their text. */
const anyFiles = fc.uniqueArray(
  fc.tuple(fc.constantFrom('a.md', 'b.ts', 'docs/c.md', 'd.ts', 'e.md', 'f.ts'), fc.nat(2), fc.nat(bodies.length - 1)),
  {
    selector: ([path]) => path,
    maxLength: 6,
  },
);

async function answers(reader: IndexReader): Promise<unknown> {
  const rankings: unknown[] = [];
  for (const name of ['mesh', 'bm25']) {
    for (const question of questions)
      rankings.push(await described(reader, await (retrievers.get(name) as typeof mesh).search(reader, question, { limit: 5 })));
  }
  const live = [...(await reader.liveChunks())];
  const [infos, keys] = [await reader.chunkInfo(live), await reader.chunkKeys(live)];
  const columns = await reader.chunkKeyColumns(live);
  const rare = await reader.keysBySize(1, 2);
  const chunks = infos.map((info, i) => ({
    ...{ ...info, title: info.title },
    keys: (keys[i] ?? []).map(({ text, count, roles }) => `${text} ${count} ${roles}`).sort(),
    count: (columns.offsets[i + 1] as number) - (columns.offsets[i] as number),
  }));
  return {
    rankings,
    ...{ live: reader.liveCount, length: reader.totalLength },
    chunks: chunks.map((chunk) => JSON.stringify(chunk)).sort(),
    rare: [...(await reader.keyTexts(rare))].sort(),
    terms: [...(await reader.termCounts(['darin', 'openstor']))],
  };
}

const mesh = retrievers.get('mesh') as NonNullable<ReturnType<typeof retrievers.get>>;

test('readers that are joined answer as one index, with the folders of each', async () => {
  await fc.assert(
    fc.asyncProperty(anyFiles, async (files) => {
      const indexes = [0, 1, 2].map((number) => {
        const index = new MemoryIndex(lexicons);
        index.apply(files.filter(([, of]) => of === number).map(([path, , body]) => indexed(path, bodies[body] as string)));
        return index;
      });
      const joined = joinReaders(
        indexes.map((index, folder) => ({ reader: index.reader(), folder })),
        lexicons,
      );
      const whole = joinSnapshots(
        indexes.map((index) => index.snapshot()),
        lexicons,
      );
      assert.deepEqual(await answers(joined), await answers(whole));
    }),
    { numRuns: 40 },
  );
});
