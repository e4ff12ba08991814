/** Answers about folders as they are indexed: found when first asked for, then again when a folder that was asked for is quiet after a change. */

import type { IndexReader } from '../../engine/index/reader.ts';
import type { Yield } from '../../engine/util/steps.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { untilAborted, yieldToEventLoop } from '../scheduling/timeSlices.ts';

/** How long a folder must be unchanged before its answer is found unasked, in milliseconds. */
const idleMs = 3000;

export interface AnswerKeeper<Answer> {
  /** The current answer about a folder; `undefined` if it cannot be queried. Several that ask meanwhile share one. */
  of(folder: FolderIndex, signal?: AbortSignal): Promise<Answer | undefined>;
  /** Call when a folder may have changed. */
  touch(): void;
  close(): void;
}

/** @param find the answer for an index, equal whenever the index is. Rejects if `yieldThread` does. */
export function createAnswerKeeper<Answer>(
  find: (folder: FolderIndex, reader: IndexReader, yieldThread: Yield) => Promise<Answer>,
): AnswerKeeper<Answer> {
  const kept = new Map<FolderIndex, { readonly reader: IndexReader; readonly answer: Promise<Answer> }>();
  const closed = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function of(folder: FolderIndex, signal?: AbortSignal): Promise<Answer | undefined> {
    const reader = folder.reader();
    if (reader === undefined) {
      kept.delete(folder);
      return Promise.resolve(undefined);
    }
    const known = kept.get(folder);
    if (known?.reader === reader) return untilAborted(known.answer, signal);
    const made = { reader, answer: find(folder, reader, () => yieldToEventLoop(closed.signal)) };
    kept.set(folder, made);
    made.answer.catch(() => kept.get(folder) === made && kept.delete(folder));
    return untilAborted(made.answer, signal);
  }

  return {
    of,
    touch() {
      clearTimeout(timer);
      if (kept.size === 0) return;
      timer = setTimeout(() => {
        for (const folder of kept.keys()) if (folder.progress() === undefined) of(folder).catch(() => undefined);
      }, idleMs).unref();
    },
    close() {
      clearTimeout(timer);
      closed.abort(new Error('The service was closed'));
      kept.clear();
    },
  };
}
