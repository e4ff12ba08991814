/** Overlong lines, written to the MCP server as a process. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedLines, type LongLine } from '../../../src/cli/mcp/boundedLines.ts';
import { startMcp } from '../../support/rawMcp.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = { 'docs/tides.md': '# Tides\n\nThe tide table tells pilots when the sandbank can be crossed.\n' };

/** What becomes of some text that arrives in pieces of one size. */
async function split(
  text: string,
  maxBytes: number,
  pieces: number,
): Promise<{ readonly lines: readonly string[]; readonly long: readonly LongLine[] }> {
  const [lines, long]: [string[], LongLine[]] = [[], []];
  const stream = boundedLines(maxBytes, (line) => long.push(line)).on('data', (line: Buffer) => lines.push(String(line)));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieces) stream.write(bytes.subarray(at, at + pieces));
  await new Promise<void>((resolve) => stream.end(resolve));
  return { lines, long };
}

test('a line of as many bytes as there may be is whole, one more and it is dropped, however it arrives', async () => {
  for (const pieces of [1, 3, 7, 1000]) {
    const { lines, long } = await split('12345678\n\n123456789\n1234567é\nnext\nunfinished', 9, pieces);
    assert.deepEqual(lines, ['12345678\n', '\n', 'next\n'], `pieces of ${pieces}`);
    assert.deepEqual(
      long,
      [10, 10].map((bytes) => ({ bytes, id: null })),
    );
  }
});

test('the id of a dropped line is told if it is first or last in it, within a thousand bytes of either end', async () => {
  const idOf = async (line: string, pieces = 900): Promise<LongLine['id'] | undefined> =>
    (await split(`${line}\n`, 4000, pieces)).long[0]?.id;
  const long = 'x'.repeat(9000);
  assert.equal(await idOf(`{"id":7,"x":"${long}"}`), 7);
  assert.equal(await idOf(`{"jsonrpc":"2.0", "id" : "a\\"b" ,"x":"${long}"}`), 'a"b');
  assert.equal(await idOf(`{"x":"${long}","id":-8}`), -8);
  assert.equal(await idOf(`{"x":"${long}", "id" : "last" } `), 'last');
  assert.equal(await idOf(`{"params":{"id":9},"x":"${long}"}`), null, 'a nested one is not its own');
  assert.equal(await idOf(`{"x":"${long}","id":9,"y":1}`), null);
  assert.equal(await idOf(`{"a":"${'a'.repeat(970)}","id":5,"x":"${long}"}`), 5);
  assert.equal(await idOf(`{"a":"${'a'.repeat(1000)}","id":5,"x":"${long}"}`), null);
  assert.equal(await idOf(`{"x":"${long}","id":5${' '.repeat(900)}}`), 5);
  assert.equal(await idOf(`{"x":"${long}","id":5${' '.repeat(1000)}}`), null);
});

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
