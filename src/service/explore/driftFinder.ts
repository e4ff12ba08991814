/**
 * Names removed since a commit, or since the folder was opened, and where the folder still mentions them.
 *
 * The commit's files are compared with the worktree by git's blob ids; only those that differ are read. Ids and definitions of a blob are
 * computed once per content. After that it costs listing the commit, and reading the files that contain a retired name.
 */

import { Role, Space } from '../../engine/document.ts';
import { definesNames, type FileNames, namesDefinedIn } from '../../engine/drift/definedNames.ts';
import { dependenciesIn, isManifest, packagesIn } from '../../engine/drift/dependencies.ts';
import { findMentions, type Mention, type Source } from '../../engine/drift/mentions.ts';
import type { Packages } from '../../engine/drift/origin.ts';
import { type RetiredName, retiredNames } from '../../engine/drift/retired.ts';
import type { IndexReader, Postings } from '../../engine/index/reader.ts';
import type { Snapshot } from '../../engine/index/snapshot.ts';
import { isTestPath } from '../../engine/text/names/pathNames.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { finishYielding, type Steps } from '../../engine/util/steps.ts';
import { type CommitFile, type CommitFiles, listCommit, readCommitted, resolveCommit } from '../../workspace/git/gitObjects.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { yieldInSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { DriftOptions } from '../types/options.ts';
import type { DriftAnswer } from '../types/results.ts';
import { definitionsByPath } from './definitionsByPath.ts';

/** What is cached of a folder between two calls. */
class FolderMemory {
  /** Definitions in blobs of older commits, by path and id. */
  readonly names = new Map<string, FileNames>();
  /** Packages named by manifests, by path and hash of the content. */
  readonly manifests = new Map<string, { readonly dependencies: readonly string[]; readonly own: readonly string[] }>();
  commit: Commit | undefined;
  /** Without git: the definitions and the content hash of each file at the first call. */
  opened: ReadonlyMap<string, { readonly hash: string; readonly names: FileNames }> | undefined;
}

/** Maximum number of blobs with cached names; beyond it the cache is cleared. */
const maxBlobs = 20_000;
/** Names looked up in the index between two yields. */
const namesPerYield = 1000;

/** Answers for the folders of one service; caches live as long as a folder is open. */
export function createDriftFinder(): (folder: FolderIndex, options: DriftOptions) => Promise<DriftAnswer | undefined> {
  const memories = new WeakMap<FolderIndex, FolderMemory>();
  return async (folder, options) => {
    const [snapshot, reader] = [folder.snapshot(), folder.reader()];
    if (snapshot === undefined || reader === undefined) return undefined;
    const memory = memories.get(folder) ?? new FolderMemory();
    memories.set(folder, memory);
    return new DriftSearch(folder, { snapshot, reader }, memory, options).run();
  };
}

interface Commit {
  readonly id: string;
  readonly files: CommitFiles;
}

/** The names that changed files defined before and define now, and the paths of the commit's files that cannot be read. */
interface Names {
  readonly before: readonly FileNames[];
  readonly after: readonly FileNames[];
  readonly missing: readonly string[];
}

class DriftSearch {
  readonly #folder: FolderIndex;
  readonly #snapshot: Snapshot;
  readonly #reader: IndexReader;
  readonly #memory: FolderMemory;
  readonly #options: DriftOptions;
  readonly #yieldThread: Yield;

  constructor(
    folder: FolderIndex,
    { snapshot, reader }: { readonly snapshot: Snapshot; readonly reader: IndexReader },
    memory: FolderMemory,
    options: DriftOptions,
  ) {
    this.#folder = folder;
    this.#snapshot = snapshot;
    this.#reader = reader;
    this.#memory = memory;
    this.#options = options;
    this.#yieldThread = yieldInSlices(() => yieldToEventLoop(options.signal));
  }

