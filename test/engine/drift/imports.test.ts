import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf } from '../../../src/engine/drift/imports.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

function check(path: string, text: string, expected: Record<string, string>): void {
  assert.deepEqual(Object.fromEntries(importsOf(text, languageOf(path))), expected);
}

test('modules by name, in each supported language', () => {
  check('a.ts', "import a, { b, type d } from './e.ts'\n", {
    a: './e.ts',
    b: './e.ts',
    d: './e.ts',
  });
  check('a.ts', "export * from './a'\nimport type { B } from 'b'\nimport { d as c } from 'd'\nconst { e } = require('f')\n", {
    '*': './a',
    B: 'b',
    d: 'd',
    c: '<alias>',
    e: 'f',
  });
  check('a.py', 'from .a import (\n  b,\n  c,\n)\nimport e.f\n', { b: '.a', c: '.a', e: 'e.f', f: 'e.f' });
  check('a.rs', 'use crate::a::{self, b::C, d as e};\n', { a: 'crate::a', C: 'crate::a::b', d: 'crate::a', e: '<alias>' });
  check('a.go', 'import (\n\t"net/http"\n\ta "example.com/b/v2"\n)\n', { http: 'net/http', a: 'example.com/b/v2' });
  check('A.java', 'import a.b.C;\nimport static a.b.C.d;\nimport a.b.*;\n', { C: 'a.b.', d: 'a.b.C' });
  check('a.c', '#include "b.h"\n', {});
});

test('a statement before an import is not part of it', () => {
  check('a.ts', "export const a = 1\nexport { b } from './c'\n", { b: './c' });
  check('a.ts', "import.meta.hot\nimport { b } from './c'\n", { b: './c' });
});

test('statements that a pattern on one line misses or misreads', () => {
  check('a.rs', 'pub(crate) use {\n  crate::a::B,\n  c::D,\n};\nmod e;\n', { B: 'crate::a', D: 'c', e: 'self::e' });
  check('a.py', 'import a, b\n# import c\n', { a: 'a', b: 'b' });
});

test('a document has the imports of its examples', () => {
  const text =
    "Don't use `d`.\n\n```ts\nimport { a } from './b';\n```\n\n>>> from c import d\n\nuse it after import\n\nimport.meta.hot\n├── import.R\n";
  check('a.md', text, { a: './b', d: 'c' });
});
