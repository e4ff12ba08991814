/** The state of a folder's files, kept consistent in three places: the table of files, the live index, and the store. */

import nodePath from 'node:path';
import type { ContentId } from '../../engine/document.ts';
import { MemoryIndex } from '../../engine/index/memoryIndex.ts';
import type { Snapshot } from '../../engine/index/snapshot.ts';
import type { Message } from '../../engine/message.ts';
import { type Language, languageNamed } from '../../engine/text/languages.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { derivedVersion } from '../../engine/version.ts';
import { message } from '../../messages/messages.ts';
import { DerivedFiles } from '../../storage/derived/derivedFiles.ts';
import { ModelReplies, type ReplyKind } from '../../storage/modelReplies.ts';
import type { PublishedIndex, Seed } from '../../storage/published.ts';
import type { PublishedFiles } from '../../storage/publishedFiles.ts';
import { sideFile } from '../../storage/segments/indexDirectory.ts';
import { type FileRow, isSkipNote } from '../../storage/store.ts';
import { type LanguageRule, languageRule } from '../../workspace/associations.ts';
import { forgetKept } from '../../workspace/files/keptListing.ts';
import { sliceEnd } from '../scheduling/timeSlices.ts';
import type { FolderOptions } from '../types/options.ts';
import type { FolderReport } from '../types/results.ts';
import { FolderStore, storedIndex } from './folderStore.ts';
import { chunksIn, createKeyCount } from './indexStatistics.ts';
import { createOpener, type PublishedOpener } from './published/opener.ts';
import { Overlay } from './published/overlay.ts';
import { takeOver } from './storeHandover.ts';
import type { Batch, FolderData } from './update/batch.ts';
import { FileTable } from './update/fileTable.ts';
import { loadIndex } from './update/loadIndex.ts';
import { listingFile, settingsBasis } from './update/plan.ts';
import type { ReadingPlace } from './update/readFile.ts';

/** A file that is in the index. */
export interface IndexedFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly content: ContentId;
}

export class FolderContents {
  readonly table = new FileTable();
  readonly store: FolderStore;
  /** What retrieval systems have derived; absent without a directory. */
  readonly derived: DerivedFiles | undefined;
  /** What models have said of the folder. */
  readonly replies: ModelReplies;
  /** The ids in its documents refer to these. */
  readonly lexicons: Lexicons;
  readonly #folder: string;
  readonly #options: FolderOptions;
  readonly #rule: LanguageRule;
  readonly #index: MemoryIndex;
  readonly #countEntities = createKeyCount();
  /** Messages about this index other than those of its store. */
  notices: readonly Message[] = [];
  /** The folder's published index, if it uses one; its own index then has only the files that differ. */
  readonly overlay: Overlay | undefined;

  /**
   * Opens the store; nothing is read yet.
   *
   * @param folder absolute path.
   * @param opener of published indexes; without one it opens them for itself.
   */
  constructor(folder: string, options: FolderOptions, lexicons: Lexicons, opener: PublishedOpener = createOpener(lexicons)) {
    this.#folder = folder;
    this.#options = options;
    this.#rule = languageRule(folder, options.settings);
    this.lexicons = lexicons;
    this.#index = new MemoryIndex(lexicons);
    this.store = new FolderStore(options, lexicons);
    this.overlay = options.shared && new Overlay(options.shared, this.table, opener);
    const { indexDirectory } = options;
    this.replies = new ModelReplies(indexDirectory);
    this.derived =
      indexDirectory === undefined
        ? undefined
        : new DerivedFiles(sideFile(indexDirectory, 'derived'), {
            version: derivedVersion,
            isWriter: () => !this.store.isFollowing,
            onWrite: options.onWrite,
          });
  }

  /** The table, the index and the current store: do not retain. */
  get data(): FolderData {
    return { table: this.table, index: this.#index, store: this.store.now };
  }

  /** Whether nothing is known of any file. */
  get isNew(): boolean {
    return this.table.isEmpty;
  }

  snapshot(): Snapshot {
    return this.#index.snapshot();
  }

  /** The hash that the index holds for a path; `undefined` where it is not indexed. */
  hashOf(path: string): string | undefined {
    return this.#contentOf(path)?.hash;
  }

  /** The language that a path was read in; where it is not indexed, the one that it would be read in. */
  languageOf(path: string): Language {
    const content = this.#contentOf(path);
    return content === undefined ? this.#rule(path) : languageNamed(content.language);
  }

  #contentOf(path: string): ContentId | undefined {
    const content = this.table.get(path)?.content ?? this.#publishedAlone?.get(path)?.content;
    return content !== undefined && 'hash' in content ? content : undefined;
  }

  /** The indexed files; their size is 0 where it is not known. */
  *files(): Iterable<IndexedFile> {
    for (const { path, size, content } of this.table.rows()) if (!isSkipNote(content)) yield { path, size, content };
    for (const [path, { content }] of this.#publishedAlone ?? []) yield { path, size: content.git?.bytes ?? 0, content };
  }

  get fileCount(): number {
    return this.#publishedAlone?.size ?? this.table.files;
  }

  /** What was published of a folder that is not on this machine. */
  get #publishedAlone(): PublishedFiles | undefined {
    return this.#options.shared?.isWithoutFiles ? this.overlay?.published?.files : undefined;
  }

