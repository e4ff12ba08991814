import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message } from '../../../src/messages/messages.ts';
import { FolderState } from '../../../src/service/folder/folderState.ts';
import { FolderError } from '../../../src/workspace/ignore/folderRules.ts';

function watched() {
  let changes = 0;
  const state = new FolderState(() => changes++);
  return { state, changes: () => changes };
}

test('a folder is incomplete only while it is indexed', () => {
  const { state, changes } = watched();
  assert.deepEqual([state.kind, state.isAlive, state.progress(7)], ['indexing', true, { filesDone: 0, filesTotal: 7 }]);
  state.reportProgress(3, 9);
  assert.deepEqual([state.progress(7), changes()], [{ filesDone: 3, filesTotal: 9 }, 1]);
  state.toReady();
  assert.deepEqual([state.kind, state.isAlive, state.progress(7)], ['ready', true, undefined]);
  state.toIndexing();
  assert.deepEqual(state.progress(7), { filesDone: 3, filesTotal: 9 });
  state.ended(performance.now());
  assert.deepEqual([state.progress(7), changes()], [{ filesDone: 0, filesTotal: 7 }, 2]);
});

test('a problem says why, and whether the folder is gone; it ends with the next state', () => {
  const { state } = watched();
  state.toProblem(new Error('why'));
  assert.deepEqual([state.kind, state.isAlive, state.isGone, state.problem?.length], ['problem', false, false, 1]);
  state.toProblem(new FolderError(message('noGit')));
  assert.equal(state.isGone, true);
  state.toDisabled();
  assert.deepEqual([state.kind, state.isAlive, state.isGone, state.problem], ['disabled', false, false, undefined]);
});

test('the last update has its duration, its end and its counts', () => {
  const { state } = watched();
  assert.deepEqual(state.lastUpdate(), { lastUpdateMs: 0, lastUpdateAt: undefined, filesRead: 0, filesUnchanged: 0 });
  state.read = 2;
  state.unchanged = 3;
  state.ended(performance.now() - 500);
  const { lastUpdateMs, lastUpdateAt, filesRead, filesUnchanged } = state.lastUpdate();
  assert.ok(lastUpdateMs >= 500 && lastUpdateMs < 5000);
  assert.ok(Math.abs(Date.parse(lastUpdateAt ?? '') - Date.now()) < 5000);
  assert.deepEqual([filesRead, filesUnchanged], [2, 3]);
  state.resetCounts();
  assert.deepEqual([state.read, state.unchanged], [0, 0]);
});
