/**
 * Overlays the files of a folder on its published index. A file with its published content is read from there and is not in the folder's
 * own index; the published versions of all other files are hidden, so that no document is in both. While the published index cannot be
 * read, the folder's own index has all files.
 */

import type { ContentId } from '../../../engine/document.ts';
import type { Message } from '../../../engine/message.ts';
import type { Yield } from '../../../engine/util/steps.ts';
import { message, messagesOf } from '../../../messages/messages.ts';
import { type ModelReplies, type ReplyKind, replyKinds } from '../../../storage/modelReplies.ts';
import type { PublishedIndex, PublishedName } from '../../../storage/published.ts';
import { SharedIndexError } from '../../../storage/sharedIndexError.ts';
import { isSkipNote } from '../../../storage/store.ts';
import type { SharedOptions } from '../../types/options.ts';
import type { FileTable } from '../update/fileTable.ts';
import type { PublishedOpener } from './opener.ts';

/** How soon the published index is looked at again unless a question has failed, in milliseconds. */
const lookAgainMs = 5000;

export class Overlay {
  readonly #options: SharedOptions;
  readonly #table: FileTable;
  readonly #open: PublishedOpener;
  #source: PublishedName | undefined;
  #published: PublishedIndex | undefined;
  #fault: readonly Message[] | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #revision = 0;
  /** Replies of models by kind, as they are taken over from the commit. */
  #taken = new Map<ReplyKind, Promise<unknown>>();
  #last: { readonly revision: number; readonly hidden: readonly string[]; readonly chunks: number } | undefined;

  constructor(options: SharedOptions, table: FileTable, open: PublishedOpener) {
    this.#options = options;
    this.#table = table;
    this.#open = open;
  }

  /** The commit below the overlay; undefined while it cannot be read. */
  get published(): PublishedIndex | undefined {
    return this.#published;
  }

  /** Why it cannot be read. */
  get fault(): readonly Message[] | undefined {
    return this.#fault;
  }

  /** Whether it is time to check for another commit, or for the same one to be readable again. */
  get isDue(): boolean {
    return performance.now() - this.#lookedMs > lookAgainMs;
  }

  /** Rises with every change of the table of files. */
  get revision(): number {
    return this.#revision;
  }

  /** Number of published chunks, as last computed. */
  get chunks(): number {
    return this.#last?.chunks ?? 0;
  }

  /** Call after a change of the table of files. */
  touch(): void {
    this.#revision++;
  }

  /** The current commit; undefined if it cannot be read. Throws in that case if it is required. */
  async look(): Promise<PublishedIndex | undefined> {
    try {
      this.#source ??= await this.#open(this.#options);
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

  /** Switches to another commit, or to none. The folder's own index must then be loaded again. */
  use(published: PublishedIndex | undefined): void {
    this.#published = published;
    this.#last = undefined;
    this.#taken.clear();
    this.#revision++;
  }

  /** Whether the path was published with this content. */
  has(path: string, content: ContentId): boolean {
    return this.#published?.files.has(path, content) === true;
  }

  /** The published content of a path, if it is this git blob with this size in bytes. */
  contentOf(path: string, blob: string, bytes: number): ContentId | undefined {
    return this.#published?.files.contentOf(path, blob, bytes);
  }

  /** Published paths whose files differ or are missing here. Cost: one pass over the files after a change. */
  hidden(): readonly string[] {
    if (this.#last?.revision !== this.#revision) {
      const files = this.#published?.files;
      const isHidden = (path: string): boolean => {
        const content = this.#table.get(path)?.content;
        return content === undefined || isSkipNote(content) || !this.has(path, content);
      };
      const hidden = files === undefined || this.#options.isWithoutFiles ? [] : [...files.keys()].filter(isHidden);
      const chunks = hidden.reduce((sum, path) => sum - (files?.countChunks(path) ?? 0), files?.chunks ?? 0);
      this.#last = { revision: this.#revision, hidden, chunks };
    }
    return this.#last.hidden;
  }

  /** Adds what models have said of the commit, of a kind, once; while it cannot be read, it is left out. */
  async takeReplies(kind: ReplyKind, into: ModelReplies, yieldThread: Yield): Promise<void> {
    const taking =
      this.#taken.get(kind) ?? this.#published?.replies?.(replyKinds.indexOf(kind)).then((lines) => into[kind].take(lines, yieldThread));
    if (taking === undefined) return;
    this.#taken.set(kind, taking);
    await taking.catch((error: unknown) => {
      this.#taken.delete(kind);
      if (!(error instanceof SharedIndexError)) throw error;
    });
  }

  async close(): Promise<void> {
    await this.#source?.close();
  }
}
