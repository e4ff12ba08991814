import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ChunkRange, chunkLimits, chunkRanges } from '../../../src/engine/text/chunks.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { byteLength, lineAt, linesOf } from '../../../src/engine/text/lines.ts';

const paths = ['a.ts', 'a.py', 'a.md', 'a.rst', 'a.adoc', 'a.txt', 'a.json'];

const lineText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('', '', '  ', 'foo(bar);', '    return x;', 'def run(self):', 'function run() {', '}', '- item'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '# Title',
      '## Part',
      'Title',
      '=====',
      '-----',
      '```',
      '~~~',
      '---',
      '== Section',
      '<!-- x -->',
      '__proto__',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }).map((text) => text.replace(/[\r\n]/g, ' ')) },
  { weight: 1, arbitrary: fc.constantFrom('é'.repeat(300), '漢字'.repeat(900), '🙂'.repeat(3000), 'Some words. '.repeat(900)) },
);

const anyText = fc
  .tuple(fc.array(lineText, { maxLength: 200 }), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
  .map(([lines, end, last]) => lines.join(end) + (last ? end : ''));

/** Invariants of the chunks of any text. */
function checkRules(text: string, ranges: readonly ChunkRange[]): void {
  const lines = linesOf(text);
  const held = new Array<number>(lines.count).fill(0);
  let before: ChunkRange | undefined;
  for (const range of ranges) {
    const { from, to, firstLine, lastLine, startColumn, endColumn } = range;
    assert.ok(from < to && firstLine <= lastLine);
    assert.ok(lastLine - firstLine < chunkLimits.maxLines);
    assert.ok(byteLength(text.slice(from, to)) <= chunkLimits.maxBytes, `${byteLength(text.slice(from, to))} bytes`);
    if (endColumn > 0) {
      assert.equal(firstLine, lastLine);
      const isNext = before?.firstLine === firstLine;
      assert.equal(startColumn, isNext ? before?.endColumn : 0);
      assert.equal(text.slice(from, to), lineAt(lines, firstLine).slice(startColumn, endColumn));
      assert.ok(!/[\udc00-\udfff]/.test(text.charAt(from)) || !/[\ud800-\udbff]/.test(text.charAt(from - 1)), 'a pair is not split');
      if (!isNext) held[firstLine] = (held[firstLine] as number) + 1;
    } else {
      assert.equal(startColumn, 0);
      assert.equal(from, lines.starts[firstLine]);
      assert.equal(to, lines.starts[lastLine + 1]);
      for (let line = firstLine; line <= lastLine; line++) held[line] = (held[line] as number) + 1;
    }
    if (before !== undefined) assert.ok(before.to <= from);
    before = range;
  }
  held.forEach((times, line) => {
    if (lineAt(lines, line).trim() !== '') assert.equal(times, 1, `line ${line + 1} is in ${times} chunks`);
  });
}

test('every non-blank line is in exactly one chunk, within the limits', () => {
  for (const path of paths) {
    fc.assert(
      fc.property(anyText, (text) => checkRules(text, chunkRanges(linesOf(text), languageOf(path)))),
      { numRuns: 40 },
    );
  }
});

test('the parts of a long line cover it', () => {
  const line = `${'Ein Satz mit Wörtern 🙂 und mehr. '.repeat(900)}Ende`;
  const ranges = chunkRanges(linesOf(`before\n${line}\nafter\n`), languageOf('a.txt'));
  const pieces = ranges.filter(({ endColumn }) => endColumn > 0);
  assert.ok(pieces.length > 3);
  assert.equal(pieces.map(({ startColumn, endColumn }) => line.slice(startColumn, endColumn)).join(''), line);
  assert.ok(pieces.slice(0, -1).every(({ endColumn }) => line.slice(0, endColumn).endsWith('.')));
  assert.ok(pieces.every(({ firstLine, lastLine }) => firstLine === 1 && lastLine === 1));
});

/** The line counts of the chunks of a text. */
function checkSizes(path: string, text: string, expected: readonly number[]): void {
  assert.deepEqual(
    chunkRanges(linesOf(text), languageOf(path)).map(({ firstLine, lastLine }) => lastLine - firstLine + 1),
    expected,
  );
}

test('chunks have about thirty lines and leave no short remainder', () => {
  const lines = (count: number): string => 'word\n'.repeat(count);
  checkSizes('a.txt', '', []);
  checkSizes('a.txt', '\n\n  \n', []);
  checkSizes('a.txt', 'one', [1]);
  checkSizes('a.txt', lines(30), [30]);
  checkSizes('a.txt', lines(45), [45]);
  for (const path of ['a.txt', 'a.ts']) {
    const sizes = chunkRanges(linesOf(lines(1000)), languageOf(path)).map(({ firstLine, lastLine }) => lastLine - firstLine + 1);
    assert.ok(sizes.every((size) => size >= chunkLimits.minLines && size <= chunkLimits.maxLines));
  }
});

test('the limit is in bytes: three-byte characters make shorter chunks', () => {
  const ranges = chunkRanges(linesOf(`${'漢'.repeat(200)}\n`.repeat(60)), languageOf('a.txt'));
  assert.ok(ranges.length >= 5);
  assert.ok(ranges.every(({ lastLine, firstLine }) => lastLine - firstLine + 1 <= 13));
});

test('code is split before a declaration and the comment above it', () => {
  const body = (name: string): string =>
    `/** Says ${name}. */\nexport function ${name}(x: number): number {\n${'  x += 1;\n'.repeat(24)}}\n\n`;
  const text = body('first') + body('second') + body('third');
  assert.deepEqual(
    chunkRanges(linesOf(text), languageOf('a.ts')).map(({ firstLine, definitions }) => [firstLine, definitions.map(({ name }) => name)]),
    [
      [0, ['first']],
      [28, ['second']],
      [56, ['third']],
    ],
  );
});

test('a blank line may separate a declaration from its block comment, but not from other comments', () => {
  const rest = `\n${'  x += 1;\n'.repeat(25)}}\n\n`;
  const text = `app.a = function a(x) {${rest}/**\n * Opens.\n */\n\napp.open2 = function open2(x) {${rest}// Closes.\n\napp.close2 = function (x) {${rest}`;
  assert.deepEqual(
    chunkRanges(linesOf(text), languageOf('a.js')).map(({ firstLine }) => lineAt(linesOf(text), firstLine)),
    ['app.a = function a(x) {', '/**', 'app.close2 = function (x) {'],
  );
});

test('a chunk within a long declaration names it', () => {
  const text = `class Store:\n    def load(self):\n${'        self.x += 1\n'.repeat(100)}`;
  const ranges = chunkRanges(linesOf(text), languageOf('a.py'));
  assert.deepEqual(
    ranges.map(({ inside }) => inside),
    [undefined, 'load', 'load', ...ranges.slice(3).map(() => 'load')],
  );
});

test('200,000 lines, a line of 1 MB and long blank runs take linear time', { timeout: 20_000 }, () => {
  const many = 'let x = 1; // it\n'.repeat(200_000);
  assert.equal(chunkRanges(linesOf(many), languageOf('a.ts')).at(-1)?.lastLine, 199_999);
  for (const path of ['a.ts', 'a.md']) {
    assert.equal(chunkRanges(linesOf('x'.repeat(1_000_000)), languageOf(path)).at(-1)?.endColumn, 1_000_000);
    assert.equal(chunkRanges(linesOf(`def f():\n${'\n'.repeat(200_000)}x`), languageOf(path)).at(-1)?.lastLine, 200_001);
  }
  assert.equal(chunkRanges(linesOf('@a class Foo\n'.repeat(100_000)), languageOf('A.java')).at(-1)?.lastLine, 99_999);
});
