import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { askedWords, isSaid, type SaidText } from '../../../src/core/answer/confidence.ts';

const text = (said: string, title = ''): SaidText => ({ text: said, title, kind: 'doc' });
/** Of the words that the tests use, how rare each is. */
const rarities = new Map(Object.entries({ kettl: 3, water: 2, boil: 4, blue: 6, sky: 7, tea: 1, zebra: 8, squiggl: 8 }));
const rarity = (term: string): number => rarities.get(term) ?? 3;

function check(question: string, sources: readonly SaidText[], expected: boolean): void {
  assert.equal(isSaid(askedWords(question, rarity), sources), expected, question);
}

test('words that stand together answer, words that stand apart do not', () => {
  check('Why is the sky blue?', [text('Sky Ltd holds the rights.'), text('The colours are red and blue.')], false);
  check('Why is the sky blue?', [text('The sky is blue by scattering.')], true);
  check('When does the kettle boil the water?', [text('The kettle hums until the water boils.')], true);
  check('When does the kettle boil the zebra?', [text('The kettle boils.')], false);
});

test('a question may hold words that stand nowhere, the more of the others stand together', () => {
  check('Does the kettle boil water with a squiggle?', [text('The kettle boils the water.')], true);
  check('Does the kettle show a squiggle?', [text('The kettle boils.')], false);
});

test('one word is enough where it is nearly all of the question, and the title counts', () => {
  check('kettle', [text('The kettle hums.')], true);
  check('What is a kettle?', [text('It heats.', 'Kettle')], true);
  check('How many zebras like tea?', [text('A zebra is striped.')], true);
  check('How much water is for the kettle?', [text('It holds a litre of water.', 'Kettle')], true);
});

test('a question that names something of code is about it', () => {
  check('Who calls KettleQueue?', [text('The class KettleQueue heats.')], true);
  check('Who calls url_for?', [text('A URL is long.')], false);
  check('Who calls the zebra queue?', [text('A queue is long.')], false);
});

test('what only frames a question is not asked for', () => {
  const wholes = (question: string) => askedWords(question, rarity).map(({ terms: [whole] }) => whole);
  assert.deepEqual(wholes('Where is KettleQueue defined?'), wholes('KettleQueue'));
});

test('two sources may answer together what no single place says', () => {
  const apart = [text('The kettle is of steel. The water boils there.'), text('The tea is steeped. A zebra drinks.')];
  check('Does the zebra drink the water that boils in the kettle?', apart, true);
});

test('words that ask do not count, unless there are no others; identifiers count once', () => {
  assert.deepEqual(
    askedWords('How do I find the best example of kettleWater?', rarity).map(({ terms: [whole] }) => whole),
    ['kettlewater'],
  );
  assert.equal(askedWords('best example?', rarity).length, 2);
  assert.deepEqual(askedWords('the of and', rarity), []);
  check('the of and', [text('the of and')], false);
  check('', [text('kettle')], false);
  check('kettle', [], false);
});

test('more said is never less of an answer', () => {
  const word = fc.constantFrom(...rarities.keys(), 'the');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), fc.array(word, { maxLength: 6 }), word, (asked, said, more) => {
      const words = askedWords(asked.join(' '), rarity);
      if (isSaid(words, [text(said.join(' '))])) assert.ok(isSaid(words, [text([...said, more].join(' '))]));
    }),
  );
});

test('what somebody wants to do with a thing may stand nowhere where the code of the thing is found', () => {
  const table: SaidText = { text: 'pub struct Kettle {', title: 'Kettle › fill', kind: 'code' };
  check('How do I paint a kettle?', [table], true);
  check('How do I paint a kettle?', [{ ...table, kind: 'doc', title: 'Tea' }], false);
  check('How do I paint a kettle blue?', [table], false);
  check('Who painted the kettle?', [table], false);
});

test('a command is asked for, not the word', () => {
  const wholes = askedWords('Which command boils the kettle?', rarity).map(({ terms: [whole] }) => whole);
  assert.deepEqual(wholes, ['boil', 'kettl']);
});
