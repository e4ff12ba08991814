import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import {
  createConnection,
  createMessageConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { defaultWords } from '../../src/protocol/text/serverWords.ts';
import { createBuildProgress, progressMessage } from '../../src/server/buildProgress.ts';
import type { FolderReport } from '../../src/service/types/results.ts';
import { until } from '../support/until.ts';

test('rate and remaining time are shown once they are meaningful', () => {
  const at = (done: number, ms: number, before = 0) => progressMessage(defaultWords, { done, total: 12_000 }, ms, before);
  assert.equal(at(500, 900), '500 of 12,000 files');
  assert.equal(at(2000, 2000), '2,000 of 12,000 files · 1,000 files/s · 10 s left');
  assert.equal(at(2000, 2000, 1900), '2,000 of 12,000 files · 50 files/s · 4 min left');
  assert.equal(at(0, 5000), '0 of 12,000 files');
  assert.equal(at(12_000, 5000), '12,000 of 12,000 files');
});

test('a build that begins while the editor still creates the progress of the last one leaves none behind', async (t) => {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(ProposedFeatures.all, toServer, toClient);
  const client = createMessageConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  t.after(() => {
    client.dispose();
    server.dispose();
  });
  const shown = new Set<string>();
  const seen: string[] = [];
  const making: (() => void)[] = [];
  client.onRequest('window/workDoneProgress/create', () => new Promise((resolve) => making.push(() => resolve(null))));
  client.onNotification('$/progress', ({ token, value: { kind } }: { token: string; value: { kind: string } }) => {
    seen.push(kind);
    if (kind === 'begin') shown.add(token);
    if (kind === 'end') shown.delete(token);
  });
  server.onInitialize(() => ({ capabilities: {} }));
  server.listen();
  client.listen();
  await client.sendRequest('initialize', { processId: null, rootUri: null, capabilities: { window: { workDoneProgress: true } } });

  const reached = (what: string, is: () => boolean) => until(what, async () => is() || undefined);
  const progress = createBuildProgress(server, () => defaultWords, true);
  const building = [{ state: 'indexing', files: 0 } as FolderReport];
  progress.show(building);
  await reached('a progress to make', () => making.length === 1);
  progress.show([]);
  progress.show(building);
  await reached('another', () => making.length === 2);
  for (const made of making) made();
  await reached('both to begin', () => seen.filter((kind) => kind === 'begin').length === 2);
  progress.close();
  await reached('both to end', () => shown.size === 0);
});
