/** A transaction pooler on loopback, with two connections to its server: each transaction of a client gets the one that was free for longest. */

import net from 'node:net';
import type { TestContext } from 'node:test';
import pg from 'pg';

export interface PoolerOptions {
  /** How it connects to the server. Its own clients need no password. */
  readonly login: pg.ClientConfig;
  /** What it does with the startup options of clients, which its connections cannot have: leave them out, or refuse the client. */
  readonly onOptions: 'ignore' | 'refuse';
}

/** A connection to the server, after its authentication. */
interface Backend {
  readonly socket: net.Socket;
  /** Whose transaction it runs. */
  client: net.Socket | undefined;
}

/** Returns the port. */
export async function startPooler(t: TestContext, { login, onOptions }: PoolerOptions): Promise<number> {
  const free = await Promise.all([backend(), backend()]);
  const waiting: ((one: Backend) => void)[] = [];
  const clients = new Set<net.Socket>();
  const all = [...free];

  async function backend(): Promise<Backend> {
    const client = new pg.Client(login);
    await client.connect();
    const socket = (client.connection.stream as net.Socket).setNoDelay();
    for (const event of ['data', 'error', 'close', 'end']) socket.removeAllListeners(event);
    const own: Backend = { socket, client: undefined };
    socket.on('error', () => undefined);
    socket.on('close', () => own.client?.destroy());
    eachMessage(socket, (message) => {
      own.client?.write(message);
      if (message.toString('latin1', 0, 1) !== 'Z' || message.toString('latin1', 5) !== 'I') return;
      own.client = undefined;
      const next = waiting.shift();
      if (next === undefined) free.push(own);
      else next(own);
    });
    return own;
  }

  function serve(client: net.Socket): void {
    clients.add(client.setNoDelay());
    let bound: Backend | undefined;
    let request: Buffer[] = [];
    let last: Promise<void> = Promise.resolve();
    const send = async (bytes: Buffer): Promise<void> => {
      if (bound?.client !== client) bound = free.shift() ?? (await new Promise<Backend>((resolve) => waiting.push(resolve)));
      bound.client = client;
      bound.socket.write(bytes);
    };
    client.on('error', () => undefined);
    client.on('close', () => {
      if (bound?.client !== client) return;
      bound.client = undefined;
      bound.socket.write(messageOf('Q', 'rollback\0'));
    });
    client.once('data', (startup) => {
      if (onOptions === 'refuse' && startup.includes('\0options\0')) {
        client.end(messageOf('E', 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0'));
        return;
      }
      client.write(Buffer.concat([messageOf('R', '\0\0\0\0'), messageOf('S', 'client_encoding\0UTF8\0'), messageOf('Z', 'I')]));
      eachMessage(client, (message) => {
        request.push(message);
        // A simple query, or the end of one in parts.
        if (!['Q', 'S'].includes(message.toString('latin1', 0, 1))) return;
        const bytes = Buffer.concat(request);
        request = [];
        last = last.then(() => send(bytes));
      });
    });
  }

  const server = net.createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of [...clients, ...all.map((one) => one.socket)]) socket.destroy();
    server.close();
  });
  return (server.address() as net.AddressInfo).port;
}

/** Cuts what arrives into messages of the protocol: a byte with the type, and four with the length of what follows, themselves included. */
function eachMessage(socket: net.Socket, take: (message: Buffer) => void): void {
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('data', (data) => {
    bytes = bytes.length === 0 ? data : Buffer.concat([bytes, data]);
    for (;;) {
      const end = bytes.length < 5 ? Number.POSITIVE_INFINITY : 1 + bytes.readInt32BE(1);
      if (bytes.length < end) return;
      const message = bytes.subarray(0, end);
      bytes = bytes.subarray(end);
      take(message);
    }
  });
}

function messageOf(type: string, body: string): Buffer {
  const message = Buffer.from(`${type}    ${body}`, 'latin1');
  message.writeInt32BE(message.length - 1, 1);
  return message;
}
