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
