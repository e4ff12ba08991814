/** What systems say they found, checked against what the index and the model's records hold. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../src/engine/retrieval/bind.ts';
import type { Explanation } from '../../src/engine/retrieval/explanation.ts';
import type { Enrichment } from '../../src/engine/retrieval/modelSources/enrichment.ts';
import type { RetrievalSystem, Sources } from '../../src/engine/retrieval/retrievalSystem.ts';
import { describeExplanation } from '../../src/service/ask/describe.ts';
import { hug } from '../../src/systems/hug/hug.ts';
import { meshPaper } from '../../src/systems/meshPaper/meshPaper.ts';
import { multiSemantic } from '../../src/systems/multiSemantic/multiSemantic.ts';
import { topo } from '../../src/systems/topo/topo.ts';
import { unweaver } from '../../src/systems/unweaver/unweaver.ts';
import { type Files, indexOf } from '../support/memoryIndex.ts';
import { pathKeys } from '../support/pathKeys.ts';
import { notes, question } from './saltGarden.ts';

const textsOf = (files: Files) => ({ chunkText: async ({ path }: { readonly path: string }) => files[path] });

async function explained<O extends object, B>(
  files: Files,
  system: RetrievalSystem<O, B>,
  asked: string,
  { options = {}, sources = {} }: { readonly options?: Partial<O>; readonly sources?: Sources } = {},
) {
  const reader = indexOf(files).reader();
  const retriever = bind(system, options, { texts: textsOf(files), ...sources });
  const plain = await retriever.search(reader, asked, { limit: 5 });
  assert.equal(plain.explanation, undefined);
  const { results, explanation } = await retriever.search(reader, asked, { limit: 5, isExplained: true });
  assert.deepEqual(results, plain.results);
  const shown = await describeExplanation(explanation as Explanation, { reader, folders: [{ folder: '/notes' }] as never });
  const rows = (kind: string) => {
    const section = shown.sections.find((one) => one.kind === kind);
    return (section?.rows ?? []).map((row) => ({ ...row, paths: row.places.map((at) => shown.places[at]?.path ?? '') }));
  };
  const paths = (await reader.chunkInfo(results.map(({ chunk }) => chunk))).map(({ path }) => path);
  return { reader, results, shown, rows, paths, explanation: explanation as Explanation };
}

const holds = (files: Files, path: string, name: string): boolean => files[path]?.toLowerCase().includes(name.toLowerCase()) ?? false;

/** Some passages, their model's records with human faults: an alias that is none, a name that the text lacks is gone, a triple to nobody. */
const read: Readonly<Record<string, Enrichment>> = {
  'The Salt Garden.md': {
    entities: [
      { name: 'The Salt Garden', description: 'A play for the harbour stage.', aliases: ['the company'] },
      { name: 'Marta Quill', description: 'The director of The Salt Garden.', aliases: ['the company', 'she'] },
    ],
    triples: [{ subject: 'Marta Quill', relation: 'directed', object: 'The Salt Garden' }],
    summary: 'Marta Quill directed The Salt Garden.',
  },
  'Marta Quill.md': {
    entities: [{ name: 'Marta Quill', description: 'She was born in Tarrow.', aliases: ['she'] }],
    triples: [{ subject: 'Marta Quill', relation: 'moved to', object: 'Port Wexley' }],
    summary: 'Where Marta Quill was born.',
  },
};
const enrichment = { version: 'm', keys: pathKeys, get: (key: string) => read[key] };

for (const [name, sources] of [
  ['stored keys', {}],
  ['an enrichment that errs', { enrichment }],
] as const) {
  test(`unweaver, ${name}: each name elected passages that hold it, in the ranking`, async () => {
    const { rows, paths } = await explained(notes, unweaver, question, { sources });
    const elected = rows('elected');
    assert.ok(elected.some((row) => row.label.toLowerCase().includes('salt garden') && row.paths.length > 0));
    for (const row of elected)
      for (const path of row.paths) assert.ok(paths.includes(path) && holds(notes, path, row.label), `${row.label} ${path}`);
    for (const path of paths)
      assert.ok(
        elected.some((row) => row.paths.includes(path)),
        path,
      );
  });

  test(`topo, ${name}: names and links are those of passages, and lie within the bound`, async () => {
    const { shown, rows } = await explained(notes, topo, question, { sources });
    const { nodes, edges } = shown.drawing as NonNullable<typeof shown.drawing>;
    const [bound, ...names] = rows('names');
    assert.match(bound?.detail ?? '', /at most 2 links/);
    assert.deepEqual(nodes.map(({ label }) => label).sort(), names.map(({ label }) => label).sort());
    for (const row of names) for (const path of row.paths) assert.ok(holds(notes, path, row.label), `${row.label} ${path}`);
    const labelOf = new Map(nodes.map((node) => [node.id, node.label]));
    assert.ok(edges.length > 0);
    for (const { from, to } of edges) {
      const both = [labelOf.get(from) ?? '', labelOf.get(to) ?? ''];
      assert.ok(
        Object.keys(notes).some((path) => both.every((one) => holds(notes, path, one))),
        both.join(' – '),
      );
    }
  });

  test(`multi-semantic, ${name}: the votes of each passage add up to its score, of names that it holds`, async () => {
    const { rows, results, paths } = await explained(notes, multiSemantic, question, { sources, options: { rerank: false } });
    assert.deepEqual(
      rows('votes').map((row) => row.paths[0]),
      paths,
    );
    for (const [at, { detail }] of rows('votes').entries()) {
      const [sum = 0, ...parts] = [...detail.matchAll(/\d+\.\d\d/g)].map(([figure]) => Number(figure));
      assert.ok(Math.abs(sum - (results[at]?.score ?? 0)) < 0.006 && parts.length > 0);
      assert.ok(Math.abs(sum - parts.reduce((a, b) => a + b, 0)) < 0.01 * parts.length, detail);
    }
  });
}

