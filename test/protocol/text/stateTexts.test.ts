import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateTexts } from '../../../src/protocol/text/stateTexts.ts';

test('the sentence that introduces the closest places is followed by them', () => {
  const blocks = [{ subject: 'Kettles › Descaling', path: 'guide.md' }];
  const facts = { lookedFor: ['kettle', 'Zeppelin'], missing: ['Zeppelin'], blocks };
  const nowhere = 'Nothing in this workspace mentions Zeppelin.';
  assert.deepEqual(stateTexts({ ...facts, state: 'answer' }), []);
  assert.deepEqual(stateTexts({ ...facts, state: 'closest' }), [
    nowhere,
    'The closest place is Kettles › Descaling. It may not answer the question.',
  ]);
  assert.deepEqual(stateTexts({ ...facts, missing: [], blocks: [{ subject: '', path: 'guide.md' }], state: 'closest' }), [
    'The closest place is guide.md. It may not answer the question.',
  ]);
  assert.deepEqual(stateTexts({ ...facts, summary: 'In short.', state: 'closest' }), ['In short.']);
  assert.deepEqual(stateTexts({ ...facts, summary: 'In short.', state: 'notHere' }), [nowhere]);
  assert.deepEqual(stateTexts({ ...facts, state: 'notHere' }), [nowhere]);
  assert.deepEqual(stateTexts({ lookedFor: ['kettle'], missing: [], state: 'notHere', blocks: [] }), [
    'Nothing in this workspace matches the question.',
    'Looked for: kettle.',
  ]);
  assert.deepEqual(stateTexts({ lookedFor: [], missing: [], state: 'notHere', blocks: [] }), [
    'The question contains no word to search for.',
  ]);
});
