import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf } from '../../../src/engine/drift/imports.ts';
import { finish } from '../../../src/engine/util/steps.ts';

function check(language: string | undefined, text: string, expected: Record<string, string>): void {
  assert.deepEqual(Object.fromEntries(finish(importsOf(text, language))), expected);
}

test('modules by name, in each supported language', () => {
  check('typescript', "import a, { b, type d } from './e.ts'\n", {
    a: './e.ts',
    b: './e.ts',
    type: './e.ts',
    d: './e.ts',
  });
  check('typescript', "export * from './a'\nimport type { B } from 'b'\nimport { d as c } from 'd'\nconst { e } = require('f')\n", {
    '*': './a',
    B: 'b',
    d: 'd',
    as: 'd',
    c: '<alias>',
    e: 'f',
  });
  check('python', 'from .a import (\n  b,\n  c,\n)\nimport e.f\n', { b: '.a', c: '.a', e: 'e.f', f: 'e.f' });
  check('rust', 'use crate::a::{self, b::C, d as e};\n', { self: 'crate::a::', C: 'crate::a::b::', d: 'crate::a::', e: '<alias>' });
  check('go', 'import (\n\t"net/http"\n\ta "example.com/b/v2"\n)\n', { http: 'net/http', a: 'example.com/b/v2', b: 'example.com/b/v2' });
  check('java', 'import static a.b.C;\n', { C: 'a.b.' });
});

test('a statement before an import is not part of it', () => {
  check('typescript', "export const a = 1\nexport { b } from './c'\n", { b: './c' });
  check('typescript', "import.meta.hot\nimport { b } from './c'\n", { b: './c' });
});
