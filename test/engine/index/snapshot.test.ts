import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemoryIndex } from '../../../src/engine/index/memoryIndex.ts';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { joinSnapshots } from '../../../src/engine/index/snapshot.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { described, indexed, indexOf, placesOf } from '../../support/memoryIndex.ts';
import { retrievers } from '../../support/systems.ts';

const bodies = [
  'Sandra Dee sang with Bobby Darin in Grease.',
  'Bobby Darin was born in Harlem.',
  'export function loadIndex(path) {\n  return openStore(path);\n}\n',
  'function openStore(path) {\n  return 1;\n}\n',
  'Harlem is a part of New York, said `loadIndex`.',
  'New York has Harlem. Sandra Dee was there.',
];

/** The rankings of some questions, without folders. */
async function rankings(reader: Parameters<typeof described>[0]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const retriever of [retrievers.get('bm25'), retrievers.get('mesh')]) {
    for (const question of ['Where was the singer of Grease born?', 'loadIndex', 'Harlem New York']) {
      assert.ok(retriever);
      found.push(await described(reader, await retriever.search(reader, question, { limit: 10 })));
    }
  }
  return found;
}

test('several folders rank as one index of all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(2), { minLength: bodies.length, maxLength: bodies.length }), async (owners) => {
      const lexicons = createLexicons();
      const folders = [new MemoryIndex(lexicons), new MemoryIndex(lexicons), new MemoryIndex(lexicons)];
      const all: [string, string][] = [];
      bodies.forEach((body, i) => {
        // Names ascend with the folder, so that ties are broken alike.
        const name = `${owners[i]}-${i}.md`;
        folders[owners[i] as number]?.apply([indexed(name, 'an earlier text', lexicons)]);
        folders[owners[i] as number]?.apply([indexed(name, body, lexicons)]);
        all.push([name, body]);
      });
      const joined = joinSnapshots(
        folders.map((folder) => folder.snapshot()),
        lexicons,
      );
      const one = await rankings(indexOf(Object.fromEntries(all)).reader());
      const several = JSON.stringify(await rankings(joined)).replace(/"[12]\/([012]-)/g, '"$1');
      assert.equal(several, JSON.stringify(one));
    }),
    { numRuns: 40 },
  );
});

test('a chunk knows its folder, its lines and its keys', async () => {
  const lexicons = createLexicons();
  const [first, second] = [new MemoryIndex(lexicons), new MemoryIndex(lexicons)];
  first.apply([indexed('a.md', 'Sandra Dee', lexicons)]);
  second.apply([indexed('docs/b.ts', '\n\nfunction loadIndex() {}\n', lexicons), indexed('empty.md', '', lexicons)]);
  const reader = joinSnapshots([first.snapshot(), second.snapshot()], lexicons);
  assert.equal(reader.chunkCount, 2);
  assert.equal(reader.generation, first.generation + second.generation);
  const [a, b] = await reader.chunkInfo([0, 1]);
  assert.deepEqual([a?.folder, a?.path, a?.startLine], [0, 'a.md', 1]);
  assert.deepEqual([b?.folder, b?.path, b?.endLine, b?.kind, b?.title], [1, 'docs/b.ts', 3, 'code', 'loadIndex']);
  const [keys] = await reader.chunkKeys([1]);
  assert.deepEqual(keys?.map(({ text, count }) => `${text} ${count}`).sort(), ['p:b 1', 'p:docs 1', 's:loadIndex 1']);
  assert.deepEqual(await reader.documents(), [
    { path: 'a.md', language: 'markdown', folder: 0, firstChunk: 0, chunksEnd: 1 },
    { path: 'docs/b.ts', language: 'typescript', folder: 1, firstChunk: 1, chunksEnd: 2 },
  ]);
});

