import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { readSynonyms } from '../../../src/engine/retrieval/steps/synonyms.ts';
import { defaultValues } from '../../../src/engine/retrieval/systemOptions.ts';
import { type PaperGraph, paperGraphs } from '../../../src/systems/meshPaper/graph.ts';
import { meshPaper } from '../../../src/systems/meshPaper/meshPaper.ts';
import { type PaperOptions, paperOptions, paperPresets } from '../../../src/systems/meshPaper/options.ts';
import { paperReport } from '../../../src/systems/meshPaper/report.ts';
import { described } from '../../support/memoryIndex.ts';
import { documentOf, indexOfPassages, people, textsOfPassages } from '../../support/people.ts';

const passages = people(60);
const reader = indexOfPassages(passages).reader();
const question = 'Whom did Anna Ahlmark meet in Brindle?';

const graphWith = (changes: Partial<PaperOptions> = {}): Promise<PaperGraph> =>
  paperGraphs('mesh-paper', { ...defaultValues(paperOptions), ...changes }).build({
    reader,
    texts: undefined,
    yieldThread: async () => undefined,
  });

const readings: Readonly<Record<string, Partial<PaperOptions>>> = {
  default: {},
  ...paperPresets,
  'hamming anchors, links both ways, two hops': { similarity: 'hamming', links: 'undirected', hops: 2, bloomFilter: false },
  'ints, exact Jaccard': { signature: 'ints', rerank: 'jaccard', similarity: 'collisions', bloomFilter: false },
  'shared entities': { signature: 'ints', rerank: 'shared', bloomFilter: false },
  'ranked by words': { rerank: 'bm25', bloomFilter: false },
};

