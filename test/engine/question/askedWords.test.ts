import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { askedWords, heldShare, heldWeight, termSet } from '../../../src/engine/question/askedWords.ts';
import { languageOfQuestion } from '../../../src/engine/text/stemming/naturalLanguage.ts';
import { countTerms } from '../../../src/engine/text/words/countTerms.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

const known = (): number => 1;
const asked = (question: string) => askedWords(question, known, languageOfQuestion(question));
/** The first term of each word. */
const wholes = (question: string): readonly string[] => asked(question).map(({ terms }) => terms[0] as string);
const termsIn = (text: string) => termSet(countTerms(text).keys());

test('words that only ask are left out, in every language', () => {
  for (const [question, words] of [
    ['How do I change the port of the server?', 'chang port server'],
    ['Wie kann ich den Port des Servers ändern?', 'port server andern'],
    ['Comment puis-je changer le port du serveur ?', 'changer port serveur'],
    ['¿Cómo puedo cambiar el puerto del servidor?', 'cambiar puerto servidor'],
    ['Como posso mudar a porta do servidor?', 'mudar porta servidor'],
    ['Как мне изменить порт сервера?', 'изменить порт сервера'],
    ['如何更改服务器的端口？', '更改 服务 端口'],
    ['どのように設定を変更しますか？', '設定 変更'],
    ['서버 포트는 어디에 있나요?', '서버 포트 트는'],
  ] as const) {
    assert.equal(wholes(question).join(' '), words);
  }
  assert.deepEqual(asked('What is it?'), []);
});

test('characters without word boundaries are one word up to the next stop word', () => {
  assert.deepEqual(wholes('端口在哪里读取？'), ['端口', '读取']);
});

test('each word is listed once, in order, with its parts and other forms', () => {
  const [read, port] = asked('readPort port linter readPort');
  assert.deepEqual(read?.terms, ['readport', 'read', 'port']);
  assert.deepEqual([read?.text, read?.isName, port?.text, port?.isName], ['readPort', true, 'port', false]);
  assert.equal(asked('readPort port linter readPort').length, 3);
});

test('a proper name is known by its capital, but where every word or noun has one by two of them', () => {
  const proper = (question: string) => asked(question).flatMap(({ text, isProper }) => (isProper ? [text] : []));
  const names: readonly (readonly [question: string, ...names: string[]])[] = [
    ['Where does Anna keep the readPort of NATO?', 'Anna', 'readPort', 'NATO'],
    ['Anna lives where? Zeppelin flies. “Ida sings'],
    ['NATO is where?', 'NATO'],
    ['Wo wohnt Anna mit dem Zeppelin der NATO?', 'NATO'],
    ['где живёт Анна и Zeppelin', 'Zeppelin'],
  ];
  for (const [question, ...expected] of names) assert.deepEqual(proper(question), expected, question);
});

test('weights are shares of rarity that sum to one, names three times as much', () => {
  const rarity = (term: string): number => (term === 'common' ? 1 : 3);
  const en = languageOfQuestion('');
  const words = askedWords('common rare readPort', rarity, en);
  assert.deepEqual(
    words.map(({ weight }) => Math.round(weight * 13)),
    [1, 3, 9],
  );
  assert.deepEqual(
    askedWords('common rare', () => 0, en).map(({ weight }) => weight),
    [0, 0],
  );
});

test('a word is found as a whole, by all its parts, in another form, or not', () => {
  for (const [word, text, share] of [
    ['port', 'the port is read', 1],
    ['readPort', 'readPort()', 1],
    ['readPort', 'read the port', 1],
    ['readPort', 'the port', 0],
    ['lint', 'the linter runs', 0.7],
    ['Servers', 'Serverseitig', 0.7],
    ['порта', 'порт', 0],
    ['изменить', 'изменил порт', 0.7],
    ['port', 'portable', 0],
    ['端口', '更改端口', 1],
  ] as const) {
    const [first] = asked(word);
    assert.ok(first);
    assert.equal(heldShare(first, termsIn(text)), share, `${word} in ${text}`);
  }
  assert.equal(heldWeight(asked('port server'), termsIn('the port')), 0.5);
});

test('questions of any size and shape are read in time', async () => {
  for (const unit of ['port ', 'readPort', 'x', '端', '端口在', 'ー', '\ud800', '`', '. ']) {
    await assertUnder(500, JSON.stringify(unit), () => cpuMs(() => asked(unit.repeat(100_000))));
  }
  const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(anyText, (question) => {
      const words = asked(question);
      const sum = words.reduce((total, { weight }) => total + weight, 0);
      assert.ok(words.length === 0 || Math.abs(sum - 1) < 1e-9);
      assert.ok(words.every(({ terms }) => terms.length > 0));
    }),
  );
});
