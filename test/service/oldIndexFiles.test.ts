/**
 * Index files of earlier layouts and algorithm versions, as those versions wrote them (test/fixtures/indexFiles), and untrusted files: each
 * costs a rebuild and one clear line.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { textOf } from '../../src/messages/messages.ts';
import { createService } from '../../src/service/createService.ts';
import type { FolderReport } from '../../src/service/types/results.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { randomNumbers } from '../support/randomEdits.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const fixtures = path.resolve(import.meta.dirname, '../fixtures/indexFiles');
const workspace = path.resolve(import.meta.dirname, '../fixtures/workspace');
const damaged = /^The index file was damaged\. It was rebuilt; the old one is kept as index\.sqlite\.aside\.$/;

for (const name of fs.readdirSync(fixtures)) {
  test(`the file ${name} is rebuilt, with one line`, async (t) => {
    const folder = workspaceFolder(t);
    fs.copyFileSync(path.join(fixtures, name), indexFile(folder));
    const first = await opened(folder);
    assert.equal(textOf(first.messages), 'The index file was written by another version. It was rebuilt.');
    assert.deepEqual([first.state, first.files, first.filesRead], ['ready', 16, 16]);
    const second = await opened(folder);
    assert.deepEqual([second.messages, second.files, second.filesRead], [undefined, 16, 0]);
  });
}

test('truncated, foreign and newer files are rebuilt, with one line each', async (t) => {
  const folder = workspaceFolder(t);
  await opened(folder);
  const whole = fs.readFileSync(indexFile(folder));
  const newer = Buffer.from(whole);
  // The user version in SQLite's header.
  newer.writeUInt32BE(99, 60);
  const cases: [Uint8Array, RegExp][] = [
    [whole.subarray(0, whole.length / 2), damaged],
    [whole.subarray(0, 100), damaged],
    [Buffer.from('Dear diary,\n'.repeat(200)), damaged],
    [newer, /^The index file was written by a newer version\. It was rebuilt; the old one is kept as index\.sqlite\.aside\.$/],
  ];
  for (const [bytes, message] of cases) {
    for (const leftover of fs.globSync(`${indexFile(folder)}*`)) fs.rmSync(leftover);
    fs.writeFileSync(indexFile(folder), bytes);
    assert.match(textOf((await opened(folder)).messages), message);
    assert.equal((await opened(folder)).messages, undefined);
  }
});

test('a flipped bit anywhere is detected or does not matter', async (t) => {
  const folder = workspaceFolder(t);
  await opened(folder);
  const whole = fs.readFileSync(indexFile(folder));
  const random = randomNumbers(3);
  for (let round = 0; round < 25; round++) {
    for (const leftover of fs.globSync(`${indexFile(folder)}*`)) fs.rmSync(leftover);
    const bytes = Buffer.from(whole);
    const at = Math.floor(random() * (round < 10 ? 100 : bytes.length));
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    fs.writeFileSync(indexFile(folder), bytes);
    // `opened` compares it with a rebuild.
    const { messages, files } = await opened(folder);
    const message = textOf(messages);
    assert.equal(files, 16, `byte ${at}: ${message}`);
    assert.match(message || 'rebuilt', /rebuilt/, `byte ${at}`);
  }
});

test('without support for a write-ahead log, the index is stored all the same, and the report mentions it', async (t) => {
  const folder = workspaceFolder(t);
  // In the place of the shared-memory file.
  fs.mkdirSync(`${indexFile(folder)}-shm`);
  const slow = 'The storage of the index file allows no write-ahead log, so writing takes longer.';
  assert.equal(textOf((await opened(folder)).messages), slow);
  const second = await opened(folder);
  assert.deepEqual([textOf(second.messages), second.files, second.filesRead], [slow, 16, 0]);
  fs.rmdirSync(`${indexFile(folder)}-shm`);
  const third = await opened(folder);
  assert.deepEqual([third.messages, third.filesRead], [undefined, 0]);
});

/** Opens the folder, updates it, compares it with a rebuild, closes it, and returns the report. */
async function opened(folder: WorkFolder): Promise<FolderReport> {
  const service = createService();
  try {
    await service.openFolder(folder.root, { settings: defaultSettings, indexFile: indexFile(folder), runGit: false });
    await service.idle();
    assert.equal(await service.verify(folder.root), undefined);
    return service.report()[0] as FolderReport;
  } finally {
    await service.close();
  }
}

function workspaceFolder(t: TestContext): WorkFolder {
  const folder = workFolder(t);
  for (const name of fs.globSync('**/*', { cwd: workspace })) {
    const file = path.join(workspace, name);
    if (fs.statSync(file).isFile()) folder.write(name, fs.readFileSync(file));
  }
  return folder;
}

function indexFile(folder: WorkFolder): string {
  return path.join(folder.parent, 'index.sqlite');
}
