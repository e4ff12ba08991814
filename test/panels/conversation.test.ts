// The thread of the answer panel without an editor: the test decides when answers arrive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHistory } from '../../src/extension/editor/history.ts';
import type { AnswerQuery } from '../../src/extension/models/answerer.ts';
import type { PermissionRequest } from '../../src/extension/models/requests/consent.ts';
import { answerMarkdown } from '../../src/extension/panels/answer/answerMarkdown.ts';
import { type Conversation, createConversation } from '../../src/extension/panels/answer/conversation.ts';
import { createThreadStore } from '../../src/extension/panels/answer/threadStore.ts';
import type { AnswerEvent } from '../../src/protocol/answer.ts';
import type { ConsentCard } from '../../src/protocol/consent.ts';
import { type ToPanel, toPanel } from '../../src/protocol/panels/panel.ts';
import { isOffered, type PanelScope, type PanelTurn } from '../../src/protocol/panels/panelThread.ts';
import type { AskResult, WireCitation } from '../../src/protocol/places.ts';
import { check } from '../../src/protocol/schema.ts';
import { answerStates } from '../support/panelStates.ts';
import { some } from '../support/sample.ts';
import { wrongValues } from '../support/wrongValues.ts';

/** A pending answer, which the test settles. */
interface Call {
  readonly query: AnswerQuery;
  readonly signal: AbortSignal;
  emit(event: AnswerEvent): void;
  resolve(answer: string, more?: Partial<AskResult>): void;
  reject(error: Error): void;
}

const resultOf = (answer: string): AskResult => ({
  question: 'as it was searched for',
  found: true,
  state: 'answer',
  answer,
  blocks: [],
  seeAlso: [],
  lookedFor: [],
  missing: [],
  citations: [],
  sources: [],
  system: 'mesh',
  model: null,
  ms: 1,
  files: 3,
});

/** The storage of a workspace. Values are copied, as on disk. */
function storage(): Parameters<typeof createHistory>[0] {
  const kept = new Map<string, string>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, other?: T) => (kept.has(key) ? JSON.parse(kept.get(key) as string) : other) as T,
    update: async (key, value) => void kept.set(key, JSON.stringify(value)),
  };
}

function world(memento = storage(), hasFolder = true) {
  const calls: Call[] = [];
  const offered = ['What is this?'];
  const posted: ToPanel[] = [];
  const store = createThreadStore(memento);
  const history = createHistory(memento);
  const conversation: Conversation = createConversation({
    answer: (query, emit, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<AskResult>();
      calls.push({ query, signal, emit, resolve: (answer, more) => resolve({ ...resultOf(answer), ...more }), reject });
      return promise;
    },
    modelName: () => 'slow',
    hasFolder: () => hasFolder,
    examples: async () => [...offered],
    history,
    store,
    log: { info: () => undefined },
    messageOf: (error) => (error as Error).message,
    // As received by a webview: copied and validated.
    post: (message) => posted.push(check(toPanel, JSON.parse(JSON.stringify(message)))),
  });
  const call = (i: number): Call => calls[i] as Call;
  const states = () =>
    conversation.turns.map(({ id, question, state, text, result }) => `${id} ${question} ${state} ${result?.answer ?? text}`);
  return { conversation, call, calls, offered, posted, store, history, memento, states };
}

test('a question is answered piece by piece, and kept', async () => {
  const { conversation, call, posted, states, memento, history } = world();
  const asked = conversation.ask({ question: ' Where? ' });
  assert.deepEqual(states(), ['1 Where? asking ']);
  call(0).emit({ kind: 'sources', sources: [], masked: 0, tokens: 9 });
  call(0).emit({ kind: 'text', text: 'In ' });
  call(0).emit({ kind: 'text', text: 'a.ts' });
  assert.deepEqual(states(), ['1 Where? streaming In a.ts']);
  call(0).resolve('In a.ts [1]');
  assert.equal((await asked)?.answer, 'In a.ts [1]');
  assert.deepEqual(states(), ['1 Where? done In a.ts [1]']);
  assert.deepEqual(
    posted.map(({ type }) => type),
    ['show', 'turn', 'text', 'text', 'turn'],
  );
  assert.deepEqual(history.list(), ['Where?']);
  assert.deepEqual(world(memento).states(), ['1 Where? done In a.ts [1]']);
});

