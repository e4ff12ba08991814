/** A proxy on this machine, which leads everywhere to one port. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { TestContext } from 'node:test';

export interface ProxyServer {
  readonly address: string;
  /** What it was asked for. */
  readonly seen: readonly string[];
}

export async function serveProxy(t: TestContext, port: number): Promise<ProxyServer> {
  const seen: string[] = [];
  const proxy = http.createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const { pathname } = new URL(request.url ?? '');
    const onward = http.request({ port, path: pathname, method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  proxy.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    const onward = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket);
      socket.pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => onward.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  assert.ok(address !== null && typeof address === 'object');
  return { address: `http://127.0.0.1:${address.port}`, seen };
}

const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy', 'NODE_USE_ENV_PROXY', 'NO_PROXY', 'no_proxy'];

/** This environment without what it says of proxies. */
export function withoutProxy(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
}
