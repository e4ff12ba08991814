import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { languageOfQuestion, naturalLanguageOf, stopWordsIn } from '../../../../src/engine/text/stemming/naturalLanguage.ts';
import { stemmedLanguageOf } from '../../../../src/engine/text/stemming/stemmedLanguage.ts';
import { languages, vocabularies } from '../../../../src/engine/vocabulary/vocabularies.ts';
import { assertUnder, cpuMs } from '../../../support/quick.ts';

/** Questions and sentences of each language. */
const texts: Readonly<Record<string, string>> = {
  en: `How do I change the port of the server?
    What is the default port?
    The kettle boils the water when it is hot.
    Where is Größe converted?`,
  de: `Wie ändere ich den Port?
    Wo wird der Port gelesen?
    Was macht readPort in der Datei server.ts?
    Der Kessel kocht das Wasser, wenn es kalt ist.`,
  fr: `Comment changer le port du serveur ?
    Où est lu le port ?
    La bouilloire chauffe l'eau quand elle est froide.`,
  es: `¿Cómo puedo cambiar el puerto?
    ¿Dónde se lee el puerto?
    El hervidor calienta el agua cuando está fría.`,
  pt: `Como posso mudar a porta?
    Onde a porta é lida?
    A chaleira aquece a água quando ela não está quente.`,
  ru: `Как изменить порт?
    Где вызывается readPort?
    Чайник кипятит воду.`,
  zh: `如何更改端口？
    readPort 在哪里定义？
    水壶烧水。`,
  ja: `ポートはどこで読まれますか？
    readPort の使い方
    やかんは水を沸かします。`,
  ko: `포트를 어떻게 변경하나요?
    readPort 함수는 어디에 있나요?
    주전자가 물을 끓인다.`,
  da: `Hvor bliver porten læst?
    Kedlen varmer vandet, når det ikke er varmt.`,
  fi: `Missä portti on luettu?
    Kattila ei ole kuuma, mutta vesi on.`,
  hu: `Hol van a kikötő és mi az?
    A kanna nem forró, de a víz már az.`,
  it: `Dove si legge la porta?
    Il bollitore scalda l'acqua quando non è calda.`,
  nl: `Hoe wordt de poort gelezen?
    De ketel kookt het water als het koud is.`,
  no: `Hva er porten til tjeneren?
    Kjelen koker vannet når det ikke er varmt, men bare etter at noen slår den på.`,
  ro: `Unde este citit portul?
    Ibricul fierbe apa pentru că este rece.`,
  sv: `Var är porten som läses?
    Kitteln kokar vattnet när det inte är varmt.`,
  tr: `Bu liman nerede ve ne kadar büyük?
    Su için bir kazan var.`,
  vi: `Cổng của máy chủ là gì?
    Ấm đun nước khi nước đã nguội và không có ai.`,
  ar: `أين يقع الميناء؟
    ما هو READ_PORT؟`,
  el: `Πού είναι το λιμάνι;
    Τι κάνει η readPort στον διακομιστή;`,
  hi: `बंदरगाह कहाँ है?
    readPort क्या करता है?`,
  th: `ท่าเรืออยู่ที่ไหน
    readPort ทำอะไร`,
};

for (const { id } of languages) {
  test(`texts in ${id} are recognised`, () => {
    const wrong = (texts[id] as string).split('\n').filter((text) => naturalLanguageOf(text)?.id !== id);
    assert.deepEqual(wrong, []);
  });
}

test('stems are those of a language only if it is certain', () => {
  assert.equal(stemmedLanguageOf('Der Kessel kocht das Wasser, wenn es kalt ist.')?.id, 'de');
  assert.equal(stemmedLanguageOf('The kettle boils the water when it is hot.'), undefined);
  assert.equal(stemmedLanguageOf('水壶烧水。'), undefined);
  // A title in another language inside of an English sentence.
  assert.equal(stemmedLanguageOf('La Casa de la Marea is a film by two sisters, and it was shown once.'), undefined);
});

test('if nothing shows the language, a text has none and a question is English', () => {
  for (const text of ['', '42', 'readPort', 'parser.ts SyntaxError', '!?']) {
    assert.equal(naturalLanguageOf(text), undefined, text);
    assert.equal(languageOfQuestion(text).id, 'en', text);
  }
});

test('a name in another script does not change the language of a sentence', () => {
  assert.equal(naturalLanguageOf('What does the function that is called 端口 do when the server starts?')?.id, 'en');
  assert.equal(naturalLanguageOf('Was macht die Funktion Привет, wenn der Server neu gestartet wird und es eilig hat?')?.id, 'de');
});

test('stop words are folded as terms are', () => {
  for (const vocabulary of vocabularies) {
    const stops = stopWordsIn(vocabulary);
    assert.ok(stops.size > 50, vocabulary.id);
    assert.equal(stopWordsIn(vocabulary), stops);
    for (const word of stops) assert.equal(word, word.toLowerCase());
  }
});

test('texts of any size and shape are judged in time', async () => {
  for (const unit of ['the ', 'x', 'ä', '端', 'を', ' ', '\ud800']) {
    await assertUnder(200, JSON.stringify(unit), () => cpuMs(() => naturalLanguageOf(unit.repeat(200_000))));
  }
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => languages.includes(languageOfQuestion(text))));
});