test('the lines behind a number are known while the answer is written, and become void with the sources', async () => {
  const { conversation, call } = world();
  const asked = conversation.ask({ question: 'Where?' });
  const citation = { uri: 'file:///w/a.ts', path: 'a.ts', startLine: 3, endLine: 4, n: 1, quote: 'here', title: '', fileHash: 'a' };
  const sources = { kind: 'sources', sources: [], masked: 0, tokens: 9 } as const;
  call(0).emit(sources);
  call(0).emit({ kind: 'text', text: 'In a.ts [1]. ' });
  call(0).emit({ kind: 'citation', citation });
  assert.deepEqual(conversation.turn(1)?.citations, [citation]);
  call(0).emit(sources);
  assert.deepEqual(conversation.turn(1)?.citations, []);
  call(0).resolve('In a.ts [1]');
  await asked;
});

const quotes = { ...resultOf('as asked'), sources: [], blocks: [] };
const restated = { line: 'Order: queue', names: ['Queue'] };

test('quotes are shown until there is more, and what was also looked for while the answer is written', async () => {
  const { conversation, call, posted, states } = world();
  const asked = conversation.ask({ question: 'Where?' });
  call(0).emit({ kind: 'quoted', result: quotes });
  assert.equal(conversation.turn(1)?.result?.answer, 'as asked');
  call(0).emit({ kind: 'restated', restated });
  assert.equal(conversation.turn(1)?.restated, undefined, 'the quotes are not what it was looked for');
  call(0).emit({ kind: 'sources', sources: [], masked: 0, tokens: 9 });
  assert.equal(conversation.turn(1)?.result?.answer, 'as asked');
  call(0).emit({ kind: 'text', text: 'In a.ts' });
  assert.deepEqual(
    [conversation.turn(1)?.result, conversation.turn(1)?.text, conversation.turn(1)?.restated],
    [undefined, 'In a.ts', restated],
  );
  call(0).resolve('In a.ts [1]', { restated });
  await asked;
  assert.deepEqual(states(), ['1 Where? done In a.ts [1]']);
  assert.equal(conversation.turns[0]?.quoted, undefined);
  assert.equal(posted.filter(({ type }) => type === 'text').length, 0, 'the first piece comes with its turn');
});

test('quotes that are being read stay; what comes is offered, and shown when it is asked for', async () => {
  const { conversation, call, memento, posted } = world();
  const asked = conversation.ask({ question: 'Where?' });
  conversation.read(1);
  assert.equal(conversation.turns[0]?.isRead, undefined, 'there is nothing to read yet');
  call(0).emit({ kind: 'quoted', result: quotes });
  conversation.read(1);
  call(0).emit({ kind: 'sources', sources: [], masked: 0, tokens: 9 });
  for (const text of ['In ', 'a.ts']) call(0).emit({ kind: 'text', text });
  const shown = () => conversation.turn(1)?.result?.answer;
  assert.deepEqual([shown(), conversation.turns[0]?.text], ['as asked', 'In a.ts']);
  call(0).resolve('In a.ts [1]');
  await asked;
  assert.deepEqual([shown(), isOffered(conversation.turns[0] as PanelTurn)], ['as asked', true]);
  assert.equal(posted.filter(({ type }) => type === 'text').length, 0);
  conversation.showOffered(1);
  assert.deepEqual([shown(), conversation.turns[0]?.isRead], ['In a.ts [1]', undefined]);
  assert.equal(posted.at(-1)?.type, 'focus');
  assert.equal(world(memento).conversation.turn(1)?.result?.answer, 'In a.ts [1]');
});

