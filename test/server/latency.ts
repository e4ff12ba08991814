/** How long a server's answers take, while files are saved or not. Times are in milliseconds. */

import { setTimeout as sleep } from 'node:timers/promises';
import { askRequest, searchRequest } from '../../src/protocol/server.ts';
import type { SavedFolder } from '../support/savedFolder.ts';
import { type LspClient, uriOf } from './lspClient.ts';

/** Asks for so many seconds, each question `pauseMs` after the last answer; returns how long each answer took. */
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

/** Saves files, and tells the server as the editor does, until the function is called that it returns, which says how many there were. */
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
