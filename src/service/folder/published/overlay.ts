/**
 * The files of a folder over an index that was published of it. A file of the published content is found there and is not in the index of the
 * folder; of all others the published version is hidden, so that no document is in both. While the published index cannot be read, the index
 * of the folder has all files.
 */

import type { ContentId, IndexReader, Lexicons, Message } from '../../../engine/index.ts';
import { message, messagesOf } from '../../../messages/messages.ts';
import type { PublishedIndex, PublishedName } from '../../../storage/published.ts';
import { isSkipNote } from '../../../storage/store.ts';
import type { SharedOptions } from '../../options.ts';
import type { FileTable } from '../update/fileTable.ts';

/** How soon the published index is looked at again unless a question has failed, in milliseconds. */
const lookAgainMs = 5000;

export class Overlay {
  readonly #options: SharedOptions;
  readonly #lexicons: Lexicons;
  readonly #table: FileTable;
  #source: PublishedName | undefined;
  #published: PublishedIndex | undefined;
  #fault: readonly Message[] | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #revision = 0;
  #last: { readonly revision: number; readonly reader: IndexReader } | undefined;

  constructor(options: SharedOptions, lexicons: Lexicons, table: FileTable) {
    this.#options = options;
    this.#lexicons = lexicons;
    this.#table = table;
  }

  /** The commit that the files lie over; undefined while it cannot be read. */
  get published(): PublishedIndex | undefined {
    return this.#published;
  }

  /** Why it cannot be read. */
  get fault(): readonly Message[] | undefined {
    return this.#fault;
  }

  /** Whether it is time to look whether there is another commit, or the same one again. */
  get isDue(): boolean {
    return performance.now() - this.#lookedMs > lookAgainMs;
  }

  /** Rises with every change of the table of files. */
  get revision(): number {
    return this.#revision;
  }

  /** Chunks of the last reader. */
  get chunks(): number {
    return this.#last?.reader.liveCount ?? 0;
  }

  /** Call after a change of the table of files. */
  touch(): void {
    this.#revision++;
  }

  /** The commit that is current now; undefined if it cannot be read. Throws then if it is required. */
  async look(): Promise<PublishedIndex | undefined> {
    try {
      this.#source ??= await this.#open();
      const found = await this.#source.current();
      this.#fault = undefined;
      return found;
    } catch (error) {
      if (this.#options.isRequired) throw error;
      this.#fault = [...messagesOf(error), message('sharedFallback')];
      return undefined;
    } finally {
      this.#lookedMs = performance.now();
    }
  }

  /** Lays the files over another commit, or over none. The index of the folder must then be loaded again. */
  use(published: PublishedIndex | undefined): void {
    this.#published = published;
    this.#last = undefined;
    this.#revision++;
  }

  /** Whether the path was published with this content. */
  has(path: string, { hash, language }: ContentId): boolean {
    const content = this.#published?.files.get(path)?.content;
    return content?.hash === hash && content.language === language;
  }

  /** The content that was published of a path, if it is this blob of git with this size in bytes. */
  contentOf(path: string, blob: string, bytes: number): ContentId | undefined {
    const content = this.#published?.files.get(path)?.content;
    if (content?.git?.blob !== blob || content.git.bytes !== bytes) return undefined;
    const { hash, language } = content;
    return { hash, language };
  }

  /**
   * What was published, without the files that are different here or not there; undefined while it cannot be read. Cost: one pass over the files
   * after a change.
   */
  reader(): IndexReader | undefined {
    const published = this.#published;
    if (published === undefined) return undefined;
    if (this.#last?.revision !== this.#revision) {
      const hidden = [...published.files.keys()].filter((path) => {
        const content = this.#table.get(path)?.content;
        return content === undefined || isSkipNote(content) || !this.has(path, content);
      });
      this.#last = { revision: this.#revision, reader: published.reader(hidden, this.#revision) };
    }
    return this.#last.reader;
  }

  async close(): Promise<void> {
    await this.#source?.close();
  }

  async #open(): Promise<PublishedName> {
    const { PostgresName } = await import('../../../storage/postgres/openPublished.ts');
    return new PostgresName(this.#options, this.#lexicons, this.#options.environment);
  }
}
