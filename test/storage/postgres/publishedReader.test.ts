/** What a reader of published commits returns, row by row and in order, beside a reader of the same files in memory. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { createLexicons, type Lexicons } from '../../../src/engine/text/words/lexicon.ts';
import { publishedReaders } from '../../../src/storage/postgres/publishedReaders.ts';
import { isFault, localIndex, type OpenPublished, sharedServer, type Texts } from '../../support/publishedIndex.ts';

const shared = await sharedServer(['-c', 'autovacuum=off']);
const { skip } = shared;
after(() => shared.server?.stop());

/** Enough passages for posting lists that are kept, in files of which one has words as often as no byte counts. */
const pier = (i: number): string =>
  `# Pier ${i}\n\n\`openPier\` of Harlem calls \`mooring${i % 5}\`.\n\n## Berth\n\nSandra${i} moors here.\n`;
const first: Texts = new Map([
  ...Array.from({ length: 24 }, (_, i) => [`docs/${i}.md`, pier(i)] as const),
  ['empty.md', ''],
  ['many.md', `# Many\n\n${'harlem '.repeat(3000)}\n`],
]);
/** What the second push changes: a file that goes, one that is another, one that is new. */
const second: Texts = new Map([
  ...[...first].filter(([path]) => path !== 'docs/3.md'),
  ['docs/5.md', '# Quay\n\nHarlem has a quay, too.\n'],
  ['src/mooring.ts', 'export function mooring1() {\n  return openPier();\n}\n'],
]);

const terms = ['harlem', 'quai', 'moor', 'pier', 'nowher'];
const keys = ['s:openPier', 's:mooring1', 'n:harlem', 's:nowhere'];

/** Everything about some terms and keys by the place of the chunk, in the order of the places. */
async function tableOf(reader: IndexReader): Promise<unknown> {
  const live = [...(await reader.liveChunks())];
  assert.deepEqual(
    live,
    live.toSorted((a, b) => a - b),
  );
  assert.equal(reader.liveCount, live.length);
  const infos = await reader.chunkInfo(live);
  const nameOf = new Map(live.map((chunk, i) => [chunk, `${infos[i]?.path}:${infos[i]?.startLine}`]));
  const rows = ({ size, chunks, values, places }: Awaited<ReturnType<IndexReader['termPostings']>>[number]) => {
    assert.deepEqual([chunks.length, values.length, places.length], [size, size, size]);
    assert.deepEqual(
      [...chunks],
      [...chunks].toSorted((a, b) => a - b),
      'ascending',
    );
    return [...chunks].map((chunk, i) => `${nameOf.get(chunk)} ${values[i]} ${places[i]}`).sort();
  };
  const found = await reader.findKeys(keys);
  const known = found.flatMap(({ id, postings }) => (postings.size > 0 ? [id] : []));
  const columns = await reader.chunkKeyColumns(live);
  const lists = await reader.chunkKeys(live);
  assert.deepEqual(
    [...columns.ids],
    lists.flatMap((list) => list.map(({ id }) => id)),
  );
  assert.deepEqual(
    [...columns.roles],
    lists.flatMap((list) => list.map(({ roles }) => roles)),
  );
  for (const [i, list] of lists.entries()) assert.equal(columns.offsets[i + 1], (columns.offsets[i] as number) + list.length);
  return {
    chunks: live
      .map((chunk, i) => {
        const own = lists[i]?.map(({ text, count, roles, places }) => `${text} ${count} ${roles} ${places}`).sort();
        return JSON.stringify([{ ...infos[i], title: infos[i]?.title }, reader.lengths[chunk], reader.traits[chunk], own]);
      })
      .sort(),
    totalLength: reader.totalLength,
    documents: (await reader.documents()).map(({ firstChunk, chunksEnd, ...one }) => JSON.stringify([one, chunksEnd - firstChunk])).sort(),
    terms: (await reader.termPostings(terms)).map(rows),
    termCounts: [...(await reader.termCounts(terms))],
    keys: found.map(({ postings }) => rows(postings)),
    keyPostings: (await reader.keyPostings(known)).map(rows),
    keyCounts: [...(await reader.keyCounts(known))],
    keyTexts: await reader.keyTexts(known),
  };
}

async function opened(name: string, lexicons: Lexicons, ...pushes: readonly Texts[]): Promise<OpenPublished> {
  for (const texts of pushes) await shared.push(name, texts);
  return shared.open(name, lexicons);
}

test('every list is that of the same files in memory: after one push, after two, and without hidden files', { skip }, async () => {
  const lexicons = createLexicons();
  const local = (texts: Texts) => tableOf(localIndex(texts, createLexicons()).reader());
  const one = await opened('one', lexicons, first);
  assert.deepEqual(await tableOf(one.reader([], 1)), await local(first));
  assert.ok((await one.reader([], 1).termPostings(['harlem']))[0]?.values instanceof Int32Array, 'more than a byte counts');
  const two = await opened('one', lexicons, second);
  assert.ok(two.commit.segments.length > 1 && two.commit.segments.some(({ tombstones }) => tombstones.includes(1)));
  assert.deepEqual(await tableOf(two.reader([], 2)), await local(second));
  const hidden = ['docs/0.md', 'src/mooring.ts', 'none.md', 'empty.md'];
  const left = new Map([...second].filter(([path]) => !hidden.includes(path)));
  assert.deepEqual(await tableOf(two.reader(hidden, 3)), await local(left));
  // What the first commit had is still there for those who have begun to read it.
  assert.deepEqual(await tableOf(one.reader([], 4)), await local(first));
  await Promise.all([one.close(), two.close()]);
});

