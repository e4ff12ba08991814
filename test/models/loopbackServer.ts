/** A real HTTP server on loopback that speaks the OpenAI protocol, and misbehaves according to the name of the model. */

import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { certificate, privateKey } from './selfSigned.ts';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface LoopbackServer {
  /** The base URL, with /v1. */
  readonly endpoint: string;
  readonly received: Received[];
  /** The answer of well-behaved models. */
  answer: string;
  /** How models that echo the key transform it. */
  echo: (key: string) => string;
  /** Resolves with the time (`performance.now()`) when the other side closes the connection of a running answer. */
  closed(): Promise<number>;
  close(): void;
}

const key = 'right-key';

/** Starts a server; it ends with the test. */
export async function loopbackServer(t: { after(fn: () => unknown): void }, options: LoopbackOptions = {}): Promise<LoopbackServer> {
  const server = await startLoopback(options);
  t.after(() => server.close());
  return server;
}

export interface LoopbackOptions {
  readonly tls?: boolean;
  /** The answer of models that are not in the table, its delay in milliseconds, and its reported token counts. */
  readonly speak?: (body: ChatBody) => Promise<Spoken>;
  /** The vector of a text; by default its length, its vowels, its blanks. */
  readonly vectorOf?: (text: string) => readonly number[];
  /** Why some texts are not embedded, with status 400. */
  readonly refuses?: (texts: readonly string[]) => string | undefined;
  /** The response of `/models` in place of a list. */
  readonly list?: unknown;
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export interface Spoken {
  readonly text: string;
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** Too many requests, for a day, instead of the answer. */
  readonly isRefused?: boolean;
}

/** Starts a server, which the caller closes. */
export async function startLoopback(options: LoopbackOptions = {}): Promise<LoopbackServer> {
  const closings: ((ms: number) => void)[] = [];
  const handler = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    response.on('close', () => {
      if (!response.writableFinished) for (const notify of closings.splice(0)) notify(performance.now());
    });
    read(request).then(
      (body) => answer(request, body, response, state, options),
      () => undefined,
    );
  };
  const server = options.tls ? https.createServer({ key: privateKey, cert: certificate }, handler) : http.createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const state: LoopbackServer = {
    endpoint: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}/v1`,
    received: [],
    answer: 'The pilot knows [1].',
    echo: (key) => key,
    closed: () => new Promise((resolve) => closings.push(resolve)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return state;
}

async function read(request: http.IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += part;
  return body;
}

type Respond = (response: http.ServerResponse, state: LoopbackServer, tries: number) => unknown;

const fail =
  (status: number, message: string, headers: http.OutgoingHttpHeaders = {}, code: string | null = null): Respond =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error: { message, code } }));

const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`;

const part = (text: string | null, finish: string | null = null): string =>
  chunk({ delta: text === null ? {} : { content: text }, finish_reason: finish });

/** The key of the last request. */
const keyOf = ({ received }: LoopbackServer): string => received.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';

function begin(response: http.ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

const well: Respond = (response, { answer: text }) => {
  begin(response);
  for (const word of text.split(/(?<= )/)) response.write(part(word));
  response.end(`${part(null, 'stop')}data: [DONE]\n\n`);
};

/** What each model does. */
const models: Readonly<Record<string, Respond>> = {
  well,
  unauthorized: fail(401, `Incorrect API key provided: ${key}-not`),
  missing: fail(404, 'The model `missing` does not exist'),
  'rate-after': (response, state, tries) =>
    tries === 1 ? fail(429, 'slow down', { 'retry-after': '0.8' })(response, state, tries) : well(response, state, tries),
  rate: (response, state, tries) => (tries === 1 ? fail(429, 'slow down')(response, state, tries) : well(response, state, tries)),
  'rate-long': fail(429, 'come back tomorrow', { 'retry-after': '86400' }),
  broken: fail(500, 'out of order'),
  hang: () => undefined,
  'hang-later': (response) => {
    begin(response);
    response.write(part('The '));
  },
  drip: async (response) => {
    begin(response);
    for (const sign of part('slow') + part(null, 'stop')) {
      response.write(sign);
      await wait(4);
    }
    response.end('data: [DONE]\n\n');
  },
  /** A word every 100 ms, like a busy model. */
  slow: async (response, { answer: text }) => {
    begin(response);
    for (const word of text.split(/(?<= )/)) {
      if (response.destroyed) return;
      response.write(part(word));
      await wait(100);
    }
    response.end(`${part(null, 'stop')}data: [DONE]\n\n`);
  },
  'stops-at-limit': (response, { answer: text }) => {
    begin(response);
    response.end(`${part(text)}${part(null, 'length')}data: [DONE]\n\n`);
  },
  cut: (response) => {
    begin(response);
    response.write(part('The pilot '), () => setTimeout(() => response.destroy(), 20));
  },
  'ends-early': (response) => {
    begin(response);
    response.end(part('The pilot '));
  },
  'ends-early-on-the-mark': (response) => {
    begin(response);
    response.end(part('A stream ends with data: [DONE], they say '));
  },
  malformed: (response) => {
    begin(response);
    response.end(`${part('The ')}data: {"choices": [{"del\n\n`);
  },
  'error-in-stream': (response) => {
    begin(response);
    response.end(`${part('The ')}data: ${JSON.stringify({ error: { message: 'the model crashed' } })}\n\n`);
  },
  'only-tools': (response) => {
    begin(response);
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'search', arguments: '{}' } };
    response.write(chunk({ delta: { role: 'assistant', content: null, tool_calls: [call] } }));
    response.end(`${chunk({ delta: {}, finish_reason: 'tool_calls' })}data: [DONE]\n\n`);
  },
  'no-text': (response) => {
    begin(response);
    response.end(`${part(' \n')}${part(null, 'stop')}data: [DONE]\n\n`);
  },
  'null-chunk': (response) => {
    begin(response);
    response.end(`${part('The ')}data: null\n\n${part(null, 'stop')}data: [DONE]\n\n`);
  },
  /** A word every 50 ms, forever. */
  babbles: async (response) => {
    begin(response);
    while (!response.destroyed) {
      response.write(part('and '));
      await wait(50);
    }
  },
  'echo-answer': (response, state) => {
    begin(response);
    for (const letter of `It was ${state.echo(keyOf(state))}, you said.`) response.write(part(letter));
    response.end(`${part(null, 'stop')}data: [DONE]\n\n`);
  },
  'echo-refusal': (response, state, tries) => fail(401, `Not ${state.echo(keyOf(state))}.`)(response, state, tries),
  'echo-overflow': (response, state, tries) =>
    fail(400, `Not ${state.echo(keyOf(state))}.`, {}, 'context_length_exceeded')(response, state, tries),
  'echo-stream': (response, state) => {
    begin(response);
    response.end(`data: ${JSON.stringify({ error: { message: `Not ${state.echo(keyOf(state))}.` } })}\n\n`);
  },
  'echo-type': (response, state) => response.writeHead(200, { 'content-type': `text/${state.echo(keyOf(state))}` }).end('x'),
  'echo-redirect': (response, state) =>
    response.writeHead(307, { location: `http://${state.echo(keyOf(state)).replace(/[^\w.-]/g, '')}.invalid/` }).end(),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  huge: (response) => {
    begin(response);
    response.end(part('x'.repeat(3_000_000)) + part(null, 'stop'));
  },
  endless: (response) => {
    begin(response);
    const more = (): void => {
      while (!response.destroyed && response.write(part('x'.repeat(50_000))));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  overflow: fail(400, "This model's maximum context length is 100 tokens.", {}, 'context_length_exceeded'),
  redirect: (response) => response.writeHead(307, { location: 'http://elsewhere.invalid/v1/chat/completions' }).end(),
  small: (response, state, tries) =>
    (state.received.at(-1)?.body.length ?? 0) > 3500 ? models.overflow?.(response, state, tries) : well(response, state, tries),
};

const countsOf = (text: string): readonly number[] => [text.length, text.match(/[aeiou]/g)?.length ?? 0, text.split(' ').length];

/** The vectors of some texts; out of order, as endpoints may send them. */
function embed(
  { model, input }: { model: string; input: readonly string[] },
  response: http.ServerResponse,
  state: LoopbackServer,
  { vectorOf = countsOf, refuses }: LoopbackOptions,
): void {
  if (model === 'broken-vectors') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [{ index: 0, embedding: [1, 'x'] }] }));
    return;
  }
  if (model === 'far-vector') {
    const data = [null, { index: 1e9, embedding: [1] }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    return;
  }
  if (model === 'rate-after' && state.received.filter(({ path }) => path === '/v1/embeddings').length === 1)
    return void fail(429, 'slow down', { 'retry-after': '0.1' })(response, state, 1);
  const why = refuses?.(input);
  if (why !== undefined) return void fail(400, why)(response, state, 1);
  const given = model === 'half-of-them' ? input.slice(0, input.length >> 1) : input;
  const data = given.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: vectorOf(text),
  }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', model, data: data.reverse() }));
}

