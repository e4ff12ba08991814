import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPanelWords, readFromPanel, readPanelState, readToPanel } from '../../src/protocol/panel.ts';

const place = { uri: 'file:///w/a.md', path: 'a.md', startLine: 1, endLine: 2 };
const result = {
  question: 'q',
  found: true,
  answer: 'a [1]',
  citations: [{ ...place, n: 1, quote: 'a', title: '' }],
  sources: [{ ...place, rank: 1, title: '', kind: 'doc', why: 'mentions a', way: [{ kind: 'names', label: 'a' }] }],
  system: 'mesh',
  model: null,
  ms: 3,
  files: 1,
};

test('readFromPanel() takes what the panel sends', () => {
  assert.deepEqual(readFromPanel({ type: 'ready' }), { type: 'ready' });
  assert.deepEqual(readFromPanel({ type: 'open', list: 'sources', index: 2, more: 1 }), { type: 'open', list: 'sources', index: 2 });
  assert.deepEqual(readFromPanel({ type: 'run', command: 'retry' }), { type: 'run', command: 'retry' });
});

test('readFromPanel() refuses everything else and names the field', () => {
  for (const bad of [undefined, null, 1, 'ready', [], {}, { type: 'close' }]) assert.throws(() => readFromPanel(bad), TypeError);
  assert.throws(() => readFromPanel({ type: 'ask', question: 7 }), /"question" is number, expected a string/);
  assert.throws(() => readFromPanel({ type: 'open', list: 'sources', index: -1 }), /"index" is out of range: -1/);
  assert.throws(() => readFromPanel({ type: 'run', command: 'workbench.action.quit' }), /"command" is "workbench.action.quit"/);
});

test('readToPanel() takes a state with an answer', () => {
  const message = readToPanel({ type: 'show', state: { view: 'answer', question: 'q', result }, words: defaultPanelWords });
  assert.ok(message.type === 'show');
  assert.equal(message.state.result?.citations[0]?.quote, 'a');
});

test('readPanelState() refuses an answer whose places could not be opened', () => {
  const broken = { ...result, citations: [{ ...place, n: 1, quote: 'a', startLine: 0 }] };
  assert.throws(() => readPanelState({ view: 'answer', question: 'q', result: broken }), /result\.citations\[0\]\.startLine/);
  assert.throws(() => readPanelState({ view: 'answer', question: 'q', result: { ...result, answer: undefined } }), /"result.answer"/);
  assert.throws(() => readPanelState(undefined), /"state" is undefined/);
});
