import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { createDerivedStore } from '../../../src/engine/retrieval/derived.ts';
import type { Enrichment } from '../../../src/engine/retrieval/modelSources/enrichment.ts';
import { createEnrichedGraph } from '../../../src/systems/entities/enrichedGraph.ts';
import type { EnrichedPassage } from '../../../src/systems/entities/enrichedPassages.ts';
import { enrichedGraphs, enrichedVectors } from '../../../src/systems/entities/keptGraph.ts';
import { unweaver } from '../../../src/systems/unweaver/unweaver.ts';
import { indexOf, pathsFound } from '../../support/memoryIndex.ts';
import { pathKeys } from '../../support/pathKeys.ts';

const enrichmentOf = (...entities: readonly (readonly [name: string, description: string, ...aliases: string[]])[]): Enrichment => ({
  entities: entities.map(([name, description, ...aliases]) => ({ name, description, aliases })),
  triples: entities.length > 1 ? [{ subject: entities[0]?.[0] ?? '', relation: 'knows', object: entities[1]?.[0] ?? '' }] : [],
  summary: '',
});
const yieldThread = async (): Promise<void> => undefined;
const enrichments = [
  enrichmentOf(['Ida Fenn', 'A pilot.', 'Miss Fenn']),
  { ...enrichmentOf(['Miss Fenn', 'She lives by the lock.'], ['The Quay', 'A quay.']), summary: 'Of a quay.' },
  enrichmentOf(['ida  FENN', '']),
];
/** A passage whose text has these names for the index. */
const passage = (chunk: number, title: string, enrichment: Enrichment, ...names: string[]): EnrichedPassage => ({
  ...{ chunk, title, content: 'abc'.charAt(chunk), ...enrichment },
  stored: names.map((name) => ({ name, description: `${name} is there.`, roles: 0, places: 1 })),
});
const passages = [
  passage(0, 'Ida Fenn', enrichments[0] as Enrichment, 'Miss Fenn'),
  passage(1, 'Quay', enrichments[1] as Enrichment),
  passage(2, 'Lock', enrichments[2] as Enrichment),
];

test('names that are equal after folding, and aliases, are one entity with all descriptions', async () => {
  const { keys, holders, descriptions, relations, texts } = await createEnrichedGraph(passages, yieldThread);
  assert.deepEqual(keys, ['n:ida fenn', 'n:the quay']);
  assert.deepEqual([...(holders[0]?.chunks ?? [])], [0, 1, 2]);
  assert.deepEqual(
    [0, 1].map((id) => texts?.descriptions.textOf(id)),
    ['ida fenn. A pilot.. She lives by the lock.', 'the quay. A quay.'],
  );
  assert.equal(texts?.statements.textOf(0), 'Miss Fenn knows The Quay');
  // Stop words are not terms.
  assert.deepEqual([...descriptions.lengths], [5, 2]);
  assert.deepEqual(relations, [{ chunk: 1, entities: [0, 1] }]);
  // Of the sentence that the index knows, and of the triple.
  assert.deepEqual([...(holders[0]?.places ?? [])], [1, 2 ** 31, 0]);
});

test('is the same whatever the order of the passages', async () => {
  const graph = await createEnrichedGraph(passages, yieldThread);
  const other = await createEnrichedGraph([...passages].reverse(), yieldThread);
  assert.deepEqual(other.holders, graph.holders);
  for (const table of ['descriptions', 'statements'] as const) assert.deepEqual(other[table], graph[table]);
  assert.deepEqual([...other.summaries].sort(), [...graph.summaries].sort());
  assert.deepEqual(graph.summaries.get(1), 'Of a quay.');
});

test('a generation has one graph in memory, that of the last enrichments', async () => {
  const reader = indexOf({ 'a.md': '# Ida Fenn\n\nOne.\n', 'b.md': '# Quay\n\nTwo.\n' }).reader();
  const derived = createDerivedStore();
  let built = 0;
  const graphFor = (version: string) => {
    const get = (path: string) => {
      built += path === 'a.md' ? 1 : 0;
      return enrichments[path === 'a.md' ? 0 : 1];
    };
    return derived.ofGeneration(enrichedGraphs({ version, keys: pathKeys, get }, derived), { reader });
  };
  const first = await graphFor('1');
  assert.equal(await graphFor('1'), first);
  assert.notEqual(await graphFor('2'), first);
  assert.notEqual(await graphFor('1'), first);
  assert.equal(built, 3);
});