  /** Loads what is stored. Throws `SharedIndexError` if a published index is required and cannot be read. */
  async load(yieldThread: Yield): Promise<void> {
    this.overlay?.use(await this.overlay.look());
    await this.#load(yieldThread);
  }

  /** Loads again, over another published commit or without one. */
  async loadOver(published: PublishedIndex | undefined, yieldThread: Yield): Promise<void> {
    this.#forgetLoaded();
    this.overlay?.use(published);
    await this.#load(yieldThread);
  }

  /** Loads again what can still be read, after stored segments have become unreadable; the next update reads the other files. */
  async reload(yieldThread: Yield): Promise<void> {
    this.#forgetLoaded();
    this.notices = [message('damaged')];
    await this.#load(yieldThread);
  }

  async #load(yieldThread: Yield): Promise<void> {
    const { overlay } = this;
    const stored = await this.store.read(yieldThread);
    loadIndex(stored, this.#index, this.table, overlay && ((path, content) => overlay.has(path, content)));
    await this.merge(yieldThread);
    overlay?.touch();
    if (this.store.now.basis() !== settingsBasis(this.#options)) this.table.distrust();
  }

  /** Whether segments in this file (absolute path) may be in use. */
  isSavedIn(file: string): boolean {
    return this.#options.indexDirectory !== undefined && nodePath.dirname(file) === this.#options.indexDirectory;
  }

  /** The destination for files of the folder. */
  get place(): ReadingPlace {
    return {
      ...{ folder: this.#folder, published: this.overlay, languageOf: this.#rule },
      settings: this.#options.settings,
      known: (path) => this.table.get(path),
      lexicons: this.lexicons,
    };
  }

  /** Applies a batch, which is empty afterwards. Returns whether search results may have changed. */
  apply(batch: Batch, basis?: string): boolean {
    const { outcomes } = batch;
    const hasChanged = batch.apply(this.data, basis);
    if (outcomes > 0) this.overlay?.touch();
    return hasChanged;
  }

  /** Takes over documents of a seed for these rows. */
  adopt({ saved }: Seed, rows: readonly FileRow[]): void {
    takeOver({ files: rows, removed: [], segments: saved }, this.data);
    this.store.now.commit({ files: rows, removed: [], segments: [] });
    this.overlay?.touch();
  }

  /** Reads what models have said, of a kind, in slices, and with it what a published index brings along. */
  async readReplies(kind: ReplyKind, yieldThread: Yield): Promise<void> {
    await this.overlay?.takeReplies(kind, this.replies, yieldThread);
    await this.replies[kind].follow(yieldThread);
  }

  /** Whether models may have said anything, of a kind. Reads nothing that is elsewhere. */
  mayHaveReplies(kind: ReplyKind): boolean {
    const { [kind]: own } = this.replies;
    return own.sizeBytes() > 0 || own.count > 0 || this.overlay?.published?.replies !== undefined;
  }

  /** Drops what was derived from contents that no file has any more. All files must be known. */
  tidy(): void {
    this.derived?.collect([...this.table.rows()]);
  }

  /** Merges segments that are due. */
  async merge(yieldThread: Yield): Promise<void> {
    while (!this.#index.mergeUntil(sliceEnd())) await yieldThread();
  }

  /** Saves the index as a whole if enough has changed; not if another process writes the store. */
  async save(yieldThread: Yield): Promise<void> {
    if (this.store.now.isDue(this.#index.documentCount)) await this.store.save(() => storedIndex(this.data), yieldThread);
  }

  /** Discards everything, stored or not. */
  empty(): void {
    this.#forgetLoaded();
    this.notices = [];
    this.store.now.clear();
    this.derived?.clear();
    const listing = listingFile(this.#options);
    if (listing !== undefined) forgetKept(listing);
  }

  close(): void {
    this.derived?.close();
    this.store.close();
    this.overlay?.close().catch(() => undefined);
  }

  /** About the store and what is kept next to it. */
  messages(): readonly Message[] {
    const stored = this.store.now.status().messages ?? [];
    const notices = this.notices.filter(({ code }) => !stored.some((one) => one.code === code));
    return [...stored, ...notices, ...(this.derived?.messages ?? [])];
  }

  /** The figures of the contents for a report; `isGrowing` while files are being indexed. */
  figures(
    isGrowing: boolean,
  ): Pick<FolderReport, 'revision' | 'files' | 'chunks' | 'entities' | 'bytes' | 'indexBytes' | 'skipped' | 'encodings'> {
    const snapshot = this.snapshot();
    return {
      revision: this.#index.revision,
      files: this.fileCount,
      chunks: chunksIn(snapshot) + (this.overlay?.chunks ?? 0),
      entities: this.#countEntities(snapshot, isGrowing),
      bytes: this.#publishedAlone?.bytes ?? this.table.bytes,
      indexBytes: [this.store.now, this.derived, this.replies].reduce((sum, one) => sum + (one?.sizeBytes() ?? 0), 0),
      skipped: this.table.skipped(),
      encodings: this.table.encodings,
    };
  }

  #forgetLoaded(): void {
    const paths = [...this.#index.paths()];
    if (paths.length > 0) this.#index.apply([], paths);
    this.table.clear();
    this.overlay?.touch();
  }
}
