import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPanelWords as words } from '../../../src/protocol/panels/panelWords.ts';
import { stateTexts } from '../../../src/protocol/text/stateTexts.ts';

test('the sentence that introduces the closest places is followed by them', () => {
  const blocks = [{ subject: 'Kettles › Descaling', path: 'guide.md' }];
  const facts = { lookedFor: ['kettle', 'Zeppelin'], missing: ['Zeppelin'], blocks };
  const nowhere = 'Nothing in this workspace mentions Zeppelin.';
  assert.deepEqual(stateTexts(words, { ...facts, state: 'answer' }), []);
  assert.deepEqual(stateTexts(words, { ...facts, state: 'closest' }), [
    nowhere,
    'The closest place is Kettles › Descaling. It may not answer the question.',
  ]);
  assert.deepEqual(stateTexts(words, { ...facts, missing: [], blocks: [{ subject: '', path: 'guide.md' }], state: 'closest' }), [
    'The closest place is guide.md. It may not answer the question.',
  ]);
  assert.deepEqual(stateTexts(words, { ...facts, summary: 'In short.', state: 'closest' }), ['In short.']);
  assert.deepEqual(stateTexts(words, { ...facts, summary: 'In short.', state: 'notHere' }), [nowhere]);
  assert.deepEqual(stateTexts(words, { ...facts, state: 'notHere' }), [nowhere]);
  assert.deepEqual(stateTexts(words, { lookedFor: ['kettle'], missing: [], state: 'notHere', blocks: [] }), [
    words.nothing,
    'Looked for: kettle.',
  ]);
  assert.deepEqual(stateTexts(words, { lookedFor: [], missing: [], state: 'notHere', blocks: [] }), [words.noWords]);
});
