/** Servers of shared indexes that are none: what they send and ask for is bounded, whatever the protocol allows. */

import assert from 'node:assert/strict';
import net from 'node:net';
import { type TestContext, test } from 'node:test';
import { readAddress } from '../../src/storage/postgres/address.ts';
import { Connection } from '../../src/storage/postgres/connection.ts';
import { takenBy } from '../support/boundedChild.ts';
import { isFault } from '../support/publishedIndex.ts';

const timeout = 120_000;

/** A message of the protocol. */
function messageOf(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.from(`${type}0000`, 'latin1');
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

interface Asked {
  readonly port: number;
  /** What the client has sent after its first message. */
  readonly received: Buffer[];
}

/** A server that answers the first message of a client. */
async function serverThat(t: TestContext, answer: (socket: net.Socket) => void): Promise<Asked> {
  const received: Buffer[] = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.on('data', (bytes) => void received.push(bytes));
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { port: (server.address() as net.AddressInfo).port, received };
}

test('without encryption neither the password nor a digest of it is sent', { timeout }, async (t) => {
  const asked = { 'clear text': int32(3), MD5: Buffer.concat([int32(5), Buffer.from('salt')]) };
  for (const [name, request] of Object.entries(asked)) {
    const { port, received } = await serverThat(t, (socket) => socket.write(messageOf('R', request)));
    const address = readAddress(`postgres://reader@127.0.0.1:${port}/search`, {});
    const connection = new Connection(address, { password: 'open sesame', isReader: true, statementMs: 5000 });
    await assert.rejects(connection.query('select 1'), isFault('sharedLogin'), name);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(Buffer.concat(received).includes('p'), false, name);
    await connection.close();
  }
});

test('an answer without end is given up, as one row or many', { timeout }, async (t) => {
  const rows = messageOf('D', Buffer.from([0, 0]));
  const floods: Readonly<Record<string, (socket: net.Socket) => void>> = {
    'a row of two gigabytes': (socket) =>
      flood(socket, Buffer.from('D\x7f\xff\xff\xff\x00\x01\x7f\xff\xff\x00', 'latin1'), Buffer.alloc(1 << 20, '0')),
    'empty rows': (socket) => flood(socket, Buffer.alloc(0), Buffer.concat(Array.from({ length: 20_000 }, () => rows))),
  };
  for (const [name, flooding] of Object.entries(floods)) {
    const { port } = await serverThat(t, (socket) => {
      socket.write(Buffer.concat([messageOf('R', int32(0)), messageOf('Z', Buffer.from('I'))]));
      setTimeout(() => flooding(socket), 50);
    });
    const imports = `import { readAddress } from './src/storage/postgres/address.ts';
import { Connection } from './src/storage/postgres/connection.ts';
const address = readAddress(\`postgres://reader@127.0.0.1:\${process.env.PORT}/search\`, {});
const connection = new Connection(address, { password: '', isReader: true, statementMs: 60_000 });`;
    const { output, megabytes, cpuMs } = await takenBy(imports, `await connection.query('select 1')`, { PORT: String(port) });
    t.diagnostic(`${name}: ${megabytes.toFixed(0)} MB, ${cpuMs.toFixed(0)} ms`);
    assert.match(output, /^The shared index, or a response from its server, is far larger than/, name);
    assert.ok(megabytes < 200, `${name} took ${megabytes} MB`);
    assert.ok(cpuMs < 2000, `${name} took ${cpuMs} ms`);
  }
});

function flood(socket: net.Socket, first: Buffer, part: Buffer): void {
  socket.write(first);
  const more = (): void => {
    // Not at once: a client that reads as fast as it is written to would keep the end of the connection from being seen.
    if (!socket.destroyed) socket.write(part, () => setImmediate(more));
  };
  more();
}
