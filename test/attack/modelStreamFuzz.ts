/**
 * Asks a model whose endpoint, a real server on loopback, misbehaves at random. The outcome is always a text or one sentence of ours, soon,
 * without eight consecutive characters of the key. A round is determined by the seed and its number.
 */

import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { messagesOf } from '../../src/messages/messages.ts';
import { createOpenAIModel } from '../../src/models/openaiModel.ts';
import { keyPartsIn } from '../models/keyParts.ts';
import { randomNumbers } from '../support/randomEdits.ts';
import { wrongValues } from '../support/wrongValues.ts';

/** Concurrent rounds: most of a round is waiting. */
const width = 16;
/** A round ends after all of its limits, three tries and the delays between them; on a busy machine somewhat later. */
const patienceMs = 60_000;
const limits = { firstMs: 400, idleMs: 400, totalMs: 1500, maxBytes: 300_000 };

/** The endpoint's response in one round; `hang` sends nothing at all. */
interface Plan {
  readonly key: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly Buffer[];
  readonly end: 'whole' | 'cut' | 'silent' | 'hang';
}

class Chooser {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = randomNumbers(seed);
  }

  below(n: number): number {
    return Math.floor(this.random() * n);
  }

  one<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T;
  }

  some<T>(max: number, make: () => T): T[] {
    return Array.from({ length: this.below(max + 1) }, make);
  }
}

const wellFormed = { id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'The ' }, finish_reason: null }] };
const wrongChunks = [...wrongValues(wellFormed)];
const keyLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+/=';

function planOf(seed: number): Plan {
  const choose = new Chooser(seed);
  const key = `sk-${Array.from({ length: 8 + choose.below(60) }, () => choose.one([...keyLetters])).join('')}`;
  const text = (): string => anyText(choose, key);
  const headers: Record<string, string> = { 'content-type': 'text/event-stream' };
  if (choose.below(8) === 0) headers['content-type'] = choose.one(['text/html', 'application/json', '', `text/${headerText(text())}`]);
  const status = choose.below(6) > 0 ? 200 : choose.one([200, 201, 204, 301, 307, 400, 401, 403, 404, 413, 418, 422, 429, 500, 502, 599]);
  if (status >= 300 && status < 400)
    headers.location = choose.one([`http://elsewhere.invalid/${headerText(text())}`, headerText(text()), '']);
  // Transient failures are retried: not seconds later, here.
  headers['retry-after'] = choose.one(['0', '0', '86400']);
  const body =
    status === 200 ? choose.some(12, () => event(choose, text)).join('') + choose.one(['', 'data: [DONE]\n\n']) : errorBody(choose, text);
  const end = choose.one(['whole', 'whole', 'whole', 'whole', 'cut', 'silent', 'hang'] as const);
  return { key, status, headers, pieces: cut(Buffer.from(body), choose), end };
}

/** Some words, and often the key or a part of it in some encoding. */
function anyText(choose: Chooser, key: string): string {
  const from = choose.below(key.length - 8);
  const part = choose.one([key, key.slice(from), key.slice(from, from + 8), `Bearer ${key}`, '']);
  const encoded = choose.one([
    part,
    encodeURIComponent(part),
    Buffer.from(part).toString('hex'),
    Buffer.from(part).toString(choose.one(['base64', 'base64url'])),
    part.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ]);
  return (
    choose.one(['', 'It is ', 'x', '日本', '\u202e', '\u0000\n', ' '.repeat(10)]) +
    encoded +
    choose.one(['', '.', ' so it is', 'x', '\ud800'])
  );
}

function headerText(text: string): string {
  return text.replace(/[^!-~]/g, '');
}

/** One event of a stream, mostly valid. */
function event(choose: Chooser, text: () => string): string {
  const chunk = (delta: unknown, finish: unknown = null): string =>
    JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] });
  const content = text();
  // Letter by letter, like the worst tokenizer.
  if (choose.below(4) === 0) return Array.from(content, (letter) => `data: ${chunk({ content: letter })}\n\n`).join('');
  const data = choose.one([
    chunk({ content }),
    chunk({ content }),
    chunk({ content }),
    chunk({}, choose.one(['stop', 'length', 'tool_calls', content, 5])),
    chunk({ content: null, tool_calls: [{ index: 0, function: { name: content, arguments: '{' } }] }),
    JSON.stringify({ error: choose.one([{ message: content, code: content }, content, 5, null, { message: { deep: content } }]) }),
    JSON.stringify(choose.one(wrongChunks)) ?? '',
    JSON.stringify({
      choices: [],
      usage: choose.one([{ prompt_tokens: content }, null, content, { prompt_tokens: 1, completion_tokens: 2 }]),
    }),
    content,
    `{"choices":[{"del`,
    '[DONE] not',
    'x'.repeat(choose.one([10, 400_000])),
  ]);
  const lead = choose.one([
    'data: ',
    'data: ',
    'data: ',
    'data:',
    ': ',
    'event: error\ndata: ',
    'event: thread.x\ndata: ',
    'id: 5\n',
    '\ufeffdata: ',
  ]);
  return `${lead}${data}${choose.one(['\n\n', '\n\n', '\r\n\r\n', '\r\r', '\n'])}`;
}

