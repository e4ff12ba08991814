import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citationSpanOf, type Quotable } from '../../../../src/engine/answer/written/citationSpan.ts';

const source = (text: string, more: Partial<Quotable> = {}): Quotable => ({ text, kind: 'doc', startLine: 1, secrets: [], ...more });

/** The part of a source that supports a sentence. */
function cited(
  text: string,
  from: Quotable,
  more: { readonly focus?: string; readonly lines?: { from: number; to: number } } = {},
): string | undefined {
  const { focus = text, lines } = more;
  const span = citationSpanOf({ text, focus, ...(lines && { lines: lines as never }) }, from);
  return span && from.text.slice(span.from, span.to).trim();
}

const harbour = 'The harbour opens at dawn. The harbour has a pier. Boats leave the harbour with the tide. Nets dry on the wall.';

test('the sentence that shares most supports what is cited, and a rare word counts for more than a common one', () => {
  assert.equal(cited('Boats go with the tide [1].', source(harbour)), 'Boats leave the harbour with the tide.');
  assert.equal(cited('A harbour and a pier.', source(harbour)), 'The harbour has a pier.');
  assert.equal(cited('Nets of the harbour.', source(harbour)), 'Nets dry on the wall.');
});

test('what is said right before the mark counts more than what is said before an earlier one', () => {
  assert.equal(cited('Boats leave with the tide [1], nets dry [2].', source(harbour), { focus: 'nets dry' }), 'Nets dry on the wall.');
});

test('code is cited by its lines', () => {
  const code = source('open(pier);\nmoor(boat);\nleave(tide);\n', { kind: 'code' });
  assert.equal(cited('It calls `moor` with the boat.', code), 'moor(boat);');
});

test('what holds a secret is not quoted, and a source without words supports nothing', () => {
  const at = harbour.indexOf('tide');
  assert.notEqual(
    cited('Boats go with the tide.', source(harbour, { secrets: [{ from: at, to: at + 4 }] })),
    'Boats leave the harbour with the tide.',
  );
  assert.equal(cited('Boats.', source('--- ...')), undefined);
});

test('the share is that of the weight of the words that it has', () => {
  assert.equal(citationSpanOf({ text: 'pier', focus: 'pier' }, source(harbour))?.share, 1);
  assert.equal(citationSpanOf({ text: 'zither', focus: 'zither' }, source(harbour))?.share ?? 0, 0);
  const half = citationSpanOf({ text: 'pier zither', focus: 'pier zither' }, source(harbour));
  assert.equal(half?.share, 0.5);
});

test('the lines that a mark names support it, as far as the source has them', () => {
  const lines = source('  first of the harbour\n\n  second of the pier  \n  third of the tide\n', { kind: 'code', startLine: 10 });
  const named = (from: number, to: number) => cited('The tide.', lines, { lines: { from, to } });
  assert.equal(named(12, 12), 'second of the pier');
  assert.equal(named(10, 12), 'first of the harbour\n\n  second of the pier');
  assert.equal(named(1, 10), 'first of the harbour');
  assert.equal(named(13, 99), 'third of the tide');
  assert.equal(named(40, 41), 'third of the tide', 'lines that it lacks name nothing');
  assert.equal(named(11, 11), 'third of the tide', 'nor does a blank line');
});
