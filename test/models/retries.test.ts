import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message } from '../../src/messages/messages.ts';
import { ModelError, type ModelFailure } from '../../src/models/modelError.ts';
import { noteRetryAfter, waitToRetry } from '../../src/models/retries.ts';

const failed = (failure: ModelFailure) => new ModelError(failure, message('rateLimited', 'http://localhost'));

/** Milliseconds waited before try `tried` + 1; undefined if the error is thrown. */
function waited(error: Error, tried: number): Promise<number | undefined> {
  const startedMs = performance.now();
  return waitToRetry(error, tried, undefined).then(
    () => performance.now() - startedMs,
    (thrown) => assert.equal(thrown, error),
  ) as Promise<number | undefined>;
}

/** An error of an endpoint that asks for a delay. */
function asked(header: string | null, now = 0): ModelError {
  const error = failed('rate');
  noteRetryAfter(error, header, now);
  return error;
}

test('a transient failure is tried again twice, after half a second and a second', async () => {
  const [first, second, third] = await Promise.all([
    waited(failed('server'), 1),
    waited(failed('unreachable'), 2),
    waited(failed('rate'), 3),
  ]);
  assert.ok(first !== undefined && first >= 490 && first < 950, String(first));
  assert.ok(second !== undefined && second >= 990 && second < 1900, String(second));
  assert.equal(third, undefined);
});

test('any other failure is not tried again', async () => {
  const others: readonly ModelFailure[] = [
    'certificate',
    'redirect',
    'key',
    'notFound',
    'refused',
    'silent',
    'cut',
    'malformed',
    'empty',
    'contentType',
    'tooMuch',
  ];
  for (const failure of others) assert.equal(await waited(failed(failure), 1), undefined, failure);
  const error = new Error('of this program');
  noteRetryAfter(error, '0', 0);
  assert.equal(await waited(error, 1), undefined);
});

test('the delay that an endpoint asks for is kept, unless it is too long', async () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  const isQuick = async (header: string | null) => {
    const ms = await waited(asked(header, now), 1);
    return ms === undefined ? 'too long' : ms < 400;
  };
  assert.equal(await isQuick('0'), true);
  assert.equal(await isQuick(' 0.1 '), true);
  assert.equal(await isQuick('Tue, 01 Jan 2030 00:00:00 GMT'), true);
  assert.equal(await isQuick('Mon, 31 Dec 2029 00:00:00 GMT'), true);
  assert.equal(await isQuick('Tue, 01 Jan 2030 01:00:00 GMT'), 'too long');
  assert.equal(await isQuick('31'), 'too long');
  assert.equal(await isQuick('soon'), false);
  assert.equal(await isQuick(null), false);
});

test('waiting ends with the reason of its signal', async () => {
  const error = asked('20');
  const reason = new Error('enough');
  const abort = new AbortController();
  const waiting = waitToRetry(error, 1, abort.signal);
  abort.abort(reason);
  await assert.rejects(waiting, reason);
});
