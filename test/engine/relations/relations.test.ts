import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDefinitions, findUsers } from '../../../src/engine/relations/relations.ts';
import type { Files } from '../../support/memoryIndex.ts';
import { sourceOf } from '../../support/relationSource.ts';

/** `path:line-line scope kind`, with the container. */
async function definitions(name: string, files: Files): Promise<readonly string[]> {
  const found = await findDefinitions(name, sourceOf(files));
  return found.map(({ path, startLine, endLine, scope, kind, container }) => {
    return `${path}:${startLine}-${endLine} ${scope} ${kind}${container === undefined ? '' : ` of ${container}`}`;
  });
}

/** `kind path:lines`, with `(comment)` or `(doc)`. */
async function users(name: string, files: Files): Promise<readonly string[]> {
  const source = sourceOf(files);
  const { uses, unread } = await findUsers(name, await findDefinitions(name, source), source);
  assert.equal(unread, 0);
  return uses.map(({ kind, path, lines, where }) => `${kind} ${path}:${lines.join(',')}${where === 'code' ? '' : ` (${where})`}`);
}

test('a name defined in several places: outermost ones first, tests last, with bodies and containers', async () => {
  const files = {
    'src/a.ts': 'class Holder {\n  startAll(): void {\n    go();\n  }\n}\n',
    'src/b.ts': '/** Starts. */\nexport function startAll(): void {\n  go();\n}\n\nconst other = 1;\n',
    'test/b.test.ts': 'function startAll() {}\n',
    'src/m.go': 'package m\n\nfunc (s *Server) startAll() {\n\tgo run()\n}\n',
    'src/c.py': 'def outer():\n    def startAll():\n        pass\n    return 1\n',
  };
  assert.deepEqual(await definitions('startAll', files), [
    'src/b.ts:2-4 outermost function',
    'test/b.test.ts:1-1 outermost function',
    'src/a.ts:2-4 member function of Holder',
    'src/m.go:3-5 member function of Server',
    'src/c.py:2-3 local function of outer',
  ]);
  assert.deepEqual(await definitions('noSuchName', files), []);
});

test('a name of one letter is found by its word', async () => {
  const files = { 'a.ts': 'export const q = 1;\n', 'b.ts': "import { q } from './a';\nq;\n" };
  assert.deepEqual(await definitions('q', files), ['a.ts:1-1 outermost value']);
  assert.deepEqual(await users('q', files), ['imports b.ts:1', 'mentions b.ts:2']);
});

test('a document with scripts imports and uses what its modules say; elsewhere a name is a mention', async () => {
  const files = {
    'gauge.ts': 'export function Gauge() {}\n',
    'a.mdx': "import { Gauge } from './gauge'\n\n# Levels\n\n<Gauge level={3} />\n",
    'b.mdx': '# Levels\n\nA `Gauge` shows the level.\n',
    'c.mdx': 'export const Ebb = 1\n\nThe Ebb is low.\n',
  };
  assert.deepEqual(await users('Gauge', files), ['imports a.mdx:1', 'mentions a.mdx:5', 'mentions b.mdx:3 (doc)']);
  assert.deepEqual(await definitions('Ebb', files), ['c.mdx:1-1 outermost value']);
  assert.deepEqual(await users('Ebb', files), ['mentions c.mdx:3']);
});

test('users by kind: imports, calls, extends, throws, comments and documents', async () => {
  const files = {
    'src/errors.ts': 'export class ReadError extends Error {}\n',
    'src/use.ts':
      "import { ReadError } from './errors.js';\n// A ReadError is thrown.\nexport class Worse extends ReadError {}\nif (x) throw new ReadError();\nconst made = ReadError.of(made);\n",
    'src/unrelated.ts': "import { ReadError } from 'elsewhere';\nthrow new ReadError();\n",
    'README.md': '# Errors\n\nReading fails with a ReadError.\n',
  };
  assert.deepEqual(await users('ReadError', files), [
    'imports src/use.ts:1',
    'extends src/use.ts:3',
    'throws src/use.ts:4',
    'mentions src/use.ts:5',
    'mentions src/use.ts:2 (comment)',
    'mentions README.md:3 (doc)',
  ]);
});

