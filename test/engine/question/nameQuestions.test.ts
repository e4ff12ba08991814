import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNameQuestion } from '../../../src/engine/question/nameQuestions.ts';
import { vocabularies } from '../../../src/engine/vocabulary/vocabularies.ts';

test('questions about a connection name two things', () => {
  const asked = [
    ['How are `openFile` and Reader.close connected?', 'openFile', 'Reader.close'],
    ['how is Ada Lovelace related to "Analytical Engine"?', 'Ada Lovelace', 'Analytical Engine'],
    ['What connects src/a.ts with src/b.ts', 'src/a.ts', 'src/b.ts'],
    ['What does the parser have to do with TokenKind?', 'parser', 'TokenKind'],
    ['Wie hängen openFile und Reader zusammen?', 'openFile', 'Reader'],
    ['Was verbindet openFile mit Reader?', 'openFile', 'Reader'],
    ['Was hat openFile mit Reader zu tun?', 'openFile', 'Reader'],
  ] as const;
  for (const [question, a, b] of asked) {
    const { asks, subjects } = parseNameQuestion(question) ?? {};
    assert.deepEqual([asks, subjects?.map(({ text }) => text)], ['connection', [a, b]], question);
  }
});

test('questions about a difference name two things', () => {
  const asked = [
    ["What's the difference between a `map` and an atom?", 'map', 'atom'],
    ['main differences between soft bounces and hard bounces', 'soft bounces', 'hard bounces'],
    ['How is a public list different from a private list?', 'public list', 'private list'],
    ['How do listen and subscribe differ?', 'listen', 'subscribe'],
    ['onMount vs. onStart', 'onMount', 'onStart'],
    ['When should I use batched instead of computed?', 'batched', 'computed'],
    ['Was ist der Unterschied zwischen map und atom?', 'map', 'atom'],
    ['Worin unterscheiden sich map und atom?', 'map', 'atom'],
    ['Quelle est la différence entre map et atom ?', 'map', 'atom'],
    ['¿Cuál es la diferencia entre map y atom?', 'map', 'atom'],
    ['Qual é a diferença entre map e atom?', 'map', 'atom'],
    ['В чём разница между map и atom?', 'map', 'atom'],
    ['Чем map отличается от atom?', 'map', 'atom'],
    ['map 和 atom 有什么区别？', 'map', 'atom'],
    ['mapとatomの違いは何ですか？', 'map', 'atom'],
  ] as const;
  for (const [question, a, b] of asked) {
    const { asks, subjects } = parseNameQuestion(question) ?? {};
    assert.deepEqual([asks, subjects?.map(({ text }) => text)], ['difference', [a, b]], question);
  }
});

test('other questions are not about names', () => {
  for (const question of [
    'How do I connect to the server?',
    'How are connections closed?',
    'What connects?',
    'openFile',
    '',
    'a '.repeat(400),
  ])
    assert.equal(parseNameQuestion(question), undefined, question);
});

test('a phrase has each name once: Node 22 refuses groups of the same name', () => {
  const phrases = vocabularies.flatMap(({ names }) => Object.values(names?.phrases ?? {}).flat());
  assert.ok(phrases.length > 0);
  for (const name of ['{a}', '{b}', '{things}'])
    assert.deepEqual(
      phrases.filter((phrase) => phrase.split(name).length > 2),
      [],
    );
});

test('a condition may come first, and anything may have a relation to what is written like code', () => {
  for (const [question, asks] of [
    ['If I change openFile, what else is affected?', 'reach'],
    ['When I rename openFile, which tests break?', 'reach'],
    ['Which harbours call openFile?', 'calls'],
    ['Which pilots use `open`?', 'uses'],
  ] as const)
    assert.equal(parseNameQuestion(question)?.asks, asks, question);
  assert.equal(parseNameQuestion('Which pilots use tugs?'), undefined);
});
