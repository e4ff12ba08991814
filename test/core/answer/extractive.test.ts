import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AnswerSource, answerLimits, confidence, quotesFor, quotesText } from '../../../src/core/answer/extractive.ts';

const texts = [
  '# Brewing\nThe kettle heats the water to 96 degrees. Then the teapot is filled.\n\nTea is steeped for four minutes. It is served at once.\n',
  'export function heat(kettle: Kettle): void {\n  // The kettle is heated until the water boils.\n  kettle.on();\n}\n',
  'Orders are kept in a store. A guest is called by the bell when the order is ready.\n',
];
const sources: readonly AnswerSource[] = texts.map((text, i) => ({
  n: i + 1,
  text,
  kind: i === 1 ? 'code' : 'doc',
  title: i === 0 ? 'Brewing' : '',
}));
const known = (): number => 1;

test('quotes are verbatim at their offsets, few and short, in the order of the sources', () => {
  const word = fc.constantFrom('kettle', 'water', 'tea', 'order', 'guest', 'heated', 'the', 'Brewing', 'zebra', 'minutes');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), fc.shuffledSubarray([...sources]), (words, given) => {
      const quotes = quotesFor(words.join(' '), given, known);
      assert.ok(quotes.length <= answerLimits.mostStatements);
      assert.ok(quotes.reduce((sum, { text }) => sum + text.length, 0) <= answerLimits.mostCharacters);
      for (const { n, from, to, text } of quotes) {
        assert.equal(given.find((source) => source.n === n)?.text.slice(from, to), text);
        assert.ok(quotesText(quotes).includes(`${text} [${n}]`));
      }
      const ranks = quotes.map(({ n }) => given.findIndex((source) => source.n === n));
      assert.deepEqual(
        ranks,
        [...ranks].sort((a, b) => a - b),
      );
      assert.deepEqual(quotesFor(words.join(' '), given, known), quotes);
    }),
  );
});

test('the sentence that covers the question is quoted', () => {
  const quotes = quotesFor('How many minutes is tea steeped?', sources, known);
  assert.ok(quotes.some(({ text }) => text === 'Tea is steeped for four minutes.'));
  const below = quotesFor('To how many degrees does the kettle heat the water?', sources, known);
  assert.ok(below.some(({ text }) => text === 'The kettle heats the water to 96 degrees.'));
});

test('asked what something is, the answer says what it is', () => {
  const said = 'Install the kettle with care. The kettle needs water. Get the kettle today. Mind the kettle. Kettle is a timer for tea.\n';
  const quotes = quotesFor('What is Kettle?', [{ n: 1, text: said, kind: 'doc', title: 'Kettle' }], known);
  const worth = quotesFor('Kettle?', [{ n: 1, text: said, kind: 'doc', title: 'Kettle' }], known);
  assert.ok(quotes.some(({ text }) => text === 'Kettle is a timer for tea.'));
  assert.ok(!worth.some(({ text }) => text === 'Kettle is a timer for tea.'));
});

test('a sentence that stands in two sources is quoted once, from the better one', () => {
  const twice = [sources[0] as AnswerSource, { ...(sources[0] as AnswerSource), n: 2, title: 'A copy' }];
  const quotes = quotesFor('how long is tea steeped', twice, known);
  const steeped = quotes.filter(({ text }) => text.includes('steeped'));
  assert.deepEqual(
    steeped.map(({ n }) => n),
    [1],
  );
});

test('nothing is quoted for an unrelated question, without sources, and for a question without a word', () => {
  for (const question of ['Who won the football championship?', '火星在哪里', '', '?', 'the of and', ' \n', 'What is it?']) {
    assert.deepEqual(quotesFor(question, sources, known), [], question);
  }
  assert.deepEqual(quotesFor('kettle', [], known), []);
});

test('one sign and 100 kB are questions too', () => {
  const long = Array.from({ length: 100_000 / 8 }, (_, i) => `w${i}`.padEnd(7)).join(' ');
  for (const question of ['x', '漢', long, 'kettle '.repeat(14_000), '"'.repeat(100_000), '漢'.repeat(34_000)]) {
    const before = process.cpuUsage().user;
    const quotes = quotesFor(question, sources, known);
    assert.ok((process.cpuUsage().user - before) / 1000 < 1000, question.slice(0, 20));
    assert.ok(quotesText(quotes).length < 1500);
  }
});

test('confidence is 0 to 1', () => {
  const terms = new Map([['kettl', 2]]);
  assert.equal(confidence(terms, sources), 1);
  assert.equal(confidence(terms, []), 0);
  assert.equal(confidence(new Map([['zebra', 2]]), sources), 0);
  assert.equal(confidence(new Map(), sources), 0);
});
