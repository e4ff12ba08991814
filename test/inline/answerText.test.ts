import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstLines, textMarkdown } from '../../src/extension/inline/answerText.ts';

const linkOf = (n: number) => (n <= 2 ? `command:open?${n}` : undefined);

test('textMarkdown() keeps paragraphs, lists, emphasis and code', () => {
  const text = 'One **two** `three_[x]`.\n\n- four\n  1. five\n\n```ts\nconst [a] = b;\n```\nsix';
  assert.equal(textMarkdown(text, linkOf), 'One **two** `three_[x]`\\.\n\n- four\n  1. five\n\n```ts\nconst [a] = b;\n```\nsix');
});

test('textMarkdown() makes links of the numbers of sources, and of nothing else', () => {
  assert.equal(textMarkdown('a [1] b [7]', linkOf), 'a [\\[1\\]](command:open?1) b \\[7\\]');
  const evil = '[x](command:workbench.action.quit) ![y](https://z) <img src=x> https://w <b>\n[r]: command:x';
  assert.doesNotMatch(textMarkdown(evil, linkOf), /(?<!\\)[[\]<>!]|:\/\//);
});

test('textMarkdown() closes a fence, and takes none for one that the editor does not', () => {
  assert.equal(textMarkdown('```js\n[x](command:y)', linkOf), '```js\n[x](command:y)\n```');
  // A fence inside a list item would end with the item.
  assert.equal(textMarkdown('- a\n  ```\n[x](command:y)', linkOf), '- a\n```\n[x](command:y)\n```');
  // Backticks after backticks are a code span, no fence.
  assert.doesNotMatch(textMarkdown('``` `x`\n[x](command:y)', linkOf), /(?<!\\)\[x/);
  assert.doesNotMatch(textMarkdown('    ```\n[x](command:y)', linkOf), /(?<!\\)\[x/);
});

test('textMarkdown() makes headlines as large as text', () => {
  assert.equal(textMarkdown('## Head', linkOf), '**Head**');
});

test('firstLines() counts wrapped lines and says that it has cut', () => {
  assert.deepEqual(firstLines('a\nb', 2), { text: 'a\nb', isCut: false });
  assert.deepEqual(firstLines('a\nb\nc', 2), { text: 'a\nb', isCut: true });
  const long = 'word '.repeat(100).trim();
  const { text, isCut } = firstLines(long, 2);
  assert.ok(isCut && text.endsWith('word …') && text.length < 200, text);
});
