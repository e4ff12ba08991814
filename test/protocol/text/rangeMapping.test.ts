import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { mapRanges } from '../../../src/protocol/text/rangeMapping.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

function check(before: string[], after: string[], range: [number, number], expected: [number, number]): void {
  const mapped = mapRanges(before.join('\n'), after.join('\n')).map({ startLine: range[0], endLine: range[1] });
  assert.deepEqual([mapped.startLine, mapped.endLine], expected);
}

test('mapRanges() changes nothing for an equal text', () => {
  check(['a', 'b', 'c'], ['a', 'b', 'c'], [2, 3], [2, 3]);
});

test('mapRanges() moves a range by the lines that were inserted before it', () => {
  check(['a', 'b', 'c'], ['new', 'new', 'a', 'b', 'c'], [2, 3], [4, 5]);
  check(['a', 'b', 'c', 'd'], ['b', 'c', 'd'], [3, 4], [2, 3]);
});

test('mapRanges() keeps lines that were inserted inside a range', () => {
  check(['a', 'b', 'c'], ['a', 'b', 'new', 'c'], [2, 3], [2, 4]);
});

test('mapRanges() takes changed lines with their neighbours', () => {
  check(['a', 'b', 'c', 'd'], ['a', 'B', 'c', 'd'], [2, 3], [2, 3]);
  check(['a', 'b', 'c', 'd'], ['x', 'a', 'b', 'C', 'C2', 'd'], [2, 3], [3, 5]);
});

test('mapRanges() follows most of the lines where some have changed places', () => {
  check(['p', 'a', 'q', 'b', 'r', 'c', 's'], ['P', 'c', 'Q', 'a', 'R', 'b', 'S'], [2, 2], [4, 4]);
  check(['p', 'a', 'q', 'b', 'r', 'c', 's'], ['P', 'c', 'Q', 'a', 'R', 'b', 'S'], [4, 4], [6, 6]);
});

test('mapRanges() points to where a deleted range was', () => {
  check(['a', 'b', 'c', 'd'], ['a', 'd'], [2, 3], [2, 2]);
  check(['a'], [''], [1, 1], [1, 1]);
});

test('mapRanges() treats all line ends as equal', () => {
  assert.deepEqual(mapRanges('a\r\nb\r\nc', 'new\na\nb\nc').map({ startLine: 2, endLine: 3 }), { startLine: 3, endLine: 4 });
});

test('mapRanges() survives ranges beyond the end', () => {
  check(['a', 'b'], ['a', 'b'], [5, 9], [2, 2]);
});

test('mapRanges() finds every line that one insertion has moved, whatever the text', () => {
  const lines = fc.array(fc.constantFrom('', '}', 'a', 'b', 'return', 'x = 1', '  y'), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(lines, fc.nat(), fc.array(fc.constantFrom('}', 'a', 'new'), { minLength: 1, maxLength: 5 }), (before, at, added) => {
      const place = at % (before.length + 1);
      const after = [...before.slice(0, place), ...added, ...before.slice(place)];
      const mapping = mapRanges(before.join('\n'), after.join('\n'));
      for (let line = 1; line <= before.length; line++) {
        const { startLine } = mapping.map({ startLine: line, endLine: line });
        // Repeated lines may be confused with each other, but never with a line of another text.
        assert.equal(after[startLine - 1], before[line - 1]);
      }
    }),
  );
});

test('mapRanges() keeps ranges in order and within the text, whatever the edit', () => {
  const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd'), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, fc.nat(29), fc.nat(29), (before, after, one, other) => {
      const range = { startLine: Math.min(one, other) + 1, endLine: Math.max(one, other) + 1 };
      const mapped = mapRanges(before.join('\n'), after.join('\n')).map(range);
      assert.ok(1 <= mapped.startLine && mapped.startLine <= mapped.endLine && mapped.endLine <= after.length);
    }),
  );
});

test('mapRanges() takes well under a second for 100,000 lines', async () => {
  const before = Array.from({ length: 100_000 }, (_, i) => `line ${i % 70_000}`);
  const after = [...before.slice(40_000), ...before.slice(0, 40_000)];
  await assertUnder(1000, 'mapRanges()', () => cpuMs(() => mapRanges(before.join('\n'), after.join('\n'))));
});
