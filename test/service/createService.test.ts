/** What the facade answers of folders and files, when it tells of changes, and what is left once it is closed. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createService } from '../../src/service/createService.ts';
import type { FolderReport } from '../../src/service/types/results.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { until } from '../support/until.ts';
import { workFolder } from '../support/workFolder.ts';

const options = { settings: defaultSettings, runGit: false };
const files = {
  'src/a.ts': 'export const a = 1;\n',
  'src/sub/b.ts': 'export const b = 2;\n',
  'docs/a.md': '# A\n',
  'c.png': '\u0000\u0001',
};

test('files and folders of the index are known by their paths, with lines and within a scope', async (t) => {
  const [one, other] = [workFolder(t, files), workFolder(t, { 'src/z.ts': 'export const z = 1;\n' })];
  const service = createService();
  t.after(() => service.close());
  for (const { root } of [one, other]) await service.openFolder(root, options);
  await service.idle();
  assert.deepEqual(
    ['src/a.ts', 'src', 'src/none.ts', 'c.png'].map((name) => [service.isIndexed(one.root, name), service.holdsIndexed(one.root, name)]),
    [
      [true, false],
      [false, true],
      [false, false],
      [false, false],
    ],
  );
  const at = (text: string, more = {}) => {
    const found = service.fileAt(text, more);
    return found && [found.folder === one.root ? 'one' : 'other', found.path, found.line];
  };
  assert.deepEqual(
    [at('src/a.ts'), at('sub/b.ts:7'), at('z.ts'), at(path.join(one.root, 'docs/a.md'))],
    [
      ['one', 'src/a.ts', undefined],
      ['one', 'src/sub/b.ts', 7],
      ['other', 'src/z.ts', undefined],
      ['one', 'docs/a.md', undefined],
    ],
  );
  assert.throws(() => at('none.ts'), /is not a file in the index/);
  assert.throws(() => at('src/a.ts', { scope: [path.join(one.root, 'docs')] }), /is not a file in the index/);
  assert.deepEqual(at('src/a.ts', { scope: [path.join(one.root, 'src')] }), ['one', 'src/a.ts', undefined]);
  assert.throws(() => service.isIndexed(path.join(one.parent, 'unknown'), 'a'), /unknown/);
  assert.deepEqual(
    service.report().map(({ files: count, chunks, state }) => [count, chunks, state]),
    [
      [3, 3, 'ready'],
      [1, 1, 'ready'],
    ],
  );
  assert.equal(service.isWriter(), true);
  assert.equal(service.hasVectors(), false);
  const inside = await service.countsWithin(one.root, [path.join(one.root, 'src')]);
  assert.deepEqual(JSON.parse(JSON.stringify(inside)), { files: 2, chunks: 2, entities: 4, bytes: 40 });
});

test('listeners are told of changes until they leave', async (t) => {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  const [told, left]: [(readonly FolderReport[])[], number[]] = [[], []];
  service.onReport((reports) => told.push(reports));
  const leave = service.onReport((reports) => left.push(reports.length));
  leave();
  await service.openFolder(folder.root, options);
  await service.idle();
  await until('the files are told', async () => told.some(([report]) => report?.files === 3) || undefined);
  const before = told.length;
  service.pause();
  service.resume();
  await until('a change is told', async () => told.length > before || undefined);
  assert.deepEqual(left, []);
  await service.closeFolder(folder.root);
  await until('the folder is gone', async () => told.at(-1)?.length === 0 || undefined);
  assert.deepEqual(service.report(), []);
});

test('an update is of what is named: files, the folder itself, or nothing of it', async (t) => {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, options);
  await service.idle();
  const count = (): number | undefined => service.report()[0]?.files;
  folder.write('src/new.ts', 'export const later = 1;\n');
  folder.write('src/newer.ts', 'export const latest = 1;\n');
  await service.update(folder.root, [path.join(folder.parent, 'elsewhere.ts')]);
  assert.equal(count(), 3);
  await service.update(folder.root, [path.join(folder.root, 'src/new.ts')]);
  assert.equal(count(), 4);
  await service.update(folder.root, [folder.root]);
  assert.equal(count(), 5);
  fs.rmSync(path.join(folder.root, 'src/new.ts'));
  await service.update(folder.root);
  assert.equal(count(), 4);
  await service.clear(folder.root);
  assert.equal(count(), 0);
  assert.equal(service.report()[0]?.state, 'disabled');
  await service.rebuild(folder.root);
  await service.idle();
  assert.deepEqual([count(), service.report()[0]?.state], [4, 'ready']);
});

test('a folder that is opened again is opened anew, and once it is closed the service opens none', async (t) => {
  const folder = workFolder(t, files);
  const service = createService();
  await service.openFolder(folder.root, options);
  await service.openFolder(folder.root, { ...options, updateOnOpen: false });
  await service.idle();
  assert.deepEqual(
    service.report().map(({ files: count, state }) => [count, state]),
    [[0, 'ready']],
  );
  await Promise.all([service.close(), service.close()]);
  assert.deepEqual(service.report(), []);
  await assert.rejects(service.openFolder(folder.root, options), /closed/);
});
