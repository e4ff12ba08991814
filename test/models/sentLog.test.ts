import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { addRequest } from '../../src/extension/models/requests/requestParts.ts';
import { createSentLog } from '../../src/extension/models/requests/sentLog.ts';
import { Page } from '../../src/extension/panels/answer/page.ts';
import { pageText } from '../support/pageText.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const request = {
  to: 'POST http://x/v1',
  headers: ['x-team: a'],
  body: { model: 'm', messages: [{ role: 'user', content: 'Say "OK".\n' }] },
};
const facts = { model: 'm', sources: 2, earlier: 1, leftOut: 0, masked: 1, tokens: 30 };

test('what was sent is stored for the user alone, in order, even if much is sent at once', async (t) => {
  const folder = path.join(temporaryDirectory(t), 'not/yet/there');
  const log = createSentLog(folder);
  assert.deepEqual(await log.list(), []);
  const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => log.add({ ...request, ...facts, tokens: i })));
  const entries = await createSentLog(folder).list();
  assert.deepEqual(
    entries.map(({ id }) => id),
    ids,
  );
  assert.deepEqual(entries[3]?.body, request.body);
  const [file] = fs.readdirSync(folder);
  if (process.platform !== 'win32') assert.equal(fs.statSync(path.join(folder, file ?? '')).mode & 0o777, 0o600);
  await log.clear();
  assert.deepEqual(await log.list(), []);
  assert.deepEqual(fs.readdirSync(folder), []);
});

test('a line that a crash truncated is skipped; a log that grows too large loses its older half', async (t) => {
  const folder = temporaryDirectory(t);
  const log = createSentLog(folder);
  await log.add({ ...request, ...facts });
  const file = path.join(folder, fs.readdirSync(folder)[0] ?? '');
  fs.appendFileSync(file, '\n{"id":"half');
  await log.add({ ...request, ...facts });
  assert.equal((await log.list()).length, 2);
  const body = { messages: [{ role: 'user', content: 'x'.repeat(1_000_000) }] };
  for (let i = 0; i < 12; i++) await log.add({ ...request, ...facts, body, tokens: i });
  assert.ok(fs.statSync(file).size < 8_000_000);
  const kept = await log.list();
  assert.equal(kept.at(-1)?.tokens, 11);
  assert.ok(kept.length >= 3);
});

test('a request that is longer than the rest of the log is kept', async (t) => {
  const log = createSentLog(temporaryDirectory(t));
  await log.add({ ...request, ...facts, tokens: 1 });
  await log.add({ ...request, ...facts, body: 'x'.repeat(9_000_000), tokens: 2 });
  assert.deepEqual(
    (await log.list()).map(({ tokens }) => tokens),
    [2],
  );
});

test('a request is shown exactly', () => {
  const page = new Page();
  addRequest(page, request, { facts: 'Model m', body: 'The body:' });
  const text = pageText(page);
  assert.ok(text.startsWith('POST http://x/v1\nx-team: a\nModel m\n'));
  assert.ok(text.includes('### user\nSay "OK".\n'));
  assert.ok(text.endsWith(`### The body:\n${JSON.stringify(request.body, null, 2)}`));
});
