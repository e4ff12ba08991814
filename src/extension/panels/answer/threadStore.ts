/** The threads of this workspace, most recent first, persisted across window reloads. */

import type * as vscode from 'vscode';
import type { ThreadSummary } from '../../../protocol/panels/panel.ts';
import { type PanelThread, panelThread } from '../../../protocol/panels/panelThread.ts';
import { check } from '../../../protocol/schema.ts';
import { type FoundThread, findThreads } from './findThreads.ts';

const key = 'meshrag.threads';
const currentKey = 'meshrag.thread';
const maxThreads = 30;
/** The editor reads the whole workspace state at start, so the oldest threads are dropped beyond this size. UTF-16 units of JSON. */
const maxStoredLength = 1_000_000;

export interface ThreadStore {
  /** The thread on display when the window was closed. */
  current(): PanelThread | undefined;
  find(id: string): PanelThread | undefined;
  /** Those with all of the words in a question or an answer, pinned ones first; without words, all. */
  search(typed: string): readonly FoundThread[];
  /** Earlier threads except for the current one, pinned ones first. */
  summaries(without: string): ThreadSummary[];
  /** Stores a thread that has questions, and makes it the current one. */
  keep(thread: PanelThread): void;
  /** A pinned thread is listed first, and not dropped when there are too many. */
  pin(id: string, isPinned: boolean): void;
  remove(id: string): void;
}

export function createThreadStore(storage: vscode.Memento): ThreadStore {
  let threads = read(storage.get<unknown>(key, []));

  function write(): void {
    while (threads.length > 1 && (threads.length > maxThreads || JSON.stringify(threads).length > maxStoredLength)) {
      const oldest = threads.findLastIndex(({ isPinned = false }, i) => !isPinned && i > 0);
      threads.splice(oldest < 0 ? threads.length - 1 : oldest, 1);
    }
    storage.update(key, threads);
  }

  const pinnedFirst = (): PanelThread[] => [...threads].sort((a, b) => Number(b.isPinned ?? false) - Number(a.isPinned ?? false));

  return {
    current: () => threads.find(({ id }) => id === storage.get<unknown>(currentKey)),
    find: (wanted) => threads.find(({ id }) => id === wanted),
    search: (typed) => findThreads(pinnedFirst(), typed),
    summaries: (without) =>
      pinnedFirst()
        .filter(({ id }) => id !== without)
        .map(({ id, turns }) => ({ id, question: turns[0]?.question ?? '', turns: turns.length })),
    keep(thread) {
      storage.update(currentKey, thread.id);
      if (thread.turns.length === 0) return;
      const known = threads.find(({ id }) => id === thread.id);
      threads = [{ ...thread, isPinned: known?.isPinned }, ...threads.filter(({ id }) => id !== thread.id)];
      write();
    },
    pin(wanted, isPinned) {
      threads = threads.map((thread) => (thread.id === wanted ? { ...thread, isPinned: isPinned || undefined } : thread));
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
