import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findReach, type Reach } from '../../../src/engine/impact/reach.ts';
import { allDefinitionsIn, wantedNames } from '../../../src/engine/relations/relations.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import type { Files } from '../../support/memoryIndex.ts';
import { sourceOf } from '../../support/relationSource.ts';

const files = {
  'src/store.ts': 'export class Store {\n  save(): void {}\n}\n\nexport class StoreError extends Error {}\n',
  'src/cache.ts': "import { Store } from './store.ts';\n\nexport class Cache extends Store {}\n",
  'src/main.ts':
    "import { Store, StoreError } from './store.ts';\n\nexport function runMain(): void {\n  try {\n    new Store().save();\n  } catch (error: StoreError) {}\n}\n",
  'src/start.ts': "import { runMain } from './main.ts';\n\nexport const startAll = () => runMain();\n",
  'src/top.ts': "import { startAll } from './start.ts';\n\nexport const topLevel = () => startAll();\n",
  'src/other.ts': 'export const nothing = 1;\n',
  'test/store.test.ts': "import { Store } from '../src/store.ts';\n\nnew Store().save();\n",
  'docs/guide.md': '# Guide\n\nA `Store` keeps things, see [the source](../src/store.ts).\n',
};

/** `depth kind path:lines names`. */
function shown({ reached }: Reach): readonly string[] {
  return reached.map(({ depth, kind, path, lines }) => {
    const names = [...new Set(lines.map(({ name }) => name))];
    return `${depth} ${kind} ${path}:${[...new Set(lines.map(({ line }) => line))].join(',')} ${names.join(',')}`;
  });
}

async function reachOfName(name: string, all: Files, maxDepth: number): Promise<Reach> {
  const definitions = Object.entries(all).flatMap(([path, text]) =>
    allDefinitionsIn(path, text, languageOf(path)).filter((one) => one.name === name),
  );
  return findReach({ names: wantedNames(definitions), files: new Set() }, sourceOf(all), maxDepth);
}

test('users, subclasses, importers, tests and documents of a name, each with its lines', async () => {
  assert.deepEqual(shown(await reachOfName('Store', files, 1)), [
    '1 users src/main.ts:5 Store',
    '1 subclasses src/cache.ts:3 Store',
    '1 importers src/cache.ts:1 Store',
    '1 importers src/main.ts:1 Store',
    '1 tests test/store.test.ts:1,3 Store',
    '1 docs docs/guide.md:3 Store',
  ]);
});

test('what catches an exception is distinguished from what uses it', async () => {
  const all = {
    'errors.py': 'class BadTide(Exception):\n    pass\n',
    'a.py': 'from errors import BadTide\n\ndef read():\n    try:\n        go()\n    except (OSError, BadTide):\n        raise BadTide()\n',
  };
  const found = shown(await reachOfName('BadTide', all, 1));
  assert.deepEqual(found, ['1 users a.py:7 BadTide', '1 catchers a.py:6 BadTide', '1 importers a.py:1 BadTide']);
});

test('further levels follow the definitions that contain a use, to the requested depth', async () => {
  const paths = ({ reached }: Reach, depth: number) => [...new Set(reached.filter((one) => one.depth === depth).map(({ path }) => path))];
  const found = await reachOfName('Store', files, 3);
  assert.deepEqual(paths(found, 2), ['src/start.ts']);
  assert.deepEqual(paths(found, 3), ['src/top.ts']);
  assert.deepEqual(paths(await reachOfName('Store', files, 2), 3), []);
});

test('names that call each other do not loop', async () => {
  const all = {
    'a.ts': "import { second } from './b.ts';\n\nexport function first(): void {\n  second();\n}\n",
    'b.ts': "import { first } from './a.ts';\n\nexport function second(): void {\n  first();\n}\n",
  };
  assert.deepEqual(shown(await reachOfName('first', all, 3)), [
    '1 users b.ts:4 first',
    '1 importers b.ts:1 first',
    '2 users a.ts:4 second',
    '2 importers a.ts:1 second',
  ]);
});