test('the same quotes are not offered again, and those of a failed or stopped question stay', async () => {
  const { conversation, call } = world();
  for (const end of ['same', 'failed', 'stopped'] as const) {
    const asked = conversation.ask({ question: 'Where?', isNew: true });
    const mine = call(['same', 'failed', 'stopped'].indexOf(end));
    mine.emit({ kind: 'quoted', result: quotes });
    conversation.read(1);
    if (end === 'same') mine.resolve('as asked', { notice: 'It was late.' });
    else if (end === 'failed') mine.reject(new Error('busy (429)'));
    else conversation.stop();
    if (end !== 'stopped') await asked;
    const turn = conversation.turn(1);
    assert.equal(turn?.result?.answer, 'as asked');
    assert.equal(isOffered(conversation.turns[0] as PanelTurn), false, end);
    assert.deepEqual(
      [turn?.state, turn?.error, turn?.result?.notice].join(),
      { same: 'done,,It was late.', failed: 'failed,busy (429),', stopped: 'stopped,,' }[end],
    );
  }
});

test('a question from elsewhere starts a thread, a follow-up continues it', async () => {
  const { conversation, call, states, store } = world();
  for (const [i, question] of ['One', 'Two', 'Three'].entries()) {
    const asked = conversation.ask({ question, isNew: i < 2 });
    call(i).resolve(question);
    await asked;
  }
  assert.deepEqual(call(1).query.turns, []);
  assert.deepEqual(call(2).query.turns, [{ question: 'Two', answer: 'Two', quoted: [] }]);
  assert.deepEqual(states(), ['1 Two done Two', '2 Three done Three']);
  assert.deepEqual(
    store.summaries('').map(({ question, turns }) => [question, turns]),
    [
      ['Two', 2],
      ['One', 1],
    ],
  );
});

test('a new thread searches the whole workspace, a follow-up the scope of its thread', () => {
  const { conversation, call } = world();
  conversation.setScope({ places: [], kind: 'doc' });
  void conversation.ask({ question: 'One' });
  void conversation.ask({ question: 'Two', isNew: true });
  void conversation.ask({ question: 'Three', isNew: true, scope: { places: [], kind: 'code' } });
  void conversation.ask({ question: 'Four' });
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => call(i).query.question),
    ['One kind:doc', 'Two', 'Three kind:code', 'Four kind:code'],
  );
});

test('an earlier answer is sent along with the files that it quotes, each once', async () => {
  const { conversation, call } = world();
  void conversation.ask({ question: 'One' });
  const citation = (n: number, path: string): WireCitation => {
    return { uri: `file:///w/${path}`, path, startLine: n, endLine: n, n, quote: 'here', title: '', fileHash: `hash of ${path}` };
  };
  call(0).emit({ kind: 'text', text: 'half' });
  for (const [n, path] of [
    [1, 'a.ts'],
    [2, 'b.ts'],
    [3, 'a.ts'],
  ] as const)
    call(0).emit({ kind: 'citation', citation: citation(n, path) });
  conversation.stop();
  void conversation.ask({ question: 'Two' });
  const quoted = ['a.ts', 'b.ts'].map((path) => ({ uri: `file:///w/${path}`, fileHash: `hash of ${path}` }));
  assert.deepEqual(call(1).query.turns, [{ question: 'One', answer: 'half', quoted }]);
});

test('a second question stops the first one, and later results of that are ignored', async () => {
  const { conversation, call, states, posted } = world();
  const first = conversation.ask({ question: 'One' });
  call(0).emit({ kind: 'text', text: 'half' });
  const second = conversation.ask({ question: 'Two' });
  assert.ok(call(0).signal.aborted);
  const seen = posted.length;
  call(0).emit({ kind: 'text', text: ' and more' });
  call(0).resolve('too late');
  assert.equal(await first, undefined);
  assert.equal(posted.length, seen);
  assert.deepEqual(states(), ['1 One stopped half', '2 Two asking ']);
  assert.deepEqual(call(1).query.turns, [{ question: 'One', answer: 'half', quoted: [] }]);
  call(1).resolve('two');
  await second;
  assert.deepEqual(states(), ['1 One stopped half', '2 Two done two']);
});

