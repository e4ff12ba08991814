/**
 * What an agent starts is a small process that passes messages on to a server, a process of its own. A server whose index another process writes
 * is ended when it has not been asked for a while, which frees its memory, watches and timers; the next request starts another one, which is
 * given the client's greeting again.
 */

import { type ChildProcess, fork } from 'node:child_process';
import type { Writable } from 'node:stream';
import { readJson } from '../../engine/util/budget.ts';
import type { RunCommand } from '../command.ts';
import { boundedLines, type LongLine } from './boundedLines.ts';

/** Set for a server. */
const servedVariable = 'MESHRAG_SERVED';

/** An agent that works asks more often. Milliseconds. */
const unusedMs = 2 * 60_000;

/** No valid message is longer; the maximum query has 20,000 characters. */
const maxLineBytes = 10 * 1024 * 1024;

/** A small young generation, of which nearly all is garbage, and an old one that is collected when it has grown by half. */
const serverArguments = ['--max-semi-space-size=2', '--no-parallel-scavenge', '--heap-growing-percent=50'];
/** On Linux, large blocks are returned to the system. */
const serverEnvironment = { MALLOC_MMAP_THRESHOLD_: '262144' };

/** Runs until the client closes the pipe, the program is interrupted, or a server ends by itself; returns the exit code. */
export const runRelay: RunCommand = async (args, context) => {
  if (process.env[servedVariable] !== undefined) return (await import('../commands/agents/mcp.ts')).runMcp(args, context);
  const { stdin, stdout, lifetime } = context;
  const relay = new Relay({ startServer, client: stdout, unusedMs });
  lifetime.endWith(stdout);
  lifetime.onEnd(() => relay.close());
  // The exit code is that of the server, which may have failed.
  void passOn(stdin().pipe(boundedLines(maxLineBytes, (line) => refuse(line, stdout))), (line) => relay.receive(line)).then(() =>
    relay.close(),
  );
  return relay.ended;
};

function startServer(): ChildProcess {
  return fork(process.argv[1] as string, process.argv.slice(2), {
    execArgv: [...process.execArgv, ...serverArguments],
    env: { ...process.env, ...serverEnvironment, [servedVariable]: '1' },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
}

/** Responds to a message that was not read. */
function refuse({ id, bytes }: LongLine, client: Writable): void {
  const message = `The message has ${bytes} bytes, at most ${maxLineBytes} are read: it was left out, send a shorter one`;
  client.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32600, message } })}\n`);
}

type Id = string | number;

/** The parts of a message of JSON-RPC that matter here. */
interface Message {
  readonly id?: Id;
  /** Absent in a response. */
  readonly method?: string;
  readonly params?: { readonly requestId?: Id };
}

export interface RelayOptions {
  /** Starts a server that speaks over its pipes. Asked over its channel whether it can end, it sends the same back if so. */
  readonly startServer: () => ChildProcess;
  readonly client: Writable;
  /** After this time without a request a server is asked whether it can end. Milliseconds. */
  readonly unusedMs: number;
}

export class Relay {
  /** The exit code of a server that has ended by itself, or of the one that was closed. */
  readonly ended: Promise<number>;
  readonly #options: RelayOptions;
  #end: (code: number) => void = () => undefined;
  #server: ChildProcess | undefined;
  #isClosed = false;
  /** The client's request `initialize` and the notification after it. */
  readonly #greeting = new Map<string, Buffer>();
  /** Requests that the server has not answered. */
  readonly #unanswered = new Set<Id>();
  #timer: NodeJS.Timeout | undefined;
  /** Whether there was no request since the server was asked whether it can end. */
  #isUnused = false;

  /** Starts a server at once, which opens its folders. */
  constructor(options: RelayOptions) {
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#server = this.#start();
  }

  /** Takes a line of the client. */
  async receive(line: Buffer): Promise<void> {
    const message = read(line);
    if (this.#server === undefined) {
      if (message?.method === 'ping') return write(this.#options.client, pong(message.id));
      // A new server knows nothing that a notification or a response could change.
      if (message !== undefined && !isRequest(message)) return;
      this.#server = this.#start();
      for (const greeting of this.#greeting.values()) await write(this.#server.stdin, greeting);
    }
    if (message !== undefined) this.#note(message, line);
    await write(this.#server?.stdin, line);
  }

  /** Ends the server. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#server === undefined) this.#end(0);
    this.#server?.stdin?.end();
    await this.ended;
  }

  #note(message: Message, line: Buffer): void {
    const { method, params } = message;
    if (method === 'initialize' || method === 'notifications/initialized') this.#greeting.set(method, line);
    // It will not be answered.
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) this.#unanswered.delete(params.requestId);
    if (!isRequest(message)) return;
    this.#unanswered.add(message.id);
    if (method === 'ping') return;
    this.#isUnused = false;
    this.#askLater();
  }

  #start(): ChildProcess {
    const server = this.#options.startServer();
    const greeted = this.#greeting.get('initialize');
    let known = greeted && read(greeted)?.id;
    if (server.stdout !== null)
      void passOn(server.stdout.pipe(boundedLines(Number.POSITIVE_INFINITY, () => undefined)), async (line) => {
        const { id, method } = read(line) ?? {};
        if (id !== undefined && method === undefined) {
          // The client has this answer from the first server.
          if (id === known) {
            known = undefined;
            return;
          }
          this.#unanswered.delete(id);
        }
        await write(this.#options.client, line);
      });
    // It has ended, as what follows shows.
    server.stdin?.on('error', () => undefined);
    server.on('error', () => this.#end(1));
    server.on('message', () => this.#release(server));
    server.on('close', (code) => {
      if (server === this.#server) this.#end(code ?? 1);
    });
    this.#askLater();
    return server;
  }

  #askLater(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#isUnused = true;
      if (this.#server?.connected) this.#server.send('unused', () => undefined);
      this.#askLater();
    }, this.#options.unusedMs).unref();
  }

  #release(server: ChildProcess): void {
    if (server !== this.#server || !this.#isUnused || this.#unanswered.size > 0 || this.#isClosed) return;
    this.#server = undefined;
    clearTimeout(this.#timer);
    server.stdin?.end();
  }
}

async function passOn(lines: AsyncIterable<Buffer>, pass: (line: Buffer) => Promise<void>): Promise<void> {
  try {
    for await (const line of lines) await pass(line);
  } catch {
    // A stream was closed, which ends the process.
  }
}

/** Resolves when more can be written, or never will be. */
function write(stream: Writable | null | undefined, data: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (stream?.writable !== true) resolve();
    else stream.write(data, () => resolve());
  });
}

/** `undefined` if it is no message. */
function read(line: Buffer): Message | undefined {
  try {
    const value = readJson(String(line));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRequest(message: Message): message is Message & { readonly id: Id } {
  return message.id !== undefined && message.method !== undefined;
}

function pong(id: Id | undefined): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`;
}
