import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * A port of 127.0.0.1 that nobody listens on, for a server that another process starts on it. It is below those that systems hand out
 * themselves (from 32,768 on), so that no connection of a test beside takes it before the server does, or between two starts of the server.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
