/**
 * Each storage codec in isolation, with random damage under valid checksums: strings of another thread, records of the log of files,
 * packed blobs, frames, and files of segments, which are then searched and merged. Each returns something sound or fails with the error that
 * its callers expect, within bounds of time and memory.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CorruptBytesError } from '../../src/engine/index/codec/bytes.ts';
import { emptyCheckpoint, newStrings, StringMap } from '../../src/engine/index/codec/newStrings.ts';
import type { SavedSegment } from '../../src/engine/index/codec/savedSegments.ts';
import { entriesOf } from '../../src/engine/index/entryRows.ts';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import type { IndexedDocument } from '../../src/engine/index/segment.ts';
import { createLexicons, type Lexicons } from '../../src/engine/text/words/lexicon.ts';
import { decodeRecord, encodeRecord } from '../../src/storage/fileLog.ts';
import { FrameReader, FrameWriter, usualPacking } from '../../src/storage/frames.ts';
import { readSegmentFile, writeSegmentFile } from '../../src/storage/segments/segmentFiles.ts';
import { damaged } from '../support/damage.ts';
import { indexed } from '../support/memoryIndex.ts';
import { anyContent, randomNumbers } from '../support/randomEdits.ts';
import { rowOf } from '../support/storeRows.ts';
import { createRetriever } from '../support/systems.ts';

const parts = ['terms', 'keys', 'titles'] as const;
/** Time limit of one round, with documents of some hundred words: many times what it takes. */
const maxRoundMs = 5000;
const maxRssBytes = 2 ** 30;

export const fuzzer = { name: 'codec', run };

async function run({ seed, seconds }: { seed: number; seconds: number }): Promise<{ rounds: number }> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-codec-'));
  const end = performance.now() + seconds * 1000;
  let rounds = 0;
  try {
    for (; performance.now() < end; rounds++) await round(seed + rounds, path.join(directory, 'file'));
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
  return { rounds };
}

async function round(seed: number, file: string): Promise<void> {
  const random = randomNumbers(seed);
  const startedMs = performance.now();
  const lexicons = createLexicons(seed);
  const documents = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, i) => indexed(`src/f${i}.ts`, anyContent(random), lexicons));
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check({ random, lexicons, documents, file });
      assert.ok(performance.now() - startedMs < maxRoundMs, `took ${performance.now() - startedMs} ms`);
      assert.ok(process.memoryUsage.rss() < maxRssBytes, `took ${process.memoryUsage.rss()} bytes`);
    } catch (cause) {
      throw new Error(`codec, seed ${seed}: ${name}: ${cause instanceof Error ? cause.stack : cause}`, { cause });
    }
  }
}

interface Round {
  readonly random: () => number;
  readonly lexicons: Lexicons;
  readonly documents: readonly IndexedDocument[];
  readonly file: string;
}

const checks: Readonly<Record<string, (round: Round) => void | Promise<void>>> = {
  strings: checkStrings,
  record: checkRecord,
  frames: checkFrames,
  segments: checkSegments,
};

function checkStrings({ random, lexicons }: Round): void {
  const bytes = damaged(newStrings(lexicons, emptyCheckpoint).block, random);
  const own = createLexicons();
  soundOr(CorruptBytesError, () => new StringMap(own).add(bytes));
  for (const part of parts) {
    const texts = new Set(Array.from({ length: own[part].size }, (_, id) => own[part].text(id)));
    assert.equal(texts.size, own[part].size, hex(bytes));
  }
}

function checkRecord({ random }: Round): void {
  const name = (i: number): string => `src/${i}.ts`;
  const files = Array.from({ length: Math.floor(random() * 6) }, (_, i) => rowOf(name(i), name(i)));
  const bytes = damaged(encodeRecord({ removed: [name(9)], files }), random);
  const record = soundOr(CorruptBytesError, () => decodeRecord(bytes));
  for (const { path: one, size } of record?.files ?? []) {
    assert.ok(size >= 0 && Number.isSafeInteger(size), hex(bytes));
    assert.ok(path.posix.relative('/folder', path.posix.join('/folder', one)) === one, `${JSON.stringify(one)} in ${hex(bytes)}`);
  }
}