test('stopping takes effect at once, before and after the first word, and later failures or results are ignored', async () => {
  for (const [text, late] of [
    ['', 'reject'],
    ['', 'resolve'],
    ['half', 'reject'],
    ['half', 'resolve'],
  ] as const) {
    const { conversation, call, states, memento } = world();
    const asked = conversation.ask({ question: 'One' });
    if (text !== '') call(0).emit({ kind: 'text', text });
    conversation.stop();
    assert.ok(call(0).signal.aborted);
    assert.deepEqual(states(), [`1 One stopped ${text}`]);
    if (late === 'reject') call(0).reject(new Error('cut off'));
    else call(0).resolve('too late');
    assert.equal(await asked, undefined);
    assert.deepEqual(states(), [`1 One stopped ${text}`]);
    assert.deepEqual(world(memento).states(), [`1 One stopped ${text}`]);
    conversation.stop();
  }
});

test('what a model has looked for replaces the words before it, and is kept when it is stopped', async () => {
  const { conversation, call } = world();
  const asking = conversation.ask({ question: 'Who boils?', isNew: true });
  call(0).emit({ kind: 'sources', sources: [], masked: 0, tokens: 1 });
  call(0).emit({ kind: 'text', text: 'I need more.' });
  const step = { verb: 'read', about: 'a.md', startLine: 1, endLine: 9, found: 1 } as const;
  call(0).emit({ kind: 'looks', looks: [step] });
  assert.deepEqual([conversation.turns[0]?.text, conversation.turns[0]?.looks], ['', [step]]);
  call(0).emit({ kind: 'looks', looks: [{ ...step, sent: 'entry' }] });
  conversation.stop();
  call(0).reject(new Error('cut off'));
  await asking;
  assert.deepEqual([conversation.turns[0]?.state, conversation.turns[0]?.looks], ['stopped', [{ ...step, sent: 'entry' }]]);
});

test('a failed question keeps its text, and is asked again in place', async () => {
  const { conversation, call, states } = world();
  const asked = conversation.ask({ question: 'One', context: 'a line' });
  call(0).emit({ kind: 'text', text: 'half' });
  call(0).reject(new Error('The model is gone.'));
  assert.equal(await asked, undefined);
  assert.deepEqual(states(), ['1 One failed half']);
  assert.equal(conversation.turn(1)?.error, 'The model is gone.');
  const again = conversation.retry(1, true);
  assert.deepEqual(states(), ['1 One asking ']);
  const { context, model, turns } = call(1).query;
  assert.deepEqual({ context, model, turns }, { context: 'a line', model: 'none', turns: [] });
  call(1).resolve('one');
  await again;
  assert.deepEqual(states(), ['1 One done one']);
  await conversation.retry(7, false);
  assert.deepEqual(states(), ['1 One done one']);
});

test('an edited question drops the later turns and a pending answer', async () => {
  const { conversation, call, states } = world();
  for (const [i, question] of ['One', 'Two', 'Three'].entries()) {
    const asked = conversation.ask({ question });
    if (i < 2) call(i).resolve(question);
    if (i < 2) await asked;
  }
  const edited = conversation.ask({ question: 'Else', turn: 2 });
  assert.ok(call(2).signal.aborted);
  call(3).resolve('else');
  await edited;
  assert.deepEqual(states(), ['1 One done One', '2 Else done else']);
  // A panel that is older than the thread may refer to a missing turn.
  void conversation.ask({ question: 'Four' });
  void conversation.ask({ question: 'Five', turn: 99 });
  assert.deepEqual(states().slice(2), ['3 Four stopped ', '4 Five asking ']);
});

test('switching to another thread keeps a pending answer as far as it has arrived', async () => {
  const { conversation, call, states, store } = world();
  void conversation.ask({ question: 'One' });
  call(0).emit({ kind: 'text', text: 'half' });
  const { id } = store.current() as { id: string };
  await conversation.begin();
  assert.ok(call(0).signal.aborted);
  assert.equal(conversation.state.view, 'empty');
  assert.deepEqual(conversation.state.examples, ['What is this?']);
  assert.deepEqual(conversation.state.threads, [{ id, question: 'One', turns: 1 }]);
  call(0).resolve('too late');
  conversation.open(id);
  assert.deepEqual(states(), ['1 One stopped half']);
});

test('choosing the visible thread again lets its answer go on', async () => {
  const { conversation, call, states, store } = world();
  const asked = conversation.ask({ question: 'One' });
  conversation.open((store.current() as { id: string }).id);
  conversation.open('unknown');
  assert.ok(!call(0).signal.aborted);
  call(0).resolve('one');
  await asked;
  assert.deepEqual(states(), ['1 One done one']);
});

