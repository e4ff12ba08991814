/** Agents as processes, each with MCP servers on one folder, and what these servers use (Linux). */

import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ProcessTree } from '../mutants/processTree.ts';
import type { Reply, Request } from './agent.ts';

/** A server as an agent has started it: a process, and one below it while it is asked. */
export interface Server {
  readonly pid: number;
  readonly agent: Agent;
  readonly tree: ProcessTree;
}

export class Agent {
  readonly folder: string;
  readonly servers: Server[] = [];
  readonly #cli: string;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #requests = 0;

  /** @param cli the command line of a build. */
  constructor(folder: string, cli: string, env: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.#cli = cli;
    this.#child = fork(path.join(import.meta.dirname, 'agent.ts'), { env });
    this.#child.on('message', (reply: Reply) => {
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
  }

  async start(): Promise<Server> {
    const pid = (await this.#request({ start: [this.#cli, 'mcp', '--dir', this.folder] })) as number;
    const server = { pid, agent: this, tree: new ProcessTree(pid) };
    this.servers.push(server);
    return server;
  }

  /** The text of a result. */
  async call(pid: number, name: string, input: Record<string, unknown>): Promise<string> {
    return (await this.#request({ pid, name, arguments: input })) as string;
  }

  /** Leaves out servers that have ended. */
  forgetEnded(): void {
    this.servers.splice(0, this.servers.length, ...this.servers.filter(({ pid }) => isRunning(pid)));
  }

  /** Kills the agent alone; its servers have to notice. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #request(what: object): Promise<string | number> {
    const id = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (reply) => ('error' in reply ? reject(new Error(reply.error)) : resolve(reply.value)));
      this.#child.send({ id, ...what } as Request);
    });
  }
}

/** Megabytes of memory that no other process has, and with this process's share of what others have, too. */
export interface Memory {
  readonly own: number;
  readonly proportional: number;
}

/** Of a process with those below it. */
export function memoryOf(pid: number): Memory {
  const all = [pid, ...childrenOf(pid)].map((one) => {
    const text = readProc(`${one}/smaps_rollup`);
    const mb = (name: string): number => (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1024) / 1e6;
    return { own: mb('Private_Dirty') + mb('Swap'), proportional: mb('Pss') + mb('SwapPss') };
  });
  return { own: sum(all.map(({ own }) => own)), proportional: sum(all.map(({ proportional }) => proportional)) };
}

/** The processes below a process. */
export function childrenOf(pid: number): readonly number[] {
  const own = readProc(`${pid}/task/${pid}/children`).trim();
  const children = own === '' ? [] : own.split(' ').map(Number);
  return [...children, ...children.flatMap(childrenOf)];
}

/** Empty for a process that has ended. */
function readProc(file: string): string {
  try {
    return fs.readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Which process holds the lock of an index. */
export function writerOf(lock: string): number | undefined {
  const inode = fs.statSync(lock).ino;
  const held = new RegExp(`POSIX\\s+ADVISORY\\s+WRITE\\s+(\\d+) [\\da-f:]+:${inode} `);
  const pid = held.exec(fs.readFileSync('/proc/locks', 'utf8'))?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/** Whether a process exists and has not ended. */
export function isRunning(pid: number): boolean {
  const stat = readProc(`${pid}/stat`);
  return stat !== '' && !/\) Z /.test(stat);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function at<T>(all: readonly T[], turn: number): T {
  return all[turn % all.length] as T;
}

export function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
