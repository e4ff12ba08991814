// The questions under a line without an editor: the test decides when answers arrive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInlineTurns } from '../../src/extension/inline/inlineTurns.ts';
import type { AnswerQuery } from '../../src/extension/models/answerer.ts';
import type { AnswerEvent } from '../../src/protocol/answer.ts';
import type { AskResult } from '../../src/protocol/places.ts';

const facts = {
  question: '',
  found: true,
  citations: [],
  sources: [],
  blocks: [],
  seeAlso: [],
  state: 'answer' as const,
  lookedFor: [],
  missing: [],
  system: 'mesh',
  model: null,
  ms: 1,
  files: 1,
};

const about = { uri: 'file:///w/a.ts', path: 'a.ts', startLine: 3, endLine: 3 };

function world() {
  const calls: {
    readonly query: AnswerQuery;
    readonly signal: AbortSignal;
    readonly hear: (event: AnswerEvent) => void;
    readonly resolve: (result: AskResult) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  const changes: number[] = [];
  const logged: string[] = [];
  const permissions: { readonly question: string | undefined; readonly resolve: (isAllowed: boolean) => void }[] = [];
  const turns = createInlineTurns({
    answer: (query, hear, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<AskResult>();
      calls.push({ query, signal, hear, resolve, reject });
      return promise;
    },
    askPermission: (request) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      permissions.push({ question: request.card.question, resolve });
      return promise;
    },
    context: 'the line',
    about: () => about,
    log: { error: (text) => logged.push(text) },
    messageOf: (error) => `Sorry: ${(error as Error).message}`,
    changed: (i) => changes.push(i),
  });
  const call = (i: number) => calls[i] as (typeof calls)[number];
  const emit = (i: number, text: string): void => call(i).hear({ kind: 'text', text });
  const settle = async (i: number, answer: string | Error): Promise<void> => {
    if (answer instanceof Error) call(i).reject(answer);
    else call(i).resolve({ ...facts, answer });
    await new Promise(setImmediate);
  };
  const states = (): string[] =>
    turns.all.map(({ question, state, answer, error = '' }) => `${question} ${state} ${answer.answer}${error}`);
  return { turns, call, say: emit, settle, states, changes, logged, permissions };
}

test('an answer grows, and is sent along with the next question and the line that both are about', async () => {
  const { turns, call, say: emit, settle, states, changes } = world();
  turns.ask('One');
  emit(0, 'half');
  assert.deepEqual(states(), ['One asking half']);
  call(0).hear({ kind: 'sources', sources: [], masked: 0, tokens: 1 });
  assert.deepEqual(states(), ['One asking ']);
  await settle(0, 'one');
  assert.deepEqual(states(), ['One done one']);
  assert.deepEqual(changes, [0, 0, 0, 0]);
  turns.ask('Two');
  const { askPermission: _, ...query } = call(1).query;
  assert.deepEqual(query, { question: 'Two', context: 'the line', about, turns: [{ question: 'One', answer: 'one', quoted: [] }] });
});

test('looks take the place of the text so far, and stay when the next request is sent', async () => {
  const { turns, call, say: emit } = world();
  turns.ask('One');
  emit(0, 'I need more.');
  const looks = [{ verb: 'read' as const, about: 'a.md', startLine: 3, found: 1, sent: 'id-1' }];
  call(0).hear({ kind: 'looks', looks });
  assert.deepEqual([turns.all[0]?.answer.answer, turns.all[0]?.answer], ['', { ...turns.all[0]?.answer, looks }]);
  call(0).hear({ kind: 'sources', sources: [], masked: 0, tokens: 9 });
  emit(0, 'So.');
  assert.deepEqual([turns.all[0]?.answer.answer, turns.all[0]?.answer], ['So.', { ...turns.all[0]?.answer, looks }]);
});

test('a question waits for permission under its line, and goes on by itself', async () => {
  const { turns, call, settle, states, permissions } = world();
  turns.ask('One');
  const card = { id: 'c', recipient: 'host', model: 'm', sources: 1, earlier: 0, leftOut: 0, masked: 0, tokens: 9 };
  const permitted = call(0).query.askPermission({ card, parts: () => [] }, new AbortController().signal);
  assert.deepEqual(states(), ['One waiting ']);
  assert.equal(permissions[0]?.question, 'One');
  permissions[0]?.resolve(true);
  assert.equal(await permitted, true);
  assert.deepEqual(states(), ['One asking ']);
  await settle(0, 'one');
  assert.deepEqual(states(), ['One done one']);
});

test('stopping takes effect at once, and later results are ignored', async () => {
  for (const late of ['too late', new Error('cut off')]) {
    const { turns, call, say: emit, settle, states, changes, logged } = world();
    turns.ask('One');
    emit(0, 'half');
    turns.stop();
    assert.ok(call(0).signal.aborted);
    assert.equal(turns.isRunning, false);
    const seen = changes.length;
    emit(0, ' more');
    await settle(0, late);
    assert.deepEqual(states(), ['One stopped half']);
    assert.deepEqual([changes.length, logged], [seen, []]);
  }
});

test('a second question stops the first one', async () => {
  const { turns, call, settle, states } = world();
  turns.ask('One');
  turns.ask('Two');
  assert.ok(call(0).signal.aborted);
  await settle(0, 'too late');
  await settle(1, 'two');
  assert.deepEqual(states(), ['One stopped ', 'Two done two']);
});

test('a failed question can be asked again, and one in progress cannot', async () => {
  const { turns, call, settle, states, logged } = world();
  turns.retry();
  turns.ask('One');
  turns.retry();
  await settle(0, new Error('gone'));
  assert.deepEqual(states(), ['One failed Sorry: gone']);
  assert.deepEqual(logged, ['gone']);
  turns.retry();
  assert.deepEqual(call(1).query.turns, []);
  await settle(1, 'one');
  assert.deepEqual(states(), ['One done one']);
});

test('a thread that is closed during an answer stops it and gets no more events', async () => {
  const { turns, call, say: emit, settle, changes } = world();
  turns.ask('One');
  turns.dispose();
  assert.ok(call(0).signal.aborted);
  emit(0, 'half');
  await settle(0, new Error('cut off'));
  assert.deepEqual(changes, [0]);
});
