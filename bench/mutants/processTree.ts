/** What a process uses together with those that it starts. Known from /proc (Linux); elsewhere the clock is all there is. */

import fs from 'node:fs';

interface Seen {
  readonly parent: number;
  /** Of the process and of its children that have ended. */
  readonly cpuMs: number;
}

const isKnown = fs.existsSync('/proc/self/stat');
const msPerTick = 10;

export class ProcessTree {
  readonly #pids: Set<number>;
  readonly #started = performance.now();
  #cpuMs = 0;

  /** @param pid of a child of this process */
  constructor(pid: number) {
    this.#pids = new Set([pid]);
  }

  /** CPU time so far; that of processes which nobody has waited for is counted while they live. */
  cpuMs(): number {
    if (!isKnown) return performance.now() - this.#started;
    this.#cpuMs = Math.max(this.#cpuMs, sum([...this.#look().values()]));
    return this.#cpuMs;
  }

  /** Whether a thread of them runs, or would if the machine had time for it. */
  isRunnable(): boolean {
    return !isKnown || [...this.#pids].some((pid) => statesOf(pid).some((state) => state === 'R' || state === 'D'));
  }

  /** Ends all of them, those in groups of their own included. */
  kill(): void {
    if (isKnown) this.#look();
    for (const pid of this.#pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Has ended.
      }
    }
  }

  #look(): ReadonlyMap<number, Seen> {
    const all = new Map<number, Seen>();
    for (const name of fs.readdirSync('/proc')) {
      const seen = /^\d+$/.test(name) ? readStat(name) : undefined;
      if (seen !== undefined) all.set(Number(name), seen);
    }
    for (const pid of this.#pids) if (!all.has(pid)) this.#pids.delete(pid);
    for (let size = -1; size !== this.#pids.size; ) {
      size = this.#pids.size;
      for (const [pid, { parent }] of all) if (this.#pids.has(parent)) this.#pids.add(pid);
    }
    return new Map([...all].filter(([pid]) => this.#pids.has(pid)));
  }
}

/** CPU time of the processes that this one has started and waited for; 0 where that is not known. */
export function childCpuMs(): number {
  const fields = isKnown ? fieldsOf(fs.readFileSync('/proc/self/stat', 'utf8')) : [];
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * msPerTick;
}

function readStat(pid: string): Seen | undefined {
  try {
    const fields = fieldsOf(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return { parent: Number(fields[1]), cpuMs: ticks * msPerTick };
  } catch {
    return undefined;
  }
}

/** After the name, which may contain spaces: state, parent, …; times are fields 11 to 14. */
function fieldsOf(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function statesOf(pid: number): readonly string[] {
  try {
    const tasks = fs.readdirSync(`/proc/${pid}/task`);
    return tasks.map((task) => fieldsOf(fs.readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8'))[0] ?? '');
  } catch {
    return [];
  }
}

function sum(seen: readonly Seen[]): number {
  return seen.reduce((total, { cpuMs }) => total + cpuMs, 0);
}
