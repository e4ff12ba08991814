import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importChain } from '../../../src/engine/connect/imports.ts';
import type { Files } from '../../support/memoryIndex.ts';
import { sourceOf } from '../../support/relationSource.ts';

const graphOf = (files: Files) => sourceOf(files).modules;

/** The names by file, as `file: name@lines`. */
function knownIn(files: Files, path: string, name: string, maxParts?: number): readonly string[] {
  const known = graphOf(files).knownAs(path, name, maxParts);
  return [...known].flatMap(([file, names]) => names.map(({ local, lines }) => `${file}: ${local}@${lines.join()}`)).sort();
}

test('a name is known where it is declared, and under the names of its importers', () => {
  const files = {
    'a.ts': 'export function open() {}\nfunction hidden() {}\nexport { hidden as shown };\n',
    'b.ts': "import { open } from './a.ts';\nimport { open as start } from './a.ts';\n",
    'c.ts': "import * as all from './a.ts';\n",
    'd.ts': "import { other } from './a.ts';\n",
    'e.ts': "import { shown } from './a.ts';\n",
  };
  assert.deepEqual(knownIn(files, 'a.ts', 'open'), ['a.ts: open@', 'b.ts: open@1', 'b.ts: start@2', 'c.ts: all.open@1']);
  assert.deepEqual(knownIn(files, 'a.ts', 'hidden'), ['a.ts: hidden@', 'c.ts: all.shown@1', 'e.ts: shown@1']);
  assert.deepEqual(knownIn(files, 'a.ts', 'nothing'), ['a.ts: nothing@']);
});

test('names pass through re-exports, by name, as a whole and as a namespace; a default only by its name', () => {
  const files = {
    'a.ts': 'export function open() {}\nexport default open;\n',
    'named.ts': "export { open as begin } from './a.ts';\n",
    'whole.ts': "export * from './a.ts';\n",
    'space.ts': "export * as lib from './a.ts';\n",
    'default.ts': "export { default } from './a.ts';\n",
    'u1.ts': "import { begin } from './named.ts';\n",
    'u2.ts': "import { open } from './whole.ts';\nimport standard from './whole.ts';\n",
    'u3.ts': "import { lib } from './space.ts';\n",
    'u4.ts': "import standard from './default.ts';\n",
  };
  const known = knownIn(files, 'a.ts', 'open');
  assert.deepEqual(
    known.filter((one) => one.startsWith('u')),
    ['u1.ts: begin@1', 'u2.ts: open@1', 'u3.ts: lib.default@1', 'u3.ts: lib.open@1', 'u4.ts: standard@1'],
  );
  assert.ok(!known.some((one) => one.startsWith('whole.ts')), known.join());
  assert.ok(known.includes('named.ts: begin@1'), known.join());
});

test('circles end: what imports each other as a whole, and names of more parts than allowed', () => {
  const files = {
    'a.py': 'import b\n\ndef open(): pass\n',
    'b.py': 'import a\n',
    'c.ts': "export * from './d.ts';\nexport function go() {}\n",
    'd.ts': "export * from './c.ts';\n",
  };
  const parts = (maxParts?: number) =>
    Math.max(...knownIn(files, 'a.py', 'open', maxParts).map((one) => (one.split(': ')[1] as string).split('.').length));
  assert.deepEqual([parts(2), parts(3), parts()], [3, 4, 7]);
  assert.deepEqual(knownIn(files, 'c.ts', 'go'), ['c.ts: go@']);
});

test('files of a directory share their names in Go and Java, and only of one language', () => {
  const files = {
    'a/a.go': 'package a\n\nfunc Open() {}\n',
    'a/b.go': 'package a\n',
    'a/c.py': '',
    'b/d.go': 'package b\n',
    'a/X.java': '',
  };
  assert.deepEqual(knownIn(files, 'a/a.go', 'Open'), ['a/a.go: Open@', 'a/b.go: Open@']);
  assert.deepEqual(knownIn({ 'a/a.ts': '', 'a/b.ts': '' }, 'a/a.ts', 'open'), ['a/a.ts: open@']);
});

test('a Python package gives its modules, at each level; what a module imports can be imported from it', () => {
  const files = {
    'lib/__init__.py': '',
    'lib/core/__init__.py': '',
    'lib/core/reef.py': 'def open(): pass\n',
    'lib/near.py': 'from .core.reef import open\n',
    'a.py': 'import lib\n',
    'b.py': 'from lib.core import reef\n',
    'c.py': 'from lib.near import open as start\n',
  };
  assert.deepEqual(knownIn(files, 'lib/core/reef.py', 'open'), [
    'a.py: lib.core.reef.open@1',
    'b.py: reef.open@1',
    'c.py: start@1',
    'lib/core/reef.py: open@',
    'lib/near.py: open@1',
  ]);
});

test('importers are sorted, and each file once; a module is what imports or exports', () => {
  const graph = graphOf({
    'z.ts': "import { a } from './a.ts';\nimport { b } from './a.ts';\n",
    'b.ts': "import './a.ts';\n",
    'a.ts': 'export const a = 1;\n',
    'plain.ts': 'const a = 1;\n',
    'outer.ts': "import fs from 'node:fs';\n",
  });
  assert.deepEqual(graph.importersOf('a.ts'), ['b.ts', 'z.ts']);
  assert.deepEqual(graph.importersOf('z.ts'), []);
  assert.deepEqual(
    ['a.ts', 'b.ts', 'plain.ts', 'outer.ts', 'gone.ts'].map((path) => graph.isModule(path)),
    [true, true, false, true, false],
  );
  assert.deepEqual(
    graph.importsOf('z.ts').map(({ files, name }) => [...files, name]),
    [
      ['a.ts', 'a'],
      ['a.ts', 'b'],
    ],
  );
  assert.deepEqual(
    graph.importsOf('outer.ts').map(({ files }) => files),
    [[]],
  );
  assert.equal(graph.importsOf('z.ts'), graph.importsOf('z.ts'));
  assert.deepEqual(graph.importsOf('a.ts'), [], 'an export of its own is no import');
});

test('imports are all resolved before the first name, in slices', async () => {
  const graph = graphOf({ 'a.ts': "import './b.ts';\n", 'b.ts': '' });
  let slices = 0;
  await graph.prepare(() => void slices++);
  assert.equal(slices, 2);
});

test('the shortest chain of imports, of at most so many', () => {
  const files = { 'a.ts': "import './b.ts';\nimport './c.ts';\n", 'b.ts': "import './c.ts';\n", 'c.ts': "import './d.ts';\n", 'd.ts': '' };
  const chain = (from: string, to: string, max: number) =>
    importChain(from, to, graphOf(files), max)?.map(({ path, leadsOn }) => `${path}:${leadsOn?.line ?? ''}`);
  assert.deepEqual(chain('a.ts', 'd.ts', 2), ['a.ts:2', 'c.ts:1', 'd.ts:']);
  assert.equal(chain('a.ts', 'd.ts', 1), undefined);
  assert.deepEqual(chain('a.ts', 'a.ts', 0), ['a.ts:']);
  assert.equal(chain('d.ts', 'a.ts', 9), undefined);
});
