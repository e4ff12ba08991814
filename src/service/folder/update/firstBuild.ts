/** Reads the files of a first build in a worker thread, so that questions are answered at once meanwhile. */

import type { Lexicons } from '../../../engine/text/words/lexicon.ts';
import type { FileEntry } from '../../../workspace/entries.ts';
import { BackgroundReader } from './backgroundReader.ts';
import type { FileTable } from './fileTable.ts';
import type { FileOutcome } from './readFile.ts';
import type { ReadingTask } from './readingWorker.ts';

/** Files from which a first build is worth a worker, and how many it reads at a time. */
export const backgroundFrom = 200;
const backgroundPortion = 48;

/**
 * Reads files in a worker, two portions under way, hands over what each gave, and returns how many were read: all, unless there is no worker
 * or it failed. `told` is awaited after each portion with the number of files so far; where it rejects, the reading ends.
 */
export async function readInBackground(
  task: ReadingTask,
  files: readonly FileEntry[],
  { table, lexicons }: { readonly table: FileTable; readonly lexicons: Lexicons },
  add: (outcome: FileOutcome) => void,
  told: (at: number) => Promise<void>,
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
        // Told when its turn comes; until then nobody waits for it.
        ahead.catch(() => undefined);
      }
      const outcomes = await current.catch(() => undefined);
      if (outcomes === undefined) return at;
      for (const outcome of outcomes) if (!isOvertaken(table, outcome)) add(outcome);
      at = Math.min(next, files.length);
      await told(at);
    }
    return at;
  } finally {
    reader.close();
  }
}

/** Whether something newer than what a worker read has been applied meanwhile. */
function isOvertaken(table: FileTable, outcome: FileOutcome): boolean {
  if (outcome.kind !== 'row') return false;
  const now = table.get(outcome.row.path);
  return now !== undefined && now.indexedAtNs >= outcome.row.indexedAtNs;
}
