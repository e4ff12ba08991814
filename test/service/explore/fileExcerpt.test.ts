import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileExcerpt } from '../../../src/service/explore/fileExcerpt.ts';

const filler = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `line${from + i};`);

function check(lines: readonly string[], question: string, names: readonly string[], expected: { from: number; lines: number }): void {
  const range = { file: '/w/a.ts', startLine: 1, endLine: lines.length };
  const found = readFileExcerpt(range, { question, names, maxLines: 6, text: lines.join('\n') }, []);
  assert.deepEqual({ from: found.startLine, lines: found.text.split('\n').length }, expected);
  assert.equal(found.isCutAbove, expected.from > 1);
  assert.equal(found.isCut, expected.from + expected.lines - 1 < lines.length);
  for (const { from, to } of found.marks) assert.ok(to <= found.text.length && from < to);
}

test('a short range is shown whole, a long one where it matches the question', () => {
  check(filler(1, 5), 'kettle', [], { from: 1, lines: 5 });
  check(filler(1, 40), 'kettle', [], { from: 1, lines: 6 });
  check([...filler(1, 20), 'kettle.heat();', ...filler(22, 40)], 'How is the kettle heated?', [], { from: 18, lines: 6 });
  check([...filler(1, 39), 'kettle.heat();'], 'kettle', [], { from: 35, lines: 6 });
});

test('the beginning wins ties, and distinct words count more than a repeated one', () => {
  check(['kettle.heat();', ...filler(2, 20), 'kettle.heat();'], 'How is the kettle heated?', [], { from: 1, lines: 6 });
  check(['kettle; kettle; kettle;', ...filler(2, 20), 'kettle.heat();'], 'How is the kettle heated?', [], { from: 16, lines: 6 });
  check([...filler(1, 20), 'new PlanStore();', ...filler(22, 40)], '', ['PlanStore'], { from: 18, lines: 6 });
});

test('a range of one line stays unchanged', () => {
  const text = ['one two three', ...filler(2, 40)].join('\n');
  const range = { file: '/w/a.ts', startLine: 1, endLine: 1, startColumn: 4, endColumn: 7 };
  assert.equal(readFileExcerpt(range, { question: '', names: [], maxLines: 6, text }, []).text, 'two');
});

const excerpt = (text: string, range: { startLine: number; endLine: number }, maxLines = 6, question = '') =>
  readFileExcerpt({ file: '/w/a.ts', ...range }, { question, names: [], maxLines, text }, []);

test('a range ends with the file, and begins in it', () => {
  const text = 'one\ntwo\nthree';
  const lines = (startLine: number, endLine: number, max?: number) => {
    const { startLine: first, text: shown, isCut, isCutAbove } = excerpt(text, { startLine, endLine }, max);
    return [first, shown, isCut, isCutAbove];
  };
  assert.deepEqual(lines(2, 9), [2, 'two\nthree', false, false]);
  assert.deepEqual(lines(9, 9), [3, 'three', false, false]);
  assert.deepEqual(lines(1, 3, 3), [1, text, false, false]);
  assert.deepEqual(lines(1, 3, 2), [1, 'one\ntwo', true, false]);
  assert.deepEqual(excerpt('', { startLine: 1, endLine: 1 }).text, '');
});

test('indentation that all lines share is removed, blank lines aside; line breaks are of one kind', () => {
  const shown = (text: string) => excerpt(text, { startLine: 1, endLine: 9 }, 9).text;
  assert.equal(shown('    a\n      b\n\n    c\n'), 'a\n  b\n\nc');
  assert.equal(shown('a\n  b\n'), 'a\n  b');
  assert.equal(shown('  a\r\n  b\rc\n'), '  a\n  b\nc');
  assert.equal(shown('\ta\n\t\tb'), 'a\n\tb');
});

test('secrets are masked, also one that begins above the range', () => {
  const key = ['-----BEGIN', 'RSA PRIVATE', 'KEY-----'].join(' ');
  const text = `x\n${key}\nMIIEpAIBAAKCAQEA7bq0\nMIIEpAIBAAKCAQEA7bq1\n${key.replace('BEGIN', 'END')}\nafter\n`;
  const shown = excerpt(text, { startLine: 3, endLine: 6 }).text;
  assert.ok(!shown.includes('MIIE') && shown.endsWith('after'), shown);
  assert.equal(excerpt(text, { startLine: 1, endLine: 1 }).text, 'x');
});

test('of windows with as many words the one with more matches is shown', () => {
  const text = [...filler(1, 10), 'kettle', ...filler(12, 30), 'kettle; kettle', ...filler(32, 40)].join('\n');
  const found = excerpt(text, { startLine: 1, endLine: 40 }, 6, 'kettle');
  assert.deepEqual([found.startLine, found.marks.length], [28, 2]);
});