test('a deleted thread does not come back, not even the visible one', async () => {
  const { conversation, call, store, memento } = world();
  void conversation.ask({ question: 'One' });
  conversation.forget((store.current() as { id: string }).id);
  assert.ok(call(0).signal.aborted);
  assert.equal(conversation.state.view, 'empty');
  const asked = conversation.ask({ question: 'Two' });
  call(1).resolve('two');
  await asked;
  assert.deepEqual(
    store.summaries('').map(({ question }) => question),
    ['Two'],
  );
  assert.deepEqual(call(1).query.turns, []);
  assert.deepEqual(world(memento).states(), ['1 Two done two']);
});

test('a window that is closed during an answer keeps what was written; one that is closed at once keeps the question', () => {
  const left = world();
  void left.conversation.ask({ question: 'One' });
  left.call(0).emit({ kind: 'text', text: 'half' });
  assert.deepEqual(world(left.memento).states(), ['1 One stopped ']);
  left.conversation.dispose();
  assert.deepEqual(world(left.memento).states(), ['1 One stopped half']);
});

test('examples that arrive after a question was asked are not shown', async () => {
  const { conversation, posted } = world();
  const begun = conversation.begin();
  void conversation.ask({ question: 'One' });
  await begun;
  assert.deepEqual(conversation.state.examples, []);
  assert.equal(posted.at(-1)?.type, 'show');
  assert.equal(conversation.state.view, 'thread');
});

test('examples are loaded again if none are shown, and never over a thread', async () => {
  const { conversation } = world();
  await conversation.suggest();
  assert.deepEqual(conversation.state.examples, ['What is this?']);
  const other = world();
  void other.conversation.ask({ question: 'One' });
  await other.conversation.suggest();
  assert.deepEqual(other.conversation.state.examples, []);
});

test('examples are removed when what they ask about is gone', async () => {
  const { conversation, offered } = world();
  await conversation.suggest();
  offered.length = 0;
  await conversation.suggest();
  assert.deepEqual(conversation.state.examples, ['What is this?']);
  await conversation.suggest(true);
  assert.deepEqual(conversation.state.examples, []);
});

test('a scope is sent with the question, and restored with its thread', async () => {
  const near = { label: 'src/kettle.ts', uri: 'file:///w/src/kettle.ts', isFolder: false };
  const scope: PanelScope = { places: [{ label: 'docs', uri: 'file:///w/docs', isFolder: true }], near, kind: 'doc', language: 'md' };
  const { conversation, call, memento } = world();
  conversation.setScope(scope);
  void conversation.ask({ question: 'One' });
  assert.equal(call(0).query.question, 'One kind:doc lang:md');
  assert.deepEqual(call(0).query.scope, ['file:///w/docs']);
  assert.equal(call(0).query.near, 'file:///w/src/kettle.ts');
  assert.deepEqual(world(memento).conversation.state.scope, scope);
});

test('the last question is known with its scope and the questions before it, or as a model rewrote it', async () => {
  const { conversation, call } = world();
  assert.equal(conversation.lastQuery(), undefined);
  const near = { label: 'src/kettle.ts', uri: 'file:///w/src/kettle.ts', isFolder: false };
  conversation.setScope({ places: [{ label: 'docs', uri: 'file:///w/docs', isFolder: true }], near, kind: 'doc' });
  void conversation.ask({ question: 'Who drew the map?' });
  const expected = { query: 'Who drew the map? kind:doc', scope: ['file:///w/docs'], near: near.uri, earlier: [], restated: undefined };
  assert.deepEqual(conversation.lastQuery(), expected);
  call(0).resolve('Quill');
  const asked = conversation.ask({ question: 'And when?' });
  assert.deepEqual(conversation.lastQuery()?.earlier, ['Who drew the map?']);
  call(1).resolve('1901');
  await asked;
  assert.equal(conversation.lastQuery()?.query, 'And when? kind:doc');
});

