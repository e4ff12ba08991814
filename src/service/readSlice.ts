/** Reads files for about one slice of time; what one file does to the analysis stays with that file. */

import type { Lexicons } from '../core/text/lexicon.ts';
import type { DocumentStore, FileRow } from '../index/store.ts';
import type { FileEntry } from '../workspace/entries.ts';
import type { IndexSettings } from '../workspace/settings.ts';
import { type FileOutcome, readFile, skippedRow } from './readFile.ts';
import { runWithin, TimeLimitError } from './timeLimit.ts';
import { sliceMs as usualMs } from './turns.ts';

/** A folder whose files are read, and what is known of them. */
export interface ReadingPlace {
  readonly folder: string;
  readonly settings: IndexSettings;
  /** The row of a path so far. */
  readonly known: (path: string) => FileRow | undefined;
  /** Where the analysis of a content may be found. */
  readonly store: Pick<DocumentStore, 'document'>;
  /** What is read gets ids of these. */
  readonly lexicons: Lexicons;
  /** How long one slice takes, in milliseconds, for a thread that nobody waits for; the usual time where absent. */
  readonly sliceMs?: number;
}

/** One file of this size is analysed without a watch: it cannot take long, and starting the watch would, on a busy machine. */
const unwatchedBytes = 32 * 1024;

/**
 * Reads files from position `at` on, at least one, hands over what each gave, and returns the position after the last one. A file whose
 * analysis fails or takes too long is noted as skipped and read again when it changes.
 */
export function readSlice(place: ReadingPlace, files: readonly FileEntry[], at: number, add: (outcome: FileOutcome) => void): number {
  const { folder, settings, known, sliceMs = usualMs } = place;
  const end = performance.now() + sliceMs;
  let next = at;
  const read = (): void => {
    while (next < files.length && (next === at || performance.now() < end)) {
      const { path } = files[next] as FileEntry;
      add(readFile(folder, path, settings, known(path), place));
      next++;
    }
  };
  try {
    if (files.length === 1 && (files[0] as FileEntry).size <= unwatchedBytes) read();
    else runWithin(settings.fileTimeBudgetMs + sliceMs, read);
    return next;
  } catch (error) {
    const entry = files[next] as FileEntry;
    const [reason, detail] = error instanceof TimeLimitError ? ['too slow', error.message] : ['not analysed', String(error)];
    add({ kind: 'row', row: skippedRow(entry, reason as string, detail) });
    return next + 1;
  }
}
