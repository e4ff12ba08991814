/** A follower on storage without a write-ahead log is locked out while another process writes: it retries later and never waits. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { indexVersion } from '../../src/engine/version.ts';
import { digestedDocuments } from '../../src/service/explore/storedDocuments.ts';
import { FolderContents } from '../../src/service/folder/folderContents.ts';
import { FolderIndex } from '../../src/service/folder/folderIndex.ts';
import { TimeSlices } from '../../src/service/scheduling/timeSlices.ts';
import { computeDigest } from '../../src/storage/digest.ts';
import { openSqliteStore } from '../../src/storage/sqlite/sqliteStore.ts';
import { BusyStoreError } from '../../src/storage/store.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { until } from '../support/until.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

/** Copies OTHER into FILE (unless it is the same) in one transaction, then locks it again and again for this many milliseconds. */
const writing = `
  const { DatabaseSync } = require('node:sqlite');
  const [file, other, times, heldMs] = process.argv.slice(1);
  const database = new DatabaseSync(file, { timeout: 5000 });
  const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  if (other !== file) {
    database.exec(\`ATTACH '\${other}' AS other; BEGIN EXCLUSIVE\`);
    for (const table of ['meta', 'document', 'file', 'dictionary'])
      database.exec(\`INSERT OR REPLACE INTO main.\${table} SELECT * FROM other.\${table}\`);
    database.exec('COMMIT; DETACH other');
  }
  for (let n = 0; n < Number(times); n++) {
    database.exec('BEGIN EXCLUSIVE');
    if (n === 0) console.log('held');
    wait(Number(heldMs));
    database.exec('COMMIT');
    wait(4);
  }
`;

test('polling for changes never waits', async (t) => {
  const folder = workFolder(t, { 'a.md': '# A\n' });
  const file = await indexed(folder, 'first');
  const store = openSqliteStore(file, { lexicons: createLexicons(), version: indexVersion, isReader: true });
  t.after(() => store.close());
  assert.equal(store.files().length, 1);
  await hold(t, file, file, 1, 20_000);
  const times = Array.from({ length: 9 }, () => {
    const started = performance.now();
    store.isBehind();
    store.news();
    return performance.now() - started;
  });
  // The lock is held all the time, so that polls that wait for it would all be slow.
  assert.ok(Math.min(...times) < 25, `${times.map((ms) => ms.toFixed(1)).join(', ')} ms`);
});

test('changes are taken over even if the file is locked most of the time', async (t) => {
  const folder = workFolder(
    t,
    Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`docs/topic${i}.md`, `# Topic ${i}\n\nBollard.\n`])),
  );
  const file = await indexed(folder, 'first');
  for (let i = 0; i < 60; i++) folder.write(`docs/topic${i}.md`, `# Topic ${i}\n\nThe capstan of topic ${i}.\n`);
  const later = `${folder.parent}/second.sqlite`;
  fs.copyFileSync(file, later);
  await indexed(folder, 'second');
  const index = indexOf(folder, file, true);
  t.after(() => index.close());
  await index.load();
  index.useAsStored();
  const wanted = indexOf(folder, later, true);
  await wanted.load();
  const digest = computeDigest(digestedDocuments(wanted), []);
  const hashes = [...wanted.contents.data.index.paths()].map((one) => [one, wanted.hashOf(one)] as const);
  await wanted.close();
  const hasAll = (): boolean => hashes.every(([one, hash]) => index.hashOf(one) === hash);
  assert.ok(!hasAll());

  let maxMs = 0;
  let lastMs = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    maxMs = Math.max(maxMs, now - lastMs);
    lastMs = now;
  }, 1);
  t.after(() => clearInterval(watch));
  const states = new Set<string>();
  await hold(t, file, later, 3, 1000);
  lastMs = performance.now();
  await until('what was written', async () => {
    states.add(index.report().state);
    return hasAll() || undefined;
  });
  clearInterval(watch);
  assert.equal(computeDigest(digestedDocuments(index), []), digest);
  assert.deepEqual([...states], ['ready']);
  // A wait for the lock lasts until the other process releases it.
  assert.ok(maxMs < 700, `the thread stood still for ${maxMs.toFixed(0)} ms`);
});

test('what was loaded from an index with other settings before the file was locked is not trusted', async (t) => {
  const pathOf = (i: number): string => `docs/topic${i}.md`;
  const wordsOf = (i: number): string => Array.from({ length: 900 }, (_, k) => `bollard${(i * k) % 997}`).join(' ');
  const folder = workFolder(t, Object.fromEntries(Array.from({ length: 600 }, (_, i) => [pathOf(i), `# Topic ${i}\n`])));
  const file = await indexed(folder, 'first');
  // A save of single files keeps the saved segments; what these lack is read document by document.
  const changed = Array.from({ length: 560 }, (_, i) => pathOf(i));
  for (const [i, path] of changed.entries()) folder.write(path, `# Topic ${i}\n\n${wordsOf(i)}\n`);
  const writer = indexOf(folder, file);
  await writer.load();
  writer.useAsStored();
  await writer.update(changed);
  await writer.close();
  withoutLog(file);
  const settings = { ...defaultSettings, exclude: ['nothing'] };
  const contents = new FolderContents(
    folder.root,
    { settings, indexFile: file, runGit: false, isReader: true },
    createLexicons(),
    undefined,
  );
  t.after(() => contents.close());
  const holder = new DatabaseSync(file);
  t.after(() => holder.close());
  let isHeld = false;
  await contents.load(async () => {
    if (isHeld || contents.table.isEmpty) return;
    holder.exec('BEGIN EXCLUSIVE');
    isHeld = true;
  });
  const rows = [...contents.table.rows()];
  assert.ok(isHeld && rows.length > 0 && rows.length < 600, `${rows.length} files`);
  for (const row of rows) assert.equal(row.indexedAtNs, 0n, row.path);
});

test('a query of the stored index alone reports that it cannot be read', async (t) => {
  const folder = workFolder(t, { 'a.md': '# A\n' });
  const file = await indexed(folder, 'first');
  const context = { lexicons: createLexicons(), timeSlices: new TimeSlices(), onChange: () => undefined };
  const options = { settings: defaultSettings, indexFile: file, runGit: false, isReader: true, updateOnOpen: false };
  const index = new FolderIndex(folder.root, options, context);
  t.after(() => index.close());
  await hold(t, file, file, 1, 20_000);
  await assert.rejects(index.load(), BusyStoreError);
});

function indexOf({ root }: WorkFolder, indexFile: string, isReader = false): FolderIndex {
  const context = { lexicons: createLexicons(), timeSlices: new TimeSlices(), onChange: () => undefined };
  return new FolderIndex(root, { settings: defaultSettings, indexFile, runGit: false, isReader }, context);
}

/** Updates an index, and leaves it in the mode of storage without a write-ahead log. Returns its file. */
async function indexed(folder: WorkFolder, name: string): Promise<string> {
  const file = `${folder.parent}/${name}.sqlite`;
  const index = indexOf(folder, file);
  await index.load();
  await index.update();
  await index.close();
  withoutLog(file);
  return file;
}

function withoutLog(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = delete');
  database.close();
}

/** Another process that writes and locks the file; resolves once it holds the lock. */
async function hold(t: TestContext, file: string, other: string, times: number, heldMs: number): Promise<void> {
  const holder = spawn(process.execPath, ['-e', writing, file, other, String(times), String(heldMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => holder.kill());
  const [line] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
  assert.equal(String(line), 'held\n');
}
