import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDerivedStore } from '../../../src/engine/retrieval/derived.ts';
import { relationKinds } from '../../../src/engine/retrieval/modelSources/gateVerdict.ts';
import { type ModuleGraph, readModuleGraph } from '../../../src/systems/hug/moduleGraph.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';
import { gatedFiles } from './gatedFiles.ts';

async function graphOf(files: Files, maxModule = 30): Promise<{ graph: ModuleGraph; paths: readonly string[] }> {
  const reader = indexOf(files).reader();
  const graph = await readModuleGraph(createDerivedStore(), { reader }, maxModule);
  return { graph, paths: (await reader.chunkInfo([...graph.chunks])).map(({ path }) => path) };
}

/** `path -kind key-> path`, sorted. */
function relationsIn({ graph: { relations }, paths }: { graph: ModuleGraph; paths: readonly string[] }): readonly string[] {
  const { from, to, kinds, keys } = relations;
  return keys
    .map((key, i) => `${paths[from[i] as number]} -${relationKinds[kinds[i] as number]} ${key}-> ${paths[to[i] as number]}`)
    .sort();
}

describe('the graph of modules', () => {
  it('has two modules and one gate for two folders with a call between them, as worked by hand', async () => {
    const made = await graphOf(gatedFiles);
    const { graph, paths } = made;
    assert.deepEqual(paths, ['pump/boiler.ts', 'pump/valve.ts', 'tea/brew.ts', 'tea/pour.ts']);
    // Each folder's two files share its name; nothing else is shared but `heatWater`, whose call makes a gate.
    assert.deepEqual([...graph.leafOf], [0, 0, 1, 1]);
    assert.deepEqual([...graph.parents], [-1, -1]);
    assert.deepEqual(
      graph.neighbours.map((list) => [...list]),
      [[1], [0], [3], [2]],
    );
    assert.deepEqual(relationsIn(made), [
      'tea/brew.ts -calls s:heatWater-> pump/boiler.ts',
      'tea/brew.ts -imports s:heatWater-> pump/boiler.ts',
    ]);
    assert.deepEqual(graph.gates, [[{ to: 1, kind: 0, relation: 0 }], [{ to: 0, kind: 0, relation: 0 }]]);
    assert.deepEqual(
      graph.summaries.map((keys) => Array.from(keys, (key) => graph.keys[key])),
      [['p:pump'], ['p:tea']],
    );
  });

  it('relates what is imported, extended and thrown to the one definition, but not to one of two or of a test', async () => {
    const files = {
      'a.ts':
        "import { HotKettle } from './b';\nimport { EmptyError } from './c';\nexport class TeaKettle extends HotKettle {\n  pour() {\n    throw new EmptyError();\n  }\n}\n",
      'b.ts': 'export class HotKettle {}\n',
      'c.ts': 'export class EmptyError extends Error {}\n',
    };
    assert.deepEqual(relationsIn(await graphOf(files)), [
      'a.ts -calls s:EmptyError-> c.ts',
      'a.ts -extends s:HotKettle-> b.ts',
      'a.ts -imports s:EmptyError-> c.ts',
      'a.ts -imports s:HotKettle-> b.ts',
      'a.ts -throws s:EmptyError-> c.ts',
    ]);
    const apart = { ...files, 'a.ts': 'export const pour = () => new EmptyError();\n' };
    assert.deepEqual(relationsIn(await graphOf(apart)), [], 'nothing is imported');
    const twice = relationsIn(await graphOf({ ...files, 'd.ts': 'export class HotKettle {}\n' }));
    assert.ok(
      twice.every((one) => !one.includes('HotKettle->')),
      twice.join('\n'),
    );
    const tested = relationsIn(await graphOf({ 'a.ts': files['a.ts'], 'test/b.test.ts': files['b.ts'] }));
    assert.deepEqual(tested, []);
  });

  it('relates the chunks that a sentence of cause names together', async () => {
    const files = {
      'Marsh Fire.md': '# Marsh Fire\n\nThe flood at Port Wexley was caused by the Marsh Fire. Tarrow Mill burned down.\n',
      'Port Wexley.md': '# Port Wexley\n\nPort Wexley has a pier.\n',
      'Tarrow Mill.md': '# Tarrow Mill\n\nTarrow Mill ground oats, as Port Wexley did.\n',
    };
    assert.deepEqual(relationsIn(await graphOf(files)), ['Marsh Fire.md -cause n:port wexley-> Port Wexley.md']);
  });

  it('has no gate within a module', async () => {
    const { graph } = await graphOf({ 'tea/a.ts': "import { heatUp } from './b';\n", 'tea/b.ts': 'export function heatUp() {}\n' });
    assert.equal(new Set(graph.leafOf).size, 1);
    assert.deepEqual(graph.relations.keys, ['s:heatUp']);
    assert.deepEqual(graph.gates, [[]]);
  });

  it('accepts no chunks, chunks without edges, and a hub of half of the edges', async () => {
    assert.deepEqual((await graphOf({})).graph.sizes, new Int32Array(0));
    const apart = (await graphOf({ 'a.md': 'rain fell\n', 'b.md': 'snow fell\n' })).graph;
    assert.deepEqual([...apart.sizes], [1, 1]);
    const names = Array.from({ length: 12 }, (_, i) => `Ada${'b'.repeat(i)} Quill`);
    const leaves = Object.fromEntries(names.map((name, i) => [`leaf${i}.md`, `# Leaf\n\nIt was ${name} who came.\n`]));
    const hub = (await graphOf({ ...leaves, 'hub.md': `# Hub\n\nThere were ${names.join(' and ')}.\n` })).graph;
    const degrees = hub.neighbours.map(({ length }) => length);
    assert.ok(degrees.every((degree) => degree > 0));
    assert.equal(hub.leafOf.length, 13);
  });

  it('splits a module with more chunks than allowed', async () => {
    // Each names a person with the note before and another with the note after.
    const name = (i: number): string => `Ada${String.fromCharCode(97 + i)} Quill`;
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [
        `${i}.md`,
        `# Note ${i}\n\nHere ${name(i)} met ${name(i + 1)}. All of them knew Tarrow Mill.\n`,
      ]),
    );
    const { graph } = await graphOf(files, 2);
    assert.ok(graph.levels.some((level) => level > 0));
  });

  it('is the same for the same contents in another order', async () => {
    const reversed = Object.fromEntries(Object.entries(gatedFiles).reverse());
    const [one, other] = [(await graphOf(gatedFiles)).graph, (await graphOf(reversed)).graph];
    const { chunks: _, nodeOf: __, ...built } = one;
    const { chunks: ___, nodeOf: ____, ...again } = other;
    assert.deepEqual(again, built);
  });
});
