/**
 * Writes random, malformed and hostile lines to the real `mcp` program. It survives everything: every request valid in the protocol is
 * answered once, every line of its output is a message, and it exits with 0 when the pipe is closed. The input is determined by the seed.
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { JSONRPCRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { anyContent, randomNumbers } from '../support/randomEdits.ts';
import { type RawMcp, type RawMessage, startMcp } from '../support/rawMcp.ts';
import { until } from '../support/until.ts';
import { wrongValues } from '../support/wrongValues.ts';

/** Lines between two checks that everything was answered. */
const linesPerRound = 25;
/** Rounds with one program, so that starting and ending are tested too. */
const roundsPerProgram = 40;

type Random = () => number;
const below = (random: Random, n: number): number => Math.floor(random() * n);
const one = <T>(random: Random, of: readonly T[]): T => of[below(random, of.length)] as T;

const texts = [
  '',
  'anchor tide',
  'path:src',
  '-x',
  '"a b',
  '\0',
  '\u202e\u001b[31m',
  '日本',
  '../../etc/passwd',
  '\ud800',
  'x'.repeat(30_000),
];
const uris = [
  'meshrag://report',
  'meshrag://communities',
  'meshrag://communities/%ff',
  'meshrag://communities/__proto__',
  'file:///etc/passwd',
  '',
];

/** The requests of a friendly client, and each with one fault. */
function requests(random: Random): object {
  const text = (): string => one(random, texts);
  return one<object>(random, [
    { method: 'tools/call', params: { name: 'mesh_search', arguments: { question: text(), paths: [text()] } } },
    { method: 'tools/call', params: { name: 'mesh_search', arguments: { question: text() } } },
    {
      method: 'tools/call',
      params: { name: 'mesh_symbol', arguments: { name: `${one(random, ['a.md', ...texts])}:${below(random, 9)}` } },
    },
    { method: 'tools/call', params: { name: 'mesh_symbol', arguments: { name: text(), to: one(random, ['a.md', ...texts]) } } },
    { method: 'tools/call', params: { name: 'mesh_overview', arguments: { path: text(), cursor: text() } } },
    { method: 'tools/call', params: { name: text(), arguments: { constructor: 1 }, _meta: { progressToken: text() } } },
    { method: 'tools/list', params: { cursor: text() } },
    { method: 'resources/read', params: { uri: one(random, uris) } },
    { method: 'resources/list' },
    { method: 'resources/templates/list' },
    { method: 'ping' },
    { method: 'logging/setLevel', params: { level: 'debug' } },
    { method: 'completion/complete', params: { ref: { type: 'ref/prompt', name: text() }, argument: { name: 'a', value: text() } } },
    { method: text(), params: {} },
    { method: 'initialize', params: { protocolVersion: text(), capabilities: {}, clientInfo: { name: text(), version: '0' } } },
  ]);
}

function anyMessage(random: Random, id: string | number): unknown {
  const request = { jsonrpc: '2.0', id, ...requests(random) };
  if (below(random, 3) > 0) return request;
  // A valid request keeps its id, so that its answer can be identified.
  const wrong = one(random, [...wrongValues(request)]);
  return wrong !== null && typeof wrong === 'object' && 'id' in wrong && wrong.id !== id ? { ...wrong, id: {} } : wrong;
}

