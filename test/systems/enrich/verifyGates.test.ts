/** Gates that a model verifies, over loopback: two modules and one gate, worked by hand. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { announced } from '../../../src/engine/answer/written/languageModel.ts';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { createDerivedStore } from '../../../src/engine/retrieval/derived.ts';
import { type GateVerdict, relationKinds } from '../../../src/engine/retrieval/modelSources/gateVerdict.ts';
import { createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { estimateGates, type GateCandidate, type GateRecords, verifyGates } from '../../../src/systems/enrich/verifyGates.ts';
import { countPairs, levelSizes } from '../../../src/systems/hug/allPairs.ts';
import { hug } from '../../../src/systems/hug/hug.ts';
import { moduleSide, readModuleGraph } from '../../../src/systems/hug/moduleGraph.ts';
import { gateCandidates, gateSides, keyedPair } from '../../../src/systems/hug/verdicts.ts';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { indexOf } from '../../support/memoryIndex.ts';
import { gatedFiles } from '../hug/gatedFiles.ts';

const texts = { chunkText: async ({ path }: { readonly path: string }) => gatedFiles[path as keyof typeof gatedFiles] };

function recordsIn(kept: Map<string, GateVerdict | null>): GateRecords {
  return { get: (key) => kept.get(key), keep: (key, verdict) => void kept.set(key, verdict) };
}

async function modelOf(t: TestContext, reply: (content: string) => unknown) {
  const asked: string[] = [];
  const speak = async ({ messages }: ChatBody) => {
    asked.push(messages[1]?.content ?? '');
    const said = reply(asked.at(-1) as string);
    return { text: typeof said === 'string' ? said : JSON.stringify(said), promptTokens: 1, answerTokens: 1 };
  };
  const { endpoint } = await loopbackServer(t, { speak });
  return { asked, model: createOpenAIModel({ endpoint, model: 'expert' }) };
}

const reader = indexOf(gatedFiles).reader();
const question = 'brew green tea, never scalds';
const oneSeed = { chunkSeeds: 1, moduleSeeds: 0 };

async function modules(kept?: ReadonlyMap<string, GateVerdict | null>, asked = question) {
  const verdicts = kept && { version: JSON.stringify([...kept]), get: (key: string) => kept.get(key) };
  const graph = await readModuleGraph(createDerivedStore(), { reader, texts }, 30, verdicts);
  const paths = (await reader.chunkInfo([...graph.chunks])).map(({ path }) => path);
  const { from, to, kinds, keys } = graph.relations;
  const relations = keys.map(
    (key, i) => `${paths[from[i] as number]} ${relationKinds[kinds[i] as number]} ${key} ${paths[to[i] as number]}`,
  );
  const { results } = await bind(hug, oneSeed, { texts, ...(verdicts && { gates: verdicts }) }).search(reader, asked, { limit: 5 });
  const found = (await reader.chunkInfo(results.map(({ chunk }) => chunk))).map(({ path }) => path);
  return { graph, relations, found, results };
}

async function candidates(): Promise<readonly (() => Promise<GateCandidate>)[]> {
  const { graph } = await modules();
  const sideOf = gateSides(reader, graph.chunks, texts);
  return gateCandidates(graph.relations, graph.leafOf).map(({ from, to }) => async () => {
    const [a, b] = [await sideOf(from), await sideOf(to)];
    return { sides: [a as NonNullable<typeof a>, b as NonNullable<typeof b>], found: '' };
  });
}

/** Excerpt A is the one that brews. */
const brewsFirst = (content: string): boolean => content.indexOf('Brews green tea') < content.indexOf('The boiler scalds');

