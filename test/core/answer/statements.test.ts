import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { statementsOf } from '../../../src/core/answer/statements.ts';

function check(kind: 'doc' | 'code', text: string, expected: readonly string[]): void {
  assert.deepEqual(
    statementsOf(text, kind).map(({ from, to }) => text.slice(from, to)),
    expected,
    text,
  );
}

test('sentences of prose without headings, rules and badges', () => {
  check('doc', '# Title\n\nThe server starts. Then it listens.\n', ['The server starts.', 'Then it listens.']);
  check('doc', '# Title\nThe server starts.\n', ['The server starts.']);
  check('doc', 'Title\n=====\nThe server starts.\n', ['The server starts.']);
  check('doc', '# One\n## Two\nThe server starts.\n', ['The server starts.']);
  check('doc', '# Title\n', []);
  check('doc', '| a | b |\n|---|---|\n', []);
  check('doc', '[![Build](https://x.org/a.svg)](https://x.org)\n\nIt builds well.\n', ['It builds well.']);
  check('doc', '', []);
});

test('comments and lines of code', () => {
  check('code', '/** Starts the server. */\nfunction start() {\n  listen(port);\n}\n', [
    '/** Starts the server. */',
    'function start() {',
    'listen(port);',
  ]);
  check('code', '// Starts the\n// server here.\nx = y\n', ['// Starts the\n// server here.']);
});

test('long statements are cut between words, or between signs', () => {
  for (const text of ['word '.repeat(200), '漢'.repeat(1000), '🙂a'.repeat(500)]) {
    for (const kind of ['doc', 'code'] as const) {
      for (const { from, to } of statementsOf(text, kind)) {
        assert.ok(to - from <= 320 && to - from > 100);
        assert.ok(text.slice(from, to).isWellFormed());
      }
    }
  }
});

test('statements are trimmed stretches in order, within the text', () => {
  const part = fc.constantFrom('# Head', 'Words of a line.', '', '=====', '- item one', '"""', '// note', '```', '  x = 1', '漢字の文。');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.constantFrom('doc' as const, 'code' as const), (lines, kind) => {
      const text = lines.join('\n');
      let last = 0;
      for (const { from, to } of statementsOf(text, kind)) {
        assert.ok(from >= last && to > from && to <= text.length);
        assert.equal(text.slice(from, to), text.slice(from, to).trim());
        last = to;
      }
    }),
  );
});
