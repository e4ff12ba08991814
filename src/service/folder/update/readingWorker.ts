/** The worker thread of a first build: reads and analyses the files it is told, so that the thread that answers stays free. */

import { randomInt } from 'node:crypto';
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { blockOf, emptyCheckpoint } from '../../../engine/index/codec/dictionary.ts';
import { createLexicons } from '../../../engine/text/words/lexicon.ts';
import type { FileEntry } from '../../../workspace/entries.ts';
import type { IndexSettings } from '../../../workspace/settings.ts';
import type { FileOutcome } from './readFile.ts';
import { readSlice } from './readSlice.ts';

/** What the worker is started with. */
export interface ReadingTask {
  readonly folder: string;
  readonly settings: IndexSettings;
}

/** What some files gave, with the strings that are new since the last ones: documents hold their numbers in a dictionary of all blocks. */
export interface ReadPortion {
  readonly outcomes: readonly FileOutcome[];
  readonly block: Uint8Array<ArrayBuffer>;
}

/**
 * A build gives way to the editor, the compiler and whatever else the user waits for. On Linux a priority belongs to a thread, so only this
 * one yields; elsewhere it would be the whole server's, which answers questions meanwhile, so there it stays as it is.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some containers forbid it; the build then takes its share as any other work.
  }
}

giveWay();
const { folder, settings } = workerData as ReadingTask;
// Nothing is known yet: workers are for folders that have no index.
const lexicons = createLexicons(randomInt(2 ** 31));
const place = { folder, settings, lexicons, known: () => undefined, store: { document: () => undefined } };
let sent = emptyCheckpoint;

parentPort?.on('message', (files: readonly FileEntry[]) => {
  const outcomes: FileOutcome[] = [];
  for (let at = 0; at < files.length; ) at = readSlice(place, files, at, (outcome) => outcomes.push(outcome));
  const { block, checkpoint } = blockOf(lexicons, sent);
  sent = checkpoint;
  // Nothing is transferred: once a thread has given a buffer away, V8 checks it at each access to any array of numbers.
  parentPort?.postMessage({ outcomes: inOneBuffer(outcomes), block } satisfies ReadPortion);
});

/** The outcomes with all their columns in one buffer, which is copied at once. */
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
