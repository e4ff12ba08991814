import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { createDerivedStore } from '../../../src/engine/retrieval/derived.ts';
import { defaultValues } from '../../../src/engine/retrieval/systemOptions.ts';
import { scoreTerms } from '../../../src/engine/retrieval/systems/bm25.ts';
import { expand, type Reached } from '../../../src/systems/hug/expand.ts';
import { type HugOptions, hug } from '../../../src/systems/hug/hug.ts';
import { readModuleGraph } from '../../../src/systems/hug/moduleGraph.ts';
import { diverseBest, type Scored } from '../../../src/systems/hug/nodeScores.ts';
import { topo } from '../../../src/systems/topo/topo.ts';
import { described, indexed, indexOf, pathsFound } from '../../support/memoryIndex.ts';
import { assertStopsAnywhere, notes, question, readsOf } from '../saltGarden.ts';
import { gatedFiles } from './gatedFiles.ts';

const [boiler, brew] = [0, 2];
const [pump, tea] = [0, 1];

/** What is reached from `brew.ts`, with given scores: each as `id gain`, modules after an `m`. */
async function reachedBy(changes: Partial<HugOptions>): Promise<readonly string[]> {
  const reader = indexOf(gatedFiles).reader();
  const graph = await readModuleGraph(createDerivedStore(), { reader }, 30);
  const scored = (entries: readonly (readonly [number, number])[]): ReadonlyMap<number, Scored> =>
    new Map(entries.map(([id, score]) => [id, { id, score, terms: new Float64Array(0) }]));
  const scores = {
    chunks: scored([
      [brew, 1],
      [boiler, 0.5],
    ]),
    modules: scored([
      [tea, 0.8],
      [pump, 0.4],
    ]),
  };
  const seed: Reached = { item: brew, gain: 1, hops: 0, type: 'seed' };
  const options = { ...defaultValues(hug.options), ...changes };
  const { reached } = await expand(reader, graph, await scoreTerms(reader, []), scores, [seed], options);
  return reached.map(({ item, module, gain }) => `${item ?? `m${module}`} ${gain.toFixed(4)}`);
}

describe('expand()', () => {
  it('reaches the other module by the gate alone, with the gains worked out by hand', async () => {
    // tea: 0.8 · 0.7 · 1.0; pump: 0.4 · 0.49 · 1.2; boiler.ts: 0.5 · 0.343 · 1.0. The others have no word of the question.
    assert.deepEqual(await reachedBy({}), [`${brew} 1.0000`, `m${tea} 0.5600`, `m${pump} 0.2352`, `${boiler} 0.1715`]);
    assert.deepEqual(await reachedBy({ gates: false }), [`${brew} 1.0000`, `m${tea} 0.5600`]);
  });

  it('follows relations from chunk to chunk if there are no modules', async () => {
    // boiler.ts: 0.5 · 0.7 · 1.2.
    assert.deepEqual(await reachedBy({ hierarchy: false }), [`${brew} 1.0000`, `${boiler} 0.4200`]);
    assert.deepEqual(await reachedBy({ hierarchy: false, gates: false }), [`${brew} 1.0000`]);
  });

  it('ends below the minimum gain and when the budget is used up', async () => {
    assert.deepEqual(await reachedBy({ minGain: 0.2 }), [`${brew} 1.0000`, `m${tea} 0.5600`, `m${pump} 0.2352`]);
    assert.deepEqual(await reachedBy({ tokens: 1 }), [`${brew} 1.0000`]);
  });
});

describe('diverseBest()', () => {
  it('prefers a seed with other words of the question to a slightly better one with the same', () => {
    const seeds = [
      { id: 0, score: 1, terms: Float64Array.of(1, 0) },
      { id: 1, score: 0.9, terms: Float64Array.of(1, 0) },
      { id: 2, score: 0.6, terms: Float64Array.of(0, 1) },
    ];
    // 0.5 · 0.9 - 0.5 · 1 is less than 0.5 · 0.6 - 0.
    assert.deepEqual(
      diverseBest(seeds, 2, 0.5).map(({ id }) => id),
      [0, 2],
    );
    assert.deepEqual(
      diverseBest(seeds, 2, 0).map(({ id }) => id),
      [0, 1],
    );
    assert.deepEqual(diverseBest([], 2, 0.5), []);
  });
});

