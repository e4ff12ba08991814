/** Restarts from saved segments, whatever has happened to the files and to the saved file. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { createService } from '../../../src/service/createService.ts';
import type { FolderReport, SearchAnswer } from '../../../src/service/types/results.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { type WorkFolder, workFolder } from '../../support/workFolder.ts';

const fileCount = 60;
const files = Object.fromEntries(
  Array.from({ length: fileCount }, (_, i) => [
    `d${i % 7}/file${i}.md`,
    `# Title ${i}\n\nThe harbour number ${i} lies by Port${i % 50} Town.\n`,
  ]),
);

interface Seen {
  readonly read: number;
  readonly digest: string;
  readonly difference: string | undefined;
  readonly found: readonly (string | number)[][];
}

/** A service with the folder, updated. */
async function opened({ root }: WorkFolder, indexDirectory: string | undefined): Promise<Service> {
  const service = createService();
  await service.openFolder(root, { settings: defaultSettings, indexDirectory, runGit: false });
  await service.idle();
  return service;
}

/** Opens the folder, updates it, and returns its contents. */
async function look(folder: WorkFolder, indexDirectory: string | undefined): Promise<Seen> {
  const service = await opened(folder, indexDirectory);
  const read = service.report()[0]?.filesRead ?? -1;
  const { results } = await service.search('harbour number 17 by Port17 Town', { limit: 20 });
  const found = results.map((result) => [result.path, result.startLine, result.score]);
  const seen = { read, digest: await service.digest(folder.root), difference: await service.verify(folder.root), found };
  await service.close();
  return seen;
}

test('a restart reads nothing and gives the same index; changes, removals and renames meanwhile are applied', async (t) => {
  const folder = workFolder(t, files);
  const indexDirectory = path.join(folder.parent, 'index');
  const built = await look(folder, indexDirectory);
  assert.ok(fs.existsSync(savedIn(indexDirectory)));
  const again = await look(folder, indexDirectory);
  assert.deepEqual(again, { ...built, read: 0 });

  folder.write('d1/file8.md', '# Another\n\nThe harbour number 17 was renamed to Port17 Town.\n', 1_800_000);
  folder.remove('d3/file3.md');
  folder.rename('d0/file7.md', 'd9/moved.md');
  const changed = await look(folder, indexDirectory);
  assert.deepEqual([changed.read, changed.difference], [2, undefined]);
  const fresh = await look(folder, undefined);
  assert.deepEqual([changed.digest, changed.found], [fresh.digest, fresh.found]);
  assert.deepEqual(await look(folder, indexDirectory), { ...changed, read: 0 });
});

test('a damaged or missing file of segments costs reading its files again, once; clearing removes all files', async (t) => {
  const folder = workFolder(t, files);
  const indexDirectory = path.join(folder.parent, 'index');
  const built = await look(folder, indexDirectory);
  const saved = savedIn(indexDirectory);
  const bytes = fs.readFileSync(saved);
  fs.writeFileSync(saved, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] as number) ^ 4));
  assert.deepEqual(await look(folder, indexDirectory), built);
  assert.deepEqual(await look(folder, indexDirectory), { ...built, read: 0 });
  fs.rmSync(savedIn(indexDirectory));
  assert.deepEqual(await look(folder, indexDirectory), built);
  assert.deepEqual(await look(folder, indexDirectory), { ...built, read: 0 });

  const service = createService();
  await service.openFolder(folder.root, { settings: defaultSettings, indexDirectory, runGit: false });
  // As left by a process that was killed while writing.
  fs.copyFileSync(savedIn(indexDirectory), path.join(indexDirectory, 'segments.new'));
  await service.clear(folder.root);
  await service.close();
  assert.deepEqual(
    fs.readdirSync(indexDirectory).filter((name) => name.startsWith('segments')),
    [],
  );
});

/** The file of segments of an index that was saved once. */
function savedIn(indexDirectory: string): string {
  const [name = '', ...others] = fs.readdirSync(indexDirectory).filter((one) => one.startsWith('segments-'));
  assert.deepEqual(others, []);
  return path.join(indexDirectory, name);
}

/** With so many words that the saved rows of these files exceed one frame. */
const longCount = 40;
const whole = fileCount + longCount;

/** A folder whose saved rows exceed one frame, opened from its saved segments; `break` changes the saved file while it is in use. */
async function openedFromSaved(t: TestContext) {
  const folder = workFolder(t, files);
  for (let i = 0; i < longCount; i++)
    folder.write(`long/file${i}.md`, Array.from({ length: 1500 }, (_, k) => `word${(i * 7919 + k * 31) % 9973}`).join(' '));
  const indexDirectory = path.join(folder.parent, 'index');

  const builder = await opened(folder, indexDirectory);
  const digest = await builder.digest(folder.root);
  await builder.close();
  const saved = savedIn(indexDirectory);
  const service = await opened(folder, indexDirectory);
  t.after(() => service.close());
  return { folder, indexDirectory, saved, digest, service, state: () => service.report()[0] as FolderReport };
}

const wasMended = 'Part of the stored index was damaged. The files in it are read again.';

