import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ChatClient, ContextOverflow } from '../../src/engine/answer/written/languageModel.ts';
import { messagesOf } from '../../src/messages/messages.ts';
import type { ModelError, ModelFailure } from '../../src/models/modelError.ts';
import { createOpenAIModel, listModels, type OpenAIModelOptions } from '../../src/models/openaiModel.ts';
import { assertUnder } from '../support/quick.ts';
import { keyPartsIn } from './keyParts.ts';
import { loopbackServer } from './loopbackServer.ts';

const question = [{ role: 'user', content: 'Who knows?' }] as const;

async function answerOf(model: ChatClient, signal?: AbortSignal): Promise<string> {
  let all = '';
  for await (const text of model.chat(question, signal)) all += text;
  return all;
}

const at = (endpoint: string, model: string, options: Partial<OpenAIModelOptions> = {}): ChatClient =>
  createOpenAIModel({ endpoint, model, ...options });

test('an answer is streamed; key and headers are sent, and nothing about this machine', async (t) => {
  const server = await loopbackServer(t);
  const model = at(`${server.endpoint}/`, 'well', { apiKey: 'right-key', headers: { 'x-team': 'pilots' } });
  assert.equal(await answerOf(model), 'The pilot knows [1].');
  const [request] = server.received;
  assert.equal(request?.headers.authorization, 'Bearer right-key');
  assert.equal(request?.headers['x-team'], 'pilots');
  assert.equal(request?.headers['user-agent'], 'meshrag');
  assert.deepEqual(
    Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-stainless')),
    [],
  );
  assert.deepEqual(JSON.parse(request?.body ?? ''), { model: 'well', messages: question, stream: true });
});

test('without a key no authorization is sent', async (t) => {
  const server = await loopbackServer(t);
  await answerOf(at(server.endpoint, 'well'));
  assert.equal(server.received[0]?.headers.authorization, undefined);
});

test('variables of the environment change nothing', async (t) => {
  const server = await loopbackServer(t);
  const names = ['API_KEY', 'BASE_URL', 'ORG_ID', 'PROJECT_ID', 'ADMIN_KEY', 'CUSTOM_HEADERS', 'LOG', 'WEBHOOK_SECRET'];
  await answerOf(at(server.endpoint, 'well'));
  for (const name of names) process.env[`OPENAI_${name}`] = name === 'BASE_URL' ? 'http://elsewhere.invalid/v1' : 'x-leak: bad name: 1';
  process.env.OPENAI_CUSTOM_HEADERS = 'x-leak: 1\nnot a name: 2';
  t.after(() => {
    for (const name of names) delete process.env[`OPENAI_${name}`];
  });
  await answerOf(at(server.endpoint, 'well'));
  const [before, after] = server.received;
  assert.deepEqual(after, before);
  assert.equal(process.env.OPENAI_API_KEY, 'x-leak: bad name: 1');
});

const failures: Readonly<Record<string, readonly [ModelFailure, RegExp]>> = {
  unauthorized: ['key', /rejects the key \(401\): check MESHRAG_API_KEY or the stored key\. Server message: Incorrect API key/],
  missing: ['notFound', /does not know the model "missing"/],
  'rate-long': ['rate', /no more requests for now \(429\).*come back tomorrow/],
  hang: ['silent', /has not responded for/],
  'hang-later': ['silent', /has not responded for/],
  cut: ['cut', /closed the connection before the answer was complete/],
  'ends-early': ['cut', /closed the connection before the answer was complete/],
  'ends-early-on-the-mark': ['cut', /closed the connection before the answer was complete/],
  malformed: ['malformed', /a part of the answer that is not JSON/],
  'error-in-stream': ['server', /aborted the answer with an error\. Server message: the model crashed/],
  html: ['contentType', /answered with text\/html, expected text\/event-stream/],
  redirect: ['redirect', /redirects to http:\/\/elsewhere\.invalid; redirects are not followed/],
  endless: ['tooMuch', /did not finish its answer within 0\.01 minutes and 2 MB; the rest was not read/],
  babbles: ['tooMuch', /did not finish its answer within 0\.01 minutes and 2 MB; the rest was not read/],
  'only-tools': ['empty', /answered only with tool calls, although no tools were offered: choose another model/],
  'no-text': ['empty', /ended its answer without any text: try again, or choose another model/],
  'null-chunk': ['malformed', /sent an answer that does not follow the protocol/],
};

