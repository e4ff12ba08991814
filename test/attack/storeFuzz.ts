/**
 * Index files with random damage: content under valid checksums, row numbers and other values, bytes of SQLite's pages, frames of the saved
 * segments. Each time the folder is opened, queried, changed and closed, three times in a row: it becomes ready, reports at most one known
 * line, and by the third time nothing more. If checksums reveal the damage, the index equals a rebuilt one.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { textOf } from '../../src/messages/messages.ts';
import { createService } from '../../src/service/createService.ts';
import { FrameReader, FrameWriter } from '../../src/storage/frames.ts';
import { blockName, bytesToHex, documentName, recordName, sealed, sumBytes } from '../../src/storage/sqlite/sqliteRows.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { damaged } from '../support/damage.ts';
import { anyContent, randomNumbers } from '../support/randomEdits.ts';
import { changing } from '../support/resealed.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

/** Folder sizes without and with saved segments. */
const fileCounts = [12, 520] as const;
const maxRoundMs = 60_000;
const maxRssBytes = 2 ** 30;
const knownLines =
  /^(The index file (was (damaged|written by a newer version)|belonged to another program)\. It was rebuilt; the old one is kept as index\.sqlite\.aside\d*\.|The index file was written by another version\. It was rebuilt\.|The index file is damaged and will be rebuilt at the next start; changes are kept in memory\.|The saved segments of the index became unreadable and were rebuilt\.)$/;

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

/** A folder and its intact index: the store, and saved segments if any. */
interface Base {
  readonly folder: WorkFolder;
  readonly indexFile: string;
  readonly sound: ReadonlyMap<string, Buffer>;
}

async function newBase(t: { after(fn: () => void): void }, count: number): Promise<Base> {
  const folder = workFolder(t);
  const random = randomNumbers(count);
  for (let i = 0; i < count; i++) folder.write(`src/file${i}.${i % 2 ? 'ts' : 'md'}`, anyContent(random));
  const indexFile = path.join(folder.parent, 'index.sqlite');
  await openedOnce({ folder, indexFile, sound: new Map() }, 0, true);
  const names = [indexFile, `${indexFile}-segments`].filter((name) => fs.existsSync(name));
  return { folder, indexFile, sound: new Map(names.map((name) => [name, fs.readFileSync(name)])) };
}

async function round(seed: number, bases: readonly Base[]): Promise<void> {
  const random = randomNumbers(seed);
  const base = bases[random() < 0.75 ? 0 : 1] as Base;
  for (const leftover of fs.globSync(`${base.indexFile}*`)) fs.rmSync(leftover);
  for (const [name, bytes] of base.sound) fs.writeFileSync(name, bytes);
  const kinds = Object.entries(damages).filter(([name]) => name !== 'segments' || base.sound.size > 1);
  const [kind, damage] = kinds[Math.floor(random() * kinds.length)] as (typeof kinds)[number];
  const startedMs = performance.now();
  let what = '';
  try {
    what = damage(base.indexFile, random);
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
async function openedOnce({ folder, indexFile }: Base, n: number, isReported: boolean): Promise<string> {
  const service = createService();
  try {
    await service.openFolder(folder.root, { settings: defaultSettings, indexFile, runGit: false });
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

/** Each damages an index file in one way and returns what it did. */
const damages: Readonly<Record<string, (file: string, random: () => number) => string>> = { content, values, bytes, segments };

/** Replaces the content of one blob, under a valid checksum. */
function content(file: string, random: () => number): string {
  let what = '';
  changing(file, (database) => {
    const table = ['document', 'dictionary', 'file'][Math.floor(random() * 3)] as string;
    const row = database.prepare(`SELECT * FROM ${table} WHERE length(data) > 0 ORDER BY id LIMIT 1 OFFSET ?`);
    const count = Number(database.prepare(`SELECT count(*) AS n FROM ${table} WHERE length(data) > 0`).get()?.n);
    const { id = 0, hash, language, data } = row.get(Math.floor(random() * count)) ?? {};
    assert.ok(data instanceof Uint8Array);
    const epoch = Number(database.prepare("SELECT value FROM meta WHERE name = 'epoch'").get()?.value ?? 0);
    const names = {
      document: () => documentName({ hash: bytesToHex(hash), language: String(language) }, epoch),
      dictionary: () => blockName(Number(id), epoch),
      file: () => recordName(Number(id), epoch),
    };
    const other = damaged(Buffer.from(data).subarray(sumBytes), random);
    const blob = sealed(names[table as keyof typeof names](), Buffer.concat([new Uint8Array(sumBytes), other]));
    database.prepare(`UPDATE ${table} SET data = ? WHERE id = ?`).run(blob, id);
    what = `${table} ${id}: ${Buffer.from(other).toString('hex')}`;
  });
  return what;
}

/** Changes a value in one column of one row, or deletes a row. */
function values(file: string, random: () => number): string {
  const odd = ['9007199254740993', '-1', '0', '9223372036854775807', "'x'", "x''", 'NULL', "x'00ff'"];
  const columns: Readonly<Record<string, readonly string[]>> = {
    meta: ['name', 'value'],
    document: ['id', 'key', 'hash', 'language', 'released', 'data'],
    file: ['id', 'data'],
    dictionary: ['id', 'data'],
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const table = pick(Object.keys(columns));
  const where = `WHERE rowid = (SELECT rowid FROM ${table} LIMIT 1 OFFSET ${Math.floor(random() * 3)})`;
  const change = `SET ${pick(columns[table] as string[])} = ${pick(odd)} ${table === 'meta' ? `WHERE name = '${pick(['epoch', 'content', 'basis'])}'` : where}`;
  const sql = random() < 0.8 ? `UPDATE ${table} ${change}` : `DELETE FROM ${table} ${change.slice(change.indexOf('WHERE'))}`;
  changing(file, (database) => execLoosely(database, sql));
  return sql;
}

/** Also tries what the table's own constraints forbid, in which case nothing changes. */
function execLoosely(database: DatabaseSync, sql: string): void {
  try {
    database.exec(sql);
  } catch {
    // Rejected by SQLite.
  }
}

/** Changes bytes of the file itself, like a failing disk. */
function bytes(file: string, random: () => number): string {
  const whole = fs.readFileSync(file);
  const from = random() < 0.5 ? 0 : Math.floor(random() * whole.length);
  const part = whole.subarray(from, from + (random() < 0.5 ? 100 : 4096));
  const other = damaged(part, random);
  fs.writeFileSync(file, Buffer.concat([whole.subarray(0, from), other, whole.subarray(from + part.length)]));
  return `${part.length} bytes from ${from}: ${Buffer.from(other).toString('hex')}`;
}

/** Replaces the content of one frame of the saved segments, under a valid checksum. */
function segments(file: string, random: () => number): string {
  const reader = new FrameReader(`${file}-segments`);
  const contents: Uint8Array[] = [];
  do contents.push(new Uint8Array(reader.next().content()));
  while (contents.at(-1)?.length !== 0);
  reader.close();
  const at = 1 + Math.floor(random() * (contents.length - 2));
  const other = damaged(contents[at] as Uint8Array, random).slice(0, 1 << 16);
  const descriptor = fs.openSync(`${file}-segments`, 'w');
  const writer = new FrameWriter(descriptor);
  for (const one of contents.with(at, other)) writer.put(one);
  fs.closeSync(descriptor);
  return `frame ${at}: ${Buffer.from(other.subarray(0, 2000)).toString('hex')}`;
}