test('a file that changes as a whole reaches what imports it without naming anything, and what links to it', async () => {
  const all = { ...files, 'src/side.ts': "import './store.ts';\n" };
  const found = shown(await findReach({ names: [], files: new Set(['src/store.ts']) }, sourceOf(all), 2));
  assert.ok(found.includes('1 importers src/side.ts:1 src/store.ts'), found.join('\n'));
  assert.ok(found.includes('1 docs docs/guide.md:3 src/store.ts'), found.join('\n'));
});

test('a name in very many files is not followed further, and is reported', async () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`src/u${i}.ts`, `export const use${i} = () => handleAll();\n`]));
  const all = {
    ...many,
    'lib/depth.ts': 'export const seaDepth = 1;\n',
    'lib/a.ts': "import { seaDepth } from './depth.ts';\n\nexport function handleAll(): number {\n  return seaDepth;\n}\n",
  };
  const { reached, unfollowed } = await reachOfName('seaDepth', all, 2);
  assert.deepEqual(unfollowed, ['handleAll']);
  assert.ok(reached.every(({ depth }) => depth === 1));
});

test('users of a changed name in more than 200 files are not followed further, and the name is reported', async () => {
  const users = Object.fromEntries(
    Array.from({ length: 201 }, (_, i) => [
      `src/u${i}.ts`,
      `import { seaDepth } from '../lib/depth.ts';\n\nexport const use${i} = () => seaDepth;\n`,
    ]),
  );
  const all = { ...users, 'lib/depth.ts': 'export const seaDepth = 1;\n', 'top.ts': "import { use1 } from './src/u1.ts';\n\nuse1();\n" };
  const { reached, unfollowed } = await reachOfName('seaDepth', all, 2);
  assert.deepEqual(unfollowed, ['seaDepth']);
  assert.deepEqual(new Set(reached.map(({ depth }) => depth)), new Set([1]));
});

test('further levels do not follow a member whose name other files declare too, nor the blank name', async () => {
  const all = {
    'a.go': 'package a\n\nfunc Tide() int { return 1 }\n',
    'b.go': 'package a\n\ntype Boat struct{}\n\nfunc (b Boat) Sail() { Tide() }\n\nfunc (b Boat) Moor() { Tide() }\n\nvar _ = Tide()\n',
    'c.go': 'package a\n\ntype Raft struct{}\n\nfunc (r Raft) Sail() {}\n',
    'd.go': 'package a\n\nfunc Race(r Raft) { r.Sail() }\n\nfunc Rest(b Boat) { b.Moor() }\n\nvar _ = 2\n',
  };
  const found = await reachOfName('Tide', all, 2);
  assert.deepEqual(shown(found), ['1 users b.go:5,7,9 Tide', '2 users d.go:5 Moor']);
  assert.deepEqual(found.unfollowed, ['Sail']);
});

test('a member is followed where all who declare it know its type', async () => {
  const all = {
    'src/form.ts': 'export interface Tide {\n  height: number;\n}\n',
    'src/gauge.ts': "import type { Tide } from './form.ts';\n\nexport interface Gauge {\n  measure(): Tide;\n}\n",
    'src/buoy.ts':
      "import type { Gauge } from './gauge.ts';\n\nexport class Buoy implements Gauge {\n  measure() {\n    return { height: 1 };\n  }\n}\n",
    'src/report.ts': 'export function report(source) {\n  return source.measure();\n}\n',
  };
  const second = async (files: Files) => shown(await reachOfName('Tide', files, 2)).filter((row) => row.startsWith('2 users'));
  assert.ok((await second(all)).includes('2 users src/report.ts:2 measure'));
  const others = { ...all, 'src/ruler.ts': 'export class Ruler {\n  measure() {\n    return 1;\n  }\n}\n' };
  assert.deepEqual(
    (await second(others)).filter((row) => row.includes('measure')),
    [],
  );
});
