/** What an agent starts, with servers as processes of their own that end when they are not needed. */

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Relay } from '../../../src/cli/mcp/relay.ts';
import { commandLine } from '../../support/programs.ts';
import { type RawMessage, startMcp } from '../../support/rawMcp.ts';
import { until } from '../../support/until.ts';
import { type WorkFolder, workFolder } from '../../support/workFolder.ts';

const files = { 'docs/tides.md': '# Tides\n\nThe tide table tells pilots when the sandbank can be crossed.\n' };
const unusedMs = 500;

interface Relayed {
  readonly servers: readonly ChildProcess[];
  readonly received: readonly RawMessage[];
  send(message: object): Promise<void>;
  answer(id: number): Promise<RawMessage>;
  /** How many servers run. */
  running(): number;
}

function relayed(t: TestContext, { root, parent }: WorkFolder): Relayed {
  const servers: ChildProcess[] = [];
  const received: RawMessage[] = [];
  const client = new PassThrough();
  client.on('data', (line) => received.push(JSON.parse(String(line))));
  const env = { ...process.env, XDG_CACHE_HOME: path.join(parent, 'cache'), LOCALAPPDATA: parent, HOME: parent, MESHRAG_SERVED: '1' };
  const relay = new Relay({
    client,
    unusedMs,
    startServer: () => {
      const server = fork(commandLine, ['mcp', '--dir', root], { env, stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
      servers.push(server);
      return server;
    },
  });
  t.after(() => relay.close());
  return {
    ...{ servers, received },
    send: (message) => relay.receive(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)),
    answer: (id) => until(`answer ${id}`, () => received.find((one) => one.id === id)),
    running: () => servers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).length,
  };
}

const greeting = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};
const search = (id: number): object => ({
  id,
  method: 'tools/call',
  params: { name: 'mesh_search', arguments: { question: 'sandbank' } },
});

test('a server that follows ends when it is not used, and the next request starts another', async (t) => {
  const folder = workFolder(t, files);
  const writer = await startMcp(folder);
  t.after(() => writer.kill());
  writer.write(`${JSON.stringify({ jsonrpc: '2.0', ...search(1) })}\n`);
  await writer.next('1', ({ id }) => id === 1);
  const relay = relayed(t, folder);
  await relay.send(greeting);
  await relay.answer(0);
  await relay.send({ method: 'notifications/initialized' });
  await relay.send(search(1));
  assert.match(JSON.stringify((await relay.answer(1)).result), /docs\/tides\.md/);
  await until('its end', () => relay.running() === 0);
  // On a slow machine the first one may have ended before the question.
  const started = relay.servers.length;

  // Neither of these needs a server.
  await relay.send({ id: 2, method: 'ping' });
  assert.deepEqual((await relay.answer(2)).result, {});
  await relay.send({ method: 'notifications/roots/list_changed' });
  assert.equal(relay.servers.length, started);

  await relay.send(search(3));
  assert.match(JSON.stringify((await relay.answer(3)).result), /docs\/tides\.md/);
  assert.equal(relay.servers.length, started + 1);
  assert.equal(relay.received.filter(({ id }) => id === 0).length, 1);
});

test('the server that writes the index stays', async (t) => {
  const relay = relayed(t, workFolder(t, files));
  await relay.send(greeting);
  await relay.send(search(1));
  await relay.answer(1);
  await sleep(unusedMs * 4);
  assert.equal(relay.running(), 1);
});

test('what was cancelled and is never answered keeps no server', async (t) => {
  const folder = workFolder(t, files);
  const writer = await startMcp(folder);
  t.after(() => writer.kill());
  writer.write(`${JSON.stringify({ jsonrpc: '2.0', ...search(1) })}\n`);
  await writer.next('1', ({ id }) => id === 1);
  const relay = relayed(t, folder);
  await relay.send(greeting);
  await relay.send(search(1));
  await relay.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
  await until('its end', () => relay.running() === 0);
});
