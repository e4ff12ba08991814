import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGuard, type Fetch, type FetchLimits } from '../../src/models/guardedFetch.ts';
import type { ModelError } from '../../src/models/modelError.ts';

const request = { endpoint: 'http://localhost:1/v1' };
const limits: FetchLimits = { firstMs: 60_000, idleMs: 60_000, totalMs: 60_000, maxBytes: 1000 };

interface Reply {
  readonly parts?: readonly string[];
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Whether the answer goes on for ever without another part. */
  readonly isSilent?: boolean;
}

/** A `fetch` that answers so, and what it was given. */
function answering({ parts = [], status = 200, headers = {}, isSilent = false }: Reply) {
  const given: RequestInit[] = [];
  const fetch: Fetch = async (_, init = {}) => {
    given.push(init);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(Buffer.from(part, 'latin1'));
        if (!isSilent) controller.close();
      },
    });
    return new Response(body, { status, headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers } });
  };
  return { fetch, given };
}

/** What a guard lets through of a reply, and its failure. */
async function guarded(reply: Reply, more: Partial<FetchLimits> = {}, type = 'text/event-stream') {
  const { fetch, given } = answering(reply);
  const guard = createGuard(fetch, { ...limits, ...more }, request, type);
  const init = { headers: { 'x-stainless-os': 'Linux', 'user-agent': 'x', accept: 'y' } };
  const text = await guard
    .fetch('http://localhost:1/v1/chat', init)
    .then((response) => response.text())
    .catch(() => undefined);
  return { guard, text, given: given[0] as RequestInit, failure: guard.failure?.failure };
}

test('an answer passes as it came, and the request names neither this machine nor the library', async () => {
  const { guard, text, given, failure } = await guarded({ parts: ['data: {}\n\n', 'data: [DONE]\n\n'] });
  assert.deepEqual(
    [text, failure, guard.hasBegun, guard.hasEnded, guard.isBroken],
    ['data: {}\n\ndata: [DONE]\n\n', undefined, true, true, false],
  );
  assert.equal(given.redirect, 'manual');
  assert.deepEqual(Object.fromEntries(given.headers as Headers), { accept: 'y', 'user-agent': 'meshrag' });
});

test('the end mark is known on a line of its own, however it is cut', async () => {
  const cases: readonly (readonly [parts: readonly string[], hasEnded: boolean])[] = [
    [['data: [DONE]'], true],
    [['data: {}\n\nda', 'ta: [DO', 'NE]\n\n'], true],
    [['data: {}\rdata:[DONE]'], true],
    [['data: {"text":"data: [DONE]"}\n\n'], false],
    [['data: [DONE\n\n'], false],
  ];
  for (const [parts, hasEnded] of cases) assert.equal((await guarded({ parts })).guard.hasEnded, hasEnded, parts.join('|'));
});

test('a redirect is refused, with the origin that it leads to', async () => {
  for (const [location, to] of [
    ['http://other.example/x?key=1', 'http://other.example'],
    ['/v2', 'http://localhost:1'],
    ['http://', 'nowhere'],
  ] as const) {
    const { guard, failure } = await guarded({ status: 302, headers: { location } });
    assert.equal(failure, 'redirect');
    assert.ok(guard.failure?.message.includes(to) && !guard.failure.message.includes('key=1'), guard.failure?.message);
  }
  assert.equal((await guarded({ status: 399 })).failure, 'redirect');
  assert.equal((await guarded({ status: 400 })).failure, undefined);
});

test('another type of content is refused, unless the status is an error', async () => {
  const html = { headers: { 'content-type': `text/html${' '.repeat(200)}` } };
  const { guard, failure } = await guarded(html);
  assert.equal(failure, 'contentType');
  assert.ok((guard.failure as ModelError).message.length < 400);
  const { text, guard: other } = await guarded({ ...html, status: 500, parts: ['why'] });
  assert.deepEqual([text, other.hasBegun, other.failure], ['why', false, undefined]);
});

test('an answer of too many bytes or too deep is cut off', async () => {
  assert.equal((await guarded({ parts: ['x'.repeat(1000)] })).failure, undefined);
  const { guard, text, failure } = await guarded({ parts: ['x'.repeat(600), 'x'.repeat(401)] });
  assert.deepEqual([failure, text, guard.isBroken], ['tooMuch', undefined, true]);
  const deep = `data: ${'['.repeat(101)}\n\n`;
  assert.equal((await guarded({ parts: [deep] })).failure, 'tooMuch');
  assert.equal((await guarded({ parts: [`data: ${'['.repeat(60)}\n\n`, `data: ${'['.repeat(60)}\n\n`] })).failure, undefined);
  const json = { headers: { 'content-type': 'application/json' } };
  assert.equal((await guarded({ ...json, parts: ['['.repeat(60), '\n\n', '['.repeat(60)] }, {}, 'application/json')).failure, 'tooMuch');
});

test('an answer that does not begin, pauses or does not end in time is given up', async () => {
  const never: Fetch = (_, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  const guard = createGuard(never, { ...limits, firstMs: 20 }, request, 'text/event-stream');
  await assert.rejects(guard.fetch('http://localhost:1'));
  assert.equal(guard.failure?.failure, 'silent');
});

test('the signal of the request ends it, and the guard has no failure of its own', async () => {
  const { fetch, given } = answering({ parts: ['data: {}\n\n'] });
  const guard = createGuard(fetch, limits, request, 'text/event-stream');
  await guard.fetch('http://localhost:1', { signal: AbortSignal.abort(new Error('enough')) });
  assert.equal(given[0]?.signal?.aborted, true);
  assert.equal(guard.failure, undefined);
});
