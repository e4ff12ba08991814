/**
 * Checks single files after a change by the rules of a listing. What is known of their directories is cached while these do not change, so
 * a save costs a few `stat`s.
 */

import nodePath from 'node:path';
import { type FileEntry, isSkipped, type SkippedFile } from '../entries.ts';
import { FileStamps } from '../fileStamps.ts';
import type { EntryNames } from '../ignore/dependencyMarkers.ts';
import {
  createFolderRules,
  type DirectoryRules,
  type FolderRules,
  judgeDirectory,
  openDirectory,
  type RuleOptions,
  realPathOf,
} from '../ignore/folderRules.ts';
import { ignoreFileNames } from '../ignore/ignoreLevels.ts';
import { ListedNames } from '../pathCase.ts';
import type { IndexSettings } from '../settings.ts';
import { childPath, systemPaths } from '../systemPaths.ts';
import { type EntryKind, judgeEntry, kindAt } from './judgeEntry.ts';

/** The result for a path: `undefined` if no such file exists (any more), for a directory, and for version control's own files. */
export type Described = FileEntry | SkippedFile | undefined;

/** A cached directory: its rules, the rules that these were derived from, and the stamps of what was read for them. */
interface Known {
  readonly from: DirectoryRules;
  readonly opened: DirectoryRules;
  readonly stamps: FileStamps;
}

const maxKnown = 4096;
/** On some Windows file systems a directory's time does not reflect changes of its entries. */
const canKeep = process.platform !== 'win32';
const noNames: EntryNames = { has: () => false };

export class FolderLook {
  readonly #root: string;
  readonly #settings: IndexSettings;
  readonly #options: RuleOptions;
  readonly #nowMs: () => number;
  #top: { readonly rules: FolderRules; readonly stamps: FileStamps } | undefined;
  readonly #known = new Map<string, Known>();

  /** @param nowMs milliseconds since 1970, by the clock that also dates the files. */
  constructor(root: string, settings: IndexSettings, options: RuleOptions = {}, nowMs: () => number = Date.now) {
    this.#root = root;
    this.#settings = settings;
    this.#options = options;
    this.#nowMs = nowMs;
  }

  /**
   * The state of each path. A path that is spelled differently on disk is reported under both names: nothing exists at the given one. A
   * `SkippedFile` may name a directory above the path. Throws a RangeError for a path that leaves the folder, and an Error that names the
   * folder if that cannot be read.
   *
   * @param paths relative to the folder, with `/`.
   */
  async describe(paths: readonly string[]): Promise<Map<string, Described>> {
    for (const path of paths) systemPaths.toAbsolute(this.#root, path);
    const rules = await this.#rules();
    const outcomes = new Map<string, Described>();
    const names = new ListedNames();
    for (const path of paths) {
      const listed = names.pathOf(rules.root, path);
      if (listed !== path && !outcomes.has(path)) outcomes.set(path, undefined);
      outcomes.set(listed, await this.#describeOne(rules, listed));
    }
    return outcomes;
  }

  /** Clears the cache. */
  forget(): void {
    this.#top = undefined;
    this.#known.clear();
  }

  async #rules(): Promise<FolderRules> {
    const top = this.#top;
    if (top !== undefined && realPathOf(this.#root) === top.rules.root && top.stamps.areCurrent()) return top.rules;
    this.forget();
    const stamps = new FileStamps(this.#nowMs);
    const rules = await createFolderRules(this.#root, this.#settings, this.#options, stamps);
    if (canKeep && rules.problems.length === 0) this.#top = { rules, stamps };
    return rules;
  }

  async #describeOne(rules: FolderRules, path: string): Promise<Described> {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let current = this.#kept('', rules.top) ?? (await this.#open(rules, rules.top, rules.top));
    for (const part of parts) {
      if (isSkipped(current)) return current;
      const inside = childPath(current.path, part);
      const kept = this.#kept(inside, current);
      if (kept !== undefined) {
        current = kept;
        continue;
      }
      const kind = kindAt(nodePath.join(rules.root, inside));
      if (kind !== 'directory') return kind === 'link' ? judgeEntry(rules, current, part, kind) : undefined;
      const judged = judgeDirectory(rules, current, part);
      if (judged === undefined || isSkipped(judged)) return judged;
      current = await this.#open(rules, current, judged);
    }
    if (isSkipped(current)) return current;
    const kind: EntryKind = kindAt(nodePath.join(rules.root, path));
    return kind === 'directory' ? undefined : judgeEntry(rules, current, name, kind);
  }

  /** The cached rules of a directory, if still valid and derived from these rules of its parent. */
  #kept(path: string, from: DirectoryRules): DirectoryRules | undefined {
    const known = this.#known.get(path);
    return known?.from === from && known.stamps.areCurrent() ? known.opened : undefined;
  }

  /** Opens a directory without listing it: each name is checked when a rule needs it. */
  async #open(rules: FolderRules, from: DirectoryRules, pending: DirectoryRules): Promise<DirectoryRules | SkippedFile> {
    const { path } = pending;
    const stamps = new FileStamps(this.#nowMs);
    const absolute = nodePath.join(rules.root, path);
    stamps.addEntries(absolute);
    let isPlain = true;
    const names = (directory: string): EntryNames => ({
      has: (name) => {
        // Concatenated by hand: `join` takes longer than the `lstat`, and names of entries need no normalisation.
        const isThere = kindAt(directory + nodePath.sep + name) !== 'gone';
        if (isThere && !ignoreFileNames.has(name)) isPlain = false;
        return isThere;
      },
    });
    const opened = await openDirectory(rules, pending, names(absolute), path === '' ? noNames : names(nodePath.dirname(absolute)), stamps);
    if (!canKeep || isSkipped(opened) || !isPlain) return opened;
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(path, { from, opened, stamps });
    return opened;
  }
}
