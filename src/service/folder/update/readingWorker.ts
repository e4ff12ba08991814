/** The worker thread of a first build: reads and analyses files, keeping the answering thread free. */

import { randomInt } from 'node:crypto';
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { blockOf, emptyCheckpoint } from '../../../engine/index/codec/dictionary.ts';
import { createLexicons } from '../../../engine/text/words/lexicon.ts';
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

/** The outcomes of some files, with the strings that are new since the last portion: documents refer to a dictionary of all blocks. */
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
// Nothing is known yet: workers are for folders without an index.
const lexicons = createLexicons(randomInt(2 ** 31));
const place = {
  folder,
  settings,
  languageOf: languageRule(folder, settings),
  lexicons,
  known: () => undefined,
  store: { document: () => undefined },
};
let sent = emptyCheckpoint;

parentPort?.on('message', (files: readonly FileEntry[]) => {
  const outcomes: FileOutcome[] = [];
  for (let at = 0; at < files.length; ) at = readSlice(place, files, at, (outcome) => outcomes.push(outcome));
  const { block, checkpoint } = blockOf(lexicons, sent);
  sent = checkpoint;
  // Copied, not transferred: once a thread has detached a buffer, V8 checks for that at every access to a typed array.
  parentPort?.postMessage({ outcomes: inOneBuffer(outcomes), block } satisfies ReadPortion);
});

/** The outcomes with all columns in one buffer, which is copied at once. */
function inOneBuffer(outcomes: readonly FileOutcome[]): readonly FileOutcome[] {
  const sizeOf = (outcome: FileOutcome): number => (outcome.kind === 'row' ? (outcome.document?.columns.length ?? 0) : 0);
  const all = new Int32Array(outcomes.reduce((sum, outcome) => sum + sizeOf(outcome), 0));
  let at = 0;
  return outcomes.map((outcome): FileOutcome => {
    if (outcome.kind !== 'row' || outcome.document === undefined) return outcome;
    const columns = all.subarray(at, at + outcome.document.columns.length);
    columns.set(outcome.document.columns);
    at += columns.length;
    return { ...outcome, document: { ...outcome.document, columns } };
  });
}
