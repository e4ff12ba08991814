import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerSource } from '../../../src/core/answer/candidates.ts';
import { quotesFor } from '../../../src/core/answer/extractive.ts';
import { asksWhy, givesReason } from '../../../src/core/answer/reasons.ts';
import { furtherFor } from '../../../src/core/answer/wish.ts';

const known = (): number => 1;

test('questions that ask why are told from others', () => {
  const why = ['Why does the kettle whistle?', 'why is it so', 'What is the reason for the lid?', 'How come it boils?', 'And why not?'];
  const others = ['What does the kettle do?', 'How do I fill it?', 'Where is the whyBox defined?', 'kettle', ''];
  assert.deepEqual(why.filter(asksWhy), why);
  assert.deepEqual(others.filter(asksWhy), []);
});

test('statements that give a reason are told from others', () => {
  const reasons = [
    'It whistles because steam has to leave.',
    'The lid is shut so that it boils faster.',
    'Shut the lid, otherwise it boils over.',
    'For performance reasons the lid is shut.',
    'The lid is shut to avoid burns.',
    'Since water expands, it is not filled to the brim.',
    'The main reason is steam.',
    'It is heated slowly in\n// order to keep it whole.',
  ];
  const others = [
    'It has been there since version 2.',
    'In 2.1, since 2019, it whistles.',
    'If for some reason it stops, fill it.',
    'It does so twice.',
    '',
  ];
  assert.deepEqual(reasons.filter(givesReason), reasons);
  assert.deepEqual(others.filter(givesReason), []);
});

test('asked why, the statement that gives the reason is quoted, also from a comment', () => {
  const text =
    'The kettle whistles loudly. The kettle whistles. Whistles of a kettle are loud. Steam has to leave, so that the lid stays on.\n';
  const said = (question: string) => quotesFor(question, [{ n: 1, text, kind: 'doc', title: 'Kettle' }], known).map((quote) => quote.text);
  assert.ok(said('Why does the kettle whistle?').some((one) => one.includes('so that the lid stays on')));
  assert.ok(!said('When does the kettle whistle?').some((one) => one.includes('so that the lid stays on')));
  const code = '// The queue of the kettle is sorted.\n// It is sorted because guests leave otherwise.\nconst queue = sort(kettle);\n';
  const noted = quotesFor('Why is the queue of the kettle sorted?', [{ n: 1, text: code, kind: 'code', title: '' }], known);
  assert.ok(noted.some((quote) => quote.text.includes('because guests leave')));
});

test('a reason further down the ranking is quoted where it speaks of the question', () => {
  const near: AnswerSource = { n: 1, text: 'The kettle whistles at the door.\n', kind: 'doc', title: 'Kettle' };
  const text = 'Cups are warm because guests like it. A kettle whistles because steam has to leave.\n';
  const quotes = quotesFor('Why does a kettle whistle?', [near, { n: 20, text, kind: 'doc', title: 'Steam', isFurther: true }], known);
  assert.deepEqual(
    quotes.filter(({ n }) => n === 20).map((quote) => quote.text),
    ['A kettle whistles because steam has to leave.'],
  );
  const mayHold = furtherFor('Why does a kettle whistle?');
  assert.deepEqual([mayHold?.(text), mayHold?.(near.text), mayHold?.('Cups are warm because guests like it.')], [true, false, false]);
});
