/** The example of HugRAG's figure 1: a blackout stops the signals, which delays the commute; the answer shares no word with the question. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { createDerivedStore } from '../../../src/engine/retrieval/derived.ts';
import type { Sources } from '../../../src/engine/retrieval/retrievalSystem.ts';
import { hug } from '../../../src/systems/hug/hug.ts';
import { moduleSide, readModuleGraph } from '../../../src/systems/hug/moduleGraph.ts';
import { indexOf } from '../../support/memoryIndex.ts';
import { passageVectorsOf } from '../../support/passageVectors.ts';
import { pathKeys } from '../../support/pathKeys.ts';

const notes = {
  'power/blackout.md': '# Blackout\n\nThe blackout began when Substation North lost a transformer. Grid Control cut Harbour Ward.\n',
  'power/substation.md': '# Substation North\n\nSubstation North feeds Harbour Ward. Grid Control watches it.\n',
  'power/grid.md': '# Grid Control\n\nGrid Control balances Substation North and Harbour Ward.\n',
  'power/ward.md': '# Harbour Ward\n\nHarbour Ward draws from Substation North at night, says Grid Control.\n',
  'signals/signals.md': '# Signals\n\nTraffic Desk saw all lamps of Mill Crossing go dark at seven; Lamp Crew came at nine.\n',
  'signals/crossing.md': '# Mill Crossing\n\nMill Crossing has four lamps. Lamp Crew keeps them for Traffic Desk.\n',
  'signals/desk.md': '# Traffic Desk\n\nTraffic Desk calls Lamp Crew to Mill Crossing.\n',
  'signals/crew.md': '# Lamp Crew\n\nLamp Crew has two vans, one at Mill Crossing, one at Traffic Desk.\n',
  'commute/commute.md': '# Commute\n\nThe commute over Bridge Road took an hour longer, wrote Bus Office. Tram Line stood still.\n',
  'commute/bridge.md': '# Bridge Road\n\nBridge Road carries Tram Line and the buses of Bus Office.\n',
  'commute/tram.md': '# Tram Line\n\nTram Line runs along Bridge Road; Bus Office sells its tickets.\n',
  'commute/office.md': '# Bus Office\n\nBus Office plans Tram Line and Bridge Road.\n',
};
const question = 'Why did the blackout slow the commute?';

async function found(verdict?: 'yes'): Promise<readonly string[]> {
  const reader = indexOf(notes).reader();
  const texts = { chunkText: async ({ path }: { readonly path: string }) => notes[path as keyof typeof notes] };
  const gates = verdict && { version: verdict, get: () => ({ direction: 'both' as const, kind: 'causes' as const }) };
  const { results } = await bind(hug, { selection: false }, { texts, ...(gates && { gates }) }).search(reader, question, { limit: 12 });
  return (await reader.chunkInfo(results.map(({ chunk }) => chunk))).map(({ path }) => path);
}

test('gates that a model confirms lead from the blackout to the signals, which no word of the question leads to', async () => {
  assert.ok(!(await found()).includes('signals/signals.md'));
  assert.ok((await found('yes')).includes('signals/signals.md'));
});

/** The signals are near the question by vectors, and nothing else has a vector. */
const embedder = (isBroken = false) => ({
  name: 'signals',
  async embed(texts: readonly string[]) {
    if (isBroken) throw new Error('out of order');
    return texts.map((text) => (text === question || /^(?:# )?Signals/.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1)));
  },
});

test('by vectors the signals are found without a verdict; where the embedder fails, words take their place and the first result says so', async () => {
  const reader = indexOf(notes).reader();
  const texts = { chunkText: async ({ path }: { readonly path: string }) => notes[path as keyof typeof notes] };
  const searched = async (sources: Sources) => (await bind(hug, {}, { texts, ...sources }).search(reader, question, { limit: 12 })).results;
  const pathOf = async (chunk = -1) => (await reader.chunkInfo([chunk]))[0]?.path;
  const [first] = await searched({ embedder: embedder(), vectors: passageVectorsOf(embedder(), texts) });
  assert.equal(await pathOf(first?.chunk), 'signals/signals.md');
  const failed = await searched({ embedder: embedder(true), vectors: passageVectorsOf(embedder(), texts) });
  const chunksOf = (results: typeof failed) => results.map(({ chunk }) => chunk);
  assert.deepEqual(chunksOf(failed), chunksOf(await searched({})));
  assert.deepEqual(failed[0]?.evidence.at(-1)?.keys, ['out of order']);
});

test('of an enriched index, modules are of the entities that the model has found, and are summarised by what it says of their passages', async () => {
  const reader = indexOf(notes).reader();
  const texts = { chunkText: async ({ path }: { readonly path: string }) => notes[path as keyof typeof notes] };
  const entities = [{ name: 'lamps', description: 'They light the crossing.', aliases: [] }];
  const isLit = (path: string): boolean => path === 'signals/signals.md' || path === 'signals/crossing.md';
  const get = (path: string) => (isLit(path) ? { entities, triples: [], summary: `Of ${path}.` } : undefined);
  const enrichment = { version: '1', keys: pathKeys, get };
  const graph = await readModuleGraph(createDerivedStore(), { reader, texts }, 30, undefined, enrichment);
  assert.ok(graph.keys.includes('n:lamps'), 'two passages share what only the model calls an entity');
  const module = graph.leafOf[graph.nodeOf[graph.enriched?.holders[graph.enriched.keys.indexOf('n:lamps')]?.chunks[0] ?? -1] ?? -1] ?? -1;
  assert.match(moduleSide(graph, module)?.text ?? '', /Of signals\/crossing\.md\. Of signals\/signals\.md\./);
  assert.equal((await readModuleGraph(createDerivedStore(), { reader, texts }, 30)).keys.includes('n:lamps'), false);
});