test('the lines that a question is about are sent with it, also when it is asked again, and restored with its thread', async () => {
  const { conversation, call, memento } = world();
  const about = { uri: 'file:///w/a.ts', path: 'a.ts', startLine: 3, endLine: 9 };
  const asked = conversation.ask({ question: 'What does this do?', context: 'the lines', about });
  call(0).resolve('It is here.');
  await asked;
  void conversation.retry(1, true);
  assert.deepEqual([call(0).query.about, call(1).query.about], [about, about]);
  assert.deepEqual(JSON.parse(JSON.stringify(world(memento).conversation.turn(1)?.about)), about);
});

test('without a folder there is nothing to ask', async () => {
  const { conversation } = world(storage(), false);
  await conversation.begin();
  assert.equal(conversation.state.view, 'noFolder');
  assert.deepEqual(conversation.state.examples, []);
  assert.equal(await conversation.ask({ question: ' \n' }), undefined);
  assert.deepEqual(conversation.turns, []);
});

const turnsOf = (name: string) => (answerStates[name] ?? []).flatMap((message) => (message.type === 'show' ? message.state.turns : []));

/** A stored thread with every possible field of a turn. */
const everything = {
  id: 'a',
  at: '2026-01-01T00:00:00.000Z',
  turns: [...turnsOf('indexing'), ...turnsOf('model')].map((turn, i) => ({
    ...{ ...turn, id: i + 1, sources: [] },
    scope: { places: [{ label: 'src', uri: 'file:///w/src', isFolder: true }], kind: 'code', language: 'ts' },
  })),
};

test('an invalid stored thread is dropped or shown, and everything else keeps working', async () => {
  const good = { ...everything, id: 'good', turns: everything.turns.slice(1) };
  let shown = 0;
  const tried = some([...wrongValues(everything)], 500);
  for (const wrong of tried) {
    const memento = storage();
    memento.update('meshrag.threads', [wrong, good]);
    memento.update('meshrag.thread', 'a');
    const { conversation, call, posted } = world(memento);
    conversation.show();
    shown += conversation.turns.length > 0 ? 1 : 0;
    for (const turn of conversation.turns) answerMarkdown(turn);
    const asked = conversation.ask({ question: 'And now?', scope: { places: [] } });
    call(0).resolve('now');
    assert.equal((await asked)?.answer, 'now');
    conversation.open('good');
    assert.equal(conversation.turns.length, 1);
    await conversation.begin();
    assert.equal(posted.at(-1)?.type, 'show');
  }
  assert.ok(shown > tried.length / 20, `${shown} were shown`);
});

const card: ConsentCard = { id: 'c', recipient: 'host', model: 'slow', sources: 9, earlier: 1, leftOut: 2, masked: 0, tokens: 99 };
const request: PermissionRequest = { card, parts: () => [] };
const open = () => new AbortController().signal;

test('a request waits in place of its answer until it is permitted or refused', async () => {
  for (const permission of [true, false, 'questions'] as const) {
    const { conversation, call, states, posted } = world();
    const asked = conversation.ask({ question: 'One' });
    call(0).emit({ kind: 'sources', sources: [], masked: 0, tokens: 99 });
    const permitted = call(0).query.askPermission(request, open());
    assert.deepEqual(states(), ['1 One consent ']);
    assert.deepEqual(conversation.turn(1)?.consent, card);
    const last = posted.at(-1);
    assert.deepEqual(last?.type === 'turn' && last.turn.consent, card);
    assert.equal(conversation.request('c'), request);
    conversation.decide('another', true);
    conversation.decide('c', permission);
    assert.equal(await permitted, permission);
    // Where questions alone may be sent, what waits is not: it is asked in another way.
    assert.deepEqual(states(), [`1 One ${permission === true ? 'streaming' : 'asking'} `]);
    assert.equal(conversation.turn(1)?.consent, undefined);
    conversation.decide('c', true);
    call(0).resolve('one');
    await asked;
    assert.deepEqual(states(), ['1 One done one']);
  }
});

