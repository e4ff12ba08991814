/** The `mcp` program as a process that is written lines and whose every output line is checked. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { commandLine } from './programs.ts';
import { until } from './until.ts';
import type { WorkFolder } from './workFolder.ts';

/** The parts of a message from the program that tests need. */
export interface RawMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RawMcp {
  /** All messages received. */
  readonly received: RawMessage[];
  /** Called with each further message. */
  onMessage: (message: RawMessage) => void;
  write(bytes: string | Buffer): void;
  isRunning(): boolean;
  /** Waits for a message; throws if the program has ended or the time is up. */
  next(what: string, isWanted: (message: RawMessage) => boolean): Promise<RawMessage>;
  /** Closes the pipe; resolves with the exit code. */
  end(): Promise<number | null>;
  kill(): void;
}

/** Starts the program on a folder and initialises it. Every line of its output must be JSON. */
export async function startMcp({ root, parent }: Pick<WorkFolder, 'root' | 'parent'>, capabilities: object = {}): Promise<RawMcp> {
  const env = { ...process.env, XDG_CACHE_HOME: path.join(parent, 'cache'), LOCALAPPDATA: parent, HOME: parent };
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [commandLine, 'mcp', '--dir', root], { env });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  const exit = once(child, 'exit');
  // A program that has ended is detected by its exit code.
  child.stdin.on('error', () => undefined);
  const mcp: RawMcp = {
    received: [],
    onMessage: () => undefined,
    write: (bytes) => void child.stdin.write(bytes),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    next: (what, isWanted) =>
      until(what, () => {
        const found = mcp.received.find(isWanted);
        if (found === undefined && !mcp.isRunning()) throw new Error(`The program ended with ${child.exitCode}: ${complaints}`);
        return found;
      }),
    async end() {
      child.stdin.end();
      return (await exit)[0];
    },
    kill: () => void child.kill('SIGKILL'),
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: RawMessage = JSON.parse(line);
    mcp.received.push(message);
    mcp.onMessage(message);
  });
  const params = { protocolVersion: '2025-06-18', capabilities, clientInfo: { name: 'raw', version: '0' } };
  mcp.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'greeting', method: 'initialize', params })}\n`);
  await mcp.next('the greeting', ({ id }) => id === 'greeting');
  mcp.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return mcp;
}
