import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildOutline } from '../../../src/engine/parts/outline.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

test('the outline of a document with scripts has its headings and what it declares, in the order of its lines', () => {
  const text = 'export const level = 4\n\n# Tides\n\ntext\n\nexport function Gauge() {\n  const inner = 1\n}\n\n## Ebb\n\ntext\n';
  assert.deepEqual(
    buildOutline(languageOf('a.mdx'), [], text).map(({ line, name, depth }) => `${line} ${depth} ${name}`),
    ['1 0 level', '3 0 Tides', '7 0 Gauge', '11 1 Ebb'],
  );
});