test('barrels, aliases, default exports, namespaces and circles', async () => {
  const files = {
    'lib/maker.ts': 'export function makeThing() {}\nexport default makeThing;\n',
    'lib/index.ts':
      "export * from './maker';\nexport { makeThing as build } from './maker';\nexport * as tools from './maker';\nexport * from './back';\n",
    'lib/back.ts': "export * from './index';\n",
    'star.ts': "import { makeThing } from './lib';\nmakeThing();\n",
    'alias.ts': "import { build as construct } from './lib/index.js';\nconstruct();\nbuild();\n",
    'byDefault.ts': "import anything from './lib/maker';\nanything();\n",
    'namespace.ts': "import * as all from './lib';\nall.makeThing();\nall.other();\nmakeThing();\n",
    'tools.ts': "import { tools } from './lib';\ntools.makeThing();\n",
    'circle.ts': "import { makeThing } from './lib/back';\n",
    'common.cjs': "const { makeThing: m } = require('./lib/maker');\nm();\n",
    'lazy.ts': "const { makeThing } = await import('./lib');\n",
  };
  assert.deepEqual(await users('makeThing', files), [
    'imports alias.ts:1',
    'imports byDefault.ts:1',
    'imports circle.ts:1',
    'imports common.cjs:1',
    'imports lazy.ts:1',
    'imports lib/index.ts:2',
    'imports star.ts:1',
    'calls alias.ts:2',
    'calls byDefault.ts:2',
    'calls common.cjs:2',
    'calls namespace.ts:2',
    'calls star.ts:2',
    'calls tools.ts:2',
    'mentions lib/maker.ts:2',
  ]);
});

test('workspace packages, aliases of a tsconfig and exports of a package', async () => {
  const files = {
    'package.json': '{ "name": "root" }',
    'tsconfig.base.json': '{\n  // Comment\n  "compilerOptions": { "paths": { "~/*": ["./packages/core/src/*"], } },\n}',
    'packages/app/tsconfig.json': '{ "extends": "../../tsconfig.base.json" }',
    'packages/core/package.json':
      '{ "name": "@scope/core", "exports": { ".": { "types": "./dist/index.d.ts" }, "./deep/*": "./dist/deep/*.js" } }',
    'packages/core/src/index.ts': "export { openAll } from './deep/open';\n",
    'packages/core/src/deep/open.ts': 'export const openAll = 1;\n',
    'packages/app/main.ts': "import { openAll } from '@scope/core';\n",
    'packages/app/deep.ts': "import { openAll } from '@scope/core/deep/open';\n",
    'packages/app/alias.ts': "import { openAll } from '~/deep/open';\n",
  };
  assert.deepEqual(await users('openAll', files), [
    'imports packages/app/alias.ts:1',
    'imports packages/app/deep.ts:1',
    'imports packages/app/main.ts:1',
    'imports packages/core/src/index.ts:1',
  ]);
  assert.deepEqual(
    sourceOf(files)
      .modules.importsOf('packages/app/main.ts')
      .map(({ name, files: [file] }) => `${name} ${file}`),
    ['openAll packages/core/src/index.ts'],
  );
});

test('Python, Rust, Go and Java', async () => {
  const python = {
    'pkg/__init__.py': 'from .app import Flask as Flask\n',
    'pkg/app.py': 'class Flask:\n    def run_all(self):\n        pass\n',
    'main.py': 'import pkg\nfrom pkg import Flask\napp = Flask()\nother = pkg.Flask()\napp.run_all()\n',
    'sub.py': 'from pkg import app\napp.Flask()\n',
    'not.py': 'from other import Flask\nFlask()\n',
  };
  assert.deepEqual(await users('Flask', python), ['imports main.py:2', 'imports pkg/__init__.py:1', 'calls main.py:3,4', 'calls sub.py:2']);
  assert.deepEqual(await users('run_all', python), ['calls main.py:5']);
  const rust = {
    'Cargo.toml': '[package]\nname = "my-core"\n',
    'src/lib.rs': 'mod flags;\npub use flags::HiArgs;\n',
    'src/flags.rs': 'pub struct HiArgs {}\n',
    'src/search.rs': 'use crate::{flags::HiArgs as Args, other};\nfn f(a: Args) {}\n',
    'tools/Cargo.toml': '[package]\nname = "tools"\n',
    'tools/src/main.rs': 'use my_core::HiArgs;\nfn main() { let a: HiArgs; }\n',
  };
  assert.deepEqual(await users('HiArgs', rust), [
    'imports src/lib.rs:2',
    'imports src/search.rs:1',
    'imports tools/src/main.rs:1',
    'mentions src/search.rs:2',
    'mentions tools/src/main.rs:2',
  ]);
  const go = {
    'go.mod': 'module example.org/m\n',
    'pkg/store/store.go': 'package store\n\nfunc OpenStore() {}\n',
    'pkg/store/near.go': 'package store\n\nfunc f() { OpenStore() }\n',
    'main.go': 'package main\n\nimport "example.org/m/pkg/store"\n\nfunc main() { store.OpenStore(); other.OpenStore() }\n',
  };
  assert.deepEqual(await users('OpenStore', go), ['calls main.go:5', 'calls pkg/store/near.go:3']);
  const java = {
    'src/com/a/Reader.java': 'package com.a;\n\npublic class Reader {}\n',
    'src/com/a/Near.java': 'package com.a;\n\nclass Near extends Reader {}\n',
    'src/com/b/Far.java': 'package com.b;\n\nimport com.a.Reader;\n\nclass Far { Reader reader; }\n',
    'src/com/b/Star.java': 'package com.b;\n\nimport com.a.*;\n\nclass Star { Reader reader; }\n',
    'src/com/b/Own.java': 'package com.b;\n\nimport org.Reader;\n\nclass Own { Reader reader; }\n',
  };
  assert.deepEqual(await users('Reader', java), [
    'imports src/com/b/Far.java:3',
    'imports src/com/b/Star.java:3',
    'extends src/com/a/Near.java:3',
    'mentions src/com/b/Far.java:5',
    'mentions src/com/b/Star.java:5',
  ]);
});

