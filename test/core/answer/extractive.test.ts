import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AnswerSource } from '../../../src/core/answer/candidates.ts';
import { answerLimits, quotesFor, quotesText } from '../../../src/core/answer/extractive.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

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

test('one sign and 100 kB are questions too', async () => {
  const long = Array.from({ length: 100_000 / 8 }, (_, i) => `w${i}`.padEnd(7)).join(' ');
  for (const question of ['x', '漢', long, 'kettle '.repeat(14_000), '"'.repeat(100_000), '漢'.repeat(34_000)]) {
    await assertUnder(1000, question.slice(0, 20), () =>
      cpuMs(() => assert.ok(quotesText(quotesFor(question, sources, known)).length < 1500)),
    );
  }
});

test('asked how to do something, what is typed for it is quoted, with what it is for', () => {
  const text =
    '# Development\nWe like tests. Tests are good to have here.\n\nRun all of the tests with:\n\n```sh\nnpm test\n```\n\nDocs:\n\n```sh\nnpx typedoc\n```\n';
  const code = "test('tests of tickets run', () => {\n  run(tests);\n});\n";
  const from: AnswerSource[] = [
    { n: 1, text: code, kind: 'code', title: '' },
    { n: 2, text, kind: 'doc', title: 'Development' },
  ];
  const quotes = quotesFor('How do I run the tests?', from, known);
  assert.ok(quotes.some((quote) => quote.text === 'Run all of the tests with:'));
  const command = quotes.find((quote) => quote.text === 'npm test');
  assert.deepEqual([command?.n, command?.form], [2, 'code']);
  assert.ok(!quotes.some((quote) => quote.text === 'npx typedoc'));
  const scripts = '{\n  "scripts": {\n    "build": "tsc -b --watch",\n    "test": "vitest run --coverage"\n  }\n}\n';
  const manifest = quotesFor(
    'What command runs the tests?',
    [{ n: 1, text: scripts, kind: 'code', title: '', fileName: 'package.json' }],
    known,
  );
  assert.deepEqual(
    manifest.map((quote) => quote.text),
    ['"test": "vitest run --coverage"'],
  );
});

test('a line of code is quoted for the name that it holds rather than for its words', () => {
  const text = '// The queue of kettles is kept sorted.\nfunction keepQueue(kettles) {\n  log(queue, kettles);\n}\n';
  const from: AnswerSource[] = [{ n: 1, text, kind: 'code', title: 'keepQueue' }];
  const said = (question: string) => quotesFor(question, from, known).map((quote) => quote.text);
  assert.deepEqual(said('Which queue holds the kettles?'), ['The queue of kettles is kept sorted.']);
  assert.ok(said('What does keepQueue do?').includes('function keepQueue(kettles) {'));
});

test('what records the past is quoted after what is so', () => {
  const said = 'The kettle heats the water to 96 degrees.\n';
  const from = (isRecord: boolean): AnswerSource[] => [
    { n: 1, text: `In 2.0 the kettle heats the water to 90 degrees. ${said}`, kind: 'doc', title: '', isRecord },
    { n: 2, text: `There the kettle heats the water to 95 degrees. ${said}`, kind: 'doc', title: '' },
  ];
  const best = (isRecord: boolean, question: string) => quotesFor(question, from(isRecord), known).map(({ n }) => n);
  assert.deepEqual(best(true, 'To how many degrees is the water heated?').includes(2), true);
  assert.deepEqual(best(true, 'Since which version is the water heated to 90 degrees?').includes(1), true);
});

test('a sentence that speaks of the one before it is quoted with that', () => {
  const led = 'Cups are kept warm. The drip tray lies below. It then catches the limescale of the kettle.\n\nThe bell rings.\n';
  const [first] = quotesFor('What catches limescale of a kettle?', [{ n: 1, text: led, kind: 'doc', title: '' }], known);
  assert.equal(first?.text, 'The drip tray lies below. It then catches the limescale of the kettle.');
  const comment = '// The drip tray lies below. It then\n// catches the limescale of the kettle.\nconst tray = 1;\n';
  const [noted] = quotesFor('What catches limescale of a kettle?', [{ n: 1, text: comment, kind: 'code', title: '' }], known);
  assert.equal(noted?.text, 'The drip tray lies below. It then\n// catches the limescale of the kettle.');
});

test('asked how to do something, an example is quoted that shows it', () => {
  const text =
    '/// A kettle of steel, which heats the water for tea.\n///\n/// ```\n/// let kettle = Kettle::new();\n/// ```\npub struct Kettle {}\n';
  const from: AnswerSource[] = [{ n: 1, text, kind: 'code', title: 'Kettle' }];
  const shows = (question: string) => quotesFor(question, from, known).find(({ form }) => form === 'example')?.text;
  assert.equal(shows('How do I paint a kettle?'), 'let kettle = Kettle::new();');
  assert.equal(shows('What is a kettle?'), undefined);
});

test('from further down the ranking commands alone are quoted, and only where one is asked for', () => {
  const near: AnswerSource = { n: 1, text: 'The tests run on every push.\n', kind: 'doc', title: 'Tests' };
  const text = 'The tests run here as well.\n\n```sh\nnpm test\n```\n';
  const from: AnswerSource[] = [near, { n: 20, text, kind: 'doc', title: 'Run the tests', isFurther: true }];
  const said = (question: string) => quotesFor(question, from, known).filter(({ n }) => n === 20);
  assert.deepEqual(
    said('How do I run the tests?').map((quote) => quote.text),
    ['npm test'],
  );
  assert.deepEqual(said('When do the tests run?'), []);
});

test('asked what something is, a definition is quoted from further down, and little beside it', () => {
  const near: AnswerSource = { n: 1, text: 'The kettle hums.\n\nEvery kettle has a lid.\n\nMind the kettle.\n', kind: 'doc', title: '' };
  const far: AnswerSource = { n: 15, text: 'Kettles are vessels for tea. Kettles hum.\n', kind: 'doc', title: '', isFurther: true };
  const said = quotesFor('What is a kettle?', [near, far], known).map(({ text }) => text);
  assert.ok(said.includes('Kettles are vessels for tea.'));
  assert.ok(!said.includes('Kettles hum.'));
  assert.ok(said.length < quotesFor('What is a kettle?', [near], known).length + 1);
});
