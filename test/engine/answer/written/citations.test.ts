import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AnswerFilter } from '../../../../src/engine/answer/written/answerFilter.ts';
import { checkAnswer } from '../../../../src/engine/answer/written/citations.ts';
import { assertUnder, cpuMs } from '../../../support/quick.ts';

const isSource = (n: number): boolean => n >= 1 && n <= 9;

function filtered(parts: readonly string[], sources = 3): { text: string; filter: AnswerFilter } {
  const filter = new AnswerFilter((n) => n >= 1 && n <= sources);
  return { text: parts.map((part) => filter.push(part)).join('') + filter.end(), filter };
}

test('numbers of sources stay, others are replaced by [?]', () => {
  for (const [written, shown, unknown] of [
    ['It is so [1].', 'It is so [1].', []],
    ['It is so [9].', 'It is so [?].', [9]],
    ['On cookies [3] and [42].', 'On cookies [3] and [?].', [42]],
    ['Both [1, 42].', 'Both [1][?].', [42]],
    ['Both [1, 2] and [2-3] and [1][7].', 'Both [1][2] and [2][3] and [1][?].', [7]],
    ['Named [source 2] and 【3†L1】.', 'Named [2] and [3].', []],
    ['The [0] and `list[9]` stay.', 'The [0] and `list[9]` stay.', []],
    ['So it is[1]. Or so[1][7].', 'So it is[1]. Or so[1][?].', [7]],
  ] as const) {
    const { text, filter } = filtered([written]);
    assert.equal(text, shown);
    assert.deepEqual(filter.unknown, unknown);
  }
});

test('a number right after a name in code is an index: it becomes code and cites nothing', () => {
  for (const [written, shown] of [
    ['It reads arr[1] and x[2][3] first [1].', 'It reads `arr[1]` and `x[2][3]` first [1].'],
    ['It is process.argv[2], or my_list[1].', 'It is `process.argv[2]`, or `my_list[1]`.'],
    ['From rows[1].name and items[0] on.', 'From `rows[1]`.name and `items[0]` on.'],
    ['What splitLines()[1] gives.', 'What `splitLines()[1]` gives.'],
  ] as const) {
    const { text } = filtered([written], 9);
    assert.equal(text, shown);
    assert.deepEqual(checkAnswer(text, isSource).cited, written.endsWith('[1].') && written.includes('first') ? [1] : []);
    for (let cut = 1; cut < written.length; cut++) assert.equal(filtered([written.slice(0, cut), written.slice(cut)], 9).text, shown);
  }
});

test('a number right after a word or a capital cites', () => {
  for (const written of ['It stands in the manual[1].', 'It stands in appendix A[1].']) {
    const { text } = filtered([written], 9);
    assert.equal(text, written);
    assert.deepEqual(checkAnswer(text, isSource).cited, [1]);
  }
});

test('a full stop ends a sentence, except in an abbreviation, a number, a list marker or an ellipsis', () => {
  for (const sentences of [
    ['The answer is no.', 'It is never read.'],
    ['See no. 3 and fig. 2 of it.', 'It is read.'],
    ['It takes e.g. 3.5 seconds, i.e. longer, cf. J. R. Smith.', 'It is read.'],
    ['Files, folders, etc. are read.', 'So are links, etc.', 'Others are not.'],
    ['It waits ... and then it reads.', 'It waits ...', 'Then it reads.'],
    ['**1.** It is read.', 'It is kept.'],
    ['2. It is read.', 'It is kept.'],
    ['It runs vite.config.ts of v. 3 first.', 'Then (so it is said.) it stops.'],
    ['Is it read?', 'It is!', '`read` is called.'],
  ]) {
    const answer = sentences.join(' ');
    const found = checkAnswer(answer, isSource).sentences.map(({ from, to }) => answer.slice(from, to));
    assert.deepEqual(found, sentences);
  }
});

test('links, images, URLs and HTML become plain text', () => {
  for (const [written, shown] of [
    ['See ![x](https://evil.example/p.png?q=secret) here', 'See x here'],
    ['See [the docs](https://evil.example/a) here', 'See the docs (`https://evil.example/a`) here'],
    ['Run [this](command:workbench.action.terminal.new) now', 'Run this now'],
    ['Go to https://evil.example/?d=1. Then', 'Go to `https://evil.example/?d=1`. Then'],
    ['An <img src=x onerror=alert(1)> and <https://evil.example>', 'An  and `https://evil.example`'],
    ['<img src=x> and <https://evil.example>', ' and https:// evil.example'],
    ['![x][ref] and\n[ref]: https://evil.example', 'x and\n[ref] : `https://evil.example`'],
    ['<script>alert(1)</script', 'alert(1)‹/script'],
    ['A `Map<string, a>` and Array<number> stay', 'A `Map<string, a>` and Array<number> stay'],
    ['```ts\nhandlers[name](event); // <a>\n```\n[x](file:///etc/passwd)', '```ts\nhandlers[name](event); // <a>\n```\nx'],
  ] as const)
    assert.equal(filtered([written]).text, shown);
});

