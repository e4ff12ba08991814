import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { folderPath, isFolderAddress, namedDirectory } from '../../../src/storage/served/exportAddress.ts';
import { exportNames, FolderDirectory } from '../../../src/storage/served/folderDirectory.ts';
import { ServedName } from '../../../src/storage/served/servedName.ts';
import { SharedIndexError } from '../../../src/storage/sharedIndexError.ts';
import { exportTexts } from '../../support/servedExport.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const faultOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    (error: unknown) => (error instanceof SharedIndexError ? error.fault : String(error)),
  );

test('a range of a file and the manifest are read; what is missing, cut off or no file has a fault by its kind', async (t) => {
  const root = temporaryDirectory(t);
  const own = path.join(root, 'harbour');
  fs.mkdirSync(path.join(own, 'a folder'), { recursive: true });
  fs.writeFileSync(path.join(own, 'segments-1'), '0123456789');
  fs.writeFileSync(path.join(own, 'export.json'), '{"a":1}');
  fs.writeFileSync(path.join(own, 'long.json'), ' '.repeat((1 << 16) + 1));
  const directory = new FolderDirectory(own, 'export.json');
  assert.equal(Buffer.from(await directory.get('segments-1', 2, 5)).toString(), '234');
  assert.equal((await directory.get('segments-1', 5, 5)).length, 0);
  assert.equal(await directory.manifest(), '{"a":1}');

  const manifest = (folder: string, name: string): Promise<string> => faultOf(new FolderDirectory(folder, name).manifest());
  assert.equal(await faultOf(directory.get('segments-2', 0, 1)), 'sharedGone');
  assert.equal(await faultOf(directory.get('segments-1', 8, 11)), 'sharedDamaged');
  assert.equal(await faultOf(directory.get('a folder', 0, 1)), 'sharedFolder');
  assert.equal(await manifest(own, 'long.json'), 'sharedExcess');
  assert.equal(await manifest(path.join(root, 'quay'), 'export.json'), 'sharedUnknownName');
  assert.equal(await manifest(path.join(root, 'away/quay'), 'export.json'), 'sharedFolder');
  if (process.platform === 'win32') return;
  // Nobody writes to it.
  execFileSync('mkfifo', [path.join(own, 'pipe')]);
  assert.equal(await faultOf(directory.get('pipe', 0, 1)), 'sharedDamaged');
  assert.equal(await new FolderDirectory(own, 'pipe').manifest(), '');
});

test('the names in a folder are those of its exports', async (t) => {
  const { root } = exportTexts(t, { 'a.md': '# A\n' }, 'quay');
  exportTexts(t, { 'a.md': '# A\n' }, 'harbour', root);
  fs.mkdirSync(path.join(root, 'other'));
  fs.writeFileSync(path.join(root, 'export.json'), '{}');
  assert.deepEqual(await exportNames(pathToFileURL(root).href), ['harbour', 'quay']);
  assert.equal(await faultOf(exportNames(pathToFileURL(path.join(root, 'away')).href)), 'sharedFolder');
});

test('an address names a folder, and a name leads to no other place', () => {
  assert.deepEqual(['file:///a', 'FILE:///a', '/a', 'https://a'].map(isFolderAddress), [true, true, false, false]);
  const folder = path.resolve('/team drive');
  assert.equal(folderPath(pathToFileURL(folder).href), folder);
  assert.throws(() => folderPath('file:///a%2Fb'), { fault: 'sharedAddress' });
  assert.equal(namedDirectory(folder, 'my-app@feature/x'), path.join(folder, 'my-app@feature', 'x'));
  for (const name of ['', '.', '..', '../a', 'a/../../b', 'a\\..\\b', '/a'])
    assert.throws(() => namedDirectory(folder, name), { fault: 'sharedName' }, name);
});

test('an index in a folder is opened as it is now, whoever replaced it', async (t) => {
  const { root } = exportTexts(t, { 'a.md': '# Lantern\n\nThe lantern is red.\n' });
  const address = pathToFileURL(root).href;
  const name = new ServedName({ address, name: 'harbour', environment: async () => ({}) }, createLexicons(), () => undefined);
  assert.deepEqual([...(await name.current()).files.keys()], ['a.md']);
  exportTexts(t, { 'b.md': '# Lantern\n\nThe lantern is green.\n' }, 'harbour', root);
  assert.deepEqual([...(await name.current()).files.keys()], ['b.md']);
  fs.rmSync(path.join(root, 'harbour'), { recursive: true });
  assert.equal(await faultOf(name.current()), 'sharedUnknownName');
  await name.close();
});
