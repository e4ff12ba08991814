/**
 * Which names have gone since a commit, or since the folder was opened, and where the folder still speaks of them.
 *
 * The commit's files are compared with the worktree by the ids that git gives to contents; only those that differ are read. An id, and what
 * a blob defines, is computed once for each content. Cost after that: the listing of the commit, and the files that hold a retired name.
 */

import { hash } from 'node:crypto';
import { Role, Space } from '../core/document.ts';
import { dependenciesIn, isManifest, packagesIn } from '../core/drift/dependencies.ts';
import { findMentions, type Mention, type Source } from '../core/drift/mentions.ts';
import { type FileNames, givesNames, namesDefinedIn } from '../core/drift/names.ts';
import type { Packages } from '../core/drift/origin.ts';
import { type RetiredName, retiredNames } from '../core/drift/retired.ts';
import type { IndexReader, Postings } from '../core/retrieve/reader.ts';
import { isTestPath } from '../core/text/pathNames.ts';
import { joinSnapshots, type Snapshot } from '../index/snapshot.ts';
import { findRepository } from '../workspace/git.ts';
import { blobId, type CommitFiles, listCommit, readBlobs, resolveCommit } from '../workspace/gitObjects.ts';
import { readSmallFile } from '../workspace/openFile.ts';
import { systemPaths } from '../workspace/paths.ts';
import { definitionsByPath } from './definitionsByPath.ts';
import type { FolderIndex } from './folderIndex.ts';
import type { DriftAnswer } from './results.ts';
import { giveTurn, inSlices } from './turns.ts';

export interface DriftOptions {
  /** A commit; `HEAD` where absent. */
  readonly base?: string;
  readonly signal?: AbortSignal;
}

/** What stays known of a folder between two questions. */
class FolderMemory {
  /** git's id of each content, by the hash that the index knows it by. */
  readonly blobs = new Map<string, string>();
  /** What the blobs of older commits define, by path and id. */
  readonly names = new Map<string, FileNames>();
  /** Packages that manifests name, by path and the hash of their content. */
  readonly manifests = new Map<string, { readonly dependencies: readonly string[]; readonly own: readonly string[] }>();
  commit: { readonly id: string; readonly files: CommitFiles } | undefined;
  /** Without git: what each file defined, and the hash of its content, when drift was first asked for. */
  opened: ReadonlyMap<string, { readonly hash: string; readonly names: FileNames }> | undefined;
}

/** Blobs whose names are kept; beyond it all are forgotten. */
const mostBlobs = 20_000;

/** Answers for folders of one service; what is learned is kept as long as a folder is open. */
export function createDriftFinder(): (folder: FolderIndex, options: DriftOptions) => Promise<DriftAnswer | undefined> {
  const memories = new WeakMap<object, FolderMemory>();
  return async (folder, options) => {
    const snapshot = folder.snapshot();
    if (snapshot === undefined) return undefined;
    const memory = memories.get(folder.identity) ?? new FolderMemory();
    memories.set(folder.identity, memory);
    return new DriftSearch(folder, snapshot, memory, options).run();
  };
}

/** Whether a folder lies in a repository that may be asked. */
function usesGit(folder: FolderIndex): boolean {
  return folder.options.runGit && findRepository(folder.folder) !== undefined;
}

class DriftSearch {
  readonly #folder: FolderIndex;
  readonly #snapshot: Snapshot;
  readonly #reader: IndexReader;
  readonly #memory: FolderMemory;
  readonly #options: DriftOptions;
  readonly #turn: () => Promise<void> | undefined;

  constructor(folder: FolderIndex, snapshot: Snapshot, memory: FolderMemory, options: DriftOptions) {
    this.#folder = folder;
    this.#snapshot = snapshot;
    this.#reader = joinSnapshots([snapshot], snapshot.lexicons);
    this.#memory = memory;
    this.#options = options;
    this.#turn = inSlices(() => giveTurn(options.signal));
  }

