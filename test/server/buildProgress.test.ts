import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import {
  createConnection,
  createMessageConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { createBuildProgress, progressMessage } from '../../src/server/buildProgress.ts';
import type { FolderReport } from '../../src/service/types/results.ts';
import { until } from '../support/until.ts';

test('rate and remaining time are shown once they are meaningful', () => {
  const at = (done: number, ms: number, before = 0) => progressMessage({ done, total: 12_000 }, ms, before);
  assert.equal(at(500, 900), '500 of 12,000 files');
  assert.equal(at(2000, 2000), '2,000 of 12,000 files · 1,000 files/s · 10 s left');
  assert.equal(at(2000, 2000, 1900), '2,000 of 12,000 files · 50 files/s · 4 min left');
  assert.equal(at(0, 5000), '0 of 12,000 files');
  assert.equal(at(12_000, 5000), '12,000 of 12,000 files');
});

type Progress = { readonly kind: string; readonly percentage?: number; readonly message?: string; readonly title?: string };

/** A server and an editor that are connected; the editor makes each progress when it is told to. */
async function connected(t: TestContext) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(ProposedFeatures.all, toServer, toClient);
  const client = createMessageConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  t.after(() => {
    client.dispose();
    server.dispose();
  });
  const shown = new Set<string>();
  const seen: Progress[] = [];
  const making: (() => void)[] = [];
  client.onRequest('window/workDoneProgress/create', () => new Promise((resolve) => making.push(() => resolve(null))));
  client.onNotification('$/progress', ({ token, value }: { token: string; value: Progress }) => {
    seen.push(value);
    if (value.kind === 'begin') shown.add(token);
    if (value.kind === 'end') shown.delete(token);
  });
  server.onInitialize(() => ({ capabilities: {} }));
  server.listen();
  client.listen();
  await client.sendRequest('initialize', { processId: null, rootUri: null, capabilities: { window: { workDoneProgress: true } } });
  const reached = (what: string, is: () => boolean) => until(what, async () => is() || undefined);
  return { server, shown, seen, making, reached };
}

const report = (state: string, files: number, filesDone = 0, filesTotal = 0) =>
  ({ state, files, progress: { filesDone, filesTotal } }) as unknown as FolderReport;

test('a build is shown with the files of all folders that are being indexed, in whole percent, and ended once', async (t) => {
  const { server, seen, shown, making, reached } = await connected(t);
  const progress = createBuildProgress(server, true);
  progress.show([report('indexing', 0, 1, 8), report('ready', 9, 100, 100), report('indexing', 0, 2, 9)]);
  await reached('a progress to make', () => making.length === 1);
  making[0]?.();
  await reached('its begin', () => seen.length === 1);
  assert.deepEqual([seen[0]?.kind, seen[0]?.percentage, seen[0]?.message], ['begin', 17, '3 of 17 files']);
  progress.show([report('indexing', 0, 8, 8), report('indexing', 0, 8, 9)]);
  await reached('a report', () => seen.length === 2);
  assert.deepEqual([seen[1]?.kind, seen[1]?.percentage], ['report', 94]);
  assert.match(seen[1]?.message ?? '', /^16 of 17 files/);
  progress.show([report('indexing', 0, 0, 0)]);
  await reached('another', () => seen.length === 3);
  assert.deepEqual([seen[2]?.percentage, seen[2]?.message], [0, '0 of 0 files']);
  progress.show([report('ready', 9)]);
  progress.show([report('ready', 9)]);
  progress.close();
  await reached('its end', () => shown.size === 0);
  // Messages arrive in order: whatever was sent before this one is here.
  progress.show([report('indexing', 0, 1, 2)]);
  await reached('the next build', () => making.length === 2);
  assert.deepEqual(
    seen.map(({ kind }) => kind),
    ['begin', 'report', 'report', 'end'],
  );
  progress.close();
});

test('an editor without progress is asked for none, and an update that is over at once is not shown', async (t) => {
  const { server, making, reached } = await connected(t);
  const none = createBuildProgress(server, false);
  none.show([report('indexing', 0, 1, 2)]);
  const brief = createBuildProgress(server, true);
  brief.show([report('indexing', 5, 1, 2)]);
  brief.show([report('ready', 5)]);
  const first = createBuildProgress(server, true);
  first.show([report('indexing', 5, 1, 2), report('indexing', 0, 1, 2)]);
  await reached('that of a folder without files', () => making.length > 0);
  assert.equal(making.length, 1);
  first.close();
});

test('a build that begins while the editor still creates the progress of the last one leaves none behind', async (t) => {
  const { server, seen, shown, making, reached } = await connected(t);
  const progress = createBuildProgress(server, true);
  const building = [report('indexing', 0)];
  progress.show(building);
  await reached('a progress to make', () => making.length === 1);
  progress.show([]);
  progress.show(building);
  await reached('another', () => making.length === 2);
  for (const made of making) made();
  await reached('both to begin', () => seen.filter(({ kind }) => kind === 'begin').length === 2);
  progress.close();
  await reached('both to end', () => shown.size === 0);
});
