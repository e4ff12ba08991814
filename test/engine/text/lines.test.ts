import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byteLength, indentAt, isBlankAt, lineAt, linesOf } from '../../../src/engine/text/lines.ts';
import { anyUnits } from '../../support/anyText.ts';

function check(text: string, expected: readonly string[]): void {
  const lines = linesOf(text);
  assert.deepEqual(
    Array.from({ length: lines.count }, (_, i) => lineAt(lines, i)),
    expected,
    JSON.stringify(text),
  );
}

test('linesOf splits at every kind of line break', () => {
  check('', []);
  check('a', ['a']);
  check('a\nb', ['a', 'b']);
  check('a\nb\n', ['a', 'b']);
  check('a\r\nb\r\n', ['a', 'b']);
  check('a\rb\r', ['a', 'b']);
  check('\n\n', ['', '']);
  check('a\r\r\nb', ['a', '', 'b']);
  check('\ufeffa\nb', ['\ufeffa', 'b']);
});

test('linesOf gives ranges that make up the text', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', ' ', '\n', '\r', '\r\n', 'é')), (parts) => {
      const text = parts.join('');
      const { count, starts } = linesOf(text);
      assert.equal(starts.length, count + 1);
      assert.equal(starts[count], text.length);
      let joined = '';
      for (let i = 0; i < count; i++) joined += text.slice(starts[i], starts[i + 1]);
      assert.equal(joined, text);
    }),
  );
});

test('indentAt counts a tab as four and recognises blank lines', () => {
  const indents = ['a', '  a\r', '\ta', '\t a\n', '\n', ' \t'].map((line) => indentAt(linesOf(line), 0));
  assert.deepEqual(indents, [0, 2, 4, 5, -1, -1]);
});

test('isBlankAt knows every kind of white space', () => {
  const blank = ['\n', ' \t\r\n', '\u00a0\ufeff', '\f'].map((line) => isBlankAt(linesOf(line), 0));
  assert.deepEqual(blank, [true, true, true, true]);
  const held = ['a', ' }', '漢', '。', '\u0001'].map((line) => isBlankAt(linesOf(line), 0));
  assert.deepEqual(held, [false, false, false, false, false]);
});

test('byteLength is the length in UTF-8', () => {
  const encoder = new TextEncoder();
  fc.assert(fc.property(anyUnits(20), (text) => assert.equal(byteLength(text), encoder.encode(text).length)));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0xd700, max: 0xe100 })), (units) => {
      const text = String.fromCharCode(...units);
      assert.equal(byteLength(text), encoder.encode(text).length);
    }),
  );
});
