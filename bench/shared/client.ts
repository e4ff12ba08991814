/**
 * A process that opens a published name and asks it, forked with a `ClientTask` as its argument and the password in PGPASSWORD. It sends a message
 * when it has opened the name, asks when it gets one, and sends a `ClientReport` of the last round.
 */

import { once } from 'node:events';
import net from 'node:net';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import type { SharedPlace } from '../../src/storage/postgres/openPublished.ts';
import { openPublished } from '../../test/support/publishedIndex.ts';
import { type Asked, ask } from './asking.ts';
import { peakMemory } from './processUse.ts';

export interface ClientTask {
  readonly place: SharedPlace;
  readonly questions: readonly string[];
  /** How often all are asked. */
  readonly rounds: number;
}

export interface ClientReport extends Asked {
  readonly openMs: number;
  /** Bytes from the server, to open and per question. */
  readonly openBytes: number;
  readonly bytes: number;
  readonly statements: number;
  /** Max resident memory in bytes: of a Node that has loaded this program, and after all questions. */
  readonly idle: number;
  readonly peak: number;
}

const sockets: net.Socket[] = [];
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  sockets.push(this);
  return Reflect.apply(connect, this, args);
} as typeof connect;
const received = (): number => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);

const { place, questions, rounds } = JSON.parse(process.argv[2] as string) as ClientTask;
const idle = peakMemory();
const started = performance.now();
const published = await openPublished(place, createLexicons(), process.env);
const reader = published.reader([], 1);
const openMs = performance.now() - started;
const openBytes = received();
process.send?.('open');
await once(process, 'message');
let [asked, bytes, statements] = [undefined as Asked | undefined, 0, 0];
for (let round = 0; round < rounds; round++) {
  const before = { bytes: received(), statements: published.connection.statements };
  asked = await ask(reader, questions);
  bytes = (received() - before.bytes) / questions.length;
  statements = (published.connection.statements - before.statements) / questions.length;
}
await published.close();
process.send?.({ ...asked, openMs, openBytes, bytes, statements, idle, peak: peakMemory() } as ClientReport);
process.disconnect();
