/** An HTTP server of the files of a directory, with ranges, that counts what it is asked for. */

import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';

export interface RangeServer {
  readonly address: string;
  /** Requests since the last call, and the bytes of their answers. */
  taken(): { readonly requests: number; readonly bytes: number };
  /** Changes answers: bytes on their way, or how ranges are answered. */
  readonly faults: {
    change?: (name: string, bytes: Buffer, from: number) => Buffer;
    hasNoRanges?: boolean;
    token?: string;
    location?: string;
  };
}

export async function serveRanges(t: Pick<TestContext, 'after'>, directory: string): Promise<RangeServer> {
  let taken = { requests: 0, bytes: 0 };
  const faults: RangeServer['faults'] = {};
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(directory, decodeURIComponent(pathname));
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'range');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (faults.location !== undefined) return response.writeHead(302, { Location: faults.location }).end();
    if (faults.token !== undefined && request.headers.authorization !== `Bearer ${faults.token}`) return response.writeHead(401).end();
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    const { size } = fs.statSync(file);
    const range = faults.hasNoRanges ? null : /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const [from, to] = range === null ? [0, size] : [Number(range[1]), Number(range[2]) + 1];
    const part = readPart(file, from, to);
    const bytes = faults.change?.(path.basename(file), part, from) ?? part;
    taken = { requests: taken.requests + 1, bytes: taken.bytes + bytes.length };
    response.setHeader('Content-Length', bytes.length);
    if (range !== null) response.setHeader('Content-Range', `bytes ${from}-${to - 1}/${size}`);
    return response.writeHead(range === null ? 200 : 206).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    taken: () => {
      const before = taken;
      taken = { requests: 0, bytes: 0 };
      return before;
    },
  };
}

function readPart(file: string, from: number, to: number): Buffer {
  const descriptor = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(to - from);
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, from));
  } finally {
    fs.closeSync(descriptor);
  }
}
