/**
 * Indexes with random damage: content of frames under valid checksums, and bytes of the files themselves. Each time the folder is opened,
 * queried, changed and closed, three times in a row: it becomes ready, reports at most one known line, and by the third time nothing more. If
 * checksums reveal the damage, the index equals a rebuilt one.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { textOf } from '../../src/messages/messages.ts';
import { createService } from '../../src/service/createService.ts';
import { FrameReader, FrameWriter } from '../../src/storage/frames.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { damaged } from '../support/damage.ts';
import { anyContent, randomNumbers } from '../support/randomEdits.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const fileCounts = [12, 520] as const;
const maxRoundMs = 60_000;
const maxRssBytes = 2 ** 30;
const knownLines =
  /^(Part of the stored index was damaged\. The files in it are read again\.|The index was written by another version and has been rebuilt\.)$/;

export const fuzzer = { name: 'store', run };

async function run({ seed, seconds }: { seed: number; seconds: number }): Promise<{ rounds: number }> {
  const cleanUp: (() => void)[] = [];
  let rounds = 0;
  try {
    const bases: Base[] = [];
    for (const count of fileCounts) bases.push(await newBase({ after: (fn) => cleanUp.push(fn) }, count));
    const end = performance.now() + seconds * 1000;
    do await round(seed + rounds++, bases);
    while (performance.now() < end);
  } finally {
    for (const clean of cleanUp) clean();
  }
  return { rounds };
}

/** A folder and its intact index. */
interface Base {
  readonly folder: WorkFolder;
  readonly indexDirectory: string;
  /** Its files, by name. */
  readonly sound: ReadonlyMap<string, Buffer>;
}

async function newBase(t: { after(fn: () => void): void }, count: number): Promise<Base> {
  const folder = workFolder(t);
  const random = randomNumbers(count);
  for (let i = 0; i < count; i++) folder.write(`src/file${i}.${i % 2 ? 'ts' : 'md'}`, anyContent(random));
  const indexDirectory = path.join(folder.parent, 'index');
  await openedOnce({ folder, indexDirectory, sound: new Map() }, 0, true);
  const names = fs.readdirSync(indexDirectory).filter((name) => /^(manifest|journal|segments)/.test(name));
  return { folder, indexDirectory, sound: new Map(names.map((name) => [name, fs.readFileSync(path.join(indexDirectory, name))])) };
}

async function round(seed: number, bases: readonly Base[]): Promise<void> {
  const random = randomNumbers(seed);
  const base = bases[random() < 0.75 ? 0 : 1] as Base;
  fs.rmSync(base.indexDirectory, { recursive: true });
  fs.mkdirSync(base.indexDirectory);
  for (const [name, bytes] of base.sound) fs.writeFileSync(path.join(base.indexDirectory, name), bytes);
  const kinds = Object.entries(damages);
  const [kind, damage] = kinds[Math.floor(random() * kinds.length)] as (typeof kinds)[number];
  const startedMs = performance.now();
  let what = '';
  try {
    const names = [...base.sound.keys()].filter((name) => kind === 'bytes' || !name.startsWith('manifest'));
    what = damage(path.join(base.indexDirectory, names[Math.floor(random() * names.length)] as string), random);
    // Wrong content under a valid checksum may still be a document.
    const isReported = kind === 'bytes';
    for (let time = 1; time <= 3; time++) {
      const message = await openedOnce(base, seed + time, isReported);
      if (message !== '') assert.match(message, knownLines);
      if (time === 3) assert.equal(message, '');
    }
    assert.ok(performance.now() - startedMs < maxRoundMs, `took ${performance.now() - startedMs} ms`);
    assert.ok(process.memoryUsage.rss() < maxRssBytes, `took ${process.memoryUsage.rss()} bytes`);
  } catch (cause) {
    throw new Error(`store, seed ${seed}: ${kind}: ${what}: ${cause instanceof Error ? cause.stack : cause}`, { cause });
  }
}

/** Opens the folder, queries, changes a file, queries again and closes; returns the report's message. */
async function openedOnce({ folder, indexDirectory }: Base, n: number, isReported: boolean): Promise<string> {
  const service = createService();
  try {
    await service.openFolder(folder.root, { settings: defaultSettings, indexDirectory, runGit: false });
    await service.idle();
    await service.ask('Which keeps the tide of the harbour?');
    folder.write('src/changed.ts', `export const breakwater${n} = 'tide ${n}';\n`, 0);
    await service.update(folder.root);
    const { results } = await service.search(`breakwater${n}`);
    assert.equal(results[0]?.path, 'src/changed.ts');
    assert.equal(service.report()[0]?.state, 'ready');
    if (isReported) assert.equal(await service.verify(folder.root), undefined);
    return textOf(service.report()[0]?.messages);
  } finally {
    await service.close();
  }
}

/** Each damages a file of an index in one way and returns what it did. */
const damages: Readonly<Record<string, (file: string, random: () => number) => string>> = { bytes, frames };

/** Changes bytes of the file itself, like a failing disk. */
function bytes(file: string, random: () => number): string {
  const whole = fs.readFileSync(file);
  const from = random() < 0.5 ? 0 : Math.floor(random() * whole.length);
  const part = whole.subarray(from, from + (random() < 0.5 ? 100 : 4096));
  const other = damaged(part, random);
  fs.writeFileSync(file, Buffer.concat([whole.subarray(0, from), other, whole.subarray(from + part.length)]));
  return `${part.length} bytes from ${from}: ${Buffer.from(other).toString('hex')}`;
}

/** Replaces the content of one frame, under a valid checksum. */
function frames(file: string, random: () => number): string {
  const reader = new FrameReader(file);
  const contents: Uint8Array[] = [];
  while (!reader.isAtEnd) contents.push(new Uint8Array(reader.next().content()));
  reader.close();
  const at = Math.floor(random() * contents.length);
  const other = damaged(contents[at] as Uint8Array, random).slice(0, 1 << 16);
  const descriptor = fs.openSync(file, 'w');
  const writer = new FrameWriter(descriptor);
  for (const one of contents.with(at, other)) writer.put(one);
  fs.closeSync(descriptor);
  return `frame ${at}: ${Buffer.from(other.subarray(0, 2000)).toString('hex')}`;
}
