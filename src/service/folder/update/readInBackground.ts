/** Reads many files in worker threads, and passes on what they find in the order of the files. */

import os from 'node:os';
import type { Lexicons } from '../../../engine/text/words/lexicon.ts';
import type { FileEntry } from '../../../workspace/entries.ts';
import { untilAborted } from '../../scheduling/timeSlices.ts';
import { BackgroundReader } from './backgroundReader.ts';
import type { FileTable } from './fileTable.ts';
import type { FileOutcome } from './readFile.ts';
import type { ReadingTask } from './readingWorker.ts';

/** Number of files that makes a worker worthwhile. */
export const backgroundFrom = 200;
/** Files that a worker reads at a time. */
const portionFiles = 48;
/** Portions that a worker has been asked for: one is read while the last one is taken over. */
const portionsAhead = 2;
/** Two find as much as one thread takes over in the same time (bench/speed), and each takes memory; half of the cores are left to others. */
const maxWorkers = Math.max(1, Math.min(2, os.availableParallelism() >> 1));

export interface BackgroundReading {
  readonly table: FileTable;
  readonly lexicons: Lexicons;
  readonly signal: AbortSignal;
  /** At most. */
  readonly workers?: number;
}

/**
 * Passes the outcomes of files to `add`, and returns how many files were read: all, unless there is no worker or one failed. Awaits `report` after
 * each portion with the number of files so far; if it rejects, reading stops. Throws the signal's reason at once: the first portion takes as
 * long as a worker's start.
 */
export async function readInBackground(
  task: ReadingTask,
  files: readonly FileEntry[],
  { table, lexicons, signal, workers = maxWorkers }: BackgroundReading,
  add: (outcome: FileOutcome) => void,
  report: (at: number) => Promise<void>,
): Promise<number> {
  const count = Math.min(workers, Math.floor(files.length / backgroundFrom));
  const readers = Array.from({ length: count }, () => BackgroundReader.start(task, lexicons)).filter((reader) => reader !== undefined);
  const waiting: ReturnType<typeof asked>[] = [];
  const asked = (reader: BackgroundReader, portion: readonly FileEntry[]) => {
    const outcomes = reader.read(portion, (path) => table.get(path));
    // A failure is noticed when its turn comes; not an unhandled rejection until then.
    return { reader, portion: outcomes.catch(() => undefined) };
  };
  const ask = (turn: number): void => {
    const reader = readers[turn % readers.length];
    const portion = files.slice(turn * portionFiles, (turn + 1) * portionFiles);
    if (reader !== undefined && portion.length > 0) waiting.push(asked(reader, portion));
  };
  let at = 0;
  try {
    for (let turn = 0; turn < readers.length * portionsAhead; turn++) ask(turn);
    for (let turn = 0; at < files.length; turn++) {
      const next = waiting.shift();
      if (next === undefined) return at;
      const portion = await untilAborted(next.portion, signal);
      if (portion === undefined) return at;
      ask(turn + readers.length * portionsAhead);
      for (const outcome of next.reader.translate(portion)) if (!isOvertaken(table, outcome)) add(outcome);
      at = Math.min(at + portionFiles, files.length);
      await report(at);
    }
    return at;
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** Whether something newer was applied while the worker read the file. */
function isOvertaken(table: FileTable, outcome: FileOutcome): boolean {
  if (outcome.kind !== 'row') return false;
  const now = table.get(outcome.row.path);
  return now !== undefined && now.indexedAtNs >= outcome.row.indexedAtNs;
}
