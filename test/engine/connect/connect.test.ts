import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection } from '../../../src/engine/connect/connect.ts';
import { connect } from '../../../src/engine/connect/connect.ts';
import { endOfName } from '../../../src/engine/connect/nameEnd.ts';
import { pathsBetween } from '../../../src/engine/connect/pathsBetween.ts';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { mesh } from '../../../src/engine/retrieval/systems/mesh.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';

async function ends(reader: IndexReader, a: string, b: string) {
  const both = await Promise.all([endOfName(reader, a), endOfName(reader, b)]);
  assert.ok(both[0] !== undefined && both[1] !== undefined);
  return [both[0], both[1]] as const;
}

/** `a.ts -Name- b.ts`. */
async function shown(reader: IndexReader, { chunks, links }: Connection): Promise<string> {
  const infos = await reader.chunkInfo(chunks);
  return infos.map(({ path }, i) => (i === 0 ? path : ` -${links[i - 1]?.key.slice(2)}- ${path}`)).join('');
}

async function pathsIn(files: Files, a: string, b: string, maxLinks?: number): Promise<readonly string[]> {
  const reader = indexOf(files).reader();
  const { paths } = await connect(reader, await ends(reader, a, b), { maxLinks });
  return Promise.all(paths.map((path) => shown(reader, path)));
}

const chain: Files = {
  'a.ts': 'export function startHere() {\n  return loadTable();\n}\n',
  'b.ts': 'export function loadTable() {\n  return new RowStore();\n}\n',
  'c.ts': 'export class RowStore {\n  find() {\n    return lockRow();\n  }\n}\n',
  'd.ts': 'export function lockRow() {\n  return waitForTurn();\n}\n',
  'e.ts': 'export function waitForTurn() {\n  return endHere();\n}\n',
  'f.ts': 'export function endHere() {}\n\nexport function farOff2() {}\n',
  'lonely.ts': 'export function lonelyOne() {}\n',
};

test('a chain of calls is a path, linked at each step by the name that both contain', async () => {
  assert.deepEqual(await pathsIn(chain, 'startHere', 'loadTable'), ['a.ts']);
  assert.deepEqual(await pathsIn(chain, 'startHere', 'lockRow'), ['a.ts -loadTable- b.ts -RowStore- c.ts']);
  assert.deepEqual(await pathsIn(chain, 'lockRow', 'startHere'), ['c.ts -RowStore- b.ts -loadTable- a.ts']);
});

test('a path has at most the allowed number of links', async () => {
  assert.deepEqual(await pathsIn(chain, 'startHere', 'endHere'), [
    'a.ts -loadTable- b.ts -RowStore- c.ts -lockRow- d.ts -waitForTurn- e.ts',
  ]);
  assert.deepEqual(await pathsIn(chain, 'startHere', 'endHere', 3), []);
  assert.deepEqual(await pathsIn(chain, 'startHere', 'lonelyOne'), []);
});

test('the shorter of two paths is found; of equally long ones, the one by the rarer name comes first', async () => {
  const files = {
    'a.md': '# Amber Lane\n\nAmber Lane has Blue House and Silver Bridge.\n',
    'b.md': '# Blue House\n\nBlue House stands at Crimson Gate.\n',
    's.md': '# Silver Bridge\n\nSilver Bridge leads to Crimson Gate.\n',
    'c.md': '# Crimson Gate\n\nCrimson Gate is old.\n',
    'd.md': '# More\n\nSilver Bridge again.\n\n# Most\n\nSilver Bridge once more.\n',
  };
  const [first, second] = await pathsIn(files, 'Amber Lane', 'Crimson Gate');
  assert.equal(first, 'a.md -blue house- b.md');
  assert.equal(second, 'a.md -silver bridge- s.md');
});

test('a path begins at the page about an end; a passage that only mentions both is another path', async () => {
  const files = {
    'amber.md': '# Amber Lane\n\nAmber Lane leads to Blue House.\n',
    'blue.md': '# Blue House\n\nBlue House has Crimson Gate and Silver Bridge.\n',
    'sister.md': '# Opal Lane\n\nOpal Lane is like Amber Lane, and ends at Crimson Gate.\n',
  };
  assert.deepEqual(await pathsIn(files, 'Amber Lane', 'Crimson Gate'), ['amber.md -blue house- blue.md', 'sister.md']);
  assert.deepEqual(await pathsIn(files, 'Blue House', 'Crimson Gate'), ['blue.md']);
});

test('a name in most passages links nothing, and is reported', async () => {
  const files: Record<string, string> = {
    'a.ts': 'export function alphaOne() {\n  return new CommonThing();\n}\n',
    'b.ts': 'export function betaTwo() {\n  return new CommonThing();\n}\n',
  };
  for (let i = 0; i < 60; i++) files[`x${i}.ts`] = `export function other${i}() {\n  return new CommonThing();\n}\n`;
  const reader = indexOf(files).reader();
  const found = await connect(reader, await ends(reader, 'alphaOne', 'betaTwo'));
  assert.deepEqual(found.paths, []);
  assert.deepEqual(found.common, [{ key: 's:CommonThing', holders: 62 }]);
});

test('neighbours on a path share the name of their link, whatever the index', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `sharedName${i}`);
  let state = 7;
  const next = (below: number): number => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  for (let round = 0; round < 40; round++) {
    const files: Record<string, string> = {};
    for (let i = 0; i < 20; i++) {
      const uses = Array.from({ length: 1 + next(3) }, () => `  ${names[next(names.length)]}();\n`).join('');
      files[`f${i}.ts`] = `export function own${i}Function() {\n${uses}}\n`;
    }
    const reader = indexOf(files).reader();
    const wanted = await ends(reader, `own${next(20)}Function`, `own${next(20)}Function`);
    const { paths } = await pathsBetween(reader, wanted, 'own', bind(mesh));
    for (const { chunks, links } of paths) {
      assert.equal(links.length, chunks.length - 1);
      assert.ok(links.length <= 4 && wanted[0].chunks.has(chunks[0] as number) && wanted[1].chunks.has(chunks.at(-1) as number));
      const keys = (await reader.chunkKeys(chunks)).map((list) => new Set(list.map(({ text }) => text)));
      links.forEach(({ key }, i) => void assert.ok(keys[i]?.has(key) && keys[i + 1]?.has(key)));
    }
  }
});
