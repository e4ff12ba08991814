/** Reads the files of a first build in a worker thread, so that questions are answered meanwhile. */

import type { Lexicons } from '../../../engine/index.ts';
import type { FileEntry } from '../../../workspace/entries.ts';
import { BackgroundReader } from './backgroundReader.ts';
import type { FileTable } from './fileTable.ts';
import type { FileOutcome } from './readFile.ts';
import type { ReadingTask } from './readingWorker.ts';

/** Number of files that makes a worker worthwhile, and files per portion. */
export const backgroundFrom = 200;
const backgroundPortion = 48;

/**
 * Reads files in a worker, two portions at a time, passes on their outcomes, and returns how many were read: all, unless there is no worker
 * or it failed. Awaits `report` after each portion with the number of files so far; if it rejects, reading stops.
 */
export async function readInBackground(
  task: ReadingTask,
  files: readonly FileEntry[],
  { table, lexicons }: { readonly table: FileTable; readonly lexicons: Lexicons },
  add: (outcome: FileOutcome) => void,
  report: (at: number) => Promise<void>,
): Promise<number> {
  const reader = BackgroundReader.start(task, lexicons);
  if (reader === undefined) return 0;
  const portion = (at: number) => reader.read(files.slice(at, at + backgroundPortion));
  let at = 0;
  try {
    let ahead = portion(0);
    while (at < files.length) {
      const next = at + backgroundPortion;
      const current = ahead;
      if (next < files.length) {
        ahead = portion(next);
        // Reported when its turn comes; not an unhandled rejection until then.
        ahead.catch(() => undefined);
      }
      const outcomes = await current.catch(() => undefined);
      if (outcomes === undefined) return at;
      for (const outcome of outcomes) if (!isOvertaken(table, outcome)) add(outcome);
      at = Math.min(next, files.length);
      await report(at);
    }
    return at;
  } finally {
    reader.close();
  }
}

/** Whether something newer was applied while the worker read the file. */
function isOvertaken(table: FileTable, outcome: FileOutcome): boolean {
  if (outcome.kind !== 'row') return false;
  const now = table.get(outcome.row.path);
  return now !== undefined && now.indexedAtNs >= outcome.row.indexedAtNs;
}
