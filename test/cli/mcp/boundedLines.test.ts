/** Overlong lines, written to the MCP server as a process. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMcp } from '../../support/rawMcp.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = { 'docs/tides.md': '# Tides\n\nThe tide table tells pilots when the sandbank can be crossed.\n' };

test('a message of more than 10 MiB is answered with an error, and the next one is answered', async (t) => {
  const mcp = await startMcp(workFolder(t, files));
  t.after(() => mcp.kill());
  const long = 'x'.repeat(11 * 1024 * 1024);
  const line = (id: number, name: string, query: string): string =>
    `${JSON.stringify({ method: 'tools/call', params: { name, arguments: { question: query } }, jsonrpc: '2.0', id })}\n`;
  // The id after everything else, before it, nested, and missing.
  mcp.write(line(7, 'mesh_search', long));
  mcp.write(`{"jsonrpc":"2.0","id":"a 8","method":"tools/call","params":{"x":"${long}"}}\n`);
  mcp.write(`{"params":{"id":9,"x":"${long}","id":9}}\n`);
  mcp.write(line(10, 'mesh_search', 'sandbank'));
  const [first, , third] = [
    await mcp.next('7', ({ id }) => id === 7),
    await mcp.next('8', ({ id, error }) => id === 'a 8' && error?.code === -32600),
    await mcp.next('none', ({ id }) => id === null),
  ];
  assert.match(first.error?.message ?? '', /^The message has 115\d+ bytes, at most 10485760 are read/);
  assert.equal(third.error?.code, -32600);
  assert.match(JSON.stringify((await mcp.next('10', ({ id }) => id === 10)).result), /docs\/tides\.md/);
  // A line just below the limit is read.
  mcp.write(line(11, 'mesh_search', 'x'.repeat(10 * 1024 * 1024 - 200)));
  assert.match(JSON.stringify((await mcp.next('11', ({ id }) => id === 11)).result), /characters, at most 20000 are allowed/);
  assert.equal(await mcp.end(), 0);
});
