import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { isSamePlace } from '../../../src/workspace/pathCase.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const options = { settings: defaultSettings, runGit: false };

/** Two sibling directories whose names differ in case; on a case-insensitive file system they are the same. */
function twoCases(directory: string): { readonly lower: string; readonly upper: string; readonly areOne: boolean } {
  const [lower, upper] = [path.join(directory, 'harbour'), path.join(directory, 'HARBOUR')];
  fs.mkdirSync(lower);
  const areOne = fs.existsSync(upper);
  if (!areOne) fs.mkdirSync(upper);
  fs.writeFileSync(path.join(lower, 'lower.md'), '# Lower\n');
  fs.writeFileSync(path.join(upper, 'upper.md'), '# Upper\n');
  return { lower, upper, areOne };
}

test('two spellings are one place if the file system agrees, and only then', async (t) => {
  const directory = temporaryDirectory(t);
  const { lower, upper, areOne } = twoCases(directory);
  assert.equal(isSamePlace(lower, upper), areOne);
  assert.equal(isSamePlace(lower, `${lower}2`), false);
  assert.equal(isSamePlace(path.join(directory, 'gone'), path.join(directory, 'GONE')), false);
  const service = createService();
  t.after(() => service.close());
  for (const folder of [lower, upper]) await service.openFolder(folder, options);
  await service.idle();
  assert.deepEqual(
    service.report().map(({ files }) => files),
    areOne ? [2] : [1, 1],
  );
});

test('a folder that is opened in another spelling replaces the first, and is found by both', async (t) => {
  const directory = temporaryDirectory(t);
  const [lower, upper] = [path.join(directory, 'quay'), path.join(directory, 'QUAY')];
  fs.mkdirSync(lower);
  fs.writeFileSync(path.join(lower, 'a.md'), '# A\n');
  // On a case-sensitive file system, a link has the same effect.
  if (!fs.existsSync(upper)) fs.symlinkSync(lower, upper);
  const service = createService();
  t.after(() => service.close());
  for (const folder of [lower, upper]) await service.openFolder(folder, options);
  await service.idle();
  assert.deepEqual(
    service.report().map(({ folder }) => folder),
    [upper],
  );
  assert.deepEqual([service.isIndexed(lower, 'a.md'), service.isIndexed(upper, 'a.md')], [true, true]);
  await service.closeFolder(lower);
  assert.deepEqual(service.report(), []);
});
