/**
 * A cache validator: records the stats of the files and directories that a result was derived from. Checking it takes a few `stat`s instead
 * of reading and parsing again on every save.
 */

import { lstatSync, type Stats, statSync } from 'node:fs';
import type { Yield } from '../engine/util/steps.ts';

/**
 * The coarsest timestamps of a file system, in milliseconds: a file that changed this shortly before its stamp may change again unnoticed.
 */
const tickMs = 2000;

type Stamp = Pick<Stats, 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'> | 'none' | 'closed';

/** What the result depends on: a file's content, the names in a directory (not a link to one), or mere existence. */
type Dependency = 'content' | 'entries' | 'presence';

export class FileStamps {
  readonly #stamps = new Map<string, { readonly dependency: Dependency; readonly stamp: Stamp }>();
  readonly #nowMs: () => number;
  #isReliable = true;

  /** @param nowMs milliseconds since 1970, by the clock that also dates the files. */
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** Restores what `saved` returned, in this process or another one; undefined for anything else. */
  static restored(saved: unknown): FileStamps | undefined {
    if (!Array.isArray(saved)) return undefined;
    const stamps = new FileStamps();
    for (const [path, dependency, stamp] of saved) stamps.#stamps.set(path, { dependency, stamp });
    return stamps;
  }

  /** All stamps as JSON; undefined if they are never current. */
  saved(): unknown {
    if (!this.#isReliable) return undefined;
    return [...this.#stamps].map(([path, { dependency, stamp }]) => {
      if (typeof stamp === 'string') return [path, dependency, stamp];
      const { ino, size, mtimeMs, ctimeMs } = stamp;
      return [path, dependency, { ino, size, mtimeMs, ctimeMs }];
    });
  }

  /** Something depends on what is not among the stamps: they are never current. */
  invalidate(): void {
    this.#isReliable = false;
  }

  /** Call before reading a file. Links are followed. */
  addContent(path: string): void {
    this.#add(path, 'content');
  }

  /** Call before checking what a directory contains. Valid while it remains that directory, not a link to it. */
  addEntries(path: string): void {
    this.#add(path, 'entries');
  }

  /** Call before checking whether a file or directory exists, whatever its content. Links are followed. */
  addPresence(path: string): void {
    if (!this.#stamps.has(path)) this.#add(path, 'presence');
  }

  /** Whether nothing has changed. Always false if something had changed within 2 s before its stamp. Costs a `stat` of each path. */
  areCurrent(): boolean {
    if (!this.#isReliable) return false;
    for (const [path, { dependency, stamp }] of this.#stamps) if (!isSame(stamp, takeStamp(path, dependency), dependency)) return false;
    return true;
  }

  /** As `areCurrent`; awaits `yieldThread` before each `stat`. */
  async areCurrentYielding(yieldThread: Yield): Promise<boolean> {
    if (!this.#isReliable) return false;
    for (const [path, { dependency, stamp }] of this.#stamps) {
      const yielded = yieldThread();
      if (yielded !== undefined) await yielded;
      if (!isSame(stamp, takeStamp(path, dependency), dependency)) return false;
    }
    return true;
  }

  /** The first stamp of a path is kept, unless it depended on less. */
  #add(path: string, dependency: Dependency): void {
    const earlier = this.#stamps.get(path);
    if (earlier !== undefined && earlier.dependency !== 'presence') return;
    const stamp = takeStamp(path, dependency);
    this.#stamps.set(path, { dependency, stamp });
    if (dependency === 'presence' || typeof stamp === 'string') return;
    if (Math.max(stamp.mtimeMs, stamp.ctimeMs) > this.#nowMs() - tickMs) this.#isReliable = false;
  }
}

function takeStamp(path: string, dependency: Dependency): Stamp {
  try {
    return (dependency === 'entries' ? lstatSync : statSync)(path, { throwIfNoEntry: false }) ?? 'none';
  } catch {
    return 'closed';
  }
}

function isSame(one: Stamp, other: Stamp, dependency: Dependency): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  if (one.ino !== other.ino) return false;
  return dependency === 'presence' || (one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs);
}
