import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { prefixLength, stemmedLanguage, stemmedLanguages, termOfLanguage } from '../../../../src/engine/text/stemming/stems.ts';
import { fold } from '../../../../src/engine/text/words/terms.ts';
import { tokenize } from '../../../../src/engine/text/words/tokens.ts';
import { anyUnits } from '../../../support/anyText.ts';
import { assertUnder, cpuMs } from '../../../support/quick.ts';

/** Forms of one word of each language, as a text has them. */
const forms: Readonly<Record<string, string>> = {
  ar: 'كتاب الكتاب',
  da: 'havn havnen havnene',
  de: 'Hafen Hafens',
  el: 'λιμάνι λιμάνια',
  es: 'puertos puerto',
  fi: 'satama satamassa satamat',
  fr: 'bateau bateaux',
  hi: 'लड़की लड़कियाँ',
  hu: 'kikötő kikötőben',
  it: 'barca barche',
  nl: 'boot boten',
  no: 'havn havnen havnene',
  pt: 'porto portos',
  ro: 'corabie corăbii',
  ru: 'гавань гавани гаванью',
  sv: 'hamn hamnen hamnar',
  tr: 'kitap kitaplar kitaplardan',
};

const stemIn = (id: string, folded: string): string => stemmedLanguage(id)?.stem(folded) as string;

for (const { id, stem } of stemmedLanguages) {
  test(`forms of a word have one stem in ${id}`, () => {
    const stems = new Set((forms[id] as string).split(' ').map((form) => stem(fold(form))));
    assert.equal(stems.size, 1, [...stems].join(' '));
  });
}

test('a long word is cut to its beginning', () => {
  assert.equal(stemIn('de', 'hafenverwaltung'), 'hafenv');
  assert.equal(stemIn('de', 'hafenverwaltungen').length, prefixLength);
});

test('what is not a word stays whole', () => {
  for (const text of ['20240131', 'utf8decoder', 'read_port_number', ''])
    for (const { stem } of stemmedLanguages) assert.equal(stem(text), text);
});

test('ASCII words are English if the language has another script', () => {
  for (const id of ['ru', 'el', 'ar', 'hi']) assert.equal(stemIn(id, 'configurations'), 'configur');
});

test('other languages have no stems', () => {
  for (const id of ['en', 'zh', 'vi', 'toString', undefined]) assert.equal(stemmedLanguage(id), undefined);
});

test('the term of a language is in no text', () => {
  for (const language of stemmedLanguages) assert.equal(tokenize(termOfLanguage(language)).count, 2);
});

test('a stem depends only on the word and the language, and is found in time', async () => {
  const anyLanguage = fc.constantFrom(...stemmedLanguages);
  fc.assert(
    fc.property(fc.array(fc.tuple(anyLanguage, anyUnits(64)), { maxLength: 12 }), (asked) => {
      const once = asked.map(([{ stem }, word]) => stem(word));
      const again = [...asked].reverse().map(([{ stem }, word]) => stem(word));
      assert.deepEqual(again.reverse(), once);
    }),
  );
  for (const { id, stem } of stemmedLanguages) {
    const unit = fold((forms[id] as string).split(' ')[0] as string);
    await assertUnder(200, id, () => cpuMs(() => stem(unit.repeat(64).slice(0, 64))));
  }
});
