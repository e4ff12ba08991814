/** The threads of this workspace, most recent first, persisted across window reloads. */

import type * as vscode from 'vscode';
import type { ThreadSummary } from '../../../protocol/panels/panel.ts';
import { type PanelThread, panelThread } from '../../../protocol/panels/panelThread.ts';
import { check } from '../../../protocol/schema.ts';

const key = 'meshrag.threads';
const currentKey = 'meshrag.thread';
const maxThreads = 30;
/** The editor reads the whole workspace state at start, so the oldest threads are dropped beyond this size. UTF-16 units of JSON. */
const maxStoredLength = 1_000_000;

export interface ThreadStore {
  /** The thread on display when the window was closed. */
  current(): PanelThread | undefined;
  find(id: string): PanelThread | undefined;
  /** Earlier threads except for the current one. */
  summaries(without: string): ThreadSummary[];
  /** Stores a thread that has questions, and makes it the current one. */
  keep(thread: PanelThread): void;
  remove(id: string): void;
}

export function createThreadStore(storage: vscode.Memento): ThreadStore {
  let threads = read(storage.get<unknown>(key, []));

  function write(): void {
    threads = threads.slice(0, maxThreads);
    while (threads.length > 1 && JSON.stringify(threads).length > maxStoredLength) threads.pop();
    storage.update(key, threads);
  }

  return {
    current: () => threads.find(({ id }) => id === storage.get<unknown>(currentKey)),
    find: (wanted) => threads.find(({ id }) => id === wanted),
    summaries: (without) =>
      threads.filter(({ id }) => id !== without).map(({ id, turns }) => ({ id, question: turns[0]?.question ?? '', turns: turns.length })),
    keep(thread) {
      storage.update(currentKey, thread.id);
      if (thread.turns.length === 0) return;
      threads = [thread, ...threads.filter(({ id }) => id !== thread.id)];
      write();
    },
    remove(wanted) {
      threads = threads.filter(({ id }) => id !== wanted);
      write();
    },
  };
}

/** Threads of an earlier version that can no longer be drawn are left out. */
function read(stored: unknown): PanelThread[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((item) => {
    try {
      return [check(panelThread, item)];
    } catch {
      return [];
    }
  });
}
