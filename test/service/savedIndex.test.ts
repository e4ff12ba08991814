/** A restart from saved segments, whatever has happened to the files and to what is saved since. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const files = Object.fromEntries(
  Array.from({ length: 600 }, (_, i) => [`d${i % 7}/file${i}.md`, `# Title ${i}\n\nThe harbour number ${i} lies by Port${i % 50} Town.\n`]),
);

interface Seen {
  readonly read: number;
  readonly digest: string;
  readonly difference: string | undefined;
  readonly found: readonly (string | number)[][];
}

/** Opens the folder, brings it up to date, and tells what it holds. */
async function look(folder: WorkFolder, indexFile: string | undefined): Promise<Seen> {
  const service = createService();
  await service.openFolder(folder.root, { settings: defaultSettings, indexFile, runGit: false });
  await service.idle();
  const read = service.report()[0]?.filesRead ?? -1;
  const { results } = await service.search('harbour number 17 by Port17 Town', { limit: 20 });
  const found = results.map((result) => [result.path, result.startLine, result.score]);
  const seen = { read, digest: await service.digest(folder.root), difference: await service.verify(folder.root), found };
  await service.close();
  return seen;
}

test('a restart from saved segments reads nothing and is the same; changes, removals and renames meanwhile are taken in', async (t) => {
  const folder = workFolder(t, files);
  const indexFile = path.join(folder.beside, 'index.db');
  const saved = `${indexFile}-segments`;
  const built = await look(folder, indexFile);
  assert.ok(fs.existsSync(saved));
  const again = await look(folder, indexFile);
  assert.deepEqual(again, { ...built, read: 0 });

  folder.write('d1/file8.md', '# Another\n\nThe harbour number 17 was renamed to Port17 Town.\n', 1_800_000);
  folder.remove('d3/file3.md');
  folder.rename('d0/file7.md', 'd9/moved.md');
  const old = fs.readFileSync(saved);
  const changed = await look(folder, indexFile);
  assert.equal(changed.difference, undefined);
  const fresh = await look(folder, undefined);
  assert.deepEqual([changed.digest, changed.found], [fresh.digest, fresh.found]);
  // What is saved is older than the store: it gives what is still so.
  fs.writeFileSync(saved, old);
  assert.deepEqual(await look(folder, indexFile), { ...changed, read: 0 });
});

test('saved segments that are damaged or gone cost nothing but time, and go with the index', async (t) => {
  const folder = workFolder(t, files);
  const indexFile = path.join(folder.beside, 'index.db');
  const saved = `${indexFile}-segments`;
  const built = await look(folder, indexFile);
  const bytes = fs.readFileSync(saved);
  fs.writeFileSync(saved, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] as number) ^ 4));
  assert.deepEqual(await look(folder, indexFile), { ...built, read: 0 });
  fs.rmSync(saved);
  assert.deepEqual(await look(folder, indexFile), { ...built, read: 0 });

  assert.ok(fs.existsSync(saved));
  const service = createService();
  await service.openFolder(folder.root, { settings: defaultSettings, indexFile, runGit: false });
  // As a process leaves it that is killed while it writes.
  fs.copyFileSync(saved, `${saved}.new`);
  await service.clear(folder.root);
  await service.close();
  assert.deepEqual(fs.globSync(`${saved}*`), []);
});

test('saved segments that are changed while they are in use fail questions and nothing else; a rebuild or a restart answers them', async (t) => {
  const folder = workFolder(t, files);
  // More than a frame of rows.
  for (let i = 0; i < 200; i++)
    folder.write(`long/file${i}.md`, Array.from({ length: 300 }, (_, k) => `word${(i * 7919 + k * 31) % 9973}`).join(' '));
  const indexFile = path.join(folder.beside, 'index.db');
  await look(folder, indexFile);
  const service = createService();
  await service.openFolder(folder.root, { settings: defaultSettings, indexFile, runGit: false, updateOnOpen: false });
  fs.truncateSync(`${indexFile}-segments`, 100);
  // Files are analysed, and what is found out about them is stored.
  folder.write('d1/file8.md', '# Another\n\nOf words that nobody has seen: samovar, kettle.\n', 1_800_000);
  await service.update(folder.root, [path.join(folder.root, 'd1/file8.md')]);
  assert.deepEqual([service.report()[0]?.files, service.report()[0]?.skipped], [800, []]);
  await assert.rejects(service.search('harbour number 17 by Port17 Town'), /was changed while it was in use .*; rebuild the index/);
  await service.rebuild(folder.root);
  const { results } = await service.search('harbour number 17 by Port17 Town', { limit: 20 });
  await service.close();
  const { digest, found } = await look(folder, undefined);
  assert.deepEqual(
    results.map(({ path: file, startLine, score }) => [file, startLine, score]),
    found,
  );
  assert.deepEqual(await look(folder, indexFile), { read: 0, digest, found, difference: undefined });
});