test('in a language without modules: wherever the name occurs in code', async () => {
  const files = {
    'a.c': 'int read_all(int x) {\n  return x;\n}\n',
    'b.c': '#include "a.h"\nint f(void) { return read_all(1); }\n',
    'c.rb': 'read_all\n',
  };
  assert.deepEqual(await users('read_all', files), ['calls b.c:2']);
});

test('Kotlin and Scala: what a file of another name declares, and a package of files without imports', async () => {
  const files = {
    'src/main/kotlin/app/util/Strings.kt': 'package app.util\n\nfun padLeft(s: String): String = s\n',
    'src/main/kotlin/app/Main.kt': 'package app\n\nimport app.util.padLeft\n\nfun main() {\n    padLeft("a")\n}\n',
    'lib/core/Types.scala': 'package lib.core\n\ntrait Codec\n',
    'lib/Use.scala': 'package lib\n\nimport lib.core.Codec\n\nclass JsonCodec extends Codec\n',
    'j/Shape.java': 'package j;\n\npublic interface Shape {\n}\n',
    'j/Box.java': 'package j;\n\npublic class Box implements Shape {\n}\n',
  };
  assert.deepEqual(await users('padLeft', files), ['imports src/main/kotlin/app/Main.kt:3', 'calls src/main/kotlin/app/Main.kt:6']);
  assert.deepEqual(await users('Codec', files), ['imports lib/Use.scala:3', 'extends lib/Use.scala:5']);
  assert.deepEqual(await users('Shape', files), ['extends j/Box.java:3']);
});

test('in relatives of Java whose imports name no file: wherever the name occurs in code of the language', async () => {
  const files = {
    'src/IReader.cs': 'namespace Lib;\n\npublic interface IReader\n{\n    void Read();\n}\n',
    'src/FileReader.cs': 'using System;\n\nnamespace Lib.Files;\n\npublic class FileReader : IReader\n{\n    public void Read() { }\n}\n',
    'Other.java': 'class Other extends IReader {}\n',
    'a.swift': 'protocol Shape {}\n',
    'b.swift': 'import UIKit\n\nstruct Box: Shape {}\n',
  };
  assert.deepEqual(await users('IReader', files), ['extends src/FileReader.cs:5']);
  assert.deepEqual(await users('Shape', files), ['extends b.swift:3']);
});

test('names that differ by letter case alone are one where the language says so', async () => {
  const files = {
    'tables.sql': 'CREATE TABLE dbo.ParkedLorry (Id INT);\nCREATE VIEW Users AS SELECT 1;\n',
    'report.sql': 'SELECT * FROM DBO.PARKEDLORRY JOIN users;\n-- parkedlorry\n',
    'dock.f90': 'subroutine LoadDock\nend subroutine\nprogram yard\n  call LOADDOCK()\nend program\n',
    'other.ts': 'export const parkedLorry = users;\nconst USERS = 1;\n',
  };
  for (const spelling of ['ParkedLorry', 'PARKEDLORRY', 'parkedlorry']) {
    assert.deepEqual(await definitions(spelling, files), ['tables.sql:1-1 outermost type']);
    assert.deepEqual(await users(spelling, files), ['mentions report.sql:1', 'mentions report.sql:2 (comment)']);
  }
  assert.deepEqual(await definitions('users', files), ['tables.sql:2-2 outermost type']);
  assert.deepEqual(await users('users', files), ['mentions report.sql:1']);
  assert.deepEqual(await users('loaddock', files), ['mentions dock.f90:4']);
});

