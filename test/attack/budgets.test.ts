/**
 * What comes from outside and would take more than it may: each in a process of its own, which ends with a sentence within bounds of memory and
 * time.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { maxFrameBytes } from '../../src/engine/index/codec/lazyBytes.ts';
import { FrameWriter, usualPacking } from '../../src/storage/frames.ts';
import { takenBy } from '../support/boundedChild.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const maxMegabytes = 200;
/** A machine under load takes longer on the clock, hardly on the processor. */
const maxCpuMs = 1000;
const timeout = 300_000;

/** What a hostile author may have packed, by what it is. */
const bombs: Readonly<Record<string, () => Buffer>> = {
  zeros: () => packed(Buffer.alloc(100_000_000)),
  'brackets, 97 kB of them': () => packed(Buffer.alloc(97_000_000, '[')),
  'closed brackets': () => packed(Buffer.from(`${'['.repeat(7_000_000)}${']'.repeat(7_000_000)}`)),
  'empty lists': () => packed(Buffer.from(`{"paths":[${'[],'.repeat(5_000_000)}[]]}`)),
  'short texts': () => packed(Buffer.from(`{"paths":[${'"a",'.repeat(4_000_000)}"a"]}`)),
  'many fields': () => packed(Buffer.from(`{${Array.from({ length: 1_000_000 }, (_, i) => `"${i}":0`).join()}}`)),
};

function packed(content: Buffer): Buffer {
  return zlib.deflateSync(content, { level: 1 });
}

for (const [name, bomb] of Object.entries(bombs)) {
  test(`rows of a shared index: ${name}`, { timeout }, async (t) => {
    const file = path.join(temporaryDirectory(t), 'row');
    fs.writeFileSync(file, bomb());
    const imports = `import fs from 'node:fs';
import { Budget } from './src/engine/util/budget.ts';
import { unpackFiles } from './src/storage/postgres/codec.ts';
const row = fs.readFileSync(process.env.ROW);`;
    const { output, megabytes, cpuMs } = await takenBy(imports, 'unpackFiles(row, new Budget(row.length))', { ROW: file });
    assert.match(output, /^The shared index(?:, or a response from its server,)? is (?:damaged|far larger than)[^\n]*$/);
    t.diagnostic(`${megabytes.toFixed(0)} MB, ${cpuMs.toFixed(0)} ms`);
    assert.ok(megabytes < maxMegabytes, `${megabytes} MB`);
    assert.ok(cpuMs < maxCpuMs, `${cpuMs} ms`);
  });
}

/** What a hostile file has: 2 ** 28 zeros. */
function writeFrames(file: string): void {
  const descriptor = fs.openSync(file, 'w');
  const writer = new FrameWriter(descriptor, { packing: usualPacking });
  for (let size = 0; size < 2 ** 28; size += maxFrameBytes) writer.put(new Uint8Array(maxFrameBytes));
  fs.closeSync(descriptor);
}

test('blocks, records and frames of files of ours', { timeout }, async (t) => {
  const file = path.join(temporaryDirectory(t), 'frames');
  writeFrames(file);
  const imports = `import zlib from 'node:zlib';
import { readJson } from './src/engine/util/budget.ts';
import { decodeRecord } from './src/storage/fileLog.ts';
import { maxFrameBytes } from './src/engine/index/codec/lazyBytes.ts';
import { FrameReader } from './src/storage/frames.ts';
import { inflate, maxInflated } from './src/storage/inflate.ts';
const count = 2 ** 28 / maxFrameBytes;`;
  const bodies: Readonly<Record<string, string>> = {
    deflate: `const bomb = zlib.deflateRawSync(new Uint8Array(2 ** 25)); inflate('deflate', bomb, maxInflated(bomb.length))`,
    brackets: `readJson('['.repeat(10_000_000))`,
    record: `const json = Buffer.alloc(2_000_000, '['); const size = Buffer.alloc(4); size.writeUInt32LE(json.length); decodeRecord(Buffer.concat([size, json]))`,
    frames: `const reader = new FrameReader(process.env.FRAMES);
let size = 0;
for (let i = 0; i < count; i++) size += reader.next().content().length;
print(size === 2 ** 28 ? 'whole' : 'cut');`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    const { output, megabytes, cpuMs } = await takenBy(imports, body, { FRAMES: file });
    t.diagnostic(`${name}: ${megabytes.toFixed(0)} MB, ${cpuMs.toFixed(0)} ms: ${output}`);
    assert.match(output, name === 'frames' ? /^whole$/ : /^(?:more than \d+ (?:bytes|levels)|the texts of a record are damaged)$/, name);
    assert.ok(megabytes < maxMegabytes, `${name} took ${megabytes} MB`);
    assert.ok(cpuMs < 2 * maxCpuMs, `${name} took ${cpuMs} ms`);
  }
});
