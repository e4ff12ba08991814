/** Reads files for about one slice of time; what one file does to the analysis stays with that file. */

import { LostFrameError } from '../../../storage/frames.ts';
import type { FileEntry } from '../../../workspace/entries.ts';
import { runWithin, TimeLimitError } from '../../scheduling/timeLimit.ts';
import { sliceMs } from '../../scheduling/timeSlices.ts';
import type { ReadingPlace } from './readFile.ts';
import { type FileOutcome, readFile, skippedRow } from './readFile.ts';

/** A file of this size is analysed without a watch: it cannot take long, and on a busy machine starting the thread that watches does. */
const unwatchedBytes = 32 * 1024;

/**
 * Reads files from position `at` on, at least one, hands over what each gave, and returns the position after the last one. A file whose
 * analysis fails or takes too long is noted as skipped and read again when it changes. Throws `LostFrameError`.
 */
export function readSlice(place: ReadingPlace, files: readonly FileEntry[], at: number, add: (outcome: FileOutcome) => void): number {
  const end = performance.now() + sliceMs;
  let next = at;
  do add(readOne(place, files[next++] as FileEntry));
  while (next < files.length && performance.now() < end);
  return next;
}

function readOne(place: ReadingPlace, entry: FileEntry): FileOutcome {
  const { folder, settings, known } = place;
  const read = (): FileOutcome => readFile(folder, entry.path, settings, known(entry.path), place);
  for (let attempt = 1; ; attempt++) {
    const startMs = threadMs();
    try {
      return entry.size <= unwatchedBytes ? read() : runWithin(settings.fileTimeBudgetMs, read);
    } catch (error) {
      // Of the index, and not of the file.
      if (error instanceof LostFrameError) throw error;
      const isTooSlow = error instanceof TimeLimitError;
      // The time is that of the clock: a thread that others keep from running has not taken it.
      if (isTooSlow && threadMs() - startMs < settings.fileTimeBudgetMs / 2 && attempt < mostAttempts) continue;
      const [reason, detail] = isTooSlow ? ['too slow', error.message] : ['not analysed', String(error)];
      return { kind: 'row', row: skippedRow(entry, reason, detail) };
    }
  }
}

/** How often a file is tried whose time has passed without being used. */
const mostAttempts = 20;

/** Milliseconds of processor time that this thread has used; of all threads where Node does not tell (before 23.9). */
function threadMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}
