/** A worker thread that reads and analyses many files, keeping the answering thread free. */

import { randomInt } from 'node:crypto';
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { emptyCheckpoint, newStrings } from '../../../engine/index/codec/newStrings.ts';
import { createLexicons } from '../../../engine/text/words/lexicon.ts';
import type { FileRow } from '../../../storage/store.ts';
import { languageRule } from '../../../workspace/associations.ts';
import type { FileEntry } from '../../../workspace/entries.ts';
import type { IndexSettings } from '../../../workspace/settings.ts';
import type { FileOutcome } from './readFile.ts';
import { readSlice } from './readSlice.ts';

/** Start parameters of the worker. */
export interface ReadingTask {
  readonly folder: string;
  readonly settings: IndexSettings;
}

/** Files to read, and the rows of those that are known. */
export interface ReadRequest {
  readonly files: readonly FileEntry[];
  readonly rows: readonly FileRow[];
}

/** The outcomes of some files, with the strings that are new since the last portion. */
export interface ReadPortion {
  readonly outcomes: readonly FileOutcome[];
  readonly block: Uint8Array<ArrayBuffer>;
}

/**
 * A build yields to the editor, the compiler and other foreground work. On Linux priorities are per thread, so only this one yields;
 * elsewhere it would slow down the whole server, so nothing is changed.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some containers forbid it; the build then runs at normal priority.
  }
}

lowerPriority();
const { folder, settings } = workerData as ReadingTask;
const lexicons = createLexicons(randomInt(2 ** 31));
const place = {
  folder,
  settings,
  languageOf: languageRule(folder, settings),
  lexicons,
};
let sent = emptyCheckpoint;

parentPort?.on('message', ({ files, rows }: ReadRequest) => {
  const outcomes: FileOutcome[] = [];
  const known = new Map(rows.map((row) => [row.path, row]));
  const asked = { ...place, known: (path: string) => known.get(path) };
  for (let at = 0; at < files.length; ) at = readSlice(asked, files, at, (outcome) => outcomes.push(outcome));
  const { block, checkpoint } = newStrings(lexicons, sent);
  sent = checkpoint;
  // Copied, not transferred: once a thread has detached a buffer, V8 checks for that at every access to a typed array.
  parentPort?.postMessage({ outcomes: inOneBuffer(outcomes), block } satisfies ReadPortion);
});

/** The outcomes with all columns in one buffer, which is copied at once. */
function inOneBuffer(outcomes: readonly FileOutcome[]): readonly FileOutcome[] {
  const sizeOf = (outcome: FileOutcome): number => (outcome.kind === 'row' ? (outcome.document?.length ?? 0) : 0);
  const all = new Int32Array(outcomes.reduce((sum, outcome) => sum + sizeOf(outcome), 0));
  let at = 0;
  return outcomes.map((outcome): FileOutcome => {
    if (outcome.kind !== 'row' || outcome.document === undefined) return outcome;
    const document = all.subarray(at, at + outcome.document.length);
    document.set(outcome.document);
    at += document.length;
    return { ...outcome, document };
  });
}