  async run(): Promise<DriftAnswer> {
    const { folder } = this.#folder;
    const since = usesGit(this.#folder) ? await this.#commit() : undefined;
    if (since === undefined && this.#options.base !== undefined) {
      throw new Error(
        `Cannot compare with ${JSON.stringify(this.#options.base)}: ${JSON.stringify(folder)} lies in no git repository that may be asked`,
      );
    }
    const { before, after } = since === undefined ? await this.#sinceOpened() : await this.#sinceCommit(since);
    const packages = this.#packages();
    const retired = await this.#retired(before, after, packages.dependencies);
    const mentions = await findMentions(retired, this.#sourcesWith(retired), packages);
    return { folder, since: since?.id, retired, mentions: [...mentions].sort(byPlace) };
  }

  /** Undefined in a repository without a commit. */
  async #commit(): Promise<{ readonly id: string; readonly files: CommitFiles } | undefined> {
    const { folder } = this.#folder;
    const { base = 'HEAD' } = this.#options;
    const id = await resolveCommit(folder, base, process.env).catch((error) => {
      if (this.#options.base !== undefined) throw error;
      return undefined;
    });
    if (id === undefined) return undefined;
    if (this.#memory.commit?.id !== id) this.#memory.commit = { id, files: await listCommit(folder, id, process.env) };
    return this.#memory.commit;
  }

  async #sinceCommit({ files }: { readonly files: CommitFiles }): Promise<{ before: FileNames[]; after: FileNames[] }> {
    const changed: [string, string][] = [];
    const { table, index } = this.#folder.data();
    const skipped = new Set(table.skipped().map(({ path }) => path));
    for (const [path, id] of files) {
      if (!givesNames(path) || isBelow(path, skipped)) continue;
      const contentHash = this.#folder.hashOf(path);
      if (contentHash !== undefined && (await this.#blobOf(path, contentHash, id)) === id) continue;
      // What lies on disk and is not indexed is left out by a rule; nothing can be said of it.
      if (contentHash === undefined && this.#read(path) !== undefined) continue;
      changed.push([path, id]);
    }
    const before = await this.#namesOfBlobs(changed);
    const after = changed.flatMap(([path]) => this.#namesNow(path));
    for (const path of index.paths()) if (!files.has(path) && givesNames(path)) after.push(...this.#namesNow(path));
    return { before, after };
  }

  async #sinceOpened(): Promise<{ before: FileNames[]; after: FileNames[] }> {
    const hashOf = (path: string): string => this.#folder.hashOf(path) ?? '';
    this.#memory.opened ??= new Map(definitionsByPath(this.#snapshot).map((names) => [names.path, { hash: hashOf(names.path), names }]));
    const changed = [...this.#memory.opened].filter(([path, { hash }]) => hashOf(path) !== hash);
    return { before: changed.map(([, { names }]) => names), after: changed.flatMap(([path]) => this.#namesNow(path)) };
  }

  /** git's id of an indexed content; empty where the file has another one by now. @param like an id of the repository. */
  async #blobOf(path: string, contentHash: string, like: string): Promise<string> {
    const known = this.#memory.blobs.get(contentHash);
    if (known !== undefined) return known;
    await this.#turn();
    const bytes = readSmallFile(systemPaths.toAbsolute(this.#folder.folder, path), Number.MAX_SAFE_INTEGER, false);
    if (bytes === undefined || hash('sha256', bytes, 'hex') !== contentHash) return '';
    const id = blobId(bytes, like);
    this.#memory.blobs.set(contentHash, id);
    return id;
  }

  async #namesOfBlobs(changed: readonly (readonly [string, string])[]): Promise<FileNames[]> {
    const known = this.#memory.names;
    if (known.size > mostBlobs) known.clear();
    const unknown = changed.filter(([path, id]) => !known.has(`${id} ${path}`));
    const options = { env: process.env, maxBytes: this.#folder.options.settings.maxFileBytes, signal: this.#options.signal };
    await readBlobs(
      this.#folder.folder,
      unknown.map(([, id]) => id),
      options,
      (position, text) => {
        const [path, id] = unknown[position] as readonly [string, string];
        known.set(`${id} ${path}`, namesDefinedIn(path, text ?? ''));
      },
    );
    return changed.map(([path, id]) => known.get(`${id} ${path}`) ?? { path, names: [] });
  }

  #namesNow(path: string): FileNames[] {
    const text = this.#read(path);
    return text === undefined ? [] : [namesDefinedIn(path, text)];
  }

  #read(path: string): string | undefined {
    const read = this.#folder.readNow(path);
    return read.kind === 'text' ? read.text : undefined;
  }

  async #retired(
    before: readonly FileNames[],
    after: readonly FileNames[],
    dependencies: ReadonlySet<string>,
  ): Promise<readonly RetiredName[]> {
    const now = new Set(after.flatMap(({ names }) => names.map(({ name }) => name)));
    const names = [...new Set(before.flatMap((file) => file.names.map(({ name }) => name)))].filter((name) => !now.has(name));
    if (names.length === 0) return [];
    const postings = await this.#postingsOf(names);
    const defined = new Set(names.filter((_, i) => isDefined(postings[i] as Postings)));
    return retiredNames({ before, after, defined, dependencies });
  }

  async #postingsOf(names: readonly string[]): Promise<readonly Postings[]> {
    return this.#reader.keyPostings([...(await this.#reader.keyIds(names.map((name) => `${Space.Symbol}:${name}`)))]);
  }

  #packages(): Packages {
    const dependencies = new Set<string>();
    const own = new Set<string>();
    const known = this.#memory.manifests;
    for (const path of this.#folder.data().index.paths()) {
      if (!isManifest(path)) continue;
      const key = `${this.#folder.hashOf(path) ?? ''} ${path}`;
      const packages = known.get(key) ?? packagesOf(path, this.#read(path) ?? '');
      known.set(key, packages);
      for (const name of packages.dependencies) dependencies.add(name);
      for (const name of packages.own) own.add(name);
    }
    for (const name of own) dependencies.delete(name);
    return { dependencies, own };
  }

  /** The texts of all files that hold one of the names, in the order of their paths; other work may run between two of them. */
  async *#sourcesWith(retired: readonly RetiredName[]): AsyncGenerator<Source> {
    const postings = await this.#postingsOf(retired.map(({ name }) => name));
    const chunks = [...new Set(postings.flatMap((list) => [...list.chunks]))];
    const paths = [...new Set((await this.#reader.chunkInfo(chunks)).map(({ path }) => path))].sort();
    for (const path of paths) {
      await this.#turn();
      const text = this.#read(path);
      if (text !== undefined) yield { path, text };
    }
  }
}

/** Fixtures and examples are packages of nobody. */
function packagesOf(path: string, text: string): { readonly dependencies: readonly string[]; readonly own: readonly string[] } {
  return { dependencies: dependenciesIn(path, text), own: isTestPath(path) ? [] : packagesIn(path, text) };
}

function isDefined({ size, values }: Postings): boolean {
  for (let i = 0; i < size; i++) if (((values[i] as number) & Role.Defines) !== 0) return true;
  return false;
}

function isBelow(path: string, skipped: ReadonlySet<string>): boolean {
  if (skipped.has(path)) return true;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (skipped.has(path.slice(0, end)) || skipped.has(path.slice(0, end + 1))) return true;
  }
  return false;
}

function byPlace(a: Mention, b: Mention): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.startColumn - b.startColumn;
}