test('postings contain only live chunks, ascending, and agree with the counts', async () => {
  const index = indexOf({ 'a.md': 'Sandra Dee word', 'b.md': 'Sandra Dee word', 'c.md': 'Sandra Dee word', 'd.md': 'Sandra Dee' });
  index.apply([indexed('e.md', 'Sandra Dee word')], ['b.md']);
  const reader = index.reader();
  const found = await reader.findKeys(['n:sandra dee', 'n:never heard']);
  const ids = found.map(({ id }) => id);
  assert.equal(ids[1], -1);
  const [named, unheard] = await reader.keyPostings(ids);
  assert.deepEqual(
    found.map(({ postings }) => postings),
    [named, unheard],
  );
  const [word] = await reader.termPostings(['word']);
  assert.deepEqual([...(await reader.termCounts(['word', 'unheard']))], [3, 0]);
  assert.deepEqual(
    (await reader.documents()).map(({ path }) => path),
    ['a.md', 'c.md', 'd.md', 'e.md'],
  );
  assert.deepEqual([named?.size, unheard?.size, word?.size], [4, 0, 3]);
  for (const postings of [named, word]) {
    assert.deepEqual(
      [...(postings?.chunks ?? [])],
      [...(postings?.chunks ?? [])].sort((x, y) => x - y),
    );
    assert.equal(postings?.chunks.length, postings?.size);
  }
  assert.deepEqual([...(await reader.keyCounts(ids))], [4, 0]);
  assert.ok((await reader.keysBySize(4, 4)).includes(ids[0] as number));
  assert.ok(!(await reader.keysBySize(5, 64)).includes(ids[0] as number));
  assert.equal(reader.liveCount, 4);
});

/** The postings of some words and names, by path and line instead of id. */
async function entriesOf(reader: IndexReader): Promise<unknown> {
  const keys = await reader.findKeys(['n:sandra dee', 'n:bobby darin', 'n:nobody']);
  const lists = [...(await reader.termPostings(['everywhere', 'often', 'rare', 'missing'])), ...keys.map(({ postings }) => postings)];
  const entries = [];
  for (const { size, chunks, values, places } of lists) {
    assert.deepEqual([chunks.length, values.length, places.length], [size, size, size]);
    const at = await placesOf(reader, [...chunks]);
    entries.push(at.map((place, i) => `${place} ${values[i]} ${places[i]}`).sort());
  }
  return { entries, counts: [...(await reader.keyCounts(keys.map(({ id }) => id)))], live: reader.liveCount, length: reader.totalLength };
}

test('with few deletions among many chunks, many among few, and tails, the postings equal those of a fresh index', async () => {
  const body = (i: number, extra = ''): string =>
    `everywhere everywhere ${i % 3 === 0 ? 'often' : ''} ${i % 97 === 0 ? 'rare' : ''} Sandra Dee ${i % 50 === 0 ? 'met Bobby Darin' : ''}. ${extra}`;
  const files = new Map<string, string>(Array.from({ length: 1200 }, (_, i) => [`d${i % 7}/${i}.md`, body(i)]));
  const lexicons = createLexicons();
  const index = new MemoryIndex(lexicons, 64);
  index.apply([...files].map(([path, text]) => indexed(path, text, lexicons)));
  const paths = [...files.keys()];
  for (let change = 0; change < 40; change++) {
    const [edited, removed] = [paths[(change * 37) % 1200] as string, paths[(change * 53 + 1) % 1200] as string];
    const text = body(change, `everywhere ${change}`);
    index.apply([indexed(edited, text, lexicons)], removed === edited ? [] : [removed]);
    files.set(edited, text);
    if (removed !== edited) files.delete(removed);
    if (change % 8 === 0) assert.deepEqual(await entriesOf(index.reader()), await entriesOf(indexOf(Object.fromEntries(files)).reader()));
  }
  assert.ok(index.snapshot().segments.length > 1);
});

test('a deleted chunk that has a key twice, from its text and its path, is skipped both times', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`d${i}/server.md`, `Part ${i} is started by \`tools/server.ts\`.`]),
  );
  const index = indexOf(files);
  index.apply([], ['d17/server.md']);
  const { 'd17/server.md': _, ...rest } = files;
  const sizeOf = async (reader: IndexReader): Promise<number | undefined> => (await reader.findKeys(['p:server']))[0]?.postings.size;
  assert.equal(await sizeOf(index.reader()), 198);
  assert.equal(await sizeOf(indexOf(rest).reader()), 198);
});