test('the files of a commit are those with their contents, sizes and numbers of chunks', { skip }, async () => {
  const { files, close } = await opened('files', createLexicons(), first, second);
  const chunksOf = new Map(
    (await localIndex(second, createLexicons()).reader().documents()).map((one) => [one.path, one.chunksEnd - one.firstChunk]),
  );
  assert.deepEqual([...files.keys()].sort(), [...second.keys()].sort());
  assert.deepEqual([...files].map(([path]) => path).sort(), [...second.keys()].sort());
  assert.equal(files.size, second.size);
  for (const path of second.keys()) assert.equal(files.countChunks(path), chunksOf.get(path) ?? 0, path);
  assert.equal(
    files.chunks,
    [...chunksOf.values()].reduce((sum, count) => sum + count, 0),
  );
  assert.deepEqual([files.get('docs/3.md'), files.countChunks('docs/3.md')], [undefined, 0]);
  const { content } = files.get('docs/5.md') ?? {};
  assert.ok(content);
  assert.deepEqual(
    [files.has('docs/5.md', content), files.has('docs/4.md', content), files.has('docs/3.md', content)],
    [true, false, false],
  );
  await close();
});

test('nothing asked for is nothing read; what is not there is empty; calls of a moment share a statement', { skip }, async () => {
  const { reader, connection, close } = await opened('calls', createLexicons(), first);
  const one = reader([], 7);
  assert.equal(one.generation, 7);
  const before = connection.statements;
  assert.deepEqual(
    [await one.termPostings([]), [...(await one.termCounts([]))], await one.chunkKeys([]), await one.chunkInfo([]), await one.findKeys([])],
    [[], [], [], [], []],
  );
  assert.deepEqual([...(await one.chunkKeyColumns([])).offsets], [0]);
  assert.equal(connection.statements, before);
  const [unknown] = await one.findKeys(['s:nowhere']);
  assert.deepEqual([unknown?.id, unknown?.postings.size, unknown?.postings.chunks.length], [-1, 0, 0]);
  assert.equal(connection.statements, before + 1);
  const [a, b, twice] = await Promise.all([one.termPostings(['harlem']), one.termCounts(['harlem', 'pier']), one.chunkInfo([2, 0, 2])]);
  assert.equal(connection.statements, before + 2);
  assert.deepEqual([a[0]?.size, b.length], [b[0], 2]);
  assert.deepEqual(twice[0], twice[2]);
  assert.notDeepEqual(twice[0], twice[1]);
  // A short list is read again.
  await one.termPostings(['harlem']);
  assert.equal(connection.statements, before + 3);
  await assert.rejects(one.keysBySize(1, 2), /whole/);
  await close();
});

test('commits without a common segment are one reader, those with one are read apart', { skip }, async () => {
  const lexicons = createLexicons();
  const other: Texts = new Map([['z.md', '# Zebra\n\nA zebra of Harlem.\n']]);
  const [one, two] = [await opened('left', lexicons, first), await opened('right', lexicons, other)];
  const part = (from: OpenPublished, folder: number) => ({ ...from, hidden: [], folder });
  const joined = publishedReaders([part(one, 0), { ...part(two, 1), connection: one.connection }], lexicons, 1);
  assert.equal(joined.length, 1);
  const reader = joined[0] as IndexReader;
  const [list] = await reader.termPostings(['harlem']);
  assert.equal(list?.size, (await reader.termCounts(['harlem']))[0]);
  const infos = await reader.chunkInfo([...(list?.chunks ?? [])]);
  assert.deepEqual(
    infos.filter(({ folder }) => folder === 1).map(({ path }) => path),
    ['z.md'],
  );
  assert.equal(reader.chunkCount, one.commit.columns.lengths.length + two.commit.columns.lengths.length);
  assert.equal(publishedReaders([part(one, 0), part(one, 1), part(two, 2)], lexicons, 1).length, 2);
  await Promise.all([one.close(), two.close()]);
});

test('rows that a commit refers to and that are gone are reported', { skip }, async () => {
  const { reader, commit, close } = await opened('gone', createLexicons(), first);
  const id = commit.segments[0]?.id as number;
  const { query } = shared.server;
  await query(shared.address, 'delete from meshrag.chunk where id >> 32 = $1', [id]);
  await assert.rejects(reader([], 1).chunkInfo([0]), isFault('sharedGone'));
  await assert.rejects(reader([], 1).chunkKeys([0]), isFault('sharedGone'));
  await query(shared.address, 'update meshrag.segment set gone = now() where id = $1', [id]);
  await assert.rejects(reader([], 1).termCounts(['harlem']), isFault('sharedGone'));
  await close();
});