describe('gates that a model verifies', () => {
  it('are verified once, with direction and kind, and stay as long as both contents do', async (t) => {
    const { asked, model } = await modelOf(t, (content) => ({
      related: true,
      direction: brewsFirst(content) ? 'A to B' : 'B to A',
      kind: 'causes',
    }));
    const kept = new Map<string, GateVerdict | null>();
    const work = await candidates();
    assert.equal(work.length, 1, 'one pair, though it is imported and called');
    const { tokensSent, ...estimate } = await estimateGates(work, recordsIn(kept));
    assert.deepEqual(estimate, { candidates: 1, known: 0, requests: 1 });
    assert.ok(tokensSent > 100);
    const run = await verifyGates(model, work, recordsIn(kept));
    assert.deepEqual([run.related, run.unrelated, run.skipped, run.requests, run.failure], [1, 0, 0, 1, undefined]);
    const { relations, found, results } = await modules(kept);
    assert.deepEqual(relations, ['tea/brew.ts causes s:heatWater pump/boiler.ts']);
    assert.ok(found.includes('pump/boiler.ts'), 'reach 1');
    assert.ok(results.some(({ evidence }) => evidence.some(({ kind, label }) => kind === 'gate' && label === 'causes')));
    const again = await verifyGates(model, work, recordsIn(kept));
    assert.deepEqual([again.known, again.requests, asked.length], [1, 0, 1]);
  });

  it('lead to a passage without a word of the question', async (t) => {
    const { model } = await modelOf(t, () => ({ related: true, direction: 'both', kind: 'causes' }));
    const kept = new Map<string, GateVerdict | null>();
    await verifyGates(model, await candidates(), recordsIn(kept));
    assert.ok((await modules(kept, 'green tea')).found.includes('pump/boiler.ts'));
    assert.ok(!(await modules(undefined, 'green tea')).found.includes('pump/boiler.ts'), 'evidence alone does not');
  });

  it('are dropped if the model denies them, and the passage behind is not reached', async (t) => {
    const { model } = await modelOf(t, () => ({ related: false }));
    const kept = new Map<string, GateVerdict | null>();
    const run = await verifyGates(model, await candidates(), recordsIn(kept));
    assert.equal(run.unrelated, 1);
    const { graph, relations, found } = await modules(kept);
    assert.deepEqual(relations, []);
    assert.deepEqual(graph.gates, [[], []]);
    assert.ok(!found.includes('pump/boiler.ts'), 'reach 0');
    assert.ok((await modules()).found.includes('pump/boiler.ts'), 'evidence alone keeps it');
  });

  it('keep their evidence if the reply is unusable, and an error of the model ends the run', async (t) => {
    for (const useless of ['Perhaps.', { related: 'yes' }, { related: true }, { related: true, direction: 'A to B', kind: 'likes' }, []]) {
      const { asked, model } = await modelOf(t, () => useless);
      const kept = new Map<string, GateVerdict | null>();
      const run = await verifyGates(model, await candidates(), recordsIn(kept));
      assert.deepEqual([run.skipped, run.related, asked.length, kept.size], [1, 0, 2, 0], JSON.stringify(useless));
      assert.equal((await modules(kept)).relations.length, 2);
    }
    const { endpoint } = await loopbackServer(t);
    const broken = await verifyGates(createOpenAIModel({ endpoint, model: 'unauthorized' }), await candidates(), recordsIn(new Map()));
    assert.match(String((broken.failure as Error).message), /key/i);
    const many = Array.from({ length: 8 }, (_, i) => async () => ({
      sides: [`a${i}`, `b${i}`].map((text) => ({ title: '', text })) as unknown as GateCandidate['sides'],
      found: '',
    }));
    const first = keyedPair(...(await (many[0] as (typeof many)[number])()).sides).key;
    let requests = 0;
    const unauthorized = announced(createOpenAIModel({ endpoint, model: 'unauthorized' }), () => requests++);
    await verifyGates(unauthorized, many, recordsIn(new Map([[first, null]])));
    assert.equal(requests, 1, 'the first that is asked about is asked about alone');
    const stop = new AbortController();
    const { model } = await modelOf(t, () => stop.abort(new Error('enough')) ?? { related: true });
    const paused = await verifyGates(model, await candidates(), recordsIn(new Map()), { signal: stop.signal });
    assert.deepEqual([paused.isPaused, paused.related, paused.failure], [true, 0, undefined]);
  });
});

