import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quotable } from '../../../../src/engine/answer/written/citationSpan.ts';
import { checkAnswer } from '../../../../src/engine/answer/written/citations.ts';
import { CitedQuotes } from '../../../../src/engine/answer/written/citedQuotes.ts';

const texts = ['The kettle is heated first.\nThe pot is filled then.\n', 'A bell calls the guest.\nThe guest pays at the door.\n', '#\n'];
const sources: readonly Quotable[] = texts.map((text) => ({ text, kind: 'doc', startLine: 1, secrets: [] }));

function quotesOf(pieces: readonly string[]) {
  const quotes = new CitedQuotes(sources);
  const early = pieces.map((piece) => quotes.push(piece).map(({ n, from, to }) => `${n} ${texts[n - 1]?.slice(from, to)}`));
  const { marks } = checkAnswer(pieces.join(''), (n) => n >= 1 && n <= sources.length);
  const end = quotes.end(marks).map(({ n, from, to }) => `${n} ${texts[n - 1]?.slice(from, to)}`);
  return { early, end };
}

test('a quote is found as soon as its sentence is complete, and stays', () => {
  const { early, end } = quotesOf(['Fill ', 'the pot [1] ', 'then. ', 'The guest ', 'pays [2].\n', 'Heat the kettle first [1].']);
  assert.deepEqual(early, [[], [], [], ['1 The pot is filled then.'], ['2 The guest pays at the door.'], []]);
  assert.deepEqual(end, ['1 The pot is filled then.', '2 The guest pays at the door.', '1 The kettle is heated first.']);
});

test('a quote cited at the very end is found at the end, and a source without a statement is cited as a whole', () => {
  const { early, end } = quotesOf(['```\na[2]\n```\nThe kettle is first [1][3].']);
  assert.deepEqual(early, [[]]);
  assert.deepEqual(end, ['1 The kettle is heated first.', '3 ']);
});

test('a long answer with very many numbers is read a limited number of times', () => {
  const before = process.cpuUsage().user;
  quotesOf(Array.from({ length: 3000 }, (_, i) => `Line ${i} of it says \`x[${i}]\` and [${(i % 9000) + 4}] more. `));
  assert.ok(process.cpuUsage().user - before < 3e6);
});
