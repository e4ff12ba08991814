import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { createService } from '../../../../src/service/createService.ts';
import { defaultSettings } from '../../../../src/workspace/settings.ts';
import { until } from '../../../support/until.ts';
import { workFolder } from '../../../support/workFolder.ts';

/** Enough for the worker of a first build, which needs seconds for them. */
const count = 200;
const textOf = (i: number): string => Array.from({ length: 2000 }, (_, k) => `The tide${i}x${k} of harbour ${k} is read.\n`).join('');
/** Of all threads of the process, in milliseconds. */
const maxClosingCpuMs = 500;

test('closing does not wait for what the worker of a first build reads', async (t) => {
  const folder = workFolder(t, Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}.md`, textOf(i)])));
  const service = createService();
  t.after(() => service.close());
  const indexDirectory = path.join(folder.parent, 'index.index');
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false, indexDirectory });
  await until('the listing', () => service.report()[0]?.progress?.filesTotal === count);
  const before = process.cpuUsage();
  await service.close();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1000 < maxClosingCpuMs, `closing took ${(user + system) / 1000} ms of processor time`);
});
