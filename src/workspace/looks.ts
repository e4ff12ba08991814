/**
 * What files and directories were when something was made of them, to know later whether it still holds: a few `stat`s in place of reading
 * and parsing again at every save.
 */

import { type Stats, statSync } from 'node:fs';

/** Times of some file systems are this coarse: what changed so shortly before a look may change again without a trace. Milliseconds. */
const tickMs = 2000;

type Seen = Pick<Stats, 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'> | 'none' | 'closed';

export class Looks {
  readonly #contents = new Map<string, Seen>();
  readonly #presences = new Map<string, Seen>();
  readonly #nowMs: () => number;
  #isSure = true;

  /** @param nowMs milliseconds since 1970, by the clock that also dates the files. */
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** To be called before a file is read, or before it is asked what lies in a directory. Links are followed. */
  atContent(path: string): void {
    if (this.#contents.has(path)) return;
    const seen = look(path);
    this.#contents.set(path, seen);
    if (typeof seen !== 'string' && Math.max(seen.mtimeMs, seen.ctimeMs) > this.#nowMs() - tickMs) this.#isSure = false;
  }

  /** To be called before it is asked whether there is such a file or directory, whatever it holds. */
  atPresence(path: string): void {
    if (!this.#presences.has(path)) this.#presences.set(path, look(path));
  }

  /** Whether everything is as it was. Never where something had changed within 2 s before the look. Cost: a `stat` of each path. */
  hold(): boolean {
    if (!this.#isSure) return false;
    for (const [path, seen] of this.#contents) if (!isSame(seen, look(path))) return false;
    for (const [path, seen] of this.#presences) if (!isThere(seen, look(path))) return false;
    return true;
  }
}

function look(path: string): Seen {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? 'none';
  } catch {
    return 'closed';
  }
}

function isSame(one: Seen, other: Seen): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs;
}

function isThere(one: Seen, other: Seen): boolean {
  return typeof one === 'string' || typeof other === 'string' ? one === other : one.ino === other.ino;
}
