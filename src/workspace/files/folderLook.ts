/**
 * Looks at single files after a change, by the rules of a listing. What was found out about the directories on the way is kept as long as
 * these have not changed, so that a save costs a few `stat`s.
 */

import nodePath from 'node:path';
import { type FileEntry, isSkipped, type SkippedFile } from '../entries.ts';
import { Looks } from '../fileStamps.ts';
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
import { childPath, systemPaths } from '../paths.ts';
import type { IndexSettings } from '../settings.ts';
import { type EntryKind, judgeEntry, kindAt } from './judgeEntry.ts';

/** What a look at a path gives: `undefined` when there is no such file (any more), for a directory, and for what belongs to version control. */
export type Described = FileEntry | SkippedFile | undefined;

/** A directory's rules, what they were made from, and what was looked at for them. */
interface Known {
  readonly from: DirectoryRules;
  readonly opened: DirectoryRules;
  readonly looks: Looks;
}

const mostKnown = 4096;
/** On Windows a directory's time does not tell on every file system what became of its entries. */
const canKeep = process.platform !== 'win32';
const noNames: EntryNames = { has: () => false };

export class FolderLook {
  readonly #root: string;
  readonly #settings: IndexSettings;
  readonly #options: RuleOptions;
  readonly #nowMs: () => number;
  #top: { readonly rules: FolderRules; readonly looks: Looks } | undefined;
  readonly #known = new Map<string, Known>();

  /** @param nowMs milliseconds since 1970, by the clock that also dates the files. */
  constructor(root: string, settings: IndexSettings, options: RuleOptions = {}, nowMs: () => number = Date.now) {
    this.#root = root;
    this.#settings = settings;
    this.#options = options;
    this.#nowMs = nowMs;
  }

  /**
   * What each path is. One that is spelled otherwise on disk is told by both its names: nothing is at the one that was asked for. A
   * `SkippedFile` may name a directory above the path. Throws a RangeError for a path that leaves the folder, and an Error that names the folder
   * when that cannot be read.
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

  /** Forgets what it knows of directories. */
  forget(): void {
    this.#top = undefined;
    this.#known.clear();
  }

  async #rules(): Promise<FolderRules> {
    const top = this.#top;
    if (top !== undefined && realPathOf(this.#root) === top.rules.root && top.looks.hold()) return top.rules;
    this.forget();
    const looks = new Looks(this.#nowMs);
    const rules = await createFolderRules(this.#root, this.#settings, this.#options, looks);
    if (canKeep && rules.problems.length === 0) this.#top = { rules, looks };
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

  /** The rules of a directory that were made from those of its parent, where they still hold. */
  #kept(path: string, from: DirectoryRules): DirectoryRules | undefined {
    const known = this.#known.get(path);
    return known?.from === from && known.looks.hold() ? known.opened : undefined;
  }

  /** Opens a directory without reading its names: each is asked for when a rule needs it. */
  async #open(rules: FolderRules, from: DirectoryRules, pending: DirectoryRules): Promise<DirectoryRules | SkippedFile> {
    const { path } = pending;
    const looks = new Looks(this.#nowMs);
    const absolute = nodePath.join(rules.root, path);
    looks.atEntries(absolute);
    let isPlain = true;
    const names = (directory: string): EntryNames => ({
      has: (name) => {
        // Joined by hand: `join` takes longer than the look, and names of entries need nothing of what else it does.
        const isThere = kindAt(directory + nodePath.sep + name) !== 'gone';
        if (isThere && !ignoreFileNames.has(name)) isPlain = false;
        return isThere;
      },
    });
    const opened = await openDirectory(rules, pending, names(absolute), path === '' ? noNames : names(nodePath.dirname(absolute)), looks);
    if (!canKeep || isSkipped(opened) || !isPlain) return opened;
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(path, { from, opened, looks });
    return opened;
  }
}
