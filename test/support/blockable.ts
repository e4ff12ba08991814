import net from 'node:net';
import type { TestContext } from 'node:test';
import type { PostgresServer } from './postgresServer.ts';

/** A connection to the server that can be blocked: bytes are then neither passed on nor rejected. */
export async function blockable(
  t: TestContext,
  { host, port }: Pick<PostgresServer, 'host' | 'port'>,
): Promise<{ readonly port: number; block(isBlocked: boolean): void }> {
  const sockets = new Set<net.Socket>();
  let blocked = false;
  const proxy = net.createServer((socket) => {
    const other = net.connect(port, host);
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (data) => void (blocked || to.write(data)));
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const block = (isBlocked: boolean): void => {
    blocked = isBlocked;
  };
  return { port: (proxy.address() as net.AddressInfo).port, block };
}
