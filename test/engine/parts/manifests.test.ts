import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readManifest } from '../../../src/engine/parts/manifests.ts';

test('a program that is built is named by the line of its manifest, a library only by its source', () => {
  const text =
    '{\n  "name": "@a/tide",\n  "bin": {\n    "tide": "dist/cli.js",\n    "neap": "src/neap.js"\n  },\n  "main": "dist/index.js"\n}\n';
  const { entries } = readManifest('package.json', text, new Set(['src/neap.js']), []);
  assert.deepEqual(entries, [
    { name: 'tide', kind: 'command', path: 'package.json', line: 4 },
    { name: 'neap', kind: 'command', path: 'src/neap.js', line: 1 },
  ]);
});

test('a manifest that is no JSON, or no object, has no entries', () => {
  for (const text of ['{', '[1]', 'null', '"a"']) assert.deepEqual(readManifest('package.json', text, new Set(), []).entries, [], text);
});

interface Case {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** Paths of all files. */
  readonly files?: readonly string[];
  /** Those of them in a folder of programs. */
  readonly programs?: readonly string[];
  /** `KIND NAME PATH:LINE`, with what is called. */
  readonly is: readonly string[];
}

const table: readonly Case[] = [
  {
    name: 'a single program has the name of the package without its scope',
    path: 'package.json',
    text: '{"name": "@a/tide", "bin": "cli.js"}',
    files: ['cli.js'],
    is: ['command tide cli.js:1'],
  },
  {
    name: 'without a name it has that of the folder',
    path: 'tools/tide/package.json',
    text: '{"bin": "cli.js"}',
    files: ['tools/tide/cli.js'],
    is: ['command tide tools/tide/cli.js:1'],
  },
  {
    name: 'the source of what is built',
    path: 'package.json',
    text: '{"name": "t", "main": "./dist/index.js"}',
    files: ['src/index.ts'],
    is: ['library t src/index.ts:1'],
  },
  {
    name: 'below a folder of builds the same path in src',
    path: 'package.json',
    text: '{"name": "t", "main": "dist/esm/deep/a.js"}',
    files: ['src/deep/a.ts', 'src/a.ts'],
    is: ['library t src/deep/a.ts:1'],
  },
  {
    name: 'TypeScript before JavaScript',
    path: 'package.json',
    text: '{"name": "t", "main": "dist/a.js"}',
    files: ['src/a.js', 'src/a.ts'],
    is: ['library t src/a.ts:1'],
  },
  {
    name: 'its own name before index',
    path: 'package.json',
    text: '{"name": "t", "main": "dist/a.js"}',
    files: ['src/index.ts', 'src/a.ts'],
    is: ['library t src/a.ts:1'],
  },
  {
    name: 'the root before src before lib',
    path: 'package.json',
    text: '{"name": "t", "main": "dist/a.js"}',
    files: ['lib/a.ts', 'src/a.ts', 'a.ts'],
    is: ['library t a.ts:1'],
  },
  {
    name: 'each library once, the source first',
    path: 'package.json',
    text: '{"name": "t", "main": "a.js", "module": "a.js", "source": "b.js"}',
    files: ['a.js', 'b.js'],
    is: ['library t b.js:1', 'library t a.js:1'],
  },
  {
    name: 'what is exported, where no field names a library',
    path: 'package.json',
    text: '{"name": "t", "exports": {".": {"import": "./m.js", "default": "./c.js"}, "./x": "./x.js"}}',
    files: ['m.js', 'c.js', 'x.js'],
    is: ['library t m.js:1'],
  },
  {
    name: 'an export without conditions',
    path: 'package.json',
    text: '{"name": "t", "exports": "./m.js"}',
    files: ['m.js'],
    is: ['library t m.js:1'],
  },
  {
    name: 'none beside a field',
    path: 'package.json',
    text: '{"name": "t", "main": "a.js", "exports": "./m.js"}',
    files: ['a.js', 'm.js'],
    is: ['library t a.js:1'],
  },
  {
    name: 'scripts by which people start, in their order',
    path: 'package.json',
    text: '{\n"scripts": {\n"test": "t",\n"lint": "l",\n"start": "s"\n}\n}',
    is: ['script start package.json:5', 'script test package.json:3'],
  },
  { name: 'of the root alone', path: 'x/package.json', text: '{"scripts": {"start": "s"}}', is: [] },
  {
    name: 'a crate',
    path: 'Cargo.toml',
    text: '[package]\nname = "tide"\n',
    files: ['src/main.rs', 'src/lib.rs'],
    is: ['command tide src/main.rs:1', 'library tide src/lib.rs:1'],
  },
  {
    name: 'its other programs',
    path: 'Cargo.toml',
    text: '[package]\nname = "tide"\n',
    files: ['src/bin/neap.rs', 'src/bin/ebb/main.rs', 'src/bin/ebb/other.rs', 'src/other.rs'],
    programs: ['src/bin/neap.rs', 'src/bin/ebb/main.rs', 'src/bin/ebb/other.rs', 'src/other.rs'],
    is: ['command neap src/bin/neap.rs:1', 'command ebb src/bin/ebb/main.rs:1'],
  },
  {
    name: 'a named one, once',
    path: 'Cargo.toml',
    text: '[package]\nname = "tide"\n[[bin]]\npath = "src/main.rs"\nname = "t"\n',
    files: ['src/main.rs'],
    is: ['command t src/main.rs:1'],
  },
  {
    name: 'one that is not named has the name of the crate',
    path: 'Cargo.toml',
    text: '[package]\nname = "tide"\n[[bin]]\npath = "cli.rs"\n[lib]\n',
    files: ['cli.rs'],
    is: ['command tide cli.rs:1'],
  },
  {
    name: 'scripts of Python',
    path: 'pyproject.toml',
    text: '[project]\nname = "tide"\n[project.scripts]\ntide = "tide.cli:main"\nneap = "none.cli:run"\n',
    files: ['src/tide/cli.py'],
    is: ['command tide src/tide/cli.py:1 main', 'command neap pyproject.toml:5'],
  },
  {
    name: 'a package is its __init__',
    path: 'x/pyproject.toml',
    text: '[tool.poetry.scripts]\ntide = "tide:main"\n',
    files: ['x/tide/__init__.py'],
    is: ['command tide x/tide/__init__.py:1 main'],
  },
  {
    name: 'the list of a setup.cfg ends with the next key',
    path: 'setup.cfg',
    text: '[options.entry_points]\nconsole_scripts =\n  tide = tide:main\nother =\n  neap = neap:main\n',
    files: ['tide.py', 'neap.py'],
    is: ['command tide tide.py:1 main'],
  },
  {
    name: 'that of a setup.py',
    path: 'setup.py',
    text: "setup(entry_points={\n  'console_scripts': [\n    'tide = tide:main',\n  ],\n})\n",
    files: ['tide.py'],
    is: ['command tide tide.py:1 main'],
  },
  {
    name: 'executables of a gem',
    path: 'tide.gemspec',
    text: '',
    programs: ['exe/tide', 'exe/deep/x', 'bin/y'],
    is: ['command tide exe/tide:1'],
  },
];

for (const { name, path, text, files = [], programs = [], is } of table)
  test(name, () => {
    const { entries } = readManifest(path, text, new Set(files), programs);
    assert.deepEqual(
      entries.map((one) => `${one.kind} ${one.name} ${one.path}:${one.line}${one.calls === undefined ? '' : ` ${one.calls}`}`),
      is,
    );
  });

test('a description has the line where it is', () => {
  const of = (path: string, text: string) => readManifest(path, text, new Set(), []).description;
  assert.deepEqual(of('package.json', '{\n"name": "t",\n"description": "About tea"\n}'), { text: 'About tea', line: 3 });
  assert.deepEqual(of('Cargo.toml', '[package]\ndescription = "About tea"\n'), { text: 'About tea', line: 2 });
  assert.deepEqual(of('setup.cfg', '[metadata]\nname = t\ndescription = About tea\n'), { text: 'About tea', line: 3 });
  assert.equal(of('Cargo.toml', '[dependencies]\ndescription = "About tea"\n'), undefined);
  assert.equal(of('package.json', '{"description": 3}'), undefined);
});
