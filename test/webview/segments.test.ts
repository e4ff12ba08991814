import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireCitation } from '../../src/protocol/places.ts';
import { segmentsOf } from '../../src/webview/answer/segments.ts';

function citation(n: number, path: string, quote: string): WireCitation {
  return { n, path, uri: `file:///w/${path}`, startLine: 1, endLine: 2, quote, title: '' };
}

test('segmentsOf() gives each quote its numbers', () => {
  const segments = segmentsOf('One. [1] Two. [1][2] Rest', [citation(1, 'a.md', 'One.'), citation(2, 'b.md', 'Two.')]);
  assert.deepEqual(segments, [
    { text: 'One.', citations: [1], isCode: false },
    { text: 'Two.', citations: [1, 2], isCode: false },
    { text: 'Rest', citations: [], isCode: false },
  ]);
});

test('segmentsOf() leaves brackets alone that are no citation', () => {
  assert.deepEqual(segmentsOf('list[0] and [7].', []), [{ text: 'list[0] and [7].', citations: [], isCode: false }]);
});

test('segmentsOf() draws quotes of code as code, without their common indent', () => {
  const quote = '    if (a) {\n      b();';
  assert.deepEqual(segmentsOf(`${quote} [1]`, [citation(1, 'a.ts', quote)]), [{ text: 'if (a) {\n  b();', citations: [1], isCode: true }]);
});
