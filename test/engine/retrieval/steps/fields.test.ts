import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOperators } from '../../../../src/engine/question/operators.ts';
import { readFields, withFields } from '../../../../src/engine/retrieval/steps/fields.ts';
import { indexOf } from '../../../support/memoryIndex.ts';
import { createRetriever } from '../../../support/systems.ts';

const mesh = createRetriever('mesh', {});

const files: Readonly<Record<string, string>> = {
  'src/server.ts': 'export function openSession(id: string) {\n  return cookie(id);\n}\n',
  'src/client.py': 'def open_session(id):\n    return cookie(id)\n',
  'docs/session.md': '# Sessions\n\nA session is kept in a signed cookie.\n',
  'docs/cache.md': '# Cache\n\nThe cache holds a session for an hour. A cookie is not signed there.\n',
};

async function search(question: string): Promise<string[]> {
  const reader = indexOf(files).reader();
  const { results } = await withFields(mesh).search(reader, question, { limit: 10 });
  return (await reader.chunkInfo(results.map(({ chunk }) => chunk))).map(({ path }) => path).sort();
}

test('operators are read and removed from the text', () => {
  const fields = readFields('path:src lang:.ts kind:code session -cookie');
  assert.deepEqual(fields.paths, ['src']);
  assert.deepEqual(fields.languages, ['ts']);
  assert.equal(fields.kind, 'code');
  assert.deepEqual(fields.excluded, ['cookie']);
  assert.equal(fields.text.trim(), 'session');
});

test('what is not an operator stays plain text', () => {
  for (const question of ['kind:thing session', 'owner:me session', 'a well-known - thing', 'use -A here', 'he said "no" to it']) {
    const fields = readFields(question);
    assert.equal(fields.text, question);
    assert.deepEqual([fields.paths, fields.languages, fields.kind, fields.phrases, fields.excluded], [[], [], undefined, [], []]);
  }
});

test('a question is split into words and the operators that restrict', () => {
  const parts = partOperators('Who opens kind:code a session? path:"my src" kind:thing lang:ts');
  assert.deepEqual(parts, { words: 'Who opens a session? kind:thing', operators: 'kind:code path:"my src" lang:ts' });
  assert.deepEqual(partOperators('two  spaces -stay '), { words: 'two  spaces -stay ', operators: '' });
});

test('path:, lang: and kind: restrict the results', async () => {
  assert.deepEqual(await search('path:docs session cookie'), ['docs/cache.md', 'docs/session.md']);
  assert.deepEqual(await search('lang:python session cookie'), ['src/client.py']);
  assert.deepEqual(await search('lang:ts session cookie'), ['src/server.ts']);
  assert.deepEqual(await search('kind:code session cookie'), ['src/client.py', 'src/server.ts']);
});

test('a word with a dash before it excludes chunks', async () => {
  assert.deepEqual(await search('kind:doc session -signed'), []);
  assert.deepEqual(await search('session -hour kind:doc'), ['docs/session.md']);
});

test('in a question that ends with a question mark, a dash begins an option', async () => {
  const question = 'what does session -signed do?';
  assert.deepEqual(readFields(question).excluded, []);
  assert.deepEqual(await search(`${question} kind:doc`), ['docs/cache.md', 'docs/session.md']);
  assert.deepEqual(await search('what is a session? -signed kind:doc'), []);
});

test('a question that is one phrase requires its words in one place', async () => {
  assert.deepEqual(await search('"signed cookie"'), ['docs/cache.md', 'docs/session.md']);
  assert.deepEqual(await search('"session hour"'), ['docs/cache.md']);
});

test('many quoted words before others are read at once, however many there are', () => {
  const question = `${'"word" '.repeat(200)}and more`;
  assert.deepEqual(readFields(question).phrases, []);
  assert.equal(readFields('"word" '.repeat(200)).phrases.length, 200);
});
