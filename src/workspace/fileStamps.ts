/**
 * What files and directories were when something was made of them, to know later whether it still holds: a few `stat`s in place of reading
 * and parsing again at every save.
 */

import { lstatSync, type Stats, statSync } from 'node:fs';

/** Times of some file systems are this coarse: what changed so shortly before a look may change again without a trace. Milliseconds. */
const tickMs = 2000;

type Seen = Pick<Stats, 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'> | 'none' | 'closed';

/** What is wanted of a path: the content of a file, the names in a directory that is no link, or that there is something. */
type Wanted = 'content' | 'entries' | 'presence';

export class Looks {
  readonly #seen = new Map<string, { readonly wanted: Wanted; readonly seen: Seen }>();
  readonly #nowMs: () => number;
  #isSure = true;

  /** @param nowMs milliseconds since 1970, by the clock that also dates the files. */
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** What `saved` gave, in this process or another one; undefined where it is anything else. */
  static restored(saved: unknown): Looks | undefined {
    if (!Array.isArray(saved)) return undefined;
    const looks = new Looks();
    for (const [path, wanted, seen] of saved) looks.#seen.set(path, { wanted, seen });
    return looks;
  }

  /** All looks as JSON; undefined where they will never hold. */
  saved(): unknown {
    if (!this.#isSure) return undefined;
    return [...this.#seen].map(([path, { wanted, seen }]) => {
      if (typeof seen === 'string') return [path, wanted, seen];
      const { ino, size, mtimeMs, ctimeMs } = seen;
      return [path, wanted, { ino, size, mtimeMs, ctimeMs }];
    });
  }

  /** Something was made of what is not among the looks: they never hold. */
  doubt(): void {
    this.#isSure = false;
  }

  /** To be called before a file is read. Links are followed. */
  atContent(path: string): void {
    this.#note(path, 'content');
  }

  /** To be called before it is asked what lies in a directory. Holds as long as it is that directory, and no link to it. */
  atEntries(path: string): void {
    this.#note(path, 'entries');
  }

  /** To be called before it is asked whether there is such a file or directory, whatever it holds. Links are followed. */
  atPresence(path: string): void {
    if (!this.#seen.has(path)) this.#note(path, 'presence');
  }

  /** Whether everything is as it was. Never where something had changed within 2 s before the look. Cost: a `stat` of each path. */
  hold(): boolean {
    if (!this.#isSure) return false;
    for (const [path, { wanted, seen }] of this.#seen) if (!isSame(seen, look(path, wanted), wanted)) return false;
    return true;
  }

  /** As `hold`; `giveTurn` is called before each look, and what it gives is awaited. */
  async holdInTurns(giveTurn: () => Promise<void> | undefined): Promise<boolean> {
    if (!this.#isSure) return false;
    for (const [path, { wanted, seen }] of this.#seen) {
      const turn = giveTurn();
      if (turn !== undefined) await turn;
      if (!isSame(seen, look(path, wanted), wanted)) return false;
    }
    return true;
  }

  /** The first look counts, unless it asked for less. */
  #note(path: string, wanted: Wanted): void {
    const earlier = this.#seen.get(path);
    if (earlier !== undefined && earlier.wanted !== 'presence') return;
    const seen = look(path, wanted);
    this.#seen.set(path, { wanted, seen });
    if (wanted === 'presence' || typeof seen === 'string') return;
    if (Math.max(seen.mtimeMs, seen.ctimeMs) > this.#nowMs() - tickMs) this.#isSure = false;
  }
}

function look(path: string, wanted: Wanted): Seen {
  try {
    return (wanted === 'entries' ? lstatSync : statSync)(path, { throwIfNoEntry: false }) ?? 'none';
  } catch {
    return 'closed';
  }
}

function isSame(one: Seen, other: Seen, wanted: Wanted): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  if (one.ino !== other.ino) return false;
  return wanted === 'presence' || (one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs);
}