test('a question that finds saved segments changed while in use rebuilds them and is answered', async (t) => {
  const { folder, indexDirectory, saved, digest: before, service, state } = await openedFromSaved(t);
  assert.equal(state().messages, undefined);
  fs.truncateSync(saved, 100);
  // Files are analysed and stored.
  folder.write('d1/file8.md', '# Another\n\nOf words that nobody has seen: samovar, kettle.\n', 1_800_000);
  await service.update(folder.root, [path.join(folder.root, 'd1/file8.md')]);
  assert.deepEqual([state().files, state().skipped], [whole, []]);
  // Concurrent questions are all answered.
  const asked = await Promise.all([
    service.search('harbour number 17 by Port17 Town', { limit: 20 }),
    service.communities(folder.root),
    service.related(path.join(folder.root, 'd3/file17.md'), 1),
    service.search('samovar'),
  ]);
  assert.deepEqual(
    asked.map((answer) => 'partial' in answer),
    [false, false, false, false],
  );
  const { found } = await look(folder, undefined);
  const placesOf = ({ results }: SearchAnswer) => results.map((result) => [result.path, result.startLine, result.score]);
  assert.deepEqual(placesOf(asked[0]), found);
  assert.equal(asked[3].results[0]?.path, 'd1/file8.md');
  await service.idle();
  assert.deepEqual([state().state, textOf(state().messages), state().files], ['ready', wasMended, whole]);
  assert.equal(await service.verify(folder.root), undefined);
  await service.close();
  const { read, difference, digest } = await look(folder, indexDirectory);
  assert.deepEqual([read, difference], [0, undefined]);
  assert.notEqual(digest, before);
});

test('saved segments whose bytes change while in use are repaired on any query; while indexing is paused, their files are read afterwards', async (t) => {
  const { folder, saved, digest, service, state } = await openedFromSaved(t);
  service.pause();
  const bytes = fs.readFileSync(saved);
  fs.writeFileSync(saved, bytes.fill(0, 64));
  assert.notEqual(await service.digest(folder.root), digest);
  assert.deepEqual([state().state, textOf(state().messages)], ['paused', wasMended]);
  service.resume();
  await service.idle();
  assert.deepEqual([state().state, state().files], ['ready', whole]);
  assert.equal(await service.digest(folder.root), digest);
  await service.rebuild(folder.root);
  assert.equal(state().messages, undefined);
});

test('an update that finds saved segments changed while in use rebuilds them', async (t) => {
  const { folder, saved, service, state } = await openedFromSaved(t);
  fs.truncateSync(saved, 100);
  // Enough to merge segments, which reads all of them.
  for (let i = 0; i < fileCount; i++) folder.write(`d${i % 7}/file${i}.md`, `# New ${i}\n\nThe lock number ${i}.\n`, 1_800_000);
  await service.update(folder.root);
  assert.deepEqual([state().state, textOf(state().messages), state().files], ['ready', wasMended, whole]);
  assert.equal((await service.search('lock number 17')).results[0]?.path, 'd3/file17.md');
  assert.equal(await service.verify(folder.root), undefined);
});

test('a follower repairs itself and leaves the saved segments to the writer', async (t) => {
  const { folder, indexDirectory, saved, digest, service, state } = await openedFromSaved(t);
  const reader = createService();
  t.after(() => reader.close());
  await reader.openFolder(folder.root, { settings: defaultSettings, indexDirectory, runGit: false, isReader: true });
  await reader.idle();
  fs.truncateSync(saved, 100);
  assert.equal(await reader.digest(folder.root), digest);
  assert.ok(textOf(reader.report()[0]?.messages).endsWith(wasMended));
  assert.deepEqual([fs.statSync(saved).size, state().messages], [100, undefined]);
  assert.equal(await service.digest(folder.root), digest);
});

test('of several folders, the one whose saved segments are read is repaired, and a concurrent rebuild replaces it', async (t) => {
  const one = await openedFromSaved(t);
  const two = await openedFromSaved(t);
  const { service, folder } = one;
  await two.service.close();
  await service.openFolder(two.folder.root, { settings: defaultSettings, indexDirectory: two.indexDirectory, runGit: false });
  await service.idle();
  for (const { saved } of [one, two]) fs.truncateSync(saved, 100);
  const { results } = await service.search('harbour number 17 by Port17 Town', { limit: 20 });
  assert.deepEqual(new Set(results.map((result) => result.folder)), new Set([folder.root, two.folder.root]));
  assert.deepEqual(
    service.report().map(({ messages }) => textOf(messages)),
    // With ids from other lexicons, the second one was read into memory on opening.
    [wasMended, ''],
  );
  await service.idle();
  await service.closeFolder(folder.root);
  await service.closeFolder(two.folder.root);
  await service.openFolder(folder.root, { settings: defaultSettings, indexDirectory: one.indexDirectory, runGit: false });
  await service.idle();
  for (const name of fs.readdirSync(one.indexDirectory).filter((file) => file.startsWith('segments-')))
    fs.truncateSync(path.join(one.indexDirectory, name), 100);
  await Promise.all([service.search('harbour number 17 by Port17 Town'), service.rebuild(folder.root)]);
  assert.equal(await service.digest(folder.root), one.digest);
});