describe('hug', () => {
  const reader = indexOf(notes).reader();

  it('finds a chunk without a word of the question through its name in a chunk with them, and says so', async () => {
    const { results } = await bind(hug).search(reader, question, { limit: 2 });
    const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
    assert.deepEqual(
      infos.map(({ path }) => path),
      ['The Salt Garden.md', 'Marta Quill.md'],
    );
    assert.deepEqual(results[1]?.evidence[0], { kind: 'name', keys: ['marta quill'], via: results[0]?.chunk });
  });

  it('names the gates crossed', async () => {
    const code = indexOf(gatedFiles).reader();
    const { results, counts } = await bind(hug, { chunkSeeds: 1, moduleSeeds: 0 }).search(code, 'brew green tea, never scalds', {
      limit: 5,
    });
    const infos = await code.chunkInfo(results.map(({ chunk }) => chunk));
    const found = results.find((_, i) => infos[i]?.path === 'pump/boiler.ts');
    assert.deepEqual(
      found?.evidence.find(({ kind }) => kind === 'gate'),
      {
        kind: 'gate',
        label: 'calls',
        keys: ['heatWater'],
        via: results[0]?.chunk,
      },
    );
    assert.equal(counts?.gates, 1);
    const without = await bind(hug, { chunkSeeds: 1, moduleSeeds: 0, gates: false }).search(code, 'brew green tea, never scalds', {
      limit: 5,
    });
    assert.ok(!without.results.some(({ chunk }) => chunk === found?.chunk));
  });

  it('reports which paths were dropped, and why', async () => {
    const all = await bind(hug).search(reader, question, { limit: 5 });
    const strict = await bind(hug, { minShare: 0.9 }).search(reader, question, { limit: 5 });
    assert.ok(strict.results.length < all.results.length);
    const dropped = strict.results[0]?.evidence.find(({ kind }) => kind === 'dropped');
    assert.deepEqual(dropped, { kind: 'dropped', label: 'dropped (weak)', keys: ['marta quill'] });
    const short = await bind(hug, { tokens: 1 }).search(reader, question, { limit: 5 });
    assert.equal(short.results.length, 1);
    assert.deepEqual(short.results[0]?.evidence.at(-1), { kind: 'dropped', label: 'dropped (budget)', keys: ['marta quill'] });
  });

  it('ranks by gain without selection, and searches without hierarchy and gates', async () => {
    for (const changes of [{ selection: false }, { hierarchy: false }, { gates: false }, { hierarchy: false, gates: false }])
      assert.equal((await pathsFound(reader, bind(hug, changes), question))[0], 'The Salt Garden.md', JSON.stringify(changes));
  });

  it('returns only accepted chunks, and nothing if nothing is found', async () => {
    const { results } = await bind(hug).search(reader, question, { limit: 5, accept: (chunk) => chunk % 2 === 1 });
    assert.ok(results.length > 0 && results.every(({ chunk }) => chunk % 2 === 1));
    assert.deepEqual((await bind(hug).search(reader, 'zeppelin', { limit: 5 })).results, []);
    assert.deepEqual(await pathsFound(indexOf({}).reader(), bind(hug), question), []);
  });

  it('stops wherever it is cancelled, and answers the next question', async () => {
    await assertStopsAnywhere(indexOf({ ...notes, ...gatedFiles }).reader(), () => bind(hug));
  });

  it('answers from the state it began with if a file is saved meanwhile, and then like a rebuilt index', async () => {
    const changed = { 'Marta Quill.md': '# Marta Quill\n\nMarta Quill left for Old Fenwick with Ansel Brook.\n' };
    for (const made of [() => bind(hug), () => bind(topo)]) {
      const before = await pathsFound(indexOf(notes).reader(), made(), question);
      const index = indexOf(notes);
      const retriever = made();
      let isSaved = false;
      const saving = readsOf(index.reader(), () => {
        if (!isSaved) index.apply([indexed('Marta Quill.md', changed['Marta Quill.md'])]);
        isSaved = true;
      });
      assert.deepEqual(await pathsFound(saving, retriever, question), before);
      const rebuilt = indexOf({ ...notes, ...changed }).reader();
      const asked = { limit: 10 };
      const after = await described(index.reader(), await retriever.search(index.reader(), question, asked));
      assert.deepEqual(after, await described(rebuilt, await made().search(rebuilt, question, asked)));
    }
  });

  it('handles an index of one module, and one of passages that share nothing', async () => {
    const one = indexOf({ 'a/one.ts': 'export function brewTea() {}\n', 'a/two.ts': 'export function pourTea() {}\n' }).reader();
    assert.equal((await pathsFound(one, bind(hug), 'brewTea'))[0], 'a/one.ts');
    const apart = indexOf({ 'a.md': 'rain fell on the pier\n', 'b.md': 'the kettle is warm\n' }).reader();
    assert.deepEqual(await pathsFound(apart, bind(hug), 'rain on the pier'), ['a.md']);
  });

  it('names an option that is out of range', () => {
    assert.throws(() => bind(hug, { minShare: 1.5 }), /The option minShare of hug is 1.5; it must be a number from 0 to 1/);
    assert.throws(() => bind(hug, { tokens: 0 }), /The option tokens of hug is 0; it must be a whole number, 1 or more/);
  });
});
