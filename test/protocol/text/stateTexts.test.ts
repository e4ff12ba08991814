import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPanelWords as words } from '../../../src/protocol/panels/panelWords.ts';
import { stateTexts } from '../../../src/protocol/text/stateTexts.ts';

test('the sentence that introduces the closest places is followed by them', () => {
  const facts = { lookedFor: ['kettle', 'zeppelin'], missing: ['zeppelin'] };
  assert.deepEqual(stateTexts(words, { ...facts, state: 'sure' }), []);
  assert.deepEqual(stateTexts(words, { ...facts, state: 'unsure' }), ['Not found anywhere: zeppelin.', words.unsure]);
  assert.deepEqual(stateTexts(words, { ...facts, state: 'nothing' }), [words.nothing, 'Not found anywhere: zeppelin.']);
  assert.deepEqual(stateTexts(words, { lookedFor: ['kettle'], missing: [], state: 'nothing' }), [words.nothing, 'Looked for: kettle.']);
  assert.deepEqual(stateTexts(words, { lookedFor: [], missing: [], state: 'nothing' }), [words.noWords]);
});
