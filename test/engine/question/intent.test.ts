import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectIntent } from '../../../src/engine/question/intent.ts';
import { vocabularies } from '../../../src/engine/vocabulary/vocabularies.ts';

/** By language, questions that ask for steps, for a place, and for neither. */
const questions: Readonly<Record<string, { readonly how: string; readonly where: string; readonly other: string }>> = {
  en: {
    how: `How do I change the port?
      How to start the server
      Can I run it offline?
      Which command starts the server?
      Is there a way to skip a file?`,
    where: `Where is the port read?
      In which file is the port read?
      Which function reads the port?`,
    other: `What is the default port?
      Why does the server fail?
      How does the server read the port?
      What is the whereabouts service?`,
  },
  de: {
    how: `Wie ändere ich den Port?
      Wie kann man den Server starten?
      Gibt es eine Möglichkeit, Dateien auszulassen?
      Mit welchem Befehl startet der Server?`,
    where: `Wo wird der Port gelesen?
      In welcher Datei steht der Port?
      Woher kommt der Port?`,
    other: `Was ist der Port?
      Warum endet der Server?
      Wie liest der Server den Port?`,
  },
  fr: {
    how: `Comment changer le port ?
      Comment puis-je lancer le serveur ?
      Quelle commande lance le serveur ?`,
    where: `Où est lu le port ?
      Dans quel fichier est lu le port ?
      D’où vient le port ?`,
    other: `Qu'est-ce que le port ?
      Pourquoi le serveur échoue ?`,
  },
  es: {
    how: `¿Cómo puedo cambiar el puerto?
      ¿Cómo configurar el servidor?
      ¿Hay alguna forma de omitir un archivo?`,
    where: `¿Dónde se lee el puerto?
      ¿En qué archivo se lee el puerto?`,
    other: `¿Qué es el puerto?
      ¿Por qué falla el servidor?
      ¿Cómo lee el servidor el puerto?`,
  },
  pt: {
    how: `Como posso mudar a porta?
      Como faço para iniciar o servidor?`,
    where: `Onde a porta é lida?
      Em que arquivo a porta é lida?`,
    other: `O que é a porta?
      Por que o servidor falha?`,
  },
  ru: {
    how: `Как изменить порт?
      Можно ли запустить сервер без сети?
      Какая команда запускает сервер?`,
    where: `Где читается порт?
      В каком файле читается порт?
      Откуда берётся порт?`,
    other: `Что такое порт?
      Почему сервер не отвечает?
      Как сервер читает порт?`,
  },
  zh: {
    how: `如何更改端口？
      怎么启动服务器？
      可以离线运行吗？`,
    where: `端口在哪里读取？
      哪个文件读取端口？`,
    other: `什么是端口？
      这是怎么回事？
      为什么服务器失败？`,
  },
  ja: {
    how: `ポートを変更するにはどうすればいいですか？
      サーバーの起動方法は？
      オフラインで実行できますか？`,
    where: `ポートはどこで読まれますか？
      どのファイルがポートを読みますか？`,
    other: `ポートとは何ですか？
      なぜサーバーは失敗しますか？`,
  },
  ko: {
    how: `포트를 어떻게 변경하나요?
      서버를 시작하려면 무엇이 필요한가요?
      서버를 시작하는 방법은 무엇인가요?
      오프라인으로 실행할 수 있나요?`,
    where: `포트는 어디에서 읽나요?
      포트는 어디에 있나요?
      어떤 파일이 포트를 읽나요?
      어느 파일에서 포트를 읽나요?`,
    other: `포트는 무엇인가요?
      서버는 왜 실패하나요?
      어떤 장점이 있나요?`,
  },
};

for (const vocabulary of vocabularies) {
  test(`what questions ask for in ${vocabulary.id}`, () => {
    for (const [kind, list] of Object.entries(questions[vocabulary.id] as object)) {
      const wanted = kind === 'other' ? undefined : kind;
      const wrong = list.split('\n').filter((question: string) => detectIntent(question.trim(), vocabulary) !== wanted);
      assert.deepEqual(wrong, [], kind);
    }
  });
}

test('steps win over a place, and a long report asks for neither', () => {
  const [en] = vocabularies;
  assert.ok(en);
  assert.equal(detectIntent('How do I find where the port is read?', en), 'how');
  assert.equal(detectIntent(`How do I change the port? ${'It fails. '.repeat(40)}`, en), undefined);
});