function errorBody(choose: Chooser, text: () => string): string {
  const message = choose.one([text(), `maximum context length ${text()}`, 5, null, { deep: text() }]);
  return choose.one([
    JSON.stringify({ error: { message, code: text(), type: text() } }),
    JSON.stringify({ error: message }),
    JSON.stringify([text()]),
    'null',
    `<h1>${text()}</h1>`,
    '',
    text().repeat(1000),
  ]);
}

/** The bytes in pieces, possibly split within a character. */
function cut(bytes: Buffer, choose: Chooser): Buffer[] {
  const pieces: Buffer[] = [];
  const max = choose.one([1, 7, 100, 1_000_000]);
  for (let at = 0; at < bytes.length && pieces.length < 300; ) {
    const end = pieces.length === 299 ? bytes.length : at + 1 + choose.below(max);
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

async function send({ status, headers, pieces, end }: Plan, response: http.ServerResponse): Promise<void> {
  if (end === 'hang') return;
  response.writeHead(status, headers);
  for (const [i, piece] of pieces.entries()) {
    if (response.destroyed) return;
    response.write(piece);
    if (i % 50 === 0) await wait(1);
  }
  if (end === 'whole') response.end();
  if (end === 'cut') setTimeout(() => response.destroy(), 5);
}

/** Throws if an outcome breaks a promise. */
async function round(endpoint: string, seed: number): Promise<void> {
  const { key, ...plan } = planOf(seed);
  const shown: string[] = [];
  const ask = async (): Promise<void> => {
    const model = createOpenAIModel({ endpoint, model: String(seed), apiKey: key, limits });
    for await (const text of model.chat([{ role: 'user', content: 'Who knows?' }])) shown.push(text);
    if (shown.join('').trim() === '') throw new Error('an answer without text is no error');
  };
  const late = wait(patienceMs, 'late', { ref: false });
  const outcome = await Promise.race([ask().catch((error: unknown) => error), late]);
  const problem = problemOf(outcome, shown.join(''), key);
  if (problem === undefined) return;
  const input = { ...plan, pieces: Buffer.concat(plan.pieces).toString('latin1').slice(0, 3000), key };
  throw new Error(`model stream, round seed ${seed}: ${problem}\n${JSON.stringify(input)}`, { cause: outcome });
}

/** The fault of an outcome: undefined after a complete answer, otherwise the thrown error. */
function problemOf(outcome: unknown, text: string, key: string): string | undefined {
  if (outcome === 'late') return `no outcome in ${patienceMs / 1000} s`;
  const [echoed] = keyPartsIn(text, key);
  if (echoed !== undefined) return `the text shows ${echoed} of the key: ${text}`;
  if (outcome === undefined) return undefined;
  const { name, message } = outcome as Error;
  if (name !== 'ModelError' && name !== 'ContextOverflow') return `${name} is no error of ours: ${message}`;
  if (message.length > 1000 || /[\n\r]/.test(message) || !/[.?…]|It says: /.test(message)) return `no sentence: ${message}`;
  const [leaked] = keyPartsIn(`${message} ${JSON.stringify(messagesOf(outcome))}`, key);
  return leaked === undefined ? undefined : `the sentence shows ${leaked} of the key: ${message}`;
}

export const fuzzer = {
  name: 'model stream',
  async run({ seed, seconds }: { seed: number; seconds: number }): Promise<{ rounds: number }> {
    const server = http.createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => void send(planOf(Number(JSON.parse(body).model)), response));
      response.on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const deadline = performance.now() + 1000 * seconds;
    let rounds = 0;
    const work = async (): Promise<void> => {
      while (performance.now() < deadline) await round(endpoint, seed * 1_000_000 + rounds++);
    };
    try {
      await Promise.all(Array.from({ length: width }, work));
    } finally {
      server.closeAllConnections();
      server.close();
    }
    return { rounds };
  },
};
