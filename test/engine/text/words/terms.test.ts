import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold, identifierParts, termsOf } from '../../../../src/engine/text/words/terms.ts';
import { tokenize } from '../../../../src/engine/text/words/tokens.ts';
import { anyUnits } from '../../../support/anyText.ts';

/** The terms of all words of a text, as the index and the question see them. */
function terms(text: string): readonly string[] {
  const { count, starts, ends, shapes } = tokenize(text);
  const words = Array.from({ length: count }, (_, i) => [text.slice(starts[i], ends[i]), shapes[i] as number] as const);
  return words.flatMap(([word, shape]) => termsOf(word, shape));
}

function check(text: string, expected: string): void {
  assert.equal(terms(text).join(' '), expected, text);
}

test('words are folded and stemmed, stop words vanish', () => {
  check('The Servers are running', 'server run');
  check('I do not know', 'know');
  check('', '');
  check('a', '');
  check('x 7 2024', 'x 7 2024');
  check('\u0301 a \u0300', '');
});

test('identifiers are terms as a whole and in parts', () => {
  check('parseHTTPRequest_v2', 'parsehttprequest_v2 pars http request v2');
  check('createServer', 'createserver creat server');
  check('MAX_FILE_SIZE', 'max_file_size max file size');
  check('__init__', '__init__ init');
  check('$scope', '$scope scope');
  check('_ $ __ $$', '');
  check('utf8Decoder', 'utf8decoder utf8 decod');
  assert.deepEqual(identifierParts('parseHTTPRequest_v2'), ['parse', 'HTTP', 'Request', 'v2']);
});

test('a version is a term, and so is each version that contains it', () => {
  check('2.4.1.3', '2.4.1.3 2 2.4 2.4.1');
  check('v1.12', '1.12 1');
  check('V1.2', '1.2 1');
  check('v2', 'v2');
  check('3.10.', '3.10 3');
  check('1..10', '1 10');
  check('utf8.9 var1.5', 'utf8 9 var1 5');
  check('log4j-2.17.1.jar', 'log4j 2.17.1 2 2.17 jar');
});

test('scripts without spaces are split into overlapping pairs, even next to Latin letters', () => {
  check('東京都', '東京 京都');
  check('木', '木');
  check('Nodeのテスト', 'node のテ テス スト');
  check('サーバー', 'サー ーバ バー');
  check('ภาษา', 'ภา าษ ษา');
  check('한국어', '한국 국어');
  check('𠮷野家', '𠮷野 野家');
  check('한국어'.normalize('NFD'), '한국 국어');
  check('ガギグ'.normalize('NFD'), 'ガギ ギグ');
  check('ｶﾞｷﾞ', 'ガギ');
});

test('fold removes case, accents and compatibility forms', () => {
  const pairs: [string, string][] = [
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['GROẞ', 'gross'],
    ['Über', 'uber'],
    ['Müller', 'muller'],
    ['café', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['İstanbul', 'istanbul'],
    ['Ёлка', 'елка'],
    ['ΑΘΉΝΑ', 'αθηνα'],
    ['ﬁle', 'file'],
    ['Ｆｕｌｌ', 'full'],
    ['كِتَاب', 'كتاب'],
    ['كتـــاب', 'كتاب'],
    ['آب', 'اب'],
    ['שָׁלוֹם', 'שלום'],
  ];
  for (const [word, folded] of pairs) assert.equal(fold(word), folded, word);
});

test('fold is idempotent', () => {
  fc.assert(fc.property(anyUnits(20), (text) => assert.equal(fold(fold(text)), fold(text))));
});

test('long words are cut, whatever they are made of', () => {
  for (const sign of ['a', 'é', 'ا', '1', '_a']) {
    for (const term of terms(sign.repeat(200_000))) assert.ok(term.length <= 64);
  }
  assert.equal(terms('漢'.repeat(100_000)).length, 99_999);
});

test('the terms of a word do not depend on what was seen before', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('createServer', 'Straße', '東京都', 'running', '__x__')), (words) => {
      const alone = words.flatMap((word) => terms(word));
      assert.deepEqual(terms(words.join(' ')), alone);
    }),
  );
});
