/**
 * New lexicons for a process that has run for long. Lexicons never forget a string, since ids lie in segments, answers and caches: a file that
 * is written again and again with new names (a log, something generated) would fill the memory.
 *
 * Each folder is opened a second time, with empty lexicons, as another window would open it: it reads along until both are in step, then takes
 * the place of the first, which hands over the store. Whoever still asks the first one keeps its lexicons alive until he is done.
 * Cost: that of opening the folders, and for that time the memory of a second index.
 */

import type { Segment } from '../../../engine/index/segment.ts';
import { distinct } from '../../../engine/index/uniqueIds.ts';
import type { Lexicon, Lexicons } from '../../../engine/text/words/lexicon.ts';
import { FolderIndex } from '../folderIndex.ts';
import type { OpenFolders, SharedContext } from '../openFolders.ts';

/** Lexicons of fewer bytes are not worth it. */
const leastWorn = 64 * 2 ** 20;
/** Worn are those with more than so many strings for each one that is in use. */
const mostStringsPerUsed = 4;
/** How often is looked whether they are worn, in milliseconds. */
const lookEveryMs = 10 * 60_000;
/** How often is looked whether the two indexes are in step before it is left for later. */
const mostTries = 20;

export class LexiconRenewal {
  readonly #folders: OpenFolders;
  readonly #newContext: () => SharedContext;
  readonly #idle: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #leastBytes = leastWorn;
  #isUnderWay = false;

  /**
   * Looks now and then; keeps no process alive.
   *
   * @param idle resolves when nobody wants anything; throws when it is over.
   */
  constructor(folders: OpenFolders, newContext: () => SharedContext, idle: () => Promise<void>) {
    this.#folders = folders;
    this.#newContext = newContext;
    this.#idle = idle;
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * Gives the folders new lexicons where theirs take so many bytes, most of them for strings of the past. What cannot be done now, since a
   * folder has no file, or does not come to rest, is left for later.
   */
  async renew(leastBytes = this.#leastBytes): Promise<void> {
    const old = this.#folders.all();
    if (!areWorn(this.#folders.context.lexicons, old, leastBytes)) return;
    const context = this.#newContext();
    const fresh: FolderIndex[] = [];
    let isReplaced = false;
    try {
      for (const folder of old) {
        await this.#idle();
        if (!folder.isAtRest) return;
        const beside = new FolderIndex(folder.folder, folder.options, context, folder.identity);
        fresh.push(beside);
        // Without a file, or where it cannot be locked, there is nothing to read along with.
        if (!beside.data().store.status().isFollowing) return;
        await beside.load();
        beside.useAsStored();
      }
      isReplaced = await this.#replace(old, fresh, context);
    } finally {
      if (!isReplaced) for (const beside of fresh) await beside.close();
    }
    if (!isReplaced) return;
    for (const [i, folder] of old.entries()) {
      await folder.close();
      // It writes the store from now on: at once, before another window finds out that nobody does.
      await fresh[i]?.update([]);
    }
    // Strings that only the stores still had may be among the new ones.
    this.#leastBytes = Math.max(leastWorn, 2 * bytesOf(context.lexicons));
    for (const beside of fresh) await beside.update();
  }

  async #look(): Promise<void> {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    await this.renew().catch(() => undefined);
    this.#isUnderWay = false;
  }

  /** Waits until all are in step, and the same as before; returns whether they were replaced. */
  async #replace(old: readonly FolderIndex[], fresh: readonly FolderIndex[], context: SharedContext): Promise<boolean> {
    for (let tries = 0; tries < mostTries; tries++) {
      await this.#idle();
      for (const beside of fresh) await beside.update([]);
      const now = this.#folders.all();
      if (now.length !== old.length || now.some((folder, i) => folder !== old[i])) return false;
      if (!old.every((folder, i) => areInStep(folder, fresh[i] as FolderIndex))) continue;
      context.budget.limit = this.#folders.context.budget.limit;
      this.#folders.replace(fresh, context);
      context.onChange();
      return true;
    }
    return false;
  }
}

/** Memory that they take. */
function bytesOf({ terms, keys, titles }: Lexicons): number {
  return terms.bytes + keys.bytes + titles.bytes;
}

/** Whether lexicons of at least so many bytes mostly hold strings that no chunk has any more. Cost: a pass over the ids of the segments. */
function areWorn(lexicons: Lexicons, folders: readonly FolderIndex[], leastBytes: number): boolean {
  if (bytesOf(lexicons) < leastBytes) return false;
  const { terms, keys, titles } = lexicons;
  const segments = folders.flatMap((folder) => folder.snapshot()?.segments ?? []).map(({ segment }) => segment);
  const usedOf = (lexicon: Lexicon, idsOf: (segment: Segment) => Int32Array): number => distinct(segments.map(idsOf), lexicon.size).length;
  const used = usedOf(terms, (one) => one.terms.ids) + usedOf(keys, (one) => one.keys.ids) + usedOf(titles, (one) => one.titles);
  return terms.size + keys.size + titles.size > used * mostStringsPerUsed;
}

/** Whether a folder and its second index hold the same, and nothing is under way. */
function areInStep(folder: FolderIndex, beside: FolderIndex): boolean {
  if (!folder.isAtRest || !beside.isAtRest) return false;
  const [own, other] = [folder.data(), beside.data()];
  if (other.store.isBehind() || own.table.size !== other.table.size || own.index.documentCount !== other.index.documentCount) return false;
  for (const { path } of own.table.rows()) if (folder.hashOf(path) !== beside.hashOf(path)) return false;
  return true;
}
