import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { leansOnEarlier } from '../../../src/engine/question/followUpQuestions.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

function check(questions: string, expected: boolean): void {
  const wrong = questions
    .split('\n')
    .map((line) => line.trim())
    .filter((question) => question !== '' && leansOnEarlier(question) !== expected);
  assert.deepEqual(wrong, []);
}

test('questions that refer to what was said before depend on it', () => {
  check(
    `How is it stored?
    Where is that used?
    Who calls that function?
    Does the server call that function?
    What happens then?
    What happens there?
    What is then written to disk?
    Which one is faster?
    Which one is faster and why is it slower elsewhere?
    Which of these is used and why is it faster?
    Is there another one?
    Is one used at startup?
    Is it tested on Windows?
    Where is it written to?
    What does it mean?
    What is its default?
    What is the type of its argument?
    Does the same happen for folders?
    Is the same cache used for images?
    Show me the tests for them
    Explain this in more detail
    How does this work with several folders?
    What are those numbers in the report?
    Can they be changed by a setting?
    When was she born?
    How long does it take?
    What happens when it fails?
    Why does it fail when the file is missing?
    In the parser, where is it called?
    Thank you very much. Where is it stored?`,
    true,
  );
});

test('so do those that begin in the middle or say too little', () => {
  check(
    `Why?
    Why not?
    And who calls it?
    And for Windows users with two folders?
    But why does the server wait?
    What about folders?
    How about images in the docs?
    Which file?
    How many?
    What is the default?
    What is the limit?
    More examples
    Where used?`,
    true,
  );
});

test('references within the question do not', () => {
  check(
    `How does the server keep its index?
    How do communities get their names?
    Where does readQuestion take its terms from?
    How do two windows tell that they share an index?
    What does the server do when it fails?
    When a file changes, how is it read again?
    What is the lexicon and where is it built?
    The build stops with an error. What can I do about that?
    If the index file is damaged, what happens then?
    Are the headings and the symbols kept in the same table?
    Which files have the same name as a folder?
    Which routers are there and how is one chosen?
    Which settings can be changed and what do they do?
    Is the answer still right when the file was changed before it is shown?`,
    false,
  );
});

test('nor do references to nothing', () => {
  check(
    `Where is the function that reads the settings?
    Which module has a class that the server extends?
    Is there a limit on the size of files?
    How many kinds of chunks are there in the index?
    What does this project do?
    Which languages occur in this workspace?
    How does one register a blueprint?
    Is it possible to leave out a folder?
    How can I make sure that secrets are masked?
    What is stored so that a restart is fast?
    What makes sure that "stop" is called after all tests run?
    Which steps of a build are one-time work?
    Are paths read and then sorted?
    Who directed "They Live"?
    Who sang the title song of You Only Live Twice with Them?
    Which of the parsers keep more than one file open?`,
    false,
  );
});

test('nor do short questions that name something or are complete sentences', () => {
  check(
    `Why does the index use SQLite?
    Where is readTideTable defined?
    How are files skipped?
    What is a segment?
    What are communities?
    Who calls fold?`.replace('fold', '`fold`'),
    false,
  );
});

test('questions of any size and shape are judged in time', async () => {
  for (const unit of [
    'it ',
    'if a ',
    'the same and ',
    'a b that ',
    '. ',
    ', ',
    'when ',
    'x',
    '`',
    'one one ',
    'two ',
    'which a and how is one ',
  ]) {
    await assertUnder(500, JSON.stringify(unit), () => cpuMs(() => leansOnEarlier(unit.repeat(100_000))));
  }
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (question) => typeof leansOnEarlier(question) === 'boolean'));
});

test('in other languages a follow-up begins in the middle, refers back or says too little', () => {
  check(
    `Und wie funktioniert das?
    Wo wird sie verwendet?
    Warum?
    Et comment ça marche ?
    ¿Y dónde se guarda?
    E onde ele fica guardado?
    А как её удалить?
    Почему?
    那么它在哪里定义？
    それはどこで使われていますか？
    그럼 그것은 어디에 있나요?
    그것은 어떤 모듈에서 사용되나요?`,
    true,
  );
  check(
    `Wie starte ich den Server mit einer eigenen Konfiguration?
    Comment configurer le serveur de développement ?
    ¿Cómo configuro el servidor de desarrollo?
    Como configuro o servidor de desenvolvimento?
    Как настроить сервер разработки?
    如何配置开发服务器的端口？
    개발 서버의 포트를 어떻게 변경하나요?`,
    false,
  );
});