test('nothing active remains, wherever the stream is split', () => {
  const pieces = [
    '[1]',
    '[9]',
    '[a](http://b.c)',
    '![',
    '](x)',
    '`',
    '``',
    '\\',
    '\n',
    '\n\n',
    ' ',
    'word',
    '<img src=x>',
    '<',
    'https://a.b/c',
    '[',
    ']',
    '(',
    ')',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), fc.array(fc.nat(20), { maxLength: 20 }), (drawn, cuts) => {
      const whole = drawn.join('');
      fc.pre(!/^ {0,3}```/m.test(whole));
      const parts: string[] = [];
      let at = 0;
      for (const cut of cuts) {
        parts.push(whole.slice(at, at + cut));
        at += cut;
      }
      parts.push(whole.slice(at));
      const { text } = filtered(parts);
      // Equal runs of backticks enclose code, also across the lines of a paragraph.
      const outside = text
        .split(/\n[ \t]*\n/)
        .map((paragraph) => paragraph.replace(/(?<![\\`])(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '-'))
        .join('\n\n');
      assert.doesNotMatch(outside, /!\[[^\][\n]*\]\([^\s()]*\)|<img|(?<!\\)\[[^\][\n]*\]\([^\s()]+\)/, whole);
    }),
    { numRuns: 2000 },
  );
});

test('links in what only looks like code are removed too', () => {
  for (const written of [
    '`` [x](http://e.example) `',
    'a ` b\n` [x](http://e.example) `',
    '\\` [x](http://e.example) `',
    '``` a`b\n[x](http://e.example)',
    '<div>\n```\n\n[x](http://e.example)',
  ])
    assert.ok(!filtered([written]).text.includes(']('), written);
});

test('fences start their lines, end on a line of their own, and are closed at the end', () => {
  for (const [written, shown] of [
    ['- So:\n    ```ts title\n    a\n      b\n    ```  \nThen', '- So:\n```ts\na\n  b\n```\nThen'],
    ['```ts\na', '```ts\na\n```'],
    ['~~~\na\n', '~~~\na\n~~~'],
    ['``` [x](http://e.example)', '```\n```'],
    ['~~~\r[x](http://e.example)\r~~~', '~~~\n~~~'],
    ['```\na\n```~\n[1]', '```\na\n```~\n[1]\n```'],
  ] as const) {
    assert.equal(filtered([written]).text, shown);
    assert.equal(filtered([...written]).text, shown);
  }
});

test('words are passed on at once, brackets when they close', () => {
  const filter = new AnswerFilter(() => true);
  assert.equal(filter.push('The pilot knows'), 'The pilot');
  assert.equal(filter.push(' it ['), ' knows it');
  assert.equal(filter.push('1] and'), ' [1]');
  assert.equal(filter.end(), ' and');
});

test('sentences without a source are found; numbers after the full stop count', () => {
  const answer =
    'The tide is high [1]. It turns at noon. [2] Nobody has said why it does.\n\nIn short:\n- The pilot waits for it [2][3].\n';
  const { found, cited, unsupported } = checkAnswer(answer, isSource);
  assert.deepEqual([found, cited], [true, [1, 2, 3]]);
  assert.deepEqual(
    unsupported.map(({ from, to }) => answer.slice(from, to)),
    ['Nobody has said why it does.'],
  );
});

test('the answer that the sources do not say it counts as not found', () => {
  assert.equal(checkAnswer('The sources do not say. They name the pilot [1].', isSource).found, false);
  assert.deepEqual(checkAnswer('The sources do not say.', isSource).unsupported, []);
  assert.equal(checkAnswer('No idea of that at all.', isSource).found, false);
});

test('hostile answers are read in linear time', async () => {
  for (const unit of ['[', '![', 'x[1]', 'e.g. ', 'a.', '[1', '<', '`', '[a](', 'https://', '. [1]', '【1', '```\n', '[a]:']) {
    const text = unit.repeat(Math.ceil(300_000 / unit.length));
    await assertUnder(3000, unit, () => cpuMs(() => checkAnswer(filtered([text]).text, isSource)));
  }
});

test('an index in code and [0] are not citations', () => {
  const { cited, sentences } = checkAnswer('The first is args[0], as `list[2]` and ``a[`3][4]`` say [1].', isSource);
  assert.deepEqual([cited, sentences.length], [[1], 1]);
});
