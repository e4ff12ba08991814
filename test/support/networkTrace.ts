// Finds the network sockets (AF_INET, AF_INET6) that processes open: every system call with strace if available, otherwise snapshots of
// /proc.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';

/** One call that concerns the network. */
export interface NetworkCall {
  /** The command line of the calling process. */
  readonly program: string;
  readonly call: string;
  readonly family: 'AF_INET' | 'AF_INET6';
  /** The remote or listening address; absent for a newly created socket. */
  readonly address?: string;
}

/** A command prefix that writes its network calls, and those of all its children, to `file`; undefined without strace. */
export function traceInto(file: string): readonly string[] | undefined {
  const calls = 'trace=socket,connect,bind,sendto,sendmsg,clone,clone3,fork,vfork,execve';
  const strace = ['strace', '-f', '-qq', '--seccomp-bpf', '-s', '400', '-e', 'signal=none', '-e', calls];
  const works = process.platform === 'linux' && spawnSync('strace', [...strace.slice(1), '-o', '/dev/null', 'true']).status === 0;
  return works ? [...strace, '-o', file] : undefined;
}

/** The network calls of a trace. Threads and forks count as their parent program until they execute another. */
export function readTrace(file: string): NetworkCall[] {
  const programs = new Map<string, string>();
  const found: NetworkCall[] = [];
  /** Calls that are reported in two halves, by thread. */
  const begun = new Map<string, string>();
  for (const raw of fs.readFileSync(file, 'utf8').split('\n')) {
    const parts = /^(\d+) +(.*)$/.exec(raw);
    if (parts === null) continue;
    const [, thread = '', text = ''] = parts;
    if (text.endsWith('<unfinished ...>')) {
      begun.set(thread, text.slice(0, -'<unfinished ...>'.length));
      continue;
    }
    const line = text.startsWith('<...') ? (begun.get(thread) ?? '') + text.replace(/^<\.\.\. \w+ resumed>/, '') : text;
    const child = /^(?:clone3?|v?fork)\(.*= (\d+)/.exec(line)?.[1];
    if (child !== undefined) programs.set(child, programs.get(thread) ?? '');
    const started = /^execve\("([^"]*)", \[(.*?)\](?:,| )/.exec(line);
    if (started !== null && line.endsWith('= 0')) programs.set(thread, argumentsIn(started[2] ?? ''));
    const family = /\b(AF_INET6?)\b/.exec(line)?.[1] as NetworkCall['family'] | undefined;
    if (family === undefined || started !== null) continue;
    const address = /inet_addr\("([^"]+)"\)/.exec(line)?.[1] ?? /inet_pton\(AF_INET6, "([^"]+)"/.exec(line)?.[1];
    found.push({ program: programs.get(thread) ?? '', call: line.slice(0, line.indexOf('(')), family, ...(address ? { address } : {}) });
  }
  return found;
}

function argumentsIn(list: string): string {
  return [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]).join(' ');
}

export function isLoopback(address: string): boolean {
  return /^127\./.test(address) || address === '::1' || address === '::ffff:127.0.0.1';
}

/** The open network sockets of a process, as lines of /proc; empty without /proc. */
export function openNetworkSockets(pid: number): string[] {
  const inodes = new Set<string>();
  try {
    for (const name of fs.readdirSync(`/proc/${pid}/fd`)) {
      const target = fs.readlinkSync(`/proc/${pid}/fd/${name}`);
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode !== undefined) inodes.add(inode);
    }
    return ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'].flatMap((table) =>
      fs
        .readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
        .split('\n')
        .slice(1)
        .filter((line) => inodes.has(line.trim().split(/\s+/)[9] ?? '')),
    );
  } catch {
    return [];
  }
}