  async run(): Promise<DriftAnswer> {
    const { folder } = this.#folder;
    const since = this.#folder.isInGit ? await this.#commit() : undefined;
    if (since === undefined && this.#options.base !== undefined) {
      throw new Error(
        `Cannot compare with ${JSON.stringify(this.#options.base)}: ${JSON.stringify(folder)} is in no git repository that may be used`,
      );
    }
    const { before, after, missing } = since === undefined ? await this.#sinceOpened() : await this.#sinceCommit(since);
    const packages = await this.#packages();
    const retired = await this.#retired(before, after, packages.dependencies);
    const mentions = await findMentions(retired, this.#sourcesWith(retired), packages, this.#yieldThread);
    const placed = [...mentions].sort(byPlace).map((one) => ({ ...one, folder, retired: { ...one.retired, folder } }));
    return { folder, since: since?.id, retired, mentions: placed, missing };
  }

  /** Undefined in a repository without a commit. */
  async #commit(): Promise<Commit | undefined> {
    const { folder } = this.#folder;
    const { base = 'HEAD' } = this.#options;
    const id = await resolveCommit(folder, base);
    if (id === undefined) {
      if (this.#options.base === undefined) return undefined;
      throw new Error(`Cannot read commit ${JSON.stringify(base)}: ${JSON.stringify(folder)} has no commit yet`);
    }
    if (this.#memory.commit?.id !== id) this.#memory.commit = { id, files: await listCommit(folder, id) };
    return this.#memory.commit;
  }

  async #sinceCommit({ id: commit, files }: Commit): Promise<Names> {
    const changed: CommitFile[] = [];
    const { table, index } = this.#folder.contents.data;
    const skipped = new Set(table.skipped().map(({ path }) => path));
    for (const [path, id] of files) {
      await this.#yieldThread();
      if (!this.#definesNames(path) || isBelow(path, skipped)) continue;
      const contentHash = this.#folder.hashOf(path);
      if (contentHash !== undefined && (await this.#folder.blobIds.of(path, contentHash, id, this.#yieldThread)) === id) continue;
      // A file on disk that is not indexed was left out by a rule, so nothing is known of it.
      if (contentHash === undefined && this.#read(path) !== undefined) continue;
      changed.push([path, id]);
    }
    const { before, missing } = await this.#namesOfBlobs(commit, changed);
    const paths = [...index.paths()].filter((path) => !files.has(path) && this.#definesNames(path));
    return { before, after: await this.#namesNow([...changed.map(([path]) => path), ...paths]), missing };
  }

  async #sinceOpened(): Promise<Names> {
    const hashOf = (path: string): string => this.#folder.hashOf(path) ?? '';
    this.#memory.opened ??= new Map(definitionsByPath(this.#snapshot).map((names) => [names.path, { hash: hashOf(names.path), names }]));
    const changed = [...this.#memory.opened].filter(([path, { hash }]) => hashOf(path) !== hash);
    return { before: changed.map(([, { names }]) => names), after: await this.#namesNow(changed.map(([path]) => path)), missing: [] };
  }

  /** Definitions in files of the commit, and the files whose contents the repository lacks. */
  async #namesOfBlobs(commit: string, changed: readonly CommitFile[]): Promise<Omit<Names, 'after'>> {
    const known = this.#memory.names;
    if (known.size > maxBlobs) known.clear();
    const unknown = changed.filter(([path, id]) => !known.has(`${id} ${path}`));
    const { folder: directory, options } = this.#folder;
    const place = { directory, commit, maxBytes: options.settings.maxFileBytes, signal: this.#options.signal };
    const missing = await readCommitted(place, unknown, async ([path, id], text = '') => {
      known.set(`${id} ${path}`, await this.#namesIn(path, text));
    });
    return { before: changed.map(([path, id]) => known.get(`${id} ${path}`) ?? { path, names: [] }), missing };
  }

  async #namesNow(paths: readonly string[]): Promise<FileNames[]> {
    const names: FileNames[] = [];
    for (const path of paths) {
      await this.#yieldThread();
      const text = this.#read(path);
      if (text !== undefined) names.push(await this.#namesIn(path, text));
    }
    return names;
  }

  #definesNames(path: string): boolean {
    return definesNames(path, this.#folder.languageOf(path));
  }

  #namesIn(path: string, text: string): Promise<FileNames> {
    return finishYielding(namesDefinedIn(path, text, this.#folder.languageOf(path)), this.#yieldThread);
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
    const defined = new Set<string>();
    for (let from = 0; from < names.length; from += namesPerYield) {
      await this.#yieldThread();
      const some = names.slice(from, from + namesPerYield);
      const postings = await this.#postingsOf(some);
      some.forEach((name, i) => {
        if (isDefined(postings[i] as Postings)) defined.add(name);
      });
    }
    return finishYielding(retiredNames({ before, after, defined, dependencies }), this.#yieldThread);
  }

  async #postingsOf(names: readonly string[]): Promise<readonly Postings[]> {
    return (await this.#reader.findKeys(names.map((name) => `${Space.Symbol}:${name}`))).map(({ postings }) => postings);
  }

  async #packages(): Promise<Packages> {
    const dependencies = new Set<string>();
    const own = new Set<string>();
    const known = this.#memory.manifests;
    for (const path of this.#folder.contents.data.index.paths()) {
      if (!isManifest(path)) continue;
      const key = `${this.#folder.hashOf(path) ?? ''} ${path}`;
      const packages = known.get(key) ?? (await finishYielding(packagesOf(path, this.#read(path) ?? ''), this.#yieldThread));
      known.set(key, packages);
      for (const name of packages.dependencies) dependencies.add(name);
      for (const name of packages.own) own.add(name);
    }
    for (const name of own) dependencies.delete(name);
    return { dependencies, own };
  }

  /** The texts of all files that contain one of the names, by path; yields between files. */
  async *#sourcesWith(retired: readonly RetiredName[]): AsyncGenerator<Source> {
    const postings = await this.#postingsOf(retired.map(({ name }) => name));
    const chunks = [...new Set(postings.flatMap((list) => [...list.chunks]))];
    const paths = [...new Set((await this.#reader.chunkInfo(chunks)).map(({ path }) => path))].sort();
    for (const path of paths) {
      await this.#yieldThread();
      const text = this.#read(path);
      if (text !== undefined) yield { path, language: this.#folder.languageOf(path), text };
    }
  }
}

/** Fixtures and examples are not packages of the workspace. */
function* packagesOf(path: string, text: string): Steps<{ readonly dependencies: readonly string[]; readonly own: readonly string[] }> {
  return { dependencies: yield* dependenciesIn(path, text), own: isTestPath(path) ? [] : packagesIn(path, text) };
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