function checkFrames({ random, file }: Round): void {
  const content = Buffer.from(anyContent(random));
  let packed: Uint8Array = new Uint8Array();
  const pack = (bytes: Uint8Array): Buffer => {
    packed = damaged(usualPacking.pack(bytes), random);
    return Buffer.from(packed);
  };
  writeFrames(file, [content], pack);
  const reader = new FrameReader(file);
  const frame = soundOr(CorruptBytesError, () => reader.next());
  const read = frame && soundOr(CorruptBytesError, () => frame.content());
  if (read !== undefined) assert.equal(read.length, frame?.size, hex(packed));
  if (frame) soundOr(CorruptBytesError, () => frame.loaded());
  reader.close();
}

async function checkSegments({ random, lexicons, documents, file }: Round): Promise<void> {
  const built = new MemoryIndex(lexicons);
  built.apply(documents);
  const content = { hash: 'ab', language: 'text' };
  const directory = path.dirname(file);
  const all = built.saved(() => content);
  const { name } = finish(writeSegmentFile(directory, all, lexicons));
  const written = path.join(directory, name);
  const contents = contentsOf(written);
  // The first frame holds the versions, the last one is empty.
  const at = 1 + Math.floor(random() * (contents.length - 2));
  writeFrames(
    written,
    contents.with(at, damaged(contents[at] as Uint8Array, random)).filter((one, i) => one.length > 0 || i === contents.length - 1),
  );
  const own = createLexicons();
  if (random() < 0.3) own.terms.intern('known before');
  if (random() < 0.3) own.keys.intern('known before');
  const saved = finish(readSegmentFile(directory, name, own));
  fs.rmSync(written);
  if (saved !== undefined) await use(saved, own);
  // The lexicons continue, whatever they have adopted.
  for (const part of parts) {
    const id = own[part].intern('a string of nobody');
    assert.equal(own[part].text(id), 'a string of nobody');
    assert.equal(own[part].find('a string of nobody'), id);
  }
}

/** Reads everything, searches, merges, searches again. */
async function use(saved: readonly SavedSegment[], lexicons: Lexicons): Promise<void> {
  for (const { segment } of saved)
    for (const rows of [segment.terms, segment.keys, segment.chunkKeys])
      for (let row = 0; row < rows.sizes.length; row++) soundOr(CorruptBytesError, () => entriesOf(rows, row));
  const index = new MemoryIndex(lexicons);
  const seen = new Set<string>();
  index.adopt(saved, (one) => !seen.has(one) && seen.add(one) !== undefined);
  const search = async (): Promise<void> => {
    const reader = index.reader();
    try {
      const { results } = await createRetriever('mesh', {}).search(reader, 'harbour tide of the lighthouse', { limit: 10 });
      await reader.chunkInfo(results.map(({ chunk }) => chunk));
    } catch (error) {
      if (!(error instanceof CorruptBytesError)) throw error;
    }
  };
  await search();
  soundOr(CorruptBytesError, () => index.apply([], [...index.paths()].slice(0, 2)));
  soundOr(CorruptBytesError, () => index.mergeUntil());
  await search();
}

/** The result of `read`, or nothing if it throws the expected error. */
function soundOr<T>(expected: new (..._: never[]) => Error, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof expected) return undefined;
    throw error;
  }
}

function contentsOf(file: string): Uint8Array[] {
  const reader = new FrameReader(file);
  const contents: Uint8Array[] = [];
  do contents.push(new Uint8Array(reader.next().content()));
  while (contents.at(-1)?.length !== 0);
  reader.close();
  return contents;
}

function writeFrames(file: string, contents: readonly Uint8Array[], pack = usualPacking.pack): void {
  const descriptor = fs.openSync(file, 'w');
  const writer = new FrameWriter(descriptor, { packing: { ...usualPacking, pack } });
  for (const content of contents) writer.put(content);
  fs.closeSync(descriptor);
}

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function hex(bytes: Uint8Array): string {
  return `input ${Buffer.from(bytes).toString('hex')}`;
}
