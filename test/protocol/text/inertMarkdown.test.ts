import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { InertMarkdown, type MarkdownPiece } from '../../../src/protocol/text/inertMarkdown.ts';
import { inertText } from '../../../src/protocol/text/quoteMarkdown.ts';
import { intruders } from '../../attack/secondReaders.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

const fence = '`'.repeat(16);

/** The output, with neighbouring pieces of markdown merged. */
function written(...pieces: readonly string[]): MarkdownPiece[] {
  const inert = new InertMarkdown();
  const all: MarkdownPiece[] = [];
  for (const piece of [...pieces.flatMap((one) => inert.push(one)), ...inert.end()]) {
    const last = all.at(-1);
    if (typeof last === 'string' && typeof piece === 'string') all[all.length - 1] = last + piece;
    else all.push(piece);
  }
  return all;
}

function inPieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
}

test('the numbers of sources are numbers, those in code are code', () => {
  assert.deepEqual(written('Tea [1] and **hot [2]** `a[3]`'), ['Tea ', 1, ' and **hot ', 2, '** `a[3]`']);
});

test('lines are written without blanks at their ends, items at most six columns in', () => {
  assert.deepEqual(written('- a  \n text \n          2. deep \n# Title \n'), ['- a\ntext\n      2. deep\n**Title**\n']);
});

test('code is written in a fence of sixteen backticks, without its own indentation', () => {
  assert.deepEqual(written('- a\n  ```ts\n  b\n    c\n  ```\nd'), [`- a\n${fence}ts\nb\n  c\n${fence}\nd`]);
});

test('a line of code that begins with as long a run is text between two blocks', () => {
  assert.deepEqual(written(`\`\`\`\na\n  ${fence}~ [x]\nb\n`), [
    `${fence}\na\n${fence}\n ${'&grave;'.repeat(16)}\\~ &lsqb;x\\]\n${fence}\nb\n${fence}`,
  ]);
});

test('code is closed at the end of the answer', () => {
  assert.deepEqual(written('```js\na'), [`${fence}js\na\n${fence}`]);
});

test('what the chat would not draw as code stays text', () => {
  assert.deepEqual(written('```vscode-extensions\na.b\n```'), [`${fence}vscode\na.b\n${fence}\n`]);
  assert.doesNotMatch(written('```\n<vscode_codeblock_uri>file:///x</vscode_codeblock_uri>\n```').join(''), /<vscode_|`{3}/);
  assert.doesNotMatch(written("`<vscode_annotation details='x'>`").join(''), /<vscode_/);
});

test('words are written as they arrive; code, bold text, headings and possible fences when they are complete', () => {
  const inert = new InertMarkdown();
  for (const [piece, shown] of [
    ['The kettle', ['The']],
    [' is `a b', [' kettle is']],
    ['` and **so', [' `a b` and']],
    [' on** [1', [' **so on**']],
    ['] then\n', [' ', 1, ' then\n']],
    ['``', []],
    ['`ts\n', []],
    ['a = 1', []],
    ['\n', [`${fence}ts\na = 1\n`]],
    ['```\n# Head', [`${fence}\n`]],
    ['ing\n', ['**Heading**\n']],
    ['- one', []],
    [' two', ['- one']],
  ] as const)
    assert.deepEqual(inert.push(piece), shown, piece);
  assert.deepEqual(inert.end(), [' two']);
});

test('our emphasis does not split code', () => {
  for (const code of ['`` a ` b* ``', '`a > b*`', '`](y)*`', '`<*`']) {
    const markdown = written(`**x < y [ ${code.replace('*', '*https://evil.example*')} z** [ < **a** ${code}`).join('');
    assert.deepEqual(
      intruders(markdown, () => false),
      [],
    );
  }
});

test('an answer means the same in whatever pieces it arrives', () => {
  const answer = 'One **two** `three` [1].\r\n\n- four `a\n``` \n```c++\n``x\n```\n1. five [2] **six** seven\n## Eight `9`\nten';
  for (let size = 1; size < answer.length; size++) assert.deepEqual(written(...inPieces(answer, size)), written(answer), `${size}`);
});

test('hostile answers are written in linear time', async () => {
  for (const unit of ['`', '``', '` ', '**', '**a', '** ', '[1]', '```\n', '~~~\n', `${fence}\n`, ' ', '#', '- ', '\\', 'a ']) {
    const text = unit.repeat(Math.ceil(200_000 / unit.length));
    await assertUnder(3000, unit, () => cpuMs(() => written(...inPieces(text, 40))));
  }
});

test('quotes, tables and links of documents are drawn, and lead nowhere', () => {
  const draw = (text: string): string => inertText(text).replaceAll('\\', '');
  assert.equal(draw('> **Note**\n>\n> Mind *it*.'), '> **Note**\n> \n> Mind *it*.');
  assert.equal(draw('| a | b |\n| --- | :-: |\n| **c** | 1 |'), '| a | b |\n| --- | --- |\n| **c** | 1 |');
  assert.equal(draw('See [the **gates**](<a b.md#c>) and [x](javascript:y), not [z](a b).'), 'See the **gates** and x, not &lsqb;z](a b).');
});