/** Streams a text, then the token counts requested by `stream_options.include_usage`. */
function say({ text, promptTokens, answerTokens }: Spoken, response: http.ServerResponse): void {
  begin(response);
  for (const word of text.split(/(?<= )/)) response.write(part(word));
  const usage = { prompt_tokens: promptTokens, completion_tokens: answerTokens, total_tokens: promptTokens + answerTokens };
  response.end(`${part(null, 'stop')}data: ${JSON.stringify({ id: 'x', choices: [], usage })}\n\ndata: [DONE]\n\n`);
}

async function answer(
  request: http.IncomingMessage,
  body: string,
  response: http.ServerResponse,
  state: LoopbackServer,
  options: LoopbackOptions,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  const { speak, list } = options;
  state.received.push({ method, path: url, headers, body });
  if (url === '/v1/models') {
    const data = [
      { id: 'well', object: 'model', context_length: 4096 },
      { id: 'another', object: 'model' },
    ];
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(list === undefined ? { object: 'list', data } : list));
    return;
  }
  if (url === '/v1/embeddings') return embed(JSON.parse(body), response, state, options);
  if (url !== '/v1/chat/completions') return void fail(404, 'no such page')(response, state, 1);
  const parsed = JSON.parse(body);
  const { model } = parsed;
  if (speak && !(model in models)) {
    const spoken = await speak(parsed);
    return spoken.isRefused ? void models['rate-long']?.(response, state, 1) : say(spoken, response);
  }
  const tries = state.received.filter((one) => one.path === url && JSON.parse(one.body).model === model).length;
  await (models[model] ?? (models.missing as Respond))(response, state, tries);
}
