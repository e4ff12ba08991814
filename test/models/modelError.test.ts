import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContextOverflow } from '../../src/engine/answer/written/languageModel.ts';
import {
  connectionError,
  isOverflowMessage,
  ModelError,
  type ModelFailure,
  statusError,
  streamedError,
} from '../../src/models/modelError.ts';

const request = { endpoint: 'https://models.example/v1', model: 'small', apiKey: 'sk-abcdefghijklmnop' };
const failureOf = (error: Error) => (error instanceof ModelError ? error.failure : error.name);

test('a status tells what is wrong', () => {
  const failures: readonly (readonly [status: number, failure: ModelFailure])[] = [
    [401, 'key'],
    [403, 'key'],
    [404, 'notFound'],
    [429, 'rate'],
    [500, 'server'],
    [503, 'server'],
    [400, 'refused'],
    [422, 'refused'],
    [499, 'refused'],
  ];
  for (const [status, failure] of failures) assert.equal(failureOf(statusError(status, '', '', request)), failure, String(status));
});

test('a prompt that is too long is told from other refusals, by words, code or status', () => {
  const isOverflow = (status: number, reported: string, code = '') =>
    statusError(status, reported, code, request) instanceof ContextOverflow;
  assert.equal(isOverflow(413, ''), true);
  for (const status of [400, 422]) {
    assert.equal(isOverflow(status, 'The prompt is too long'), true);
    assert.equal(isOverflow(status, '', 'context_length_exceeded'), true);
    assert.equal(isOverflow(status, 'no such field'), false);
  }
  assert.equal(isOverflow(500, 'The prompt is too long'), false);
  assert.ok(streamedError('maximum context reached', '', request) instanceof ContextOverflow);
  assert.ok(streamedError('', 'context_window', request) instanceof ContextOverflow);
  assert.equal(failureOf(streamedError('overloaded', '', request)), 'server');
  assert.deepEqual(['too many input tokens', 'exceeds the context', 'token'].map(isOverflowMessage), [true, true, false]);
});

test('what the server says follows in one line, cut, without markup and without the key', () => {
  const { message } = statusError(500, `first\n  second ${request.apiKey} ${'x'.repeat(400)}`, '', request);
  assert.ok(message.includes('first second'), message);
  assert.ok(!message.includes(request.apiKey) && message.includes('…') && message.length < 600);
  assert.ok(!statusError(500, ' \n ', '', request).message.includes('…'));
});

test('a lost connection is told from one that was never made, and from one that is not trusted', () => {
  const coded = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });
  assert.equal(failureOf(connectionError(coded('ECONNREFUSED'), request, false)), 'unreachable');
  assert.ok(connectionError(coded('ECONNREFUSED'), request, false).message.includes('ECONNREFUSED'));
  assert.equal(failureOf(connectionError(coded('ECONNRESET'), request, true)), 'cut');
  assert.equal(failureOf(connectionError(new Error('x', { cause: coded('CERT_HAS_EXPIRED') }), request, true)), 'certificate');
  assert.equal(failureOf(connectionError(coded('outer', coded('DEPTH_ZERO_SELF_SIGNED_CERT')), request, false)), 'certificate');
  assert.equal(failureOf(connectionError('x', request, false)), 'unreachable');
});

test('the same request may succeed later after a limit, a fault of the server or of the way to it', () => {
  const passing = (['rate', 'server', 'unreachable', 'key', 'cut', 'silent'] as const).map(
    (failure) => new ModelError(failure, []).isPassing,
  );
  assert.deepEqual(passing, [true, true, true, false, false, false]);
});
