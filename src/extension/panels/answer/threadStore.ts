/** The threads of this workspace, last first, as they survive a reload of the window. */

import type * as vscode from 'vscode';
import type { ThreadSummary } from '../../../protocol/panels/panel.ts';
import { type PanelThread, readThread } from '../../../protocol/panels/panelThread.ts';

const key = 'meshrag.threads';
const currentKey = 'meshrag.thread';
const maxThreads = 30;
/** The editor reads a workspace's whole state at start, so the oldest threads go when all are longer than this. UTF-16 units of JSON. */
const maxStoredLength = 1_000_000;

export interface ThreadStore {
  /** The thread that was on show when the window was closed. */
  current(): PanelThread | undefined;
  find(id: string): PanelThread | undefined;
  /** Earlier threads without the one on show. */
  summaries(without: string): ThreadSummary[];
  /** Keeps a thread that has questions, and remembers which one is on show. */
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

/** What cannot be drawn any more, because an earlier version kept it otherwise, is left out. */
function read(stored: unknown): PanelThread[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((item) => {
    try {
      return [readThread(item)];
    } catch {
      return [];
    }
  });
}
