import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerEventParams } from '../../src/protocol/answer.ts';
import { check } from '../../src/protocol/schema.ts';

const events: readonly [what: string, event: object, isAllowed: boolean][] = [
  ['a prompt without sources', { kind: 'sources', sources: [], masked: 0, tokens: 0 }, true],
  ['a large prompt', { kind: 'sources', sources: [], masked: 1e9, tokens: 1e9 }, true],
  ['fewer than none masked', { kind: 'sources', sources: [], masked: -1, tokens: 0 }, false],
  ['fewer than no tokens', { kind: 'sources', sources: [], masked: 0, tokens: -1 }, false],
  ['more tokens than there can be', { kind: 'sources', sources: [], masked: 0, tokens: 1e9 + 1 }, false],
  ['a prompt of unknown size', { kind: 'sources', sources: [], masked: 0 }, false],
  ['an empty piece of text', { kind: 'text', text: '' }, true],
  ['no looks', { kind: 'looks', looks: [] }, true],
  ['another event', { kind: 'other' }, false],
];

test('an event of an answer is passed on as it is if it can be one', () => {
  for (const [what, event, isAllowed] of events) {
    const params = { stream: 's', event };
    if (isAllowed) assert.deepEqual(check(answerEventParams, params), params, what);
    else assert.throws(() => check(answerEventParams, params), /event/, what);
  }
  const of = (length: number) => () => check(answerEventParams, { stream: 's'.repeat(length), event: { kind: 'text', text: 'a' } });
  assert.doesNotThrow(of(100));
  assert.throws(of(101), /stream/);
});
