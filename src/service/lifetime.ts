/**
 * How this process ends: by a signal, with the pipe that it serves, or with the process that started it. What is open is closed first, for
 * a bounded time.
 */

import os from 'node:os';

/** From the first reason until the process is gone, whatever still runs. Milliseconds. */
const maxClosingMs = 1400;
/** How soon the death of another process is noticed, in milliseconds. */
const watchMs = 500;

export interface Lifetime {
  /** Aborted when the process has to end. */
  readonly signal: AbortSignal;
  /** 128 and the number of the signal, as in shells; 0 if nobody is left to read it. `undefined` while the process lives. */
  readonly exitCode: number | undefined;
  /** Also called if what runs does not react to the signal. It may be called after it has been closed. */
  onEnd(close: () => Promise<unknown>): void;
  /** Ends the process once a stream has ended, which nobody can use any more. */
  endWith(stream: NodeJS.EventEmitter): void;
  /** Ends the process once another one is gone, besides the one that started it. Nothing happens if it does not exist here. */
  endAfter(pid: number): void;
  /** Closes what is open and ends the process. */
  end(exitCode: number): void;
  /** Ends the process when all of its output is written. */
  finish(exitCode: number): Promise<void>;
}

/** To be called once, early: a process whose parent is gone by then has been detached on purpose and outlives it. */
export function startLifetime(): Lifetime {
  const ending = new AbortController();
  const closers: (() => Promise<unknown>)[] = [];
  const others = new Set<number>();
  const parent = process.ppid;
  let exitCode: number | undefined;
  let closed: Promise<unknown> | undefined;

  function end(code: number): void {
    if (closed !== undefined) return;
    exitCode = code;
    setTimeout(() => process.exit(code), maxClosingMs).unref();
    ending.abort(new Error('Interrupted'));
    closed = Promise.allSettled(closers.map((close) => close()));
    void finish(code);
  }

  async function finish(code: number): Promise<void> {
    await closed;
    await Promise.all([process.stdout, process.stderr].map(written));
    process.exit(code);
  }

  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const code = 128 + os.constants.signals[name];
      // The second one does not wait until everything is closed.
      if (closed === undefined) end(code);
      else process.exit(code);
    });
  }
  // Windows keeps the number of a parent that is gone.
  const hasParent = (): boolean => process.ppid === parent && (process.platform !== 'win32' || isAlive(parent));
  setInterval(() => {
    if (!hasParent() || [...others].some((pid) => !isAlive(pid))) end(0);
  }, watchMs).unref();

  return {
    signal: ending.signal,
    get exitCode() {
      return exitCode;
    },
    onEnd(close) {
      closers.push(close);
    },
    endWith(stream) {
      for (const event of ['end', 'close', 'error']) stream.once(event, () => end(0));
    },
    endAfter(pid) {
      if (isAlive(pid)) others.add(pid);
    },
    end,
    finish,
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Resolves when everything was handed to the system, or cannot be. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || !stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}
