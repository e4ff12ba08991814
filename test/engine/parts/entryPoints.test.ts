/** Where execution begins: a table of folders, and the order of several. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEntryPoints, readManifests } from '../../../src/engine/parts/entryPoints.ts';
import { sourceFiles } from '../../../src/engine/parts/sourceFiles.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';

/** `KIND NAME PATH:LINE`. */
async function entriesOf(texts: Files): Promise<readonly string[]> {
  const reader = indexOf(texts).reader();
  const files = await sourceFiles(reader);
  const textOf = async (path: string): Promise<string | undefined> => texts[path];
  const found = await findEntryPoints(reader, files, await readManifests(files, textOf), textOf);
  return found.map(({ kind, name, path, line }) => `${kind} ${name} ${path}:${line}`);
}

const go = 'package main\n\nfunc main() {}\n';
const routes = "router.get('/a', show);\nrouter.post('/b', make);\nrouter.delete('/c', remove);\n";

const table: readonly (readonly [name: string, files: Files, found: readonly string[]])[] = [
  ['nothing', { 'a.ts': 'export {};\n' }, []],
  ['main, named after its folder', { 'cmd/tide/main.go': go }, ['main tide cmd/tide/main.go:3']],
  ['or its file', { 'tide.go': go }, ['main tide tide.go:3']],
  ['below src after the folder above', { 'tide/src/main.c': 'int main(void) { return 0; }\n' }, ['main tide tide/src/main.c:1']],
  ['by the module of Go', { 'go.mod': 'module example.org/x/tide/v2\n', 'main.go': go }, ['main tide main.go:3']],
  ['in a class of Java', { 'Tide.java': 'class Tide {\n  public static void main(String[] a) {}\n}\n' }, ['main Tide Tide.java:2']],
  ['not in one of Python', { 'tide.py': 'class Tide:\n    def main(self):\n        pass\n' }, []],
  ['a package that is run', { 'tide/__main__.py': 'print(1)\n' }, ['main tide tide/__main__.py:1']],
  ['not in tests', { 'test/main.go': go }, []],
  ['not in a language without', { 'a.ts': 'function main() {}\n' }, []],
  [
    'the function that a manifest calls',
    { 'pyproject.toml': '[project.scripts]\ntide = "tide:run"\n', 'tide.py': 'import x\n\ndef run():\n    pass\n' },
    ['command tide tide.py:3'],
  ],
  [
    'a program is not named twice',
    { 'pyproject.toml': '[project.scripts]\ntide = "tide:main"\n', 'tide.py': 'def main():\n    pass\n' },
    ['command tide tide.py:1'],
  ],
  ['of one name the nearest to the root', { 'a/tide.go': go, 'tide.go': go }, ['main tide tide.go:3']],
  [
    'commands, main, libraries, routes, scripts',
    {
      'package.json': '{\n"name": "t",\n"bin": "cli.js",\n"main": "lib.js",\n"scripts": {"start": "s"}\n}\n',
      'cli.js': 'run();\n',
      'lib.js': 'export {};\n',
      'routes.js': routes,
      'tool.go': go,
    },
    ['command t cli.js:1', 'main tool tool.go:3', 'library t lib.js:1', 'route GET /a … (3) routes.js:1', 'script start package.json:5'],
  ],
  [
    'of two manifests beside each other both count',
    {
      'package.json': '{"name": "t", "bin": "cli.js"}',
      'pyproject.toml': '[project.scripts]\ntide = "tide:main"\n',
      'cli.js': 'run();\n',
      'tide.py': 'def main():\n    pass\n',
    },
    ['command t cli.js:1', 'command tide tide.py:1'],
  ],
];

for (const [name, files, found] of table) test(name, async () => assert.deepEqual(await entriesOf(files), found));

test('the steps of a tutorial, which share their names, are none', async () => {
  const steps = (names: readonly string[]): Files =>
    Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`s${i}/${names[i % names.length]}.go`, go]));
  assert.deepEqual(await entriesOf(steps(['tide', 'neap'])), []);
  const own = Array.from({ length: 40 }, (_, i) => `own${i}`);
  assert.ok((await entriesOf(steps(own))).length > 10);
});