for (const [model, [failure, message]] of Object.entries(failures)) {
  test(`a clear error: ${model}`, async (t) => {
    const server = await loopbackServer(t);
    // On a busy machine even a server that answers at once is late.
    const patienceMs = failure === 'silent' ? 300 : 10_000;
    const limits = { firstMs: patienceMs, idleMs: patienceMs, totalMs: failure === 'tooMuch' ? 600 : 20_000, maxBytes: 2_000_000 };
    await assert.rejects(answerOf(at(server.endpoint, model, { apiKey: 'right-key', limits })), (error: ModelError) => {
      assert.equal(error.failure, failure, error.message);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /right-key/);
      return true;
    });
    assert.equal(server.received.length, 1);
  });
}

test('an answer is read for 30 minutes and 16 MB unless a limit is given', async (t) => {
  const server = await loopbackServer(t);
  await assert.rejects(answerOf(at(server.endpoint, 'endless')), { failure: 'tooMuch', message: /within 30 minutes and 16 MB/ });
});

/** All that can be shown of an error. */
function shownIn(error: Error): string {
  return `${error.message} ${JSON.stringify(messagesOf(error))}`;
}

const longKey = 'sk-proj-Zm9v+A1b2/C3d4~E5f6.G7h8_I9j0=K';
const echoes: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  'a part': (key) => key.slice(11, 19),
  'base64 of a header': (key) => Buffer.from(`Bearer ${key}`).toString('base64'),
  'base64 of a part': (key) => Buffer.from(key.slice(9, 20)).toString('base64url'),
  hex: (key) => Buffer.from(key).toString('hex'),
  'hex of a part': (key) => Buffer.from(key.slice(3, 11)).toString('hex').toUpperCase(),
  'percent-encoded': (key) => [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
  'percent-encoded where it must be': (key) => encodeURIComponent(key),
};

// Together: each waits for retries.
describe('an echoed key', { concurrency: true }, () => {
  for (const [name, echo] of Object.entries(echoes)) {
    test(`an endpoint that echoes the key as ${name} is shown without it`, async (t) => {
      const server = await loopbackServer(t);
      server.echo = echo;
      for (const model of ['echo-refusal', 'echo-overflow', 'echo-stream', 'echo-type', 'echo-redirect', 'echo-answer']) {
        const outcome = await answerOf(at(server.endpoint, model, { apiKey: longKey })).catch(shownIn);
        assert.deepEqual(keyPartsIn(outcome, longKey), [], `${model}: ${outcome}`);
        if (model === 'echo-answer') assert.match(outcome, /^It was [^ ]*\[key\].*, you said\.$/);
      }
    });
  }
});

test('a model that is named after the key is left out of the list', async (t) => {
  const server = await loopbackServer(t, { list: { data: [{ id: `echo-${longKey}` }, { id: 'well' }] } });
  assert.deepEqual(await listModels({ endpoint: server.endpoint, apiKey: longKey }), [{ id: 'well' }]);
});

test('a list of models that is null is reported as not a list, not as a lost connection', async (t) => {
  for (const list of [null, { data: null }]) {
    const server = await loopbackServer(t, { list });
    await assert.rejects(listModels({ endpoint: server.endpoint }), { failure: 'malformed' });
  }
});

test('a transient problem of the endpoint is retried twice, then reported', async (t) => {
  const server = await loopbackServer(t);
  await assert.rejects(answerOf(at(server.endpoint, 'broken')), { failure: 'server', message: /\(500\).*out of order/ });
  assert.equal(server.received.length, 3);
});

test('Retry-After is respected; without it there is a short delay', async (t) => {
  const server = await loopbackServer(t);
  // The requested delay is longer than the usual one: other work on this machine can only lengthen both.
  for (const [model, minMs] of [
    ['rate-after', 790],
    ['rate', 490],
  ] as const) {
    const started = performance.now();
    assert.equal(await answerOf(at(server.endpoint, model)), server.answer);
    const ms = performance.now() - started;
    assert.ok(ms >= minMs, `${model} took ${ms} ms`);
  }
});