test('a request that no longer waits (stopped, replaced, or permitted elsewhere) accepts no permission', async () => {
  const stopped = world();
  void stopped.conversation.ask({ question: 'One' });
  const over = new AbortController();
  const first = stopped.call(0).query.askPermission(request, over.signal);
  stopped.call(0).signal.addEventListener('abort', () => over.abort());
  stopped.conversation.stop();
  stopped.conversation.decide('c', true);
  assert.equal(await first, false);
  assert.deepEqual(stopped.states(), ['1 One stopped ']);
  // A late request is refused.
  assert.equal(await stopped.call(0).query.askPermission(request, open()), false);
  assert.deepEqual(stopped.states(), ['1 One stopped ']);

  const elsewhere = world();
  void elsewhere.conversation.ask({ question: 'One' });
  const given = new AbortController();
  const second = elsewhere.call(0).query.askPermission(request, given.signal);
  given.abort();
  await second;
  assert.deepEqual(elsewhere.states(), ['1 One streaming ']);
});

test('a question that waits for permission is asked again when its thread or its window comes back', async () => {
  const { conversation, call, calls, states, memento, store } = world();
  void conversation.ask({ question: 'One', context: 'a line' });
  void call(0).query.askPermission(request, open());
  const { id } = store.current() as { id: string };

  const reloaded = world(memento);
  assert.deepEqual(reloaded.states(), ['1 One consent ']);
  assert.equal(reloaded.conversation.turn(1)?.consent, undefined);
  void reloaded.conversation.resume();
  void reloaded.conversation.resume();
  assert.equal(reloaded.calls.length, 1);
  assert.deepEqual([reloaded.call(0).query.question, reloaded.call(0).query.context], ['One', 'a line']);

  void conversation.ask({ question: 'Two', isNew: true });
  assert.ok(call(0).signal.aborted);
  conversation.open(id);
  assert.deepEqual(states(), ['1 One asking ']);
  void call(2).query.askPermission(request, open());
  assert.deepEqual(states(), ['1 One consent ']);
  assert.equal(calls.length, 3);
  // It is hidden for a while.
  conversation.leave();
  assert.deepEqual(states(), ['1 One consent ']);
  void conversation.resume();
  assert.deepEqual(states(), ['1 One asking ']);
});

test('a request for a question that was asked elsewhere is shown next to the thread', async () => {
  const { conversation } = world();
  const asked = { ...request, card: { ...card, question: 'From the chat?' } };
  const permitted = conversation.askPermission(asked, open());
  assert.deepEqual(conversation.state.requests, [asked.card]);
  assert.equal(conversation.state.view, 'empty');
  conversation.decide('c', true);
  assert.equal(await permitted, true);
  assert.deepEqual(conversation.state.requests, []);
});

test('other stored values may be of any kind', async () => {
  for (const wrong of wrongValues(['One', 'Two'])) {
    for (const key of ['meshrag.threads', 'meshrag.thread', 'meshrag.history']) {
      const memento = storage();
      memento.update(key, wrong ?? null);
      const { conversation, call, history, states } = world(memento);
      const asked = conversation.ask({ question: 'And now?' });
      call(0).resolve('now');
      await asked;
      assert.deepEqual(states(), ['1 And now? done now']);
      assert.equal(history.list()[0], 'And now?');
      assert.ok(history.list().every((question) => typeof question === 'string'));
    }
  }
});

test('a term of the restated question is taken out: the question is asked again with the others', async () => {
  const { conversation, call, calls } = world();
  const restated = { line: 'Persistence: storage, cache', names: ['TideStore'] };
  const asked = conversation.ask({ question: 'Where do things end up?' });
  assert.equal(call(0).query.restated, undefined);
  call(0).resolve('There [1].', { restated });
  await asked;
  const without = conversation.dropTerm(1, 'cache');
  assert.deepEqual(call(1).query.restated, { line: 'Persistence: storage', names: ['TideStore'] });
  assert.equal(conversation.turns.length, 1);
  call(1).resolve('Here [1].', { restated: { line: 'Persistence: storage', names: ['TideStore'] } });
  await without;
  // Without a restated question there is nothing to take out.
  const last = conversation.dropTerm(1, 'TideStore');
  call(2).resolve('Nowhere.');
  await last;
  await conversation.dropTerm(1, 'Persistence');
  assert.equal(calls.length, 3);
});
