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

/** `line depth name`, and what is said of it. */
const outlineOf = (path: string, text: string | undefined, chunks: Parameters<typeof buildOutline>[1] = []) =>
  buildOutline(languageOf(path), chunks, text).map(
    ({ line, name, depth, says }) => `${line} ${depth} ${name}${says === undefined ? '' : `: ${says}`}`,
  );

test('a heading is below the last one of a smaller level, whatever levels are left out', () => {
  assert.deepEqual(outlineOf('a.md', '# A\n## B\n### C\n## D\n#### E\n### F\n# G\n'), [
    '1 0 A',
    '2 1 B',
    '3 2 C',
    '4 1 D',
    '5 2 E',
    '6 2 F',
    '7 0 G',
  ]);
});

test('a definition is below those around it, with the sentence of its comment', () => {
  const text =
    '/** Boils water for tea. */\nexport class Kettle {\n  /** Heats it to a degree. */\n  heat() {}\n\n  cool() {}\n}\n\nfunction pour() {}\n';
  assert.deepEqual(outlineOf('a.ts', text), [
    '2 0 Kettle: Boils water for tea.',
    '4 1 heat: Heats it to a degree.',
    '6 1 cool',
    '9 0 pour',
  ]);
});

test('without a text, or where nothing is defined, the titles of its chunks are the outline', () => {
  const chunks = ['A', 'A', '', 'A › B', 'A', 'C › D › E'].map((title, i) => ({ startLine: i + 1, endLine: i + 1, title }));
  const titles = ['1 0 A', '4 1 B', '5 0 A', '6 2 E'];
  assert.deepEqual(outlineOf('a.ts', undefined, chunks), titles);
  assert.deepEqual(outlineOf('a.ts', 'call();\n', chunks), titles);
});