test('an answer that arrives slowly is read, and one in a huge part too', async (t) => {
  const server = await loopbackServer(t);
  assert.equal(await answerOf(at(server.endpoint, 'drip', { limits: { idleMs: 1000 } })), 'slow');
  assert.equal((await answerOf(at(server.endpoint, 'huge'))).length, 3_000_000);
});

test('an answer that stopped at the limit is marked; tokens are reported if the endpoint reports them', async (t) => {
  const server = await loopbackServer(t, { speak: async () => ({ text: 'It is so.', promptTokens: 12, answerTokens: 3 }) });
  const endOf = async (model: ChatClient) => {
    const chat = model.chat(question);
    for (;;) {
      const next = await chat.next();
      if (next.done) return next.value;
    }
  };
  assert.deepEqual(await endOf(at(server.endpoint, 'stops-at-limit')), { isCut: true });
  assert.deepEqual(await endOf(at(server.endpoint, 'well')), { isCut: false });
  const billed = await endOf(at(server.endpoint, 'speaks', { wantUsage: true, answerTokens: 50 }));
  assert.deepEqual(billed, { isCut: false, usage: { promptTokens: 12, answerTokens: 3 } });
  const { stream_options, max_tokens } = JSON.parse(server.received.at(-1)?.body ?? '{}');
  assert.deepEqual([stream_options, max_tokens], [{ include_usage: true }, 50]);
});

test('too long a request is an overflow', async (t) => {
  const server = await loopbackServer(t);
  await assert.rejects(answerOf(at(server.endpoint, 'overflow')), ContextOverflow);
});

test('connection refused: the address is named', async () => {
  await assert.rejects(answerOf(at('http://127.0.0.1:9/v1', 'well'), AbortSignal.timeout(5000)), {
    failure: 'unreachable',
    message: /Cannot reach http:\/\/127/,
  });
});

test('a self-signed certificate is rejected', async (t) => {
  const server = await loopbackServer(t, { tls: true });
  await assert.rejects(answerOf(at(server.endpoint, 'well')), {
    failure: 'certificate',
    message: /is not trusted \(.*SELF_SIGNED.*NODE_EXTRA_CA_CERTS/,
  });
  assert.equal(server.received.length, 0);
});

test('cancelling closes the connection within 100 ms, before and amid the answer and while waiting to try again', async (t) => {
  const server = await loopbackServer(t);
  for (const model of ['hang', 'hang-later']) {
    await assertUnder(100, `closing ${model}`, async () => {
      const closed = server.closed();
      const stop = new AbortController();
      const answer = answerOf(at(server.endpoint, model), stop.signal);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const stopped = performance.now();
      stop.abort(new Error('enough'));
      await assert.rejects(answer, /enough/);
      return (await closed) - stopped;
    });
  }
  await assert.rejects(answerOf(at(server.endpoint, 'rate'), AbortSignal.timeout(150)), { name: 'TimeoutError' });
});

test('leaving the loop closes the connection within 100 ms, not only when the endpoint was silent for too long', async (t) => {
  const server = await loopbackServer(t);
  await assertUnder(100, 'closing', async () => {
    const closed = server.closed();
    let left = 0;
    for await (const _ of at(server.endpoint, 'hang-later').chat(question)) {
      left = performance.now();
      break;
    }
    return (await closed) - left;
  });
});

test('the models of an endpoint, by name, with their context size if reported', async (t) => {
  const server = await loopbackServer(t);
  assert.deepEqual(await listModels({ endpoint: server.endpoint }), [{ id: 'another' }, { id: 'well', contextTokens: 4096 }]);
  assert.equal(server.received[0]?.method, 'GET');
});

test('an invalid endpoint is rejected before anything is sent', () => {
  assert.throws(() => at('localhost:11434', 'well'), /is not an http or https URL/);
  assert.throws(() => at('http://me:hidden@localhost/v1', 'well'), { message: /^The endpoint contains a user name or password; keys/ });
});
