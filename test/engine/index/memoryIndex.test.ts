import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { communitiesOf } from '../../../src/engine/graph/communities.ts';
import { MemoryIndex } from '../../../src/engine/index/memoryIndex.ts';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { partFiles } from '../../../src/engine/parts/findDivisions.ts';
import { keysOfName } from '../../../src/engine/question/focus.ts';
import { relatedTo } from '../../../src/engine/retrieval/systems/related.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { anyChange, bodies, type Change, change, paths, questions } from '../../support/changes.ts';
import { described, indexed, indexOf, keysOfFile, placeOfFile, placesOf } from '../../support/memoryIndex.ts';
import { rounds } from '../../support/sample.ts';
import { retrievers } from '../../support/systems.ts';

/** All answers of an index, without ids. */
async function answers(reader: IndexReader): Promise<unknown> {
  const rankings: unknown[] = [];
  for (const name of ['bm25', 'mesh']) {
    const retriever = retrievers.get(name);
    assert.ok(retriever);
    for (const question of questions) rankings.push(await described(reader, await retriever.search(reader, question, { limit: 10 })));
  }
  const communities = await communitiesOf(reader, await partFiles(reader));
  const groups = await Promise.all(
    communities.map(async ({ chunks, ...rest }) => ({ ...rest, chunks: await placesOf(reader, [...chunks]) })),
  );
  const { liveCount, totalLength } = reader;
  return { liveCount, totalLength, rankings, groups };
}

function applyAll(index: MemoryIndex, changes: readonly Change[], content: Map<string, string>): void {
  const { lexicons } = index.snapshot();
  for (const one of changes) {
    const { set, remove } = one;
    change(content, one);
    index.apply(
      set.map(([path, body]) => indexed(path, bodies[body] as string, lexicons)),
      remove,
    );
  }
}

test('after any history of changes, the index answers like a fresh one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { maxLength: 12 }), fc.nat(4), async (changes, unmerged) => {
      const index = new MemoryIndex(createLexicons(), undefined, unmerged);
      const content = new Map<string, string>();
      applyAll(index, changes, content);
      assert.equal(index.documentCount, content.size);
      assert.deepEqual([...index.paths()].sort(), [...content.keys()].sort());
      assert.deepEqual(await answers(index.reader()), await answers(indexOf(Object.fromEntries([...content].sort())).reader()));
    }),
    { numRuns: rounds(20, 60) },
  );
});

test('after merges during changes, the index answers like a fresh one', async () => {
  const anyStep = fc.oneof(anyChange, fc.nat(6));
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 30 }), async (steps) => {
      const index = new MemoryIndex(createLexicons(), 0);
      const content = new Map<string, string>();
      for (const step of steps) {
        if (typeof step !== 'number') applyAll(index, [step], content);
        else for (let i = 0; i < step; i++) index.mergeUntil(() => true);
      }
      const rebuilt = await answers(indexOf(Object.fromEntries([...content].sort())).reader());
      assert.deepEqual(await answers(index.reader()), rebuilt);
      assert.ok(index.mergeUntil());
      assert.deepEqual([...index.paths()].sort(), [...content.keys()].sort());
      assert.deepEqual(await answers(index.reader()), rebuilt);
    }),
    { numRuns: rounds(20, 60) },
  );
});

test('related chunks do not depend on the history either', async () => {
  const files = Object.fromEntries(paths.map((path, i) => [path, bodies[i] as string]));
  const lexicons = createLexicons();
  const living = new MemoryIndex(lexicons);
  for (const path of [...paths].reverse()) living.apply([indexed(path, 'other words', lexicons)]);
  for (const [path, text] of Object.entries(files)) living.apply([indexed(path, text, lexicons)]);
  const relations = async (index: MemoryIndex): Promise<unknown> => {
    const reader = index.reader();
    const infos = await reader.chunkInfo(Array.from({ length: reader.chunkCount }, (_, chunk) => chunk));
    const keys = await keysOfFile(reader, 'docs/store.md');
    const exclude = new Set(infos.flatMap(({ path }, chunk) => (path === 'docs/store.md' ? [chunk] : [])));
    return described(reader, await relatedTo(reader, { keys, exclude, focus: keysOfName('loadIndex') }, { limit: 10 }));
  };
  assert.deepEqual(await relations(living), await relations(indexOf(files)));
});

test('a snapshot stays as it was while the index changes', async () => {
  const index = indexOf({ 'a.md': bodies[0] as string, 'b.md': bodies[1] as string });
  const snapshot = index.reader();
  const before = await answers(snapshot);
  const early = index.reader();
  index.apply([indexed('a.md', 'nothing of that'), indexed('c.md', bodies[2] as string)], ['b.md']);
  index.apply([], ['a.md', 'c.md']);
  assert.deepEqual(await answers(snapshot), before);
  assert.deepEqual(await answers(early), before);
  assert.equal(index.reader().liveCount, 0);
  assert.ok(index.generation > snapshot.generation);
});

