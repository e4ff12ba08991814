import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shiftLines } from '../../src/extension/inline/shiftLines.ts';

const lines = { start: 4, end: 6 };

test('shiftLines() moves lines when lines before them are inserted or removed', () => {
  assert.deepEqual(shiftLines(lines, { startLine: 0, endLine: 0, endCharacter: 0, breaks: 2 }), { start: 6, end: 8 });
  assert.deepEqual(shiftLines(lines, { startLine: 1, endLine: 3, endCharacter: 5, breaks: 0 }), { start: 2, end: 4 });
  assert.deepEqual(shiftLines(lines, { startLine: 4, endLine: 4, endCharacter: 0, breaks: 1 }), { start: 5, end: 7 });
});

test('shiftLines() does not move lines when what follows them changes', () => {
  assert.deepEqual(shiftLines(lines, { startLine: 7, endLine: 9, endCharacter: 3, breaks: 0 }), lines);
  assert.deepEqual(shiftLines(lines, { startLine: 6, endLine: 6, endCharacter: 9, breaks: 1 }), lines);
});

test('shiftLines() grows and shrinks with edits inside, and keeps a line of a deleted range', () => {
  assert.deepEqual(shiftLines(lines, { startLine: 5, endLine: 5, endCharacter: 3, breaks: 2 }), { start: 4, end: 8 });
  assert.deepEqual(shiftLines(lines, { startLine: 4, endLine: 6, endCharacter: 3, breaks: 0 }), { start: 4, end: 4 });
  assert.deepEqual(shiftLines(lines, { startLine: 1, endLine: 20, endCharacter: 3, breaks: 0 }), { start: 1, end: 1 });
});

test('shiftLines() follows marked lines through any edit that leaves them whole', () => {
  const edit = fc.record({ from: fc.nat(19), removed: fc.nat(4), added: fc.nat(4) });
  const run = fc.record({ start: fc.nat(17), more: fc.nat(2), edits: fc.array(edit, { maxLength: 8 }) });
  fc.assert(
    fc.property(run, ({ start, more, edits }) => {
      let text = Array.from({ length: 20 }, (_, i) => String(i));
      const first = String(start);
      const last = String(start + more);
      let range = { start, end: start + more };
      for (const { from, removed, added } of edits) {
        const end = Math.min(from + removed, text.length);
        // Replaces whole lines, from the start of one to the start of another.
        const touched = text.slice(from, end);
        if (from >= text.length || touched.includes(first) || touched.includes(last) || end === text.length) continue;
        text = [...text.slice(0, from), ...Array.from({ length: added }, () => 'new'), ...text.slice(end)];
        range = shiftLines(range, { startLine: from, endLine: end, endCharacter: 0, breaks: added });
      }
      assert.equal(text[range.start], first);
      assert.equal(text[range.end], last);
    }),
  );
});
