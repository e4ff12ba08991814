/** Indexes of vanished folders are removed in time, others only by name; what a model was paid for is kept. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { noteFolder } from '../../src/service/folder/folderList.ts';
import { removeVanished } from '../../src/service/storedIndexes.ts';
import { commandLine } from '../support/programs.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

test('the index of a vanished folder is removed 30 days after it was first missed, unless a model was paid for it', (t) => {
  const parent = temporaryDirectory(t);
  const [cache, list] = [path.join(parent, 'cache'), path.join(parent, 'cache/folders')];
  const add = (name: string, ...names: readonly string[]): string => {
    const indexDirectory = path.join(cache, `${name.repeat(32)}.index`);
    noteFolder(list, { folder: path.join(parent, name), indexDirectory });
    fs.mkdirSync(indexDirectory, { recursive: true });
    for (const one of ['manifest.json', ...names]) fs.writeFileSync(path.join(indexDirectory, one), 'x\n');
    return indexDirectory;
  };
  const [gone, paid, back] = [add('a'), add('b', 'enriched'), add('c')];
  const day = 24 * 3600 * 1000;
  const now = Date.now() + 400 * day;
  removeVanished(list, cache, now);
  fs.mkdirSync(path.join(parent, 'c'));
  removeVanished(list, cache, now + 20 * day);
  fs.rmdirSync(path.join(parent, 'c'));
  removeVanished(list, cache, now + 29 * day);
  assert.deepEqual(
    [gone, paid, back].map((file) => fs.existsSync(file)),
    [true, true, true],
  );
  removeVanished(list, cache, now + 31 * day);
  assert.deepEqual(
    [gone, paid, back].map((file) => fs.existsSync(file)),
    [false, true, true],
  );
  // The replies outlive the index itself.
  fs.rmSync(path.join(paid, 'manifest.json'));
  removeVanished(list, cache, now + 90 * day);
  assert.ok(fs.existsSync(path.join(paid, 'enriched')));
});

test('indexes lists what is stored, also what the list does not know, and removes only what is named', (t) => {
  const parent = temporaryDirectory(t);
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [commandLine, 'indexes', ...args], { env: { ...process.env, XDG_CACHE_HOME: parent }, encoding: 'utf8' });
  const cache = path.join(parent, 'meshrag');
  const add = (name: string, folder?: string): string => {
    const indexDirectory = path.join(cache, `${name.repeat(32)}.index`);
    if (folder !== undefined) noteFolder(path.join(cache, 'folders'), { folder, indexDirectory });
    fs.mkdirSync(indexDirectory, { recursive: true });
    fs.writeFileSync(path.join(indexDirectory, 'manifest.json'), 'x'.repeat(1000));
    return indexDirectory;
  };
  const [here, gone, paid, orphan] = [add('a', parent), add('b', path.join(parent, 'gone')), add('c', path.join(parent, 'paid')), add('d')];
  fs.writeFileSync(path.join(paid, 'enriched'), '[1]\n[2]\n');
  const { indexes } = JSON.parse(run('--json').stdout);
  const byFile = (file: string) => indexes.find((one: { indexDirectory: string }) => one.indexDirectory === file);
  assert.equal(indexes.length, 4);
  assert.deepEqual([byFile(here).folder, byFile(here).isVanished, byFile(here).bytes], [parent, false, 1000]);
  assert.deepEqual([byFile(paid).isVanished, byFile(paid).added.passages, byFile(paid).bytes], [true, 2, 1008]);
  assert.equal(byFile(orphan).folder, undefined);
  assert.match(run('--text').stdout, /of an unknown folder[\s\S]*4 indexes, 4 kB/);
  assert.equal(run('--remove', byFile(here).id, '--remove', 'nothing').status, 1);
  assert.ok(fs.existsSync(here), 'nothing is removed if a name is wrong');
  assert.match(run('--remove', 'vanished', '--text').stderr, /was kept, with what a model was paid for: --remove [0-9a-f]{8} removes/);
  assert.deepEqual(
    [here, gone, paid, orphan].map((file) => fs.existsSync(file)),
    [true, false, true, true],
  );
  assert.equal(run('--remove', path.join(parent, 'paid'), '--remove', byFile(orphan).id).status, 0);
  assert.deepEqual(fs.globSync(path.join(cache, '*.index')), [here]);
});
