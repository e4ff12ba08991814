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

test('getters and methods are exported by their own names, and a computed module is none', () => {
  const text =
    'module.exports = {\n  get header() { return 1 },\n  async load() {},\n  a: typeof b,\n}\nimport(`./$\u007bc}.js`)\nimport(`./d.js`)\n';
  const found = bindingsIn(text, languageOf('a.js')).map(({ module, local }) => module || local);
  assert.deepEqual(found, ['header', 'load', 'a', './d.js']);
});

test('a document of MDX imports and exports by its modules alone', () => {
  const text = "import A from './a.mdx'\n\nimport it from 'here'\n\ntext\nimport no from 'no'\n\nexport const b = 1\n";
  assert.deepEqual(
    bindingsIn(text, languageOf('b.mdx')).map(({ module, local, line }) => `${line} ${module} ${local}`),
    ['1 ./a.mdx A', '3 here it', '8  b'],
  );
});

test('a component imports by its scripts alone', () => {
  const text = "<p>import it from 'here'</p>\n<script>\nimport A from './a.vue'\n</script>\n";
  assert.deepEqual([...new Set(bindingsIn(text, languageOf('b.vue')).map(({ module }) => module))], ['./a.vue']);
});

test('what a module exports may import something itself', () => {
  const found = bindingsIn("module.exports = { a: require('./a'), b: require('./b') };\n", languageOf('a.ts'));
  assert.deepEqual(found.flatMap(({ module }) => module || []).sort(), ['./a', './b']);
});
