import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksAboutWorkspace, ownNames } from '../../../src/engine/question/workspaceQuestions.ts';

test('a question that refers to the workspace and names nothing in it is about the workspace', () => {
  for (const question of [
    'What does this project do?',
    'What is this?',
    'what is the purpose of this repo',
    'What does it do?',
    'Give me an overview of this codebase',
    'Was macht dieses Projekt?',
    'À quoi sert ce projet ?',
    '¿Qué hace este proyecto?',
    'Что делает этот проект?',
    '这个项目是做什么的？',
  ])
    assert.ok(asksAboutWorkspace(question), question);
});

test('a workspace is asked about by its name in any language, and looked for by its name alone', () => {
  for (const question of ['What is Tarrow for?', 'Wofür ist Tarrow gut?', 'What is Tarrow good for?'])
    assert.ok(asksAboutWorkspace(question, ['Tarrow']), question);
  for (const question of ['Tarrow', 'tarrow?', 'What is a harbour in Tarrow?', 'What is Tarrow Moon?'])
    assert.ok(!asksAboutWorkspace(question, ['Tarrow']), question);
});

test('a workspace is named by the title of its README, or by how that begins', () => {
  const names = (title: string) => [...new Set(ownNames(title))];
  assert.deepEqual(names('MeshRAG: Ask Workspace'), ['meshrag ask workspace', 'meshrag']);
  assert.deepEqual(names('ripgrep (rg)'), ['ripgrep']);
  assert.deepEqual(names('The Harbour – tea'), ['harbour tea', 'harbour']);
  assert.deepEqual(names(''), []);
});

test('questions about steps, places, and what a workspace has or names are not about the workspace', () => {
  for (const question of [
    'How do I use this tool?',
    'Where is the code?',
    'What is a project?',
    'What does this function do?',
    'What does the Project class do?',
    'Why does the app crash?',
    'Was ist ein Projekt?',
    'What licence is this under?',
    '',
  ])
    assert.ok(!asksAboutWorkspace(question), question);
});

test('after a demonstrative, a workspace may be called what it calls itself', () => {
  const description = 'Tarrow is a gem that tells the tides of a harbour, for pilots.';
  for (const question of ['What is this gem good for?', 'What can I do with this gem?', 'What does this harbour gem do?'])
    assert.ok(asksAboutWorkspace(question, [], description), question);
  for (const question of ['What is the harbour?', 'What does this crane do?', 'How do I install this gem?', 'What is a gem?'])
    assert.ok(!asksAboutWorkspace(question, [], description), question);
});