const notices: readonly object[] = [
  { method: 'notifications/initialized' },
  { method: 'notifications/cancelled', params: { requestId: 'nobody asked' } },
  { method: 'notifications/roots/list_changed' },
  { method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
  { id: 'nobody asked', result: {} },
  { id: 99_999_999, error: { code: 1, message: '' } },
];

function anyLine(random: Random, id: string | number): Buffer {
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '');
  const message = anyMessage(random, id);
  switch (below(random, 12)) {
    case 0:
      return json({ jsonrpc: '2.0', ...one(random, notices) });
    case 1: {
      // A request that is truncated, or has a changed byte.
      const bytes = json(message);
      if (random() < 0.5) return bytes.subarray(0, below(random, bytes.length));
      bytes[below(random, bytes.length)] = one(random, [0, 0xff, 0xc0, 0x22, 0x7b, 0x0d]);
      return bytes;
    }
    case 2:
      return Buffer.from(Array.from({ length: below(random, 200) }, () => below(random, 256))).filter((byte) => byte !== 10) as Buffer;
    case 3:
      return Buffer.from('['.repeat(below(random, 20_000)));
    case 4:
      return json([message, message]);
    case 5:
      // Some exceed the maximum length.
      return below(random, 8) > 0
        ? json(message)
        : json({ jsonrpc: '2.0', id, method: 'ping', params: { x: 'x'.repeat(12e6 * random()) } });
    case 6:
      return Buffer.from(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`);
    default:
      return json(message);
  }
}

/** The id of a line that is a request, which the program must answer. */
function requestIn(line: Buffer): string | number | undefined {
  try {
    const read = JSONRPCRequestSchema.safeParse(JSON.parse(line.toString().replace(/\r$/, '')));
    return read.success ? read.data.id : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the lines in random pieces and waits for the answers. Throws if one is missing or duplicated. */
async function round(mcp: RawMcp, lines: readonly Buffer[], random: Random): Promise<void> {
  const wanted = new Set(lines.map(requestIn).filter((id) => id !== undefined));
  mcp.received.length = 0;
  let rest = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
  while (rest.length > 0) {
    const length = 1 + below(random, one(random, [10, 1000, 10_000_000]));
    mcp.write(rest.subarray(0, length));
    rest = rest.subarray(length);
    if (below(random, 20) === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const answers = new Map<unknown, number>();
  await until(`answers to ${wanted.size} requests`, () => {
    answers.clear();
    for (const { id, result, error } of mcp.received) if (result ?? error) answers.set(id, (answers.get(id) ?? 0) + 1);
    if (!mcp.isRunning()) throw new Error('the program has ended');
    return [...wanted].every((id) => answers.has(id));
  });
  for (const id of wanted) if (answers.get(id) !== 1) throw new Error(`${answers.get(id)} answers to request ${JSON.stringify(id)}`);
}

/** Lists roots like a malicious client. */
function answerRoots(mcp: RawMcp, root: string, random: Random): void {
  mcp.onMessage = ({ id, method }: RawMessage) => {
    if (method !== 'roots/list') return;
    const roots = [{ uri: `file://${root}` }, { uri: `file://${root}/src` }, { uri: 'file:///etc' }, { uri: 'nowhere' }, {}, null];
    const answer = one(random, [
      { result: { roots: [] } },
      { result: { roots: [one(random, roots)] } },
      { result: {} },
      { error: { code: 5, message: 'no' } },
    ]);
    mcp.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
  };
}

export const fuzzer = {
  name: 'mcp',
  async run({ seed, seconds }: { seed: number; seconds: number }): Promise<{ rounds: number }> {
    const random = randomNumbers(seed);
    const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-mcp-fuzz-'));
    const root = fs.realpathSync(fs.mkdirSync(path.join(parent, 'folder/src'), { recursive: true }) as string);
    for (let i = 0; i < 40; i++) fs.writeFileSync(path.join(root, i % 2 === 0 ? `${i}.md` : `src/${i}.ts`), anyContent(random));
    const deadline = performance.now() + 1000 * seconds;
    let rounds = 0;
    try {
      while (rounds === 0 || performance.now() < deadline) {
        const hasRoots = random() < 0.5;
        const mcp = await startMcp({ root, parent }, hasRoots ? { roots: { listChanged: true } } : {});
        if (hasRoots) answerRoots(mcp, root, random);
        let lines: Buffer[] = [];
        try {
          for (let i = 0; i < roundsPerProgram && (rounds === 0 || performance.now() < deadline); i++, rounds++) {
            lines = Array.from({ length: linesPerRound }, (_, n) => anyLine(random, random() < 0.5 ? `${rounds}-${n}` : rounds * 1000 + n));
            await round(mcp, lines, random);
          }
          const code = await mcp.end();
          if (code !== 0) throw new Error(`the program ended with ${code} when the pipe was closed`);
        } catch (error) {
          const input = lines.map((line) => line.toString('latin1').slice(0, 500)).join('\n');
          throw new Error(`mcp, seed ${seed}, round ${rounds}: ${(error as Error).message}\n${input}`, { cause: error });
        } finally {
          mcp.kill();
        }
      }
    } finally {
      fs.rmSync(parent, { recursive: true, force: true });
    }
    return { rounds };
  },
};
