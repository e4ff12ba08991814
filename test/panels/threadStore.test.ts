// The stored threads of a workspace: searched, pinned, and dropped when there are too many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThreadStore } from '../../src/extension/panels/answer/threadStore.ts';
import type { PanelThread } from '../../src/protocol/panels/panelThread.ts';
import type { AskResult } from '../../src/protocol/places.ts';

/** The storage of a workspace. Values are copied, as on disk. */
function storage(): Parameters<typeof createThreadStore>[0] {
  const kept = new Map<string, string>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, other?: T) => (kept.has(key) ? JSON.parse(kept.get(key) as string) : other) as T,
    update: async (key, value) => void kept.set(key, JSON.stringify(value)),
  };
}

/** A thread of questions with their answers. */
function thread(id: string, ...asked: readonly (readonly [question: string, answer?: string])[]): PanelThread {
  const turns = asked.map(([question, text = ''], i) => ({ id: i + 1, question, state: 'done' as const, text, scope: { places: [] } }));
  return { id, at: '2026-01-02T00:00:00.000Z', turns };
}

test('threads are found by all words of their questions and answers, with the line that has most of them', () => {
  const store = createThreadStore(storage());
  store.keep(thread('locks', ['Where are locks opened?', 'The Keeper opens them.\nAt high tide only.'], ['And who shuts them?']));
  store.keep(thread('tides', ['How is the tide computed?', 'From a table.']));
  const blocks = [{ subject: 'Ferry', shown: 'A ferry\nsails at ebb.' }];
  const [turn] = thread('ferry', ['When does it sail?']).turns;
  store.keep({
    ...thread('ferry'),
    turns: [{ ...(turn as PanelThread['turns'][number]), result: { answer: '', blocks } as unknown as AskResult }],
  });
  const found = (typed: string) => store.search(typed).map(({ thread: { id }, line }) => (line === undefined ? id : `${id}: ${line}`));
  assert.deepEqual(found(''), ['ferry', 'tides', 'locks']);
  assert.deepEqual(found('TIDE'), ['tides', 'locks: At high tide only.']);
  assert.deepEqual(found('tide keeper'), ['locks: The Keeper opens them.']);
  assert.deepEqual(found('who shuts'), ['locks: And who shuts them?']);
  assert.deepEqual(found('ebb'), ['ferry: sails at ebb.']);
  assert.deepEqual(found('tide ebb'), []);
});

test('a pinned thread comes first, stays pinned when it goes on, and is not dropped when there are too many', () => {
  const memento = storage();
  const store = createThreadStore(memento);
  for (const id of ['a', 'b', 'c']) store.keep(thread(id, [`Question ${id}?`]));
  store.pin('a', true);
  assert.deepEqual(
    store.summaries('c').map(({ id }) => id),
    ['a', 'b'],
  );
  store.keep(thread('a', ['Question a?'], ['And then?']));
  for (let i = 0; i < 40; i++) store.keep(thread(`later${i}`, ['Later?']));
  const kept = createThreadStore(memento).search('');
  assert.deepEqual([kept.length, kept[0]?.thread.id, kept[0]?.thread.turns.length, kept[1]?.thread.id], [30, 'a', 2, 'later39']);
  store.pin('a', false);
  assert.equal(store.search('')[0]?.thread.id, 'later39');
  store.keep(thread('last', ['Last?']));
  assert.equal(store.find('a'), undefined);
});

test('the thread that is kept is never dropped, whatever is pinned', () => {
  const store = createThreadStore(storage());
  for (let i = 0; i < 30; i++) {
    store.keep(thread(`${i}`, ['Question?']));
    store.pin(`${i}`, true);
  }
  store.keep(thread('new', ['New?']));
  assert.ok(store.find('new') !== undefined);
  assert.equal(store.search('').length, 30);
});
