import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeSlices, untilAborted, yieldToEventLoop } from '../../../src/service/scheduling/timeSlices.ts';

test('untilAborted() settles with whichever comes first', async () => {
  const reason = new Error('enough');
  const ending = new AbortController();
  assert.equal(await untilAborted(Promise.resolve(1), ending.signal), 1);
  const waiting = untilAborted(new Promise(() => undefined), ending.signal);
  ending.abort(reason);
  await assert.rejects(waiting, reason);
});

test('a failure after the end is ignored, and ends no program', async (t) => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  const reason = new Error('enough');
  await assert.rejects(untilAborted(Promise.reject(new Error('too late')), AbortSignal.abort(reason)), reason);
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(unhandled, []);
});

test('work waits between two slices while a question is being answered, but not forever', async () => {
  const timeSlices = new TimeSlices();
  const { signal } = new AbortController();
  const order: string[] = [];
  const answered = timeSlices.answer(async () => {
    for (let turn = 0; turn < 3; turn++) await yieldToEventLoop();
    order.push('answer');
  });
  const worked = timeSlices.yieldThread(signal).then(() => order.push('work'));
  await Promise.all([answered, worked]);
  assert.deepEqual(order, ['answer', 'work']);
  let end: (() => void) | undefined;
  const endless = timeSlices.answer(() => new Promise<void>((resolve) => (end = resolve)));
  await timeSlices.yieldThread(signal);
  const ending = new AbortController();
  const waiting = timeSlices.yieldThread(ending.signal);
  await yieldToEventLoop();
  ending.abort(new Error('enough'));
  await assert.rejects(waiting, /enough/);
  end?.();
  await endless;
});

test('a failed question holds up nothing', async () => {
  const timeSlices = new TimeSlices();
  await assert.rejects(timeSlices.answer(() => Promise.reject(new Error('no answer'))));
  assert.equal(timeSlices.isAnswering, false);
});

test('between two slices several messages are processed, although a turn processes one', async () => {
  let left = 12;
  const takeIn = (): void => void (--left > 0 && setImmediate(takeIn));
  setImmediate(takeIn);
  await new TimeSlices().yieldThread(new AbortController().signal);
  assert.equal(left, 0);
});
