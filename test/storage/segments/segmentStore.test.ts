/** A store in a directory across runs and processes: what is read is what was committed, and damage costs reading files again. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { finish } from '../../../src/engine/util/steps.ts';
import { textOf } from '../../../src/messages/messages.ts';
import { readManifest, sideFile } from '../../../src/storage/segments/indexDirectory.ts';
import { contentsIn, damaged, opened, reopened, save, segmentFiles } from '../../support/segmentStores.ts';
import { changeOf, rowOf } from '../../support/storeRows.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test('what was committed is read by the next process, with the basis; later changes win', (t) => {
  const directory = path.join(temporaryDirectory(t), 'index');
  const store = opened(directory);
  store.commit({ ...changeOf({ a: 'one', b: 'two' }), basis: 'settings' });
  store.commit(changeOf({ b: 'three', c: 'four' }, ['a']));
  assert.deepEqual(store.status(), { directory, isFollowing: false });
  store.close();
  const again = opened(directory);
  assert.equal(again.basis(), 'settings');
  assert.deepEqual(contentsIn(finish(again.read())), { b: 'three', c: 'four' });
  assert.deepEqual(
    finish(again.read()).rows,
    ['b', 'c'].map((file) => rowOf(file, { b: 'three', c: 'four' }[file] as string)),
  );
  again.clear();
  assert.equal(again.basis(), undefined);
  again.close();
  assert.deepEqual(reopened(directory), {});
});

test('only the user can read what is stored', { skip: process.platform === 'win32' && 'on Windows files have no modes' }, (t) => {
  const directory = path.join(temporaryDirectory(t), 'index');
  const store = opened(directory);
  store.commit(changeOf({ a: 'one' }));
  save(store, new Set('a'));
  assert.equal(fs.statSync(directory).mode & 0o777, 0o700);
  for (const name of fs.readdirSync(directory)) assert.equal(fs.statSync(path.join(directory, name)).mode & 0o777, 0o600, name);
  store.close();
});

test('an index saved as a whole keeps the files that are worth it, and only those', (t) => {
  const directory = path.join(temporaryDirectory(t), 'index');
  const store = opened(directory);
  store.commit(changeOf({ a: 'one', b: 'two', c: 'three', d: 'four' }));
  assert.ok(store.isDue(4));
  save(store, new Set('abcd'));
  const [first] = segmentFiles(directory);
  assert.ok(!store.isDue(4));
  store.commit(changeOf({ e: 'five' }, ['a']));
  save(store, new Set('bcde'));
  assert.equal(segmentFiles(directory).length, 2);
  assert.ok(segmentFiles(directory).includes(first as string));
  store.commit(changeOf({}, ['b', 'c']));
  save(store, new Set('de'));
  assert.ok(!segmentFiles(directory).includes(first as string));
  store.close();
  assert.deepEqual(reopened(directory), { d: 'four', e: 'five' });
  const { segments = [], journal = '' } = readManifest(directory) as { segments?: string[]; journal?: string };
  assert.deepEqual(fs.readdirSync(directory).sort(), ['CACHEDIR.TAG', journal, 'lock', 'manifest.json', ...segments].sort());
});

test('what a process that was killed has left in the journal is saved as a whole by the next one', (t) => {
  const directory = path.join(temporaryDirectory(t), 'index');
  const store = opened(directory);
  for (const name of 'abcdefgh') store.commit(changeOf({ [name]: name.repeat(3) }));
  store.close();
  const next = opened(directory);
  assert.ok(next.isDue(8));
  save(next, new Set('abcdefgh'));
  next.close();
  const last = opened(directory);
  assert.equal(last.isDue(8), false);
  last.commit(changeOf({ a: 'new' }));
  last.close();
  const again = opened(directory);
  assert.deepEqual([again.isDue(8), again.isDue(16)], [true, false]);
  again.close();
});

test('a missing file of segments, a missing journal and another version cost one line', (t) => {
  const lost: Readonly<Record<string, (directory: string) => string>> = {
    segments: (directory) => {
      fs.rmSync(path.join(directory, segmentFiles(directory)[0] as string));
      return damaged;
    },
    journal: (directory) => {
      fs.rmSync(path.join(directory, (readManifest(directory) as { journal: string }).journal));
      return damaged;
    },
    version: (directory) => {
      const file = path.join(directory, 'manifest.json');
      fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, 'utf8')), version: 'other' }));
      return 'The index was written by another version and has been rebuilt.';
    },
  };
  for (const [what, lose] of Object.entries(lost)) {
    const directory = path.join(temporaryDirectory(t), 'index');
    const store = opened(directory);
    store.commit(changeOf({ a: 'one' }));
    save(store, new Set('a'));
    store.close();
    const message = lose(directory);
    assert.deepEqual(reopened(directory, message), {}, what);
    const again = opened(directory);
    again.commit(changeOf({ a: 'one' }));
    save(again, new Set('a'));
    again.close();
    assert.deepEqual(reopened(directory), { a: 'one' }, what);
  }
});

test('a store stops writing when another program has changed its journal', (t) => {
  const directory = path.join(temporaryDirectory(t), 'index');
  const store = opened(directory);
  store.commit(changeOf({ a: 'one' }));
  fs.appendFileSync(path.join(directory, (readManifest(directory) as { journal: string }).journal), 'x');
  store.commit(changeOf({ b: 'two' }));
  assert.equal(textOf(store.status().messages), 'Another program has changed the stored index; changes are kept in memory.');
  store.close();
  assert.deepEqual(reopened(directory), { a: 'one' });
});

test('of an index of the older form, what models have said is kept and the rest is removed', (t) => {
  const parent = temporaryDirectory(t);
  const older = path.join(parent, 'abc.sqlite');
  for (const suffix of ['', '-wal', '-segments', '-derived', '.lock', '-enriched', '-gates', '-embeddings'])
    fs.writeFileSync(older + suffix, suffix);
  const directory = path.join(parent, 'abc.index');
  assert.deepEqual(reopened(directory, 'The index was written by another version and has been rebuilt.'), {});
  assert.deepEqual(fs.readdirSync(parent), ['abc.index']);
  for (const name of ['enriched', 'gates', 'embeddings'] as const)
    assert.equal(fs.readFileSync(sideFile(directory, name), 'utf8'), `-${name}`);
  assert.deepEqual(reopened(directory), {});
});
