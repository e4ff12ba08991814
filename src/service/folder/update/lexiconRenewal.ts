/**
 * Replaces the lexicons of a long-running process. Lexicons never drop a string, since ids are held by segments, answers and caches: a file
 * that keeps being rewritten with new names (a log, generated code) would fill the memory.
 *
 * Each folder is opened a second time with empty lexicons, like in another window: the new index follows until both agree, then replaces
 * the old one and takes over the store. Pending queries keep the old lexicons alive until they finish. Costs opening the folders, and
 * meanwhile the memory of a second index.
 */

import { distinct, type Lexicon, type Lexicons, type Segment } from '../../../engine/index.ts';
import { FolderIndex } from '../folderIndex.ts';
import type { OpenFolders, SharedContext } from '../openFolders.ts';

/** Smaller lexicons are not renewed. Bytes. */
const minWornBytes = 64 * 2 ** 20;
/** Lexicons are worn if they hold more than this many strings for each one in use. */
const maxStringsPerUsed = 4;
/** Interval between checks for wear, in milliseconds. */
const checkIntervalMs = 10 * 60_000;
/** Number of checks whether the two indexes agree before the renewal is postponed. */
const maxTries = 20;

export class LexiconRenewal {
  readonly #folders: OpenFolders;
  readonly #newContext: () => SharedContext;
  readonly #idle: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #minBytes = minWornBytes;
  #isUnderWay = false;

  /**
   * Checks periodically; does not keep the process alive.
   *
   * @param idle resolves when the service is idle; throws when it is closed.
   */
  constructor(folders: OpenFolders, newContext: () => SharedContext, idle: () => Promise<void>) {
    this.#folders = folders;
    this.#newContext = newContext;
    this.#idle = idle;
    this.#timer = setInterval(() => this.#check(), checkIntervalMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * Renews lexicons of at least this many bytes that mostly hold unused strings. Postponed if a folder has no file or does not come to
   * rest.
   */
  async renew(minBytes = this.#minBytes): Promise<void> {
    const old = this.#folders.all();
    if (!areWorn(this.#folders.context.lexicons, old, minBytes)) return;
    const context = this.#newContext();
    const fresh: FolderIndex[] = [];
    let isReplaced = false;
    try {
      for (const folder of old) {
        await this.#idle();
        if (!folder.isAtRest) return;
        const second = new FolderIndex(folder.folder, folder.options, context, folder.identity);
        fresh.push(second);
        // Without a file, or if it cannot be locked, there is nothing to follow.
        if (!second.contents.data.store.status().isFollowing) return;
        await second.load();
        second.useAsStored();
      }
      isReplaced = await this.#replace(old, fresh, context);
    } finally {
      if (!isReplaced) for (const second of fresh) await second.close();
    }
    if (!isReplaced) return;
    for (const [i, folder] of old.entries()) {
      await folder.close();
      // It is the writer from now on: update at once, before another window notices that there is none.
      await fresh[i]?.update([]);
    }
    // The new lexicons may include strings that only the stores still held.
    this.#minBytes = Math.max(minWornBytes, 2 * bytesOf(context.lexicons));
    for (const second of fresh) await second.update();
  }

  async #check(): Promise<void> {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    await this.renew().catch(() => undefined);
    this.#isUnderWay = false;
  }

  /** Waits until all agree and none has changed; returns whether they were replaced. */
  async #replace(old: readonly FolderIndex[], fresh: readonly FolderIndex[], context: SharedContext): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries++) {
      await this.#idle();
      for (const second of fresh) await second.update([]);
      const now = this.#folders.all();
      if (now.length !== old.length || now.some((folder, i) => folder !== old[i])) return false;
      if (!old.every((folder, i) => areEqual(folder, fresh[i] as FolderIndex))) continue;
      context.budget.limit = this.#folders.context.budget.limit;
      this.#folders.replace(fresh, context);
      context.onChange();
      return true;
    }
    return false;
  }
}

/** Memory use of lexicons. */
function bytesOf({ terms, keys, titles }: Lexicons): number {
  return terms.bytes + keys.bytes + titles.bytes;
}

/** Whether lexicons of at least this many bytes mostly hold strings of no live chunk. A pass over the ids of the segments. */
function areWorn(lexicons: Lexicons, folders: readonly FolderIndex[], minBytes: number): boolean {
  if (bytesOf(lexicons) < minBytes) return false;
  const { terms, keys, titles } = lexicons;
  const segments = folders.flatMap((folder) => folder.snapshot()?.segments ?? []).map(({ segment }) => segment);
  const usedOf = (lexicon: Lexicon, idsOf: (segment: Segment) => Int32Array): number => distinct(segments.map(idsOf), lexicon.size).length;
  const used = usedOf(terms, (one) => one.terms.ids) + usedOf(keys, (one) => one.keys.ids) + usedOf(titles, (one) => one.titles);
  return terms.size + keys.size + titles.size > used * maxStringsPerUsed;
}

/** Whether a folder and its second index agree, and nothing is under way. */
function areEqual(folder: FolderIndex, second: FolderIndex): boolean {
  if (!folder.isAtRest || !second.isAtRest) return false;
  const [own, other] = [folder.contents.data, second.contents.data];
  if (other.store.isBehind() || own.table.size !== other.table.size || own.index.documentCount !== other.index.documentCount) return false;
  for (const { path } of own.table.rows()) if (folder.hashOf(path) !== second.hashOf(path)) return false;
  return true;
}
