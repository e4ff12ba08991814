/** Latency of a server's answers, with and without saves. Times are in milliseconds. */

import { setTimeout as sleep } from 'node:timers/promises';
import { askRequest, searchRequest } from '../../src/protocol/server.ts';
import type { SavedFolder } from '../support/savedFolder.ts';
import { type LspClient, uriOf } from './lspClient.ts';

/** Asks questions for this many seconds, each `pauseMs` after the last answer; returns the latency of each. */
export async function asked(client: LspClient, folder: SavedFolder, seconds: number, pauseMs: number): Promise<number[]> {
  const times: number[] = [];
  for (const endMs = performance.now() + seconds * 1000; performance.now() < endMs; await sleep(pauseMs)) {
    const askedMs = performance.now();
    const question = folder.question();
    if (times.length % 2 === 0) await client.ask(askRequest, { question });
    else await client.ask(searchRequest, { query: question });
    times.push(performance.now() - askedMs);
  }
  return times;
}

/** Saves files and notifies the server like the editor, until the returned function is called, which returns their number. */
export function saving(client: LspClient, folder: SavedFolder, perSecond: number): () => number {
  let count = 0;
  const startedMs = performance.now();
  const timer = setInterval(() => {
    for (; count < ((performance.now() - startedMs) * perSecond) / 1000; count++) {
      const changes = [{ uri: uriOf(folder.save()), type: 2 }];
      client.notify('workspace/didChangeWatchedFiles', { changes }).catch(() => undefined);
    }
  }, 1000 / perSecond);
  return () => {
    clearInterval(timer);
    return count;
  };
}

export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  readonly count: number;
}

export function latencyOf(times: readonly number[]): Latency {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), count: sorted.length };
}
