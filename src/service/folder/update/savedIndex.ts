/** Keeps the segments of a folder's index next to its store, so that the next start need not rebuild them from the documents. */

import type { SavedSegment } from '../../../engine/index/codec/savedSegments.ts';
import type { Lexicons } from '../../../engine/text/words/lexicon.ts';
import type { Yield } from '../../../engine/util/steps.ts';
import { finishYielding } from '../../../engine/util/steps.ts';
import { removeArrays } from '../../../storage/arrays/arraysFile.ts';
import { readSegments, writeSegments } from '../../../storage/arrays/segmentsFile.ts';
import { fileSize } from '../../../storage/fileFigures.ts';
import { isSkipNote } from '../../../storage/store.ts';
import { yieldInSlices } from '../../scheduling/timeSlices.ts';
import type { FolderData } from './batch.ts';

/** Fewer documents are rebuilt from the store in no time. */
const minDocuments = 500;
/** Saved again once this share of the documents has changed. */
const staleShare = 1 / 16;

export class SavedIndex {
  /** Absent if nothing is to be saved. */
  readonly file: string | undefined;
  readonly #lexicons: Lexicons;
  /** Documents that the saved segments lack. */
  #missing = Number.POSITIVE_INFINITY;

  /** @param indexFile the file of the store; nothing is saved where there is none. */
  constructor(indexFile: string | undefined, lexicons: Lexicons) {
    this.file = indexFile === undefined ? undefined : `${indexFile}-segments`;
    this.#lexicons = lexicons;
  }

  /** The saved segments, if usable. Awaits `yieldThread` between slices. */
  async read(yieldThread: Yield): Promise<readonly SavedSegment[]> {
    if (this.file === undefined) return [];
    const saved = await finishYielding(readSegments(this.file, this.#lexicons), yieldInSlices(yieldThread));
    this.#missing = saved === undefined ? Number.POSITIVE_INFINITY : 0;
    return saved ?? [];
  }

  /** Records that this many documents have changed. */
  note(documents: number): void {
    this.#missing += documents;
  }

  /** Saves the index if much has changed. Failures are ignored: the file only saves time. */
  async save({ table, index }: FolderData, yieldThread: Yield): Promise<void> {
    const { documentCount } = index;
    if (this.file === undefined || documentCount < minDocuments || this.#missing < documentCount * staleShare) return;
    const saved = index.saved((path) => {
      const content = table.get(path)?.content;
      return content === undefined || isSkipNote(content) ? undefined : content;
    });
    this.#missing = 0;
    try {
      await finishYielding(writeSegments(this.file, saved, this.#lexicons), yieldInSlices(yieldThread));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }

  /** Bytes on disk. */
  sizeBytes(): number {
    return this.file === undefined ? 0 : fileSize(this.file);
  }

  /** Removes the saved segments. */
  remove(): void {
    this.#missing = Number.POSITIVE_INFINITY;
    if (this.file !== undefined) removeArrays(this.file);
  }
}
