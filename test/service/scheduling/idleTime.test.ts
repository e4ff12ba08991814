import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdleTime } from '../../../src/service/scheduling/idleTime.ts';

test('it is no idle time while something is done, nor shortly after', async () => {
  const idle = new IdleTime();
  await idle.begin();
  assert.ok(idle.isNow);
  let end: () => void = () => undefined;
  const work = idle.during(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  assert.ok(!idle.isNow);
  end();
  await work;
  assert.ok(!idle.isNow);
  await idle.begin();
  assert.ok(idle.isNow);
});
