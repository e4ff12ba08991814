import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindingsIn } from '../../../src/engine/relations/bindings.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

const rust = languageOf('a.rs');

test('braces in braces of a `use`, however many, neither throw nor are read again for each line', () => {
  assert.deepEqual(bindingsIn(`use ${'{'.repeat(15_000)}`, rust), []);
  assert.ok(bindingsIn('use {\n'.repeat(20_000), rust).length < 40_000);
  const names = bindingsIn('use a::{b::{c, d}, e};\nuse f;\nmod g;\nuse h::*;\n', rust).flatMap(({ module, local }) =>
    module === '' ? [] : `${module} ${local}`,
  );
  assert.deepEqual(names, ['a::b c', 'a::b d', 'a e', 'f f', 'self::g g', 'h *']);
});

test('what a module exports may import something itself', () => {
  const found = bindingsIn("module.exports = { a: require('./a'), b: require('./b') };\n", languageOf('a.ts'));
  assert.deepEqual(found.flatMap(({ module }) => module || []).sort(), ['./a', './b']);
});