test('unweaver: with prices, each elected passage that binds has one', async () => {
  const { rows, paths } = await explained(notes, unweaver, question, { options: { alignment: 'prices' } });
  assert.ok(rows('elected').every(({ detail }) => /strength \d/.test(detail)));
  assert.ok(rows('prices').length > 0);
  for (const { detail, paths: own } of rows('prices')) assert.ok(/^price \d/.test(detail) && paths.includes(own[0] as string));
});

test('hug: each chain ends at its passage, over names that both ends hold; dropped steps are marked and not in the ranking', async () => {
  const { rows, shown, paths } = await explained(notes, hug, question);
  assert.deepEqual(
    rows('path').map((row) => row.paths[0]),
    paths,
  );
  const { nodes, edges } = shown.drawing as NonNullable<typeof shown.drawing>;
  const pathAt = (id: number): string => shown.places[nodes.find((node) => node.id === id)?.place ?? -1]?.path ?? '';
  for (const { from, to, label } of edges)
    if (from >= 0 && to >= 0)
      assert.ok(holds(notes, pathAt(from), label) && holds(notes, pathAt(to), label), `${pathAt(from)} ${label} ${pathAt(to)}`);
  const kept = nodes.filter(({ isDropped, id }) => !isDropped && id >= 0).map(({ id }) => pathAt(id));
  for (const path of paths) assert.ok(kept.includes(path), path);
  for (const { id, isDropped } of nodes) if (isDropped) assert.ok(!paths.includes(pathAt(id)));
  for (const row of rows('dropped')) assert.match(row.detail, /^(?:weak|shared name|budget|spurious|unselected): /);
});

test('hug: in an enriched index each step says what the model has stated of the name that it follows, by whatever name it has there', async () => {
  const { rows, paths } = await explained(notes, hug, question, { sources: { enrichment } });
  const stated = Object.entries(read).flatMap(([path, { triples }]) =>
    triples.map(({ subject, relation, object }) => ({ path, text: `${subject} ${relation} ${object}` })),
  );
  const said = rows('path').flatMap(({ detail, paths: own }) => [...detail.matchAll(/“(.*?)”/g)].map(([, text]) => ({ text, own })));
  assert.ok(said.length > 0, paths.join());
  for (const { text, own } of said) {
    const [from] = stated.filter((one) => one.text === text);
    assert.ok(from !== undefined && own.includes(from.path), text);
  }
  assert.ok(rows('path').every(({ detail }) => !detail.includes('undefined')));
  const plain = await explained(notes, hug, question);
  assert.ok(plain.rows('path').every(({ detail }) => !detail.includes('“')));
});

test('hug: the chain from the blackout crosses the gate that a model has confirmed, by its kind', async () => {
  const files = {
    'power/blackout.md': '# Blackout\n\nThe blackout began when Substation North lost a transformer. Grid Control cut Harbour Ward.\n',
    'power/substation.md': '# Substation North\n\nSubstation North feeds Harbour Ward. Grid Control watches it.\n',
    'power/grid.md': '# Grid Control\n\nGrid Control balances Substation North and Harbour Ward.\n',
    'signals/signals.md': '# Signals\n\nTraffic Desk saw all lamps of Mill Crossing go dark at seven; Lamp Crew came at nine.\n',
    'signals/crossing.md': '# Mill Crossing\n\nMill Crossing has four lamps. Lamp Crew keeps them for Traffic Desk.\n',
    'signals/desk.md': '# Traffic Desk\n\nTraffic Desk calls Lamp Crew to Mill Crossing.\n',
  };
  const gates = { version: 'yes', get: () => ({ direction: 'both' as const, kind: 'causes' as const }) };
  const { shown, rows, paths } = await explained(files, hug, 'Why did the blackout slow the commute?', {
    options: { selection: false },
    sources: { gates },
  });
  assert.ok(
    paths.some((path) => path.startsWith('signals/')),
    paths.join(),
  );
  assert.ok(
    shown.drawing?.edges.some(({ label }) => label.startsWith('causes')),
    JSON.stringify(shown.drawing?.edges),
  );
  assert.ok(rows('path').some(({ detail }) => detail.includes('causes')));
});

test('mesh-paper: the communities that were searched have passages with their names, and a model’s summaries of these', async () => {
  const { rows } = await explained(notes, meshPaper, question, { sources: { enrichment }, options: { bloomFilter: false } });
  assert.ok(rows('communities').length > 0);
  for (const { label, paths } of rows('communities'))
    for (const one of label.split(', '))
      assert.ok(
        paths.some((path) => holds(notes, path, one)),
        `${one} ${paths}`,
      );
  const said = rows('communities').flatMap(({ detail }) => Object.values(read).filter(({ summary }) => detail.includes(summary)));
  assert.ok(said.length > 0);
});

test('a section has at most twenty rows, and says how many more there are; a drawing at most 24 nodes', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `${i}.md`,
      `# Note ${i}\n\nQuarry Lane ${i} meets Quarry Gate${i} at Old Quarry. Marta Quill${i} saw it.\n`,
    ]),
  );
  const { shown } = await explained(many, topo, 'Who saw Old Quarry and Quarry Lane?', { options: { size: 40 } });
  const [names] = shown.sections;
  assert.ok((names?.rows.length ?? 0) === 20 && (names?.more ?? 0) > 0, `${names?.rows.length} ${names?.more}`);
  assert.ok((shown.drawing?.nodes.length ?? 0) <= 24);
});