test('descriptions and statements have a vector each', async () => {
  const embedder = { name: 'lengths', embed: async (texts: readonly string[]) => texts.map(({ length }) => Float32Array.of(length, 1, 2)) };
  const reader = indexOf({ 'a.md': '# Ida Fenn\n\nOne.\n', 'b.md': '# Quay\n\nTwo.\n' }).reader();
  const derived = createDerivedStore();
  const source = { version: '1', keys: pathKeys, get: (path: string) => enrichments[path === 'a.md' ? 0 : 1] };
  const { descriptions, statements } = await derived.ofGeneration(enrichedVectors(source, embedder, derived), { reader });
  assert.deepEqual(
    [descriptions, statements].map((vectors) => vectors.map(([length]) => length)),
    [
      ['ida fenn. A pilot.', 'miss fenn. She lives by the lock.', 'one', 'quay', 'the quay. A quay.', 'two'].map(({ length }) => length),
      ['Miss Fenn knows The Quay'.length],
    ],
  );
});

test('a passage that no model has read takes part with its stored keys and the lines that contain them', async () => {
  const files = {
    'a.md': '# Salt Garden\n\nMarta Quill staged it.\n',
    'b.md': '# Pier\n\nThe pier of Port Wexley was rebuilt by Ansel Brook.\n',
  };
  const reader = indexOf(files).reader();
  const sources = {
    enrichment: {
      version: '1',
      keys: pathKeys,
      get: (path: string) => (path === 'a.md' ? enrichmentOf(['Marta Quill', 'A composer of operas.']) : undefined),
    },
    texts: { chunkText: async ({ path }: { path: string }) => files[path as keyof typeof files] },
  };
  assert.deepEqual(await pathsFound(reader, bind(unweaver, {}, sources), 'Who composed operas?'), ['a.md']);
  assert.deepEqual(await pathsFound(reader, bind(unweaver, {}, sources), 'Who rebuilt the pier?'), ['b.md']);
  assert.deepEqual(await pathsFound(reader, bind(unweaver), 'Who composed operas?'), []);
});

test('an alias that is no name of the text means something in its passage alone', async () => {
  const companies = ['Acme Rockets', 'Turku Rye', 'Northern Wool'].map((name, chunk) => {
    const enrichment = enrichmentOf([name, `${name} is a company.`, 'the company'], ['Ida Fenn', '']);
    const triples = [{ subject: 'the company', relation: 'hired', object: 'Ida Fenn' }];
    return passage(chunk, name, { ...enrichment, triples }, name);
  });
  const { keys, relations } = await createEnrichedGraph(companies, yieldThread);
  assert.deepEqual(keys, ['n:acme rockets', 'n:ida fenn', 'n:northern wool', 'n:turku rye']);
  assert.deepEqual(
    relations.map(({ chunk, entities }) => [chunk, entities]),
    [
      [0, [0, 1]],
      [1, [3, 1]],
      [2, [2, 1]],
    ],
  );
});

test('what has several names is called by that of most passages, of equal ones by the first in the alphabet', async () => {
  const passages = [
    passage(0, 'Access', enrichmentOf(['Borrow Orla Venn', 'What the passage is about.', 'Orla Venn']), 'Orla Venn'),
    passage(1, 'Notes', enrichmentOf(), 'Orla Venn'),
    passage(2, 'Crew', enrichmentOf(['Mill Crossing', 'A crossing.', 'The Mill']), 'The Mill'),
  ];
  for (const some of [passages, [...passages].reverse()])
    assert.deepEqual((await createEnrichedGraph(some, yieldThread)).keys, ['n:mill crossing', 'n:orla venn']);
});

test('what a model leaves out is known by the names and lines of the index', async () => {
  const { keys, texts, holders } = await createEnrichedGraph(
    [passage(0, 'Notes', enrichmentOf(['Ida Fenn', 'A pilot.']), 'Ida Fenn', 'Orla Venn')],
    yieldThread,
  );
  assert.deepEqual(keys, ['n:ida fenn', 'n:orla venn']);
  assert.deepEqual(
    [0, 1].map((id) => texts?.descriptions.textOf(id)),
    ['ida fenn. A pilot.', 'orla venn. Orla Venn is there.'],
  );
  assert.deepEqual(
    holders.map(({ places }) => [...places]),
    [[1], [1]],
  );
});
