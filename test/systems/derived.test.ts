import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import type { ChunkInfo, IndexReader } from '../../src/engine/index/reader.ts';
import { bind } from '../../src/engine/retrieval/bind.ts';
import {
  createDerivedStore,
  type DataKind,
  type DerivedStore,
  type GenerationBuilder,
  type KeptData,
} from '../../src/engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../src/engine/retrieval/derivedBytes.ts';
import type { Embedder } from '../../src/engine/retrieval/modelSources/embedder.ts';
import type { Retriever } from '../../src/engine/retrieval/ranking.ts';
import { createHashingEmbedder } from '../../src/systems/baselines/hashingEmbedder.ts';
import { hippo } from '../../src/systems/baselines/hippo.ts';
import { minhash } from '../../src/systems/baselines/minhash.ts';
import { vector } from '../../src/systems/baselines/vector.ts';
import { hug } from '../../src/systems/hug/hug.ts';
import { meshPaper } from '../../src/systems/meshPaper/meshPaper.ts';
import { paperPresets } from '../../src/systems/meshPaper/options.ts';
import { topo } from '../../src/systems/topo/topo.ts';
import { described } from '../support/memoryIndex.ts';
import { documentOf, indexOfPassages, people, textsOfPassages } from '../support/people.ts';
import { inTurn } from '../support/sample.ts';

const passages = people(60);
const question = 'Whom did Anna Ahlmark meet in Brindle?';
const reader = indexOfPassages(passages).reader();

/** The number of live chunks, and how often it was counted. */
function counting(): GenerationBuilder<number> & { builds: number; isHeld: boolean } {
  return {
    id: 'count',
    builds: 0,
    isHeld: false,
    async build({ reader: { liveCount }, yieldThread }) {
      this.builds++;
      do await yieldThread();
      while (this.isHeld);
      return liveCount;
    },
    encode: (value) => new ColumnWriter().numbers(Int32Array.of(value)).toBytes(),
    decode: async (bytes, { chunks }) => new ColumnReader(bytes).numbers(chunks.length + 1)[0] as number,
  };
}

/** A store in memory. The state is the set of chunks; each passage is its own content. */
function memoryKeeper() {
  const kept = new Map<string, Uint8Array>();
  const refused: string[] = [];
  const nameOf = ({ id, variant }: DataKind, rest: string): string => [id, variant, rest].join('\n');
  const keptFor =
    (state: string) =>
    (_: IndexReader): KeptData => ({
      contentOf: ({ path }) => ({ hash: path, language: 'passage' }),
      generation: async (kind) => kept.get(nameOf(kind, state)),
      keepGeneration: async (kind, bytes) => void kept.set(nameOf(kind, state), bytes),
      document: (kind, { path }) => kept.get(nameOf(kind, path)),
      keepDocuments: (kind, documents) => {
        for (const { info, bytes } of documents) kept.set(nameOf(kind, info.path), bytes);
      },
      refuse: ({ id }) => void refused.push(id),
    });
  return { kept, refused, keptFor };
}

/** Counts the texts that it embeds. */
function countingEmbedder(): Embedder & { texts: number } {
  const hashing = createHashingEmbedder({ dimensions: 64 });
  return {
    name: 'counting',
    texts: 0,
    embed(texts, signal) {
      this.texts += texts.length;
      return hashing.embed(texts, signal);
    },
  };
}

describe('data of a generation', () => {
  it('is built once by concurrent calls, and again for another reader', async () => {
    const [store, builder] = [createDerivedStore(), counting()];
    const all = await Promise.all(Array.from({ length: 4 }, () => store.ofGeneration(builder, { reader })));
    assert.deepEqual([all, builder.builds], [[60, 60, 60, 60], 1]);
    assert.equal(await store.ofGeneration(builder, { reader: indexOfPassages(people(7)).reader() }), 7);
    assert.equal(builder.builds, 2);
  });

  it('is built by the next call if the first one is cancelled, and fails for all if it fails', async () => {
    const [store, builder, cancelled] = [createDerivedStore(), counting(), new AbortController()];
    builder.isHeld = true;
    const yieldThread = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const first = store.ofGeneration(builder, { reader, yieldThread, signal: cancelled.signal });
    const second = store.ofGeneration(builder, { reader, yieldThread });
    cancelled.abort(new Error('enough'));
    await assert.rejects(first, /enough/);
    builder.isHeld = false;
    assert.deepEqual([await second, builder.builds], [60, 2]);
    const failing = { ...counting(), id: 'failing', build: () => Promise.reject(new RangeError('too many')) };
    await assert.rejects(store.ofGeneration(failing, { reader }), /too many/);
    await assert.rejects(store.ofGeneration(failing, { reader }), /too many/);
  });

  it('is refreshed only if it was asked for, and yields to questions', async () => {
    const [store, builder] = [createDerivedStore(), counting()];
    await store.refresh({ reader });
    assert.deepEqual([store.isStale(reader), builder.builds], [false, 0]);
    await store.ofGeneration({ ...builder, id: 'dear', isAskedOnly: true }, { reader });
    assert.equal(store.isStale(indexOfPassages(people(9)).reader()), false, 'built for questions alone');
    await store.ofGeneration(builder, { reader });
    const later = indexOfPassages(people(9)).reader();
    assert.ok(store.isStale(later));
    let goOn: () => void = () => undefined;
    const idle = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const refreshed = store.refresh({ reader: later, yieldThread: () => idle });
    assert.equal(await store.ofGeneration(builder, { reader: later }), 9);
    goOn();
    await assert.rejects(refreshed, /Another build/);
    assert.deepEqual([store.isStale(later), builder.builds], [false, 3]);
  });

  it('is read if it was stored for the same state, and built if it cannot be decoded', async () => {
    const [{ kept, keptFor, refused }, builder] = [memoryKeeper(), counting()];
    await createDerivedStore(keptFor('a')).ofGeneration(builder, { reader });
    assert.equal(await createDerivedStore(keptFor('a')).ofGeneration(builder, { reader: indexOfPassages(passages).reader() }), 60);
    assert.equal(builder.builds, 1);
    await createDerivedStore(keptFor('b')).ofGeneration(builder, { reader });
    await createDerivedStore(keptFor('a')).ofGeneration({ ...builder, variant: 'other' }, { reader });
    assert.equal(kept.size, 3);
    for (const name of kept.keys()) kept.set(name, Uint8Array.of(1, 2, 3));
    assert.equal(await createDerivedStore(keptFor('a')).ofGeneration(builder, { reader }), 60);
    assert.deepEqual([refused, builder.builds], [['count'], 3]);
  });
});

