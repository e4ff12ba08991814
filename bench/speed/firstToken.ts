/**
 * Time from question to first token, and from cancel to closed socket, if a model writes the answer: the real language server over IPC, the
 * real client over real sockets, an endpoint on loopback that answers at once. The rest is our overhead. `node bench/speed/firstToken.ts
 * [CHUNKS] [QUESTIONS]`; 10,000 and 40 by default.
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { createOpenAIModel } from '../../src/models/openaiModel.ts';
import { type AnswerEvent, answerEventNotification } from '../../src/protocol/answer.ts';
import { type ModelChatParams, type ModelInfo, modelChatRequest, modelTextNotification } from '../../src/protocol/model.ts';
import { askRequest } from '../../src/protocol/server.ts';
import { startLoopback } from '../../test/models/loopbackServer.ts';
import { type LspClient, startLspClient } from '../../test/server/lspClient.ts';

const chunks = Number(process.argv[2] ?? 10_000);
const questions = Number(process.argv[3] ?? 40);
const perFile = 20;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-first-'));
const endpoint = await startLoopback();
const client = await startLspClient({ transport: 'ipc' });
try {
  const words = writeFolder();
  const { folders } = await client.configure([folder], { settings: { maxFileBytes: 10_000_000 } });
  console.log(`${folders[0]?.chunks} chunks in ${folders[0]?.files} files`);
  playEditor(client);
  await measureFirst(words);
  await measureCancel(words);
} finally {
  await client.stop();
  endpoint.close();
  fs.rmSync(folder, { recursive: true, force: true });
}

/** Writes sections of generated prose, each about some of many names; returns the names. */
function writeFolder(): readonly string[] {
  let state = 7;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const syllables = ['ka', 'ro', 'mi', 'ten', 'sul', 'ver', 'ona', 'pi', 'dra', 'lem'];
  const names = Array.from({ length: chunks / 4 }, () =>
    Array.from({ length: 4 }, () => syllables[draw(10)])
      .join('')
      .replace(/^./, (sign) => sign.toUpperCase()),
  );
  const name = (): string => names[draw(names.length)] as string;
  for (let file = 0; file < chunks / perFile; file++) {
    const sections = Array.from({ length: perFile }, () => {
      const about = name();
      const lines = Array.from({ length: 5 }, () => `The ${about} takes what ${name()} left and hands it to ${name()} before the bell.`);
      return `## ${about}\n\n${lines.join('\n')}\n\n${lines.reverse().join('\n')}\n`;
    });
    fs.writeFileSync(path.join(folder, `notes${file}.md`), `# Notes ${file}\n\n${sections.join('\n')}`);
  }
  return names;
}

/** Sends what the server composed, as the extension host does. */
function playEditor({ connection }: LspClient): void {
  connection.onRequest(modelChatRequest as string, async ({ chat, model, messages }: ModelChatParams, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort(new Error('stopped')));
    const client = createOpenAIModel({ endpoint: endpoint.endpoint, model });
    for await (const text of client.chat(messages, stop.signal)) {
      await connection.sendNotification(modelTextNotification as string, { chat, text });
    }
    return { end: 'done' };
  });
}

async function measureFirst(names: readonly string[]): Promise<void> {
  let first: number | undefined;
  const listening = client.connection.onNotification(answerEventNotification as string, ({ event }: { event: AnswerEvent }) => {
    if (event.kind === 'text') first ??= performance.now();
  });
  const times: number[] = [];
  for (let i = 0; i < questions; i++) {
    first = undefined;
    const started = performance.now();
    await client.ask(askRequest, { question: questionAbout(names, i), model: info('well'), stream: 's', limit: 20 });
    times.push((first ?? Number.NaN) - started);
  }
  listening.dispose();
  report('question to first token', times.slice(3));
}

async function measureCancel(names: readonly string[]): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < questions; i++) {
    const closed = endpoint.closed();
    const before = endpoint.received.length;
    const stop = new CancellationTokenSource();
    const params = { question: questionAbout(names, i), model: info(i % 2 === 0 ? 'hang' : 'hang-later'), limit: 20 };
    const answer = client.ask(askRequest, params, stop.token).catch(() => undefined);
    while (endpoint.received.length === before) await wait(2);
    await wait(10);
    const stopped = performance.now();
    stop.cancel();
    times.push((await closed) - stopped);
    await answer;
  }
  report('cancel to closed socket', times);
}

function info(id: string): ModelInfo {
  return { id, name: id, contextTokens: 8192, counts: false };
}

function questionAbout(names: readonly string[], i: number): string {
  return `What does ${names[(i * 7) % names.length]} take, and what does ${names[(i * 13 + 5) % names.length]} hand on before the bell?`;
}

function report(what: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => `${sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.toFixed(1)} ms`;
  console.log(`${what.padEnd(24)} p50 ${at(0.5)}  p95 ${at(0.95)}  most ${at(1)}  (${sorted.length} times)`);
}
