/** Reads files for about one time slice; an analysis that fails or hangs affects only its own file. */

import type { FileEntry } from '../../../workspace/entries.ts';
import { runWithin, TimeLimitError } from '../../scheduling/timeLimit.ts';
import { sliceMs } from '../../scheduling/timeSlices.ts';
import type { ReadingPlace } from './readFile.ts';
import { type FileOutcome, readFile, skippedRow, unreadOutcome } from './readFile.ts';

/**
 * Up to this size, in bytes, a file is analysed without a time limit: it is fast, while starting the watchdog thread on a busy machine is
 * not. With a seed nothing is analysed.
 */
const unwatchedBytes = 32 * 1024;

/**
 * Reads files from index `at` on, at least one, passes on their outcomes, and returns the index after the last one. A file whose analysis
 * fails or takes too long is skipped until it changes. Files of contents that a seed lacks go to `later`.
 */
export function readSlice(
  place: ReadingPlace,
  files: readonly FileEntry[],
  at: number,
  add: (outcome: FileOutcome) => void,
  later: (entry: FileEntry) => void = () => undefined,
): number {
  const end = performance.now() + sliceMs;
  let next = at;
  do {
    const entry = files[next++] as FileEntry;
    const outcome = readOne(place, entry);
    if (outcome === undefined) later(entry);
    else add(outcome);
  } while (next < files.length && performance.now() < end);
  return next;
}

function readOne(place: ReadingPlace, entry: FileEntry): FileOutcome | undefined {
  const { folder, settings, known } = place;
  const unread = place.unread?.(entry);
  const outcome = unread && unreadOutcome(entry, unread, place);
  if (outcome !== undefined) return outcome;
  const read = (): FileOutcome | undefined => readFile(folder, entry.path, settings, known(entry.path), place);
  const isWatched = entry.size > unwatchedBytes && place.seed === undefined;
  for (let attempt = 1; ; attempt++) {
    const startMs = isWatched ? threadMs() : 0;
    try {
      return isWatched ? runWithin(settings.fileTimeBudgetMs * attempt, read) : read();
    } catch (error) {
      const isTooSlow = error instanceof TimeLimitError;
      // The limit is in wall-clock time: a thread that was not scheduled has not used it. The file is not to blame, and is tried again.
      if (isTooSlow && threadMs() - startMs < settings.fileTimeBudgetMs / 2) {
        if (attempt < maxAttempts) continue;
        return { kind: 'passed', skipped: { path: entry.path, reason: 'too slow', detail: error.message } };
      }
      const [reason, detail] = isTooSlow ? ['too slow', error.message] : ['not analysed', String(error)];
      return { kind: 'row', row: skippedRow(entry, reason, detail) };
    }
  }
}

/** Attempts at a file whose time limit passed while the thread was not running, each with more time than the one before. */
const maxAttempts = 6;

/** Processor time of this thread in milliseconds; of the whole process before Node 23.9. */
function threadMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}
