/** What a model wraps around an answer: a table, each row in one piece and letter by letter. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unwrapped } from '../../../../src/engine/answer/written/unwrapped.ts';

const fence = '```';
const denial = 'Nothing in the sources.';

/** Replies and what is passed on. */
const table: readonly (readonly [reply: string, answer: string])[] = [
  ['', ''],
  ['The kettle [1].', 'The kettle [1].'],
  ['Answer: The kettle [1].', 'The kettle [1].'],
  ['**Final answer:** The kettle [1].', 'The kettle [1].'],
  ['## Answer\n\nThe kettle [1].', 'The kettle [1].'],
  ['Answers are hot.', 'Answers are hot.'],
  ['Here it is.\n\nAnswer: The kettle [1].', 'Here it is.\n\nThe kettle [1].'],
  ['It is cited [1].\n\nAnswer: the kettle.', 'It is cited [1].\n\nAnswer: the kettle.'],
  [`${'Polite words. '.repeat(30)}\n\nAnswer: the kettle.`, `${'Polite words. '.repeat(30)}\n\nAnswer: the kettle.`],
  ['One.\n\nTwo.\n\nAnswer: the kettle.', 'One.\n\nTwo.\n\nAnswer: the kettle.'],
  ['NOT_FOUND', denial],
  ['**NOT_FOUND**', denial],
  ['not found.', denial],
  ['NOT_FOUND: see the shop.', `${denial} see the shop.`],
  ['Not found here is the kettle.', 'Not found here is the kettle.'],
  ['Answer: NOT_FOUND', denial],
  ['I have looked.\n\nNOT_FOUND', `I have looked.\n\n${denial}`],
  [`${fence}markdown\nThe kettle [1].\n${fence}`, 'The kettle [1].'],
  [`${fence}markdown\nThe kettle.\n${fence}`, 'The kettle.'],
  [`${fence}\nThe kettle [1].\n${fence}`, 'The kettle [1].'],
  [`${fence}\nconst a = 1;\n${fence}`, `${fence}\nconst a = 1;\n${fence}`],
  [`${fence}ts\nconst a = 1; // [1]\n${fence}`, `${fence}ts\nconst a = 1; // [1]\n${fence}`],
  [`${fence}\nThe kettle [1].`, 'The kettle [1].'],
  [`${fence}\nThe kettle [1].\n${fence}\n\nAnd more.`, `${fence}\nThe kettle [1].\n${fence}\n\nAnd more.`],
  [`Answer:\n${fence}\nThe kettle [1].\n${fence}`, 'The kettle [1].'],
  ['<answer>The kettle [1].</answer>', 'The kettle [1].'],
  ['<reply>The kettle [1].</reply>', 'The kettle [1].'],
  ['<answer>The kettle [1].', 'The kettle [1].'],
  ['<final_answer>The kettle [1].', 'The kettle [1].'],
  ['<reply>The kettle [1].', '<reply>The kettle [1].'],
  ['<li>One</li><li>Two</li>', '<li>One</li><li>Two</li>'],
  ['{"answer": "The kettle [1]."}', 'The kettle [1].'],
  ['{"text": "short", "reply": "The longer kettle [1]."}', 'The longer kettle [1].'],
  ['{"answer": "The kettle.", "why": "It is the longest text here."}', 'The kettle.'],
  ['{"answer": 3}', '{"answer": 3}'],
  ['{"none": 3}', '{"none": 3}'],
  ['{ no JSON', '{ no JSON'],
  [`${fence}json\n{"answer": "The kettle [1]."}\n${fence}`, 'The kettle [1].'],
  ['Thinking:\n\nWhich kettle?\n\nAnswer: The kettle [1].', 'The kettle [1].'],
  ['## Reasoning\n\nWhich kettle?\n\n## Final answer\n\nThe kettle [1].', 'The kettle [1].'],
  ['Thinking:\n\nOf nothing but kettles.', 'Thinking:\n\nOf nothing but kettles.'],
];

for (const [reply, answer] of table)
  test(JSON.stringify(reply.slice(0, 60)), () => {
    for (const pieces of [[reply], [...reply]]) {
      const unwrapped = new Unwrapped(denial);
      const text = pieces.map((piece) => unwrapped.push(piece)).join('') + unwrapped.end();
      assert.equal(text, answer, `in ${pieces.length} pieces`);
      assert.equal(unwrapped.isDenied, answer.includes(denial));
    }
  });

test('what is not wrapped is passed on at once, what is only at its end', () => {
  const plain = new Unwrapped(denial);
  assert.equal(plain.push('The '), 'The ');
  assert.equal(plain.push('kettle'), 'kettle');
  const wrapped = new Unwrapped(denial);
  assert.equal(wrapped.push('<answer>The kettle'), '');
  assert.equal(wrapped.push('.</answer>'), '');
  assert.equal(wrapped.end(), 'The kettle.');
});

test('a wrapped reply of more than 40,000 characters is taken as it is', () => {
  for (const [length, isHeld] of [
    [40_000, true],
    [40_001, false],
  ] as const) {
    const text = `{${' '.repeat(length - 1)}`;
    assert.equal(new Unwrapped(denial).push(text), isHeld ? '' : text);
  }
});
