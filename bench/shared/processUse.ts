/** What this process, and those of a PostgreSQL server on this machine, use (Linux). */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

export interface ServerUse {
  /** Resident memory in bytes, what is shared counted once. */
  readonly memory: number;
  /** Since its start. */
  readonly cpuMs: number;
}

/** The process that started another one. */
export function parentOf(pid: number): number {
  return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
}

/** @param pid of the postmaster. */
export function useOf(pid: number): ServerUse {
  let [memory, ticks] = [0, 0];
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // After the name: state, parent, …; user and system time are fields 14 and 15, those of ended children 16 and 17.
      const fields = fs.readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      const isPostmaster = Number(name) === pid;
      if (!isPostmaster && Number(fields[1]) !== pid) continue;
      const times = isPostmaster ? fields.slice(11, 15) : fields.slice(11, 13);
      ticks += times.reduce((sum, time) => sum + Number(time), 0);
      memory += Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${name}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // Ended meanwhile.
    }
  }
  return { memory, cpuMs: ticks * 10 };
}

/** Max resident memory of a process in bytes. */
export function peakMemory(pid: number | 'self' = 'self'): number {
  return peakIn(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
}

/** @param status as of `/proc/PID/status`. */
export function peakIn(status: string): number {
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** Drops the files of a directory from the cache of the operating system. */
export function evict(directory: string): void {
  const files = fs.readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    execFileSync('dd', [`if=${parentPath}/${name}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
  }
}