describe('mesh-paper', () => {
  for (const [name, options] of Object.entries(readings)) {
    it(`ranks the same whatever the order and history of the index (${name})`, async () => {
      const other = indexOfPassages(people(70).slice(55), [...passages].reverse());
      other.apply(
        [documentOf(passages[3] as (typeof passages)[number])],
        people(70)
          .slice(60)
          .map(({ path }) => path),
      );
      const shuffled = other.reader();
      assert.equal(shuffled.liveCount, reader.liveCount);
      const retriever = bind(meshPaper, options);
      const [a, b] = await Promise.all([reader, shuffled].map((index) => retriever.search(index, question, { limit: 40 })));
      assert.deepEqual(await described(shuffled, b as typeof a & object), await described(reader, a as typeof b & object));
      assert.equal(await retriever.report(shuffled), await retriever.report(reader));
    });
  }

  it('takes evidence from the entity sets: every key is one of the chunk and of the question or of the chunk before it', async () => {
    const { results } = await bind(meshPaper, paperPresets['mesh-paper-ints']).search(reader, question, { limit: 60 });
    const graph = await graphWith();
    const namesOf = (chunk: number): readonly string[] =>
      [...(graph.sets.entities[graph.sets.itemOf[chunk] as number] as Int32Array)].map((id) => (graph.sets.keys[id] as string).slice(2));
    assert.ok(results.some(({ evidence }) => evidence.some(({ via }) => via !== undefined)));
    for (const { chunk, evidence } of results) {
      for (const { keys, via } of evidence) {
        const source = via === undefined ? ['anna ahlmark', 'brindle'] : namesOf(via);
        for (const key of keys) assert.ok(namesOf(chunk).includes(key) && source.includes(key), key);
      }
    }
  });

  it('annotates each link with exactly the keys that both chunks hold', async () => {
    const graph = await graphWith();
    for (let item = 0; item < graph.sets.count; item++) {
      const own = new Set(graph.sets.entities[item]);
      for (const near of graph.neighboursOf(item)) {
        const wanted = [...(graph.sets.entities[near.item] as Int32Array)].filter((id) => own.has(id)).map((id) => graph.sets.keys[id]);
        assert.deepEqual(graph.sets.sharedKeys(item, near.item), wanted);
      }
    }
  });

  it('takes as neighbours the candidates with the most equal minima, found by comparing all', async () => {
    const graph = await graphWith({ neighbours: 7 });
    const { signatures, buckets } = graph;
    for (let item = 0; item < graph.sets.count; item++) {
      const own = signatures.of(item);
      const buckled = new Set(buckets.ofItem(item));
      const all = Array.from({ length: graph.sets.count }, (_, other) => other)
        .filter((other) => other !== item && buckets.ofItem(other).some((bucket) => buckled.has(bucket)))
        .map((other) => ({ other, minima: signatures.equalMinima(other, own), bits: signatures.equalBits(other, own.words) }))
        .sort((a, b) => b.minima - a.minima || b.bits - a.bits || a.other - b.other);
      assert.deepEqual(
        graph.neighboursOf(item).map((near) => near.item),
        all.slice(0, 7).map(({ other }) => other),
      );
    }
  });

  it('has prototypes by majority, and communities that do not overlap more than theta', async () => {
    const graph = await graphWith({ theta: 0.75, candidates: 12 });
    assert.ok(graph.communities.length > 1);
    for (const [i, { items, prototype }] of graph.communities.entries()) {
      for (let at = 0; at < 60; at++) {
        const set = [...items].filter((item) => graph.signatures.row(item, at) === 1).length;
        assert.equal(graph.signatures.rowOf(prototype, at), set * 2 > items.length ? 1 : 0);
      }
      assert.ok(graph.filter.has(prototype.words));
      for (const other of graph.communities.slice(i + 1)) {
        const shared = items.filter((item) => other.items.includes(item)).length;
        assert.ok(shared / Math.min(items.length, other.items.length) <= 0.75);
      }
    }
  });

  it('skips the communities where the filter rejects the question, and counts that', async () => {
    const countsOf = async (changes: Partial<PaperOptions>) =>
      (await bind(meshPaper, changes).search(reader, question, { limit: 5 })).counts as Record<'bloomRejections' | 'examined', number>;
    const filtered = await countsOf({});
    const open = await countsOf(paperPresets['mesh-paper-unfiltered']);
    assert.deepEqual([filtered.bloomRejections, open.bloomRejections], [1, 0]);
    assert.ok(open.examined >= filtered.examined && open.examined <= 1);
  });

  it('finds nothing for a question without an entity and says why, unless BM25 is chosen for it', async () => {
    const { results, counts, reason } = await bind(meshPaper).search(reader, 'who built a bridge', { limit: 5 });
    assert.deepEqual(results, []);
    assert.deepEqual(reason, { code: 'noEntityAsked', arguments: ['mesh-paper'] });
    assert.deepEqual(counts, { withoutEntities: 1 });
    assert.equal((await bind(meshPaper, { withoutEntities: 'bm25' }).search(reader, 'who built a bridge', { limit: 5 })).results.length, 5);
  });

  it('reads the entities of the paper from the text if it is available, and says so if not', async () => {
    const raw = bind(meshPaper, { entities: 'raw' }, { texts: textsOfPassages(passages) });
    assert.match((await raw.report(reader)) ?? '', /^Entities: .*before/m);
    assert.doesNotMatch((await bind(meshPaper).report(reader)) ?? '', /^Entities: .*before/m);
    await assert.rejects(bind(meshPaper, { entities: 'raw' }).search(reader, question, { limit: 1 }), /"raw", which reads the text/);
  });

  it('refuses more chunks than its option allows, and names the option', async () => {
    const small = bind(meshPaper, { maxChunks: 59 });
    await assert.rejects(small.search(reader, question, { limit: 1 }), /over 60 chunks: its option maxChunks is 59/);
    assert.equal((await bind(meshPaper, { maxChunks: 60 }).search(reader, question, { limit: 1 })).results.length, 1);
  });

  it('stops building when it is cancelled, and builds again for the next question', async () => {
    const controller = new AbortController();
    const retriever = bind(meshPaper);
    const reason = new Error('the user went on');
    const yieldThread = async () => controller.abort(reason);
    const cancelled = retriever.search(reader, question, { limit: 1, signal: controller.signal, yieldThread });
    const waiting = retriever.search(reader, question, { limit: 1 });
    await assert.rejects(cancelled, reason);
    assert.equal((await waiting).results.length, 1);
    assert.equal((await retriever.search(reader, question, { limit: 1 })).results.length, 1);
  });

  it('returns only accepted chunks', async () => {
    const { results } = await bind(meshPaper).search(reader, question, { limit: 60, accept: (chunk) => chunk % 2 === 0 });
    assert.ok(results.length > 0 && results.every(({ chunk }) => chunk % 2 === 0));
  });

  it('unifies synonyms in chunks and question before it hashes', async () => {
    const synonyms = readSynonyms([['Brindle', 'Old Harbour']]);
    const exact = { ...paperPresets['mesh-paper-ints'], rerank: 'shared' } as const;
    const plain = bind(meshPaper, exact);
    const asked = await bind(meshPaper, exact, { synonyms }).search(reader, 'Who lived in Old Harbour?', { limit: 5 });
    const wanted = await plain.search(reader, 'Who lived in Brindle?', { limit: 5 });
    assert.ok(wanted.results.length > 0);
    assert.deepEqual(
      asked.results.map(({ evidence }) => evidence[0]?.keys),
      wanted.results.map(({ evidence }) => evidence[0]?.keys),
    );
  });

  it('prints the report of appendix C', async () => {
    const report = await paperReport(reader, await graphWith(), { communities: 1, members: 2, texts: textsOfPassages(passages) });
    for (const line of [
      /^Chunk: p\d+:1 \[/m,
      /^Nearest 5 chunks:$/m,
      /^ {3}Collisions: \d+ of 96 bands; estimated Jaccard similarity: \d+ of 12$/m,
      /^ {3}Shared entities: \w/m,
      /^Coverage: [\d.]+ % \(\d+ of 60\)$/m,
      /^Median size: [\d.]+ chunks$/m,
      /^Hash prototype: [01]{5}(-[01]{5}){11}$/m,
      /^Core entities: \w/m,
    ]) {
      assert.match(report, line);
    }
  });

  it('works on an empty index', async () => {
    const empty = indexOfPassages().reader();
    assert.deepEqual((await bind(meshPaper).search(empty, question, { limit: 5 })).results, []);
    assert.match((await bind(meshPaper).report(empty)) ?? '', /Total communities: 0/);
  });
});

describe('paperOptions', () => {
  it('names the option that is out of its range', () => {
    assert.throws(() => bind(meshPaper, { theta: 2 }), /The option theta of mesh-paper is 2; it must be a number from 0 to 1/);
    assert.throws(() => bind(meshPaper, { hops: -1 }), /The option hops of mesh-paper is -1; it must be a whole number, 0 or more/);
    assert.throws(
      () => bind(meshPaper, { rerank: 'best' as 'bm25' }),
      /The option rerank of mesh-paper is "best"; it must be one of hamming/,
    );
  });
});
