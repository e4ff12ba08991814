import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt as excerptSchema } from '../../../src/protocol/evidence.ts';
import { fromPanel, toPanel } from '../../../src/protocol/panels/panel.ts';
import { fromEvidence, toEvidence } from '../../../src/protocol/panels/panelEvidence.ts';
import { panelThread } from '../../../src/protocol/panels/panelThread.ts';
import { check } from '../../../src/protocol/schema.ts';

const place = { uri: 'file:///w/a.md', path: 'a.md', startLine: 1, endLine: 2 };
const result = {
  question: 'q',
  found: true,
  state: 'answer',
  answer: 'a [1]',
  blocks: [{ ...place, n: 1, subject: 'A', kind: 'doc', language: 'md', shown: 'a' }],
  seeAlso: [],
  lookedFor: ['a'],
  missing: [],
  citations: [{ ...place, n: 1, quote: 'a', title: '', fileHash: '' }],
  sources: [
    {
      ...place,
      rank: 1,
      title: '',
      kind: 'doc',
      why: 'mentions a',
      steps: [{ kind: 'names', label: 'a', names: [{ kind: 'term', list: ['a'] }] }],
    },
  ],
  system: 'mesh',
  model: null,
  ms: 3,
  files: 1,
};
const turn = { id: 1, question: 'q', scope: { places: [], kind: 'doc' }, state: 'done', text: '', result };
const state = { view: 'thread', turns: [turn], scope: { places: [] }, examples: [], threads: [], requests: [] };

test('fromPanel accepts what the panel sends', () => {
  assert.deepEqual(check(fromPanel, { type: 'ready' }), { type: 'ready' });
  assert.deepEqual(check(fromPanel, { type: 'open', turn: 1, list: 'sources', index: 2, more: 1 }), {
    type: 'open',
    turn: 1,
    list: 'sources',
    index: 2,
  });
  assert.deepEqual(check(fromPanel, { type: 'retry', turn: 3, quote: true }), { type: 'retry', turn: 3, quote: true });
  assert.deepEqual(check(fromPanel, { type: 'run', command: 'pickModel' }), { type: 'run', command: 'pickModel' });
  assert.deepEqual(check(fromPanel, { type: 'copyCode', text: 'a = 1', turn: 1 }), { type: 'copyCode', text: 'a = 1' });
  assert.deepEqual(check(fromPanel, { type: 'permit', card: 'c', send: true }), { type: 'permit', card: 'c', send: true });
  assert.deepEqual(check(fromPanel, { type: 'searchText', turn: 2 }), { type: 'searchText', turn: 2 });
});

test('fromPanel rejects everything else and names the field', () => {
  for (const bad of [undefined, null, 1, 'ready', [], {}, { type: 'close' }]) assert.throws(() => check(fromPanel, bad), TypeError);
  assert.throws(() => check(fromPanel, { type: 'ask', question: 7 }), /"question" is number, expected a string/);
  assert.throws(() => check(fromPanel, { type: 'open', turn: 1, list: 'sources', index: -1 }), /"index" is out of range: -1/);
  assert.throws(() => check(fromPanel, { type: 'run', command: 'workbench.action.quit' }), /"command" is "workbench.action.quit"/);
  assert.throws(() => check(fromPanel, { type: 'permit', card: 'c', send: 'yes' }), /"send" is string, expected true or false/);
  assert.throws(() => check(fromPanel, { type: 'dropScope', part: 'all', index: 0 }), /"part" is "all"/);
});

test('colours are requested in small pieces, and arrive as ranges with known classes', () => {
  const ask = { type: 'colors', id: 1, items: [{ text: 'a = 1', language: 'python' }] };
  assert.deepEqual(check(fromPanel, ask), ask);
  assert.deepEqual(check(fromEvidence, ask), ask);
  assert.throws(() => check(fromPanel, { ...ask, items: Array(51).fill(ask.items[0]) }), /"items" has 51 items/);
  assert.throws(
    () => check(fromPanel, { ...ask, items: [{ text: 'a'.repeat(10_001), language: 'ts' }] }),
    /"items\[0\]\.text" is too long/,
  );
  const answer = { type: 'colors', id: 1, colors: [[0, 1, 4, 4, 5, 3]] };
  assert.deepEqual(check(toPanel, answer), answer);
  assert.deepEqual(check(toEvidence, answer), answer);
  for (const colors of [[[0, 1, 99]], [[3, 1, 0]], [[0, 1.5, 0]], [['a']], [[0, 4, 0, 2, 5, 0]], [[0, 4]]])
    assert.throws(() => check(toPanel, { ...answer, colors }), /colors\[0\]/);
});

test('toPanel accepts a thread with an answer', () => {
  const message = check(toPanel, { type: 'show', state });
  assert.ok(message.type === 'show');
  assert.equal(message.state.turns[0]?.result?.citations[0]?.quote, 'a');
});

test('a thread whose places could not be opened is rejected, with the field', () => {
  const broken = { ...result, citations: [{ ...place, n: 1, quote: 'a', fileHash: '', startLine: 0 }] };
  const thread = (one: object) => ({ id: 't', at: '2026-01-01T00:00:00Z', turns: [one] });
  assert.equal(check(panelThread, thread(turn)).turns.length, 1);
  assert.throws(() => check(panelThread, thread({ ...turn, result: broken })), /turns\[0\]\.result\.citations\[0\]\.startLine/);
  assert.throws(() => check(panelThread, thread({ ...turn, result: { ...result, answer: undefined } })), /turns\[0\]\.result\.answer"/);
  assert.throws(() => check(panelThread, thread({ ...turn, state: 'thinking' })), /"turns\[0\]\.state" is "thinking"/);
  assert.throws(() => check(panelThread, undefined), /The message is undefined/);
});

test('marks of an excerpt are in its text, ascending without overlaps', () => {
  const excerpt = (marks: object[]) =>
    check(excerptSchema, { startLine: 1, text: 'abc', language: 'text', marks, isCut: false }, 'excerpt');
  assert.equal(excerpt([{ from: 0, to: 1, kind: 'term' }]).marks.length, 1);
  assert.throws(() => excerpt([{ from: 0, to: 4, kind: 'term' }]), /"excerpt\.marks\[0\]\.to" is out of range: 4/);
  assert.throws(
    () =>
      excerpt([
        { from: 1, to: 2, kind: 'term' },
        { from: 0, to: 1, kind: 'entity' },
      ]),
    /marks\[1\]\.from/,
  );
});

test('messages of the evidence panel', () => {
  const side = {
    place,
    title: '',
    kind: 'doc',
    excerpt: { startLine: 1, text: 'a', language: 'text', marks: [], isCut: false },
    communities: [],
  };
  const evidence = { to: side, from: side, shared: [{ kind: 'symbol', name: 'a', chunks: 2, isCommon: false }], chunks: 3, lost: {} };
  const message = check(toEvidence, {
    type: 'show',
    state: { view: 'evidence', result: evidence },
    title: 'a and b',
  });
  assert.ok(message.type === 'show' && message.state.view === 'evidence' && message.state.result.shared.length === 1);
  assert.deepEqual(check(fromEvidence, { type: 'open', side: 'to', line: 3 }), { type: 'open', side: 'to', line: 3 });
  assert.throws(() => check(fromEvidence, { type: 'open', side: 'both', line: 3 }), /"side" is "both"/);
  assert.throws(
    () => check(toEvidence, { type: 'show', state: { view: 'evidence', result: { ...evidence, shared: [{ kind: 1 }] } } }),
    /shared\[0\]\.kind/,
  );
});
