import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultWords } from '../../../src/protocol/text/serverWords.ts';
import { exampleQuestions } from '../../../src/server/answers/examples.ts';
import type { SearchResult } from '../../../src/service/types/results.ts';

function result(path: string, title: string, kind: 'doc' | 'code'): SearchResult {
  return { folder: '/w', path, startLine: 1, endLine: 2, rank: 1, title, kind, fileHash: '', score: 1, evidence: [] };
}

test('exampleQuestions() asks about headings and symbols of different files', () => {
  const results = [
    result('a.md', 'Guide › Second infusion', 'doc'),
    result('a.md', 'Guide › Third', 'doc'),
    result('k.ts', 'MOST, Kettle, KettleQueue, …', 'code'),
    result('p.ts', 'PlanStore, save', 'code'),
  ];
  assert.deepEqual(exampleQuestions(results, defaultWords), [
    'What is “Second infusion” about?',
    'How does KettleQueue work?',
    'Where is PlanStore used?',
  ]);
});

test('exampleQuestions() skips private names, and uses a heading that is a question unchanged', () => {
  const results = [
    result('testclient.py', '_CachedRequest, _wrap', 'code'),
    result('a.py', '__init__', 'code'),
    result('b.py', '_PrivateSession, Session', 'code'),
    result('faq.md', 'FAQ › How are sessions kept?', 'doc'),
  ];
  assert.deepEqual(exampleQuestions(results, defaultWords), ['How are sessions kept?', 'How does Session work?']);
});

test('exampleQuestions() asks about names of several words before plain ones', () => {
  const results = [result('ci.yml', 'jobs', 'code'), result('m.py', 'main', 'code'), result('k.py', 'open_valve', 'code')];
  assert.deepEqual(exampleQuestions(results, defaultWords), ['How does open_valve work?', 'Where is jobs used?']);
});

test('exampleQuestions() asks only about notes if there is no code, and about tests last', () => {
  const notes = [result('tea.md', 'Tea › Sencha', 'doc'), result('kettle.md', 'Kettle', 'doc'), result('todo.md', 'To do', 'doc')];
  assert.deepEqual(exampleQuestions(notes, defaultWords), ['What is “Sencha” about?', 'What is “Kettle” about?', 'What is “To do” about?']);
  const code = [result('playground/a.ts', 'valueOfB', 'code'), result('src/b.ts', 'createServer', 'code')];
  assert.deepEqual(exampleQuestions(code, defaultWords), ['How does createServer work?', 'Where is valueOfB used?']);
});

test('exampleQuestions() begins with the page that introduces the workspace, and ends with headings that every second page has', () => {
  const pages = [result('a.md', 'Leaves', 'doc'), result('README.md', 'Tea', 'doc'), result('README.md', 'Tea › Brewing', 'doc')];
  assert.deepEqual(exampleQuestions(pages, defaultWords), ['What is “Brewing” about?', 'What is “Tea” about?', 'What is “Leaves” about?']);
  const docs = [
    result('a.md', 'A › Further Reading', 'doc'),
    result('a.md', 'A › Second infusion', 'doc'),
    result('b.md', 'See also', 'doc'),
  ];
  assert.deepEqual(exampleQuestions(docs, defaultWords), [
    'What is “Second infusion” about?',
    'What is “Further Reading” about?',
    'What is “See also” about?',
  ]);
});

test('exampleQuestions() has none for an empty workspace', () => {
  assert.deepEqual(exampleQuestions([], defaultWords), []);
});