test('of two documents with the same path, the last one wins', async () => {
  const index = indexOf({});
  index.apply([indexed('a.md', 'first words'), indexed('a.md', 'second words')]);
  assert.deepEqual(await answers(index.reader()), await answers(indexOf({ 'a.md': 'second words' }).reader()));
});

test('a document that is removed and added in one change exists', async () => {
  const index = indexOf({ 'a.md': 'first words' });
  index.apply([indexed('a.md', 'second words')], ['a.md', 'never-there.md']);
  assert.equal(index.documentCount, 1);
  assert.ok(index.has('a.md') && !index.has('b.md'));
  assert.deepEqual(
    [...(await index.reader().termPostings(['first', 'second', 'word']))].map(({ size }) => size),
    [0, 1, 1],
  );
});

test('many single changes keep few segments and few deleted chunks', () => {
  const index = indexOf({});
  let most = 0;
  for (let i = 0; i < 300; i++) {
    index.apply([indexed(`${i % 100}.txt`, `word${i}`)]);
    most = Math.max(most, index.snapshot().segments.length);
  }
  assert.ok(most <= 24, `${most} segments`);
  index.mergeUntil();
  const { segments } = index.snapshot();
  const stored = segments.reduce((sum, { segment }) => sum + segment.chunkCount, 0);
  assert.ok(segments.length <= 8, `${segments.length} segments`);
  assert.ok(stored <= 150, `${stored} chunks for 100 live`);
});

test('large segments are merged even if a much smaller one follows', () => {
  const index = indexOf({});
  for (const [batch, files] of [40, 40, 40, 1].entries())
    index.apply(Array.from({ length: files }, (_, i) => indexed(`${batch}-${i}.txt`, `word${i}`)));
  index.mergeUntil();
  assert.deepEqual(
    index.snapshot().segments.map(({ segment }) => segment.chunkCount),
    [120, 1],
  );
});

test('an empty index finds nothing', async () => {
  const index = new MemoryIndex(createLexicons());
  const reader = index.reader();
  assert.deepEqual([reader.chunkCount, reader.liveCount, reader.totalLength], [0, 0, 0]);
  for (const retriever of retrievers.values()) assert.deepEqual((await retriever.search(reader, 'anything', { limit: 5 })).results, []);
  assert.deepEqual(await communitiesOf(reader, await partFiles(reader)), []);
  assert.deepEqual((await relatedTo(reader, await placeOfFile(reader, 'a.md', 'x'), { limit: 5 })).results, []);
});

test('the revision counts changes of the documents, and nothing else', () => {
  const index = indexOf({ 'a.md': 'one', 'b.md': 'two' });
  const before = index.revision;
  index.reader();
  assert.equal(index.revision, before);
  index.apply([indexed('a.md', 'three')]);
  index.apply([], ['b.md']);
  assert.equal(index.revision, before + 2);
});

test('counts of terms and keys leave out deleted chunks, even a single one', async () => {
  const note = (name: string) => `# ${name}\n\nThe zither of Ada Marsh.\n`;
  const index = indexOf({ 'a.md': note('One'), 'b.md': note('Two'), 'c.md': note('Three') });
  const counts = async () => {
    const reader = index.reader();
    const [key] = await reader.findKeys(['n:ada marsh']);
    return [...(await reader.termCounts(['zither'])), ...(await reader.keyCounts([key?.id as number]))];
  };
  assert.deepEqual(await counts(), [3, 3]);
  index.apply([], ['b.md']);
  assert.deepEqual(await counts(), [2, 2]);
  index.apply([], ['a.md']);
  assert.deepEqual(await counts(), [1, 1]);
});

test('long posting lists of several segments are joined, with and without deleted chunks', async () => {
  const notes = (from: number) => Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`${from + i}.md`, `zither ${from + i}`]));
  const index = indexOf(notes(100));
  index.apply(Object.entries(notes(200)).map(([path, text]) => indexed(path, text)));
  const found = async () => {
    const reader = index.reader();
    const [postings] = await reader.termPostings(['zither']);
    const infos = await reader.chunkInfo([...(postings?.chunks ?? [])]);
    return infos.map(({ path }) => path).sort();
  };
  const all = Object.keys({ ...notes(100), ...notes(200) });
  assert.deepEqual(await found(), all);
  index.apply([], ['100.md', '277.md', '279.md']);
  assert.deepEqual(
    await found(),
    all.filter((path) => !['100.md', '277.md', '279.md'].includes(path)),
  );
});
