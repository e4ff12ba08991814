import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Match, noSignals, restatedStateOf, type Signals, stateOf } from '../../../../src/engine/answer/brief/answerability.ts';
import type { BriefQuery } from '../../../../src/engine/answer/brief/briefQuery.ts';

/** A question of words with these weights; one in capitals is a name. */
const query = (weights: Readonly<Record<string, number>>) =>
  ({
    words: Object.entries(weights).map(([word, weight]) => ({ word, weight, isProper: word === word.toUpperCase() })),
  }) as unknown as BriefQuery;
const lacking = (...absent: readonly string[]): Signals => ({
  ...noSignals,
  isAbsent: (asked) => absent.includes((asked as { word?: string }).word ?? ''),
});

const plain = query({ boil: 0.4, kettle: 0.3, water: 0.3 });
const none = { matched: 0.5, named: 0, matchedWords: 3, namedWords: 0, holdsQuote: false, isCode: false };
const match = (more: Partial<Match>): Match => ({ ...none, ...more });

test('a block answers if it shows enough of the question, in at least three words', () => {
  assert.equal(stateOf(match({ matched: 0.65 }), plain, noSignals, false), 'answer');
  assert.equal(stateOf(match({ matched: 0.64 }), plain, noSignals, false), 'closest');
  assert.equal(stateOf(match({ matched: 1, matchedWords: 2 }), plain, noSignals, false), 'closest');
  const agreed = { ...noSignals, isFirstByWords: true };
  assert.equal(stateOf(match({ matched: 0.5 }), plain, agreed, false), 'answer');
  assert.equal(stateOf(match({ matched: 0.49 }), plain, agreed, false), 'closest');
});

test('a block answers by its heading or name, or by what the question quotes', () => {
  const named = (share: number, namedWords: number) =>
    stateOf(match({ named: share, namedWords, matchedWords: 2 }), plain, noSignals, false);
  assert.deepEqual([named(0.4, 2), named(0.39, 2), named(0.64, 1), named(0.65, 1)], ['answer', 'closest', 'closest', 'answer']);
  assert.equal(stateOf(match({ matched: 0.1, holdsQuote: true }), plain, noSignals, false), 'answer');
});

test('nothing is here if nothing matches, or if a name or most of the question occurs nowhere', () => {
  assert.equal(stateOf(undefined, plain, noSignals, false), 'notHere');
  assert.equal(stateOf(match({ matched: 0 }), plain, noSignals, false), 'notHere');
  const asked = query({ ZITHER: 0.2, boil: 0.4, water: 0.4 });
  assert.equal(stateOf(match({ matched: 0.6 }), asked, lacking('ZITHER'), false), 'notHere');
  assert.equal(stateOf(match({ matched: 0.65 }), asked, lacking('ZITHER'), false), 'closest');
  assert.equal(stateOf(match({ matched: 0.6 }), query({ ZITHER: 0.19, boil: 0.81 }), lacking('ZITHER'), false), 'closest');
  const most = lacking('boil', 'kettle');
  assert.equal(stateOf(match({ matched: 0.29 }), plain, most, false), 'notHere');
  assert.equal(stateOf(match({ matched: 0.3 }), plain, most, false), 'closest');
  assert.equal(stateOf(match({ matched: 0.29 }), plain, most, true), 'closest', 'words of another language occur nowhere');
  assert.equal(
    stateOf(match({ matched: 0.2 }), query({ boil: 0.8, water: 0.2 }), lacking('boil'), false),
    'closest',
    'one word does not say so',
  );
  const even = query({ a: 0.4, b: 0.4, c: 0.1, d: 0.1 });
  assert.equal(stateOf(match({ matched: 0.2 }), even, lacking('a', 'b'), false), 'closest', 'as many words stand somewhere');
});

test('what a model made of a question says that nothing is here only where the question agrees, but for a name', () => {
  const here = [match({ matched: 0.7 }), plain] as const;
  const nothing = [undefined, plain] as const;
  assert.equal(restatedStateOf(here, nothing, noSignals, false), 'answer');
  assert.equal(restatedStateOf(nothing, here, noSignals, false), 'closest');
  assert.equal(restatedStateOf(nothing, nothing, noSignals, false), 'notHere');
  const name = query({ ZITHER: 0.5, boil: 0.5 });
  assert.equal(restatedStateOf([undefined, name], here, lacking('ZITHER'), false), 'notHere');
});