test('a template and a resource are used by their whole name, in any settings', async () => {
  const files = {
    'templates/_helpers.tpl':
      '{{ define "yard.fullname" }}x{{ end }}\n{{ define "yard.labels" }}{{ include "yard.fullname" . }}{{ end }}\n',
    'templates/dep.yaml':
      'metadata:\n  name: {{ include "yard.fullname" . }}\nother: yard.fullname.more my.yard.fullname "a yard.fullname b"\n',
    'sa.yaml': 'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: tide-table\n',
    'dep.yaml': 'spec:\n  serviceAccountName: "tide-table"\n  path: /tide-table/\n  image: tide-table-2\n',
    'main.py': 'yard.fullname()\nprint("tide-table")\n',
  };
  assert.deepEqual(await definitions('yard.fullname', files), ['templates/_helpers.tpl:1-1 outermost function']);
  assert.deepEqual(await users('yard.fullname', files), ['mentions templates/_helpers.tpl:2', 'mentions templates/dep.yaml:2']);
  assert.deepEqual(await users('tide-table', files), ['mentions dep.yaml:2,3']);
});

test('a Python package provides its modules, whichever file imported them', async () => {
  const files = {
    'lib/__init__.py': '',
    'lib/locks.py': 'class Gate:\n    pass\n',
    'a.py': 'import lib\n\nlib.locks.Gate()\n',
    'b.py': 'import lib\n\nlib.other.Gate()\n',
    'lib/x.py': 'import lib.y\nimport lib\n',
    'lib/y.py': 'import lib.x\nimport lib\n',
  };
  assert.deepEqual(await users('Gate', files), ['calls a.py:3']);
});

test('private names of a C source have no users elsewhere, a shared function has', async () => {
  const files = {
    'a.c': 'static int own_part(int x) { return x; }\nint shared_part(void) { return own_part(1); }\n',
    'b.c': 'int go(int own_part) { return own_part + shared_part(); }\n',
  };
  assert.deepEqual(await users('own_part', files), ['calls a.c:2']);
  assert.deepEqual(await users('shared_part', files), ['calls b.c:1']);
});

test('a Java method is used where it is called, not by a parameter of its name', async () => {
  const files = {
    'A.java': 'class A {\n  void indentAll() {\n  }\n}\n',
    'B.java': 'class B {\n  void f(A a, String indentAll) {\n    g(indentAll);\n    a.indentAll();\n    h(A::indentAll);\n  }\n}\n',
  };
  assert.deepEqual(await users('indentAll', files), ['calls B.java:4', 'mentions B.java:5']);
});

test('a file that loads a whole module uses only what it names', async () => {
  const files = {
    'lib.ts': 'export const oneThing = 1;\nexport const otherThing = 2;\n',
    'use.ts': "const all = await import('./lib');\nlet kind: typeof import('./lib');\nall.oneThing;\n",
  };
  assert.deepEqual(await users('otherThing', files), []);
  assert.deepEqual((await users('oneThing', files)).at(-1), 'mentions use.ts:3');
});

test('modules that import each other as a whole pass a name on with a limited number of prefixes', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "tides"\n',
    'src/lib.rs': 'pub mod low;\npub mod high;\nuse crate::{low, high};\n',
    'src/low.rs': 'use crate::high;\nuse crate::low;\n\npub struct LowTide;\n',
    'src/high.rs': 'use crate::low;\nuse crate::high;\n\npub fn rise() -> low::LowTide {\n    low::LowTide\n}\n',
  };
  assert.ok((await users('LowTide', files)).includes('mentions src/high.rs:4,5'));
});

test('a use in a definition that is named as a test is in a test, beside the code that is tested', async () => {
  const files = {
    'src/tides.rs':
      'pub fn next_tide() -> u32 {\n    1\n}\n\nfn plan() {\n    next_tide();\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn first() {\n        next_tide();\n    }\n}\n',
    'src/calm.c':
      'int calm_level (void)\n{\n  return 1;\n}\n\nvoid calm_test (void)\n{\n  calm_level ();\n}\n\nvoid latest (void)\n{\n  calm_level ();\n}\n',
  };
  const tested = async (name: string) => {
    const source = sourceOf(files);
    const { uses } = await findUsers(name, await findDefinitions(name, source), source);
    return uses.map(({ kind, lines, isTest }) => `${kind} ${lines.join(',')}${isTest ? ' test' : ''}`);
  };
  assert.deepEqual(await tested('next_tide'), ['calls 6', 'calls 13 test']);
  assert.deepEqual(await tested('calm_level'), ['calls 13', 'calls 8 test']);
});