describe('algorithm 2', () => {
  it('compares 3.9 of the 5.6 million pairs of the modules of the paper’s HotpotQA', () => {
    assert.equal(countPairs([97, 891, 1344, 27]), 3_925_953);
    assert.equal(2359 * 2358, 5_562_522);
  });

  it('compares the modules of a small index by their names, and its verdicts create further gates', async (t) => {
    const { asked, model } = await modelOf(t, (content) => ({
      related: /pump[\s\S]*tea|tea[\s\S]*pump/.test(content),
      direction: content.indexOf('pump') < content.indexOf('tea') ? 'A to B' : 'B to A',
      kind: 'causes',
    }));
    const { graph } = await modules();
    const compared = { ...graph, sideOf: (module: number) => moduleSide(graph, module) };
    assert.deepEqual(
      levelSizes(graph, () => true),
      [2],
    );
    const kept = new Map<string, GateVerdict | null>();
    assert.equal((await estimateGates(compared, recordsIn(kept))).requests, 2);
    const run = await verifyGates(model, compared, recordsIn(kept));
    // The second pair is the first in the other direction, whose verdict is known.
    assert.deepEqual([run.candidates, run.related, run.known, asked.length], [2, 1, 1, 1]);
    // With the gate of evidence denied, that of the summaries still joins the modules.
    const refused = new Map(kept);
    await verifyGates((await modelOf(t, () => ({ related: false }))).model, await candidates(), recordsIn(refused));
    const { graph: verified, found, results } = await modules(refused);
    const kind = relationKinds.indexOf('causes');
    assert.deepEqual(verified.gates, [[{ to: 1, kind }], [{ to: 0, kind }]]);
    assert.deepEqual([...verified.modulePairs.from, ...verified.modulePairs.to], [0, 1]);
    assert.ok(found.includes('pump/boiler.ts'));
    const gate = results.flatMap(({ evidence }) => evidence).find((one) => one.kind === 'gate');
    assert.deepEqual([gate?.label, gate?.keys], ['causes', ['pump']]);
  });

  it('is refused above a number of requests', async () => {
    const count = 200;
    const many = { parents: new Int32Array(count).fill(-1), levels: new Int32Array(count), sideOf: () => ({ title: '', text: 'x' }) };
    const model = createOpenAIModel({ endpoint: 'http://127.0.0.1:9/v1', model: 'never' });
    const refusal = /Comparing all modules takes up to 39800 requests; at most 10000 are sent/;
    await assert.rejects(estimateGates(many, recordsIn(new Map())), refusal);
    await assert.rejects(verifyGates(model, many, recordsIn(new Map())), refusal);
  });
});

describe('the limit of requests', () => {
  const side = (text: string) => ({ title: text, text });
  const many = Array.from(
    { length: 7 },
    (_, i) => async (): Promise<GateCandidate> => ({ sides: [side(`a${i}`), side(`b${i}`)], found: '' }),
  );

  for (const limit of [0, 1, 3, 7, 9]) {
    it(`of ${limit} is kept, and known verdicts do not count`, async (t) => {
      const { asked, model } = await modelOf(t, () => ({ related: false }));
      const known = keyedPair(...(await (many[2] as (typeof many)[number])()).sides).key;
      const run = await verifyGates(model, many, recordsIn(new Map([[known, null]])), { limit });
      assert.deepEqual([asked.length, run.requests, run.unrelated], Array(3).fill(Math.min(limit, 6)));
    });
  }

  it('is kept where modules are compared with each other', async (t) => {
    const { asked, model } = await modelOf(t, () => ({ related: false }));
    const { graph } = await modules();
    const compared = { ...graph, sideOf: (module: number) => moduleSide(graph, module) };
    const run = await verifyGates(model, compared, recordsIn(new Map()), { limit: 0 });
    assert.deepEqual([asked.length, run.requests, run.failure], [0, 0, undefined]);
  });
});
