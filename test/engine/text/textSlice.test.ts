import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { containsLink, TextSlicer, wholeSlice } from '../../../src/engine/text/textSlice.ts';
import { type Scan, Scanner } from '../../../src/engine/text/words/tokens.ts';
import { anyUnits } from '../../support/anyText.ts';

/** The words and marks of a slice, with their offsets in it. */
function contentOf({ text, scan, from, firstWord, endWord, firstMark, endMark }: ReturnType<typeof wholeSlice>): unknown {
  const words: [number, string, number][] = [];
  for (let i = firstWord; i < endWord; i++) {
    words.push([(scan.starts[i] as number) - from, text.slice(scan.starts[i], scan.ends[i]), scan.shapes[i] as number]);
  }
  const marks: [number, string][] = [];
  for (let i = firstMark; i < endMark; i++) marks.push([(scan.marks[i] as number) - from, text.charAt(scan.marks[i] as number)]);
  return { words, marks };
}

test('a slice has the same words and marks as its own text, wherever it is cut', () => {
  const part = fc.oneof(anyUnits(6), fc.constantFrom('longWord_1', '漢字', ' ', '\n', '"', '\\', '.', 'é'));
  fc.assert(
    fc.property(fc.array(fc.array(part, { maxLength: 5 }), { maxLength: 6 }), (pieces) => {
      const texts = pieces.map((parts) => parts.join('')).filter((text) => text !== '');
      const whole = texts.join('');
      const slicer = new TextSlicer(whole, new Scanner().scan(whole));
      let from = 0;
      for (const text of texts) {
        const to = from + text.length;
        assert.deepEqual(contentOf(slicer.next(from, to)), contentOf(wholeSlice(text)), JSON.stringify([whole, from, to]));
        from = to;
      }
    }),
  );
});

function scanOf(text: string): Scan {
  return new Scanner().scan(text);
}

test('a scan finds lines, marks and links', () => {
  const scan = scanOf('a = "b"\r\n\n  // see http://x.y\rlast');
  assert.deepEqual([...scan.lineStarts.subarray(0, scan.lineCount + 1)], [0, 9, 10, 30, 34]);
  assert.deepEqual([...scan.marks.subarray(0, scan.markCount)], [4, 6, 8, 9, 25, 27]);
  assert.deepEqual([scan.hasLink, scan.isAscii], [true, true]);
  assert.equal(scanOf('a:/b //c: //').hasLink, false);
  const text = 'x\nhttp://y\n';
  const slicer = new TextSlicer(text, scanOf(text));
  assert.deepEqual([containsLink(slicer.next(0, 2)), containsLink(slicer.next(2, 11))], [false, true]);
});