describe('data of a document', () => {
  const changed = people(75).slice(20);
  const ask = (derived: DerivedStore, embedder: Embedder, index: MemoryIndex, texts = textsOfPassages(people(75))): Promise<string[]> =>
    found(bind(vector, {}, { derived, embedder, texts }), index);

  it('is built for the documents that lack it, in memory and from what was stored', async () => {
    const { keptFor } = memoryKeeper();
    const [store, embedder] = [createDerivedStore(keptFor('a')), countingEmbedder()];
    await ask(store, embedder, indexOfPassages(passages));
    assert.equal(embedder.texts, 60 + 1);
    const wanted = await ask(createDerivedStore(), countingEmbedder(), indexOfPassages(changed));
    assert.deepEqual(await ask(store, embedder, indexOfPassages(changed)), wanted);
    assert.equal(embedder.texts, 60 + 15 + 2);
    assert.deepEqual(await ask(createDerivedStore(keptFor('b')), embedder, indexOfPassages([...changed].reverse())), wanted);
    assert.equal(embedder.texts, 60 + 15 + 3);
  });

  it('is not stored for a text that is not available, and keeps its progress when cancelled', async () => {
    const { kept, keptFor } = memoryKeeper();
    const embedder = countingEmbedder();
    const without = { chunkText: async ({ path }: ChunkInfo) => (path === 'p003' ? undefined : 'The mill of Brindle.') };
    await ask(createDerivedStore(keptFor('a')), embedder, indexOfPassages(passages), without);
    assert.equal(kept.size, 59);
    const many = people(150);
    const cancelled = new AbortController();
    const texts = {
      chunkText: async ({ path }: ChunkInfo) => {
        if (path === 'p140') cancelled.abort(new Error('enough'));
        return path;
      },
    };
    const retriever = bind(vector, {}, { derived: createDerivedStore(keptFor('c')), embedder, texts });
    await assert.rejects(retriever.search(indexOfPassages(many).reader(), question, { limit: 5, signal: cancelled.signal }), /enough/);
    assert.ok(kept.size >= 120, `${kept.size}`);
  });
});

describe('retrievers over stored data', () => {
  const texts = { texts: textsOfPassages(passages) };
  const systems: Record<string, (derived: DerivedStore) => Retriever> = {
    ...Object.fromEntries(
      Object.entries(paperPresets).map(([name, preset]) => [name, (derived: DerivedStore) => bind(meshPaper, preset, { derived })]),
    ),
    'mesh-paper, undirected': (derived) => bind(meshPaper, { links: 'undirected', bloomFilter: false }, { derived }),
    'mesh-paper, k-means': (derived) => bind(meshPaper, { clustering: 'kmeans', bloomFilter: false }, { derived }),
    minhash: (derived) => bind(minhash, {}, { derived }),
    hippo: (derived) => bind(hippo, {}, { derived }),
    hug: (derived) => bind(hug, {}, { derived }),
    topo: (derived) => bind(topo, {}, { derived }),
    vector: (derived) => bind(vector, {}, { ...texts, derived }),
  };
  /** Places of damage, of which each system tries a fifth in `npm test`. */
  const fifths = [0, 1, 2, 3, 4].map((first) => Array.from({ length: 12 }, (_, i) => first + 5 * i));
  for (const [turn, [name, create]] of Object.entries(systems).entries()) {
    it(`${name} answers from it as from what it builds, even if ids differ`, async () => {
      const { kept, keptFor, refused } = memoryKeeper();
      const wanted = await found(create(createDerivedStore(keptFor('a'))), indexOfPassages(passages));
      // Modules, and the relations between them.
      assert.equal(kept.size, name === 'hug' ? 2 : 1);
      const other = indexOfPassages(people(70).slice(55), [...passages].reverse());
      other.apply(
        [documentOf(passages[3] as (typeof passages)[number])],
        people(70)
          .slice(60)
          .map(({ path }) => path),
      );
      const before = new Map(kept);
      assert.deepEqual(await found(create(createDerivedStore(keptFor('a'))), other), wanted);
      assert.deepEqual(refused, []);
      // The same bytes from an index with another history.
      kept.clear();
      await found(create(createDerivedStore(keptFor('a'))), other);
      assert.deepEqual(kept, before);
      for (const [key, whole] of before)
        for (const at of inTurn(fifths, turn).flat()) {
          const bytes = whole.slice();
          bytes[(at * 7919) % bytes.length] = (at * 31) & 255;
          kept.set(key, at < 20 ? bytes.subarray(0, at) : bytes);
          await found(create(createDerivedStore(keptFor('a'))), other);
        }
    });
  }
});

async function found(retriever: Retriever, index: MemoryIndex): Promise<string[]> {
  const own = index.reader();
  return (await described(own, await retriever.search(own, question, { limit: 40 }))) as unknown as string[];
}
