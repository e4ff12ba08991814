import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orientationAskedFor } from '../../../src/engine/question/orientationQuestions.ts';

const folders = new Set(['src', 'src/tide', 'packages', 'packages/harbour', 'docs', 'docs/tide']);
/** What headings and definitions have. */
const named = ['tide', 'harbour', 'parser', 'block', 'tabl', '2', '1'];
const ask = (question: string) =>
  orientationAskedFor(question, { names: ['tarrow'], folders: async () => folders, isNamed: async (term) => named.includes(term) });

test('where to begin, and how the code is organised', async () => {
  for (const question of [
    'Where do I start reading the code?',
    'What is the entry point?',
    'Which file should I read first?',
    'Where does tarrow start?',
    'Wo fange ich an, den Quelltext zu lesen?',
    'Où est le point d’entrée du programme ?',
  ])
    assert.deepEqual(await ask(question), { asks: 'start' }, question);
  for (const question of [
    'How is the code organised?',
    'What are the main parts of this project?',
    'What does the architecture of tarrow look like?',
    'Wie ist das Projekt aufgebaut?',
    'Как устроен этот проект?',
  ])
    assert.deepEqual(await ask(question), { asks: 'parts' }, question);
});

test('other words are allowed that nothing is named by', async () => {
  for (const [question, asked] of [
    ['Give me a tour of packages/harbour', { asks: 'folder', folder: 'packages/harbour' }],
    ['Which goodies live under src/?', { asks: 'folder', folder: 'src' }],
    ['docsフォルダには何がありますか？', { asks: 'folder', folder: 'docs' }],
    ['What did the last release bring?', { asks: 'changes' }],
    ['How should I start reading the code?', { asks: 'start' }],
    ['代码从哪里开始读？', { asks: 'start' }],
    ['最近の変更点は？', { asks: 'changes' }],
    ['how is this monorepo laid out?', { asks: 'parts' }],
  ] as const)
    assert.deepEqual(await ask(question), asked, question);
  assert.equal(await ask('How do the blocks of packages/harbour read a tide?'), undefined);
});

test('what is new', async () => {
  for (const question of [
    'What changed in the last version?',
    "What's new?",
    'What is new in the latest release of tarrow?',
    'Was ist neu?',
    'Что нового?',
  ])
    assert.deepEqual(await ask(question), { asks: 'changes' }, question);
  for (const question of ['What changed in 2.1?', 'What is the last tide?', 'How do I release a new version?', 'Where are changes kept?'])
    assert.equal(await ask(question), undefined, question);
});

test('what changed lately in something', async () => {
  for (const [question, topic] of [
    ['What changed lately in the tide table?', 'tide table'],
    ['What was recently added to the parser?', 'parser'],
    ['Was hat sich zuletzt am Parser geändert?', 'Parser'],
  ] as const)
    assert.deepEqual(await ask(question), { asks: 'changes', topic }, question);
  for (const question of [
    'Where is the latest change of a block kept?',
    'What is the new parser?',
    'How do I change the last tide of a harbour?',
  ])
    assert.equal(await ask(question), undefined, question);
});

test('a folder is named by its path, or by its name with a word for folders', async () => {
  for (const [question, folder] of [
    ['What is in packages/harbour?', 'packages/harbour'],
    ['What is in the `harbour` directory?', 'packages/harbour'],
    ['What does the src folder contain?', 'src'],
    ['Was ist im Ordner packages/harbour?', 'packages/harbour'],
  ] as const)
    assert.deepEqual(await ask(question), { asks: 'folder', folder }, question);
  // Two folders have the name.
  assert.equal(await ask('What is in the tide folder?'), undefined);
  assert.equal(await ask('What is in the boats folder?'), undefined);
});

test('steps, and questions about something in particular, are not orientation', async () => {
  for (const question of [
    'How do I start the program?',
    'How do I organise the code?',
    'When does the tide begin?',
    'Where does the parser begin a block?',
    'What is the structure of a harbour?',
    'Which files in packages/harbour read the tide table?',
    'What does this project do?',
    'Where is the code?',
    '',
  ])
    assert.equal(await ask(question), undefined, question);
});
