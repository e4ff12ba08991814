/** Stores whose files are cut off, damaged or cannot be written. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { finish } from '../../../src/engine/util/steps.ts';
import { textOf } from '../../../src/messages/messages.ts';
import { readManifest } from '../../../src/storage/segments/indexDirectory.ts';
import { contentsIn, opened, reopened, save } from '../../support/segmentStores.ts';
import { changeOf } from '../../support/storeRows.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test('a journal cut off anywhere gives the state after its last whole record, and goes on from there', (t) => {
  const directory = path.join(temporaryDirectory(t), 'index');
  const store = opened(directory);
  const states: Record<string, string>[] = [{}];
  const ends: number[] = [];
  store.commit(changeOf({}));
  const { journal } = readManifest(directory) as { journal: string };
  const file = path.join(directory, journal);
  ends.push(fs.statSync(file).size);
  for (const [i, word] of ['one', 'two', 'three'].entries()) {
    store.commit(changeOf({ [`f${i}`]: word }));
    states.push({ ...states.at(-1), [`f${i}`]: word });
    ends.push(fs.statSync(file).size);
  }
  store.close();
  const whole = fs.readFileSync(file);
  for (let size = ends[0] as number; size <= whole.length; size += 7) {
    fs.writeFileSync(file, whole.subarray(0, size));
    const expected = states[ends.findLastIndex((end) => end <= size)];
    assert.deepEqual(reopened(directory), expected, `${size} bytes`);
    const next = opened(directory);
    next.commit(changeOf({ z: 'last' }));
    next.close();
    assert.deepEqual(reopened(directory), { ...expected, z: 'last' });
  }
});

test('a flipped bit is detected, whatever it hits, and never gives another document', (t) => {
  const directory = path.join(temporaryDirectory(t), 'index');
  const all = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, `word${i}`]));
  const store = opened(directory);
  store.commit(changeOf(all));
  save(store, new Set(Object.keys(all)));
  store.commit(changeOf({ f3: 'changed', g: 'added' }, ['f4']));
  store.close();
  const expected = reopened(directory);
  const files = fs.readdirSync(directory).filter((name) => !['lock', 'CACHEDIR.TAG'].includes(name));
  for (const name of files) {
    const file = path.join(directory, name);
    const whole = fs.readFileSync(file);
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const copy = path.join(temporaryDirectory(t), 'index');
      fs.cpSync(directory, copy, { recursive: true });
      fs.writeFileSync(path.join(copy, name), whole.with(at, (whole[at] as number) ^ (1 << (at & 7))));
      const other = opened(copy);
      for (const [one, word] of Object.entries(contentsIn(finish(other.read()))))
        assert.ok([expected[one], all[one]].includes(word), `${name}, byte ${at}: ${one}`);
      other.commit(changeOf({ later: 'later' }));
      if (other.isDue(60)) save(other, new Set([...Object.keys(all), 'g', 'later']));
      other.close();
      assert.equal(reopened(copy).later, 'later', `${name}, byte ${at}`);
    }
  }
});

test('a file in place of the directory, a full disk and read-only storage leave the index in memory', (t) => {
  const parent = temporaryDirectory(t);
  fs.writeFileSync(path.join(parent, 'index'), 'Dear diary');
  const inFile = opened(path.join(parent, 'index'));
  assert.match(textOf(inFile.status().messages), /^The index cannot be written \(\w+\); changes are kept in memory\.$/);
  inFile.commit(changeOf({ a: 'one' }));
  inFile.close();
  assert.equal(fs.readFileSync(path.join(parent, 'index'), 'utf8'), 'Dear diary');

  const small = mounted(t, ['-t', 'tmpfs', '-o', 'size=256k', 'none']);
  if (small === undefined) return t.skip('a small file system cannot be mounted here');
  const directory = path.join(small, 'index');
  const full = opened(directory);
  full.commit(changeOf({ a: 'one' }));
  for (let i = 0; i < 40; i++) {
    const large = Array.from({ length: 300 }, (_, k) => [`f${i}.${k}`, `${Math.sin(i * 300 + k)} ${Math.cos(k + i)}`]);
    full.commit(changeOf(Object.fromEntries(large)));
  }
  assert.equal(textOf(full.status().messages), 'The index cannot be written (ENOSPC); changes are kept in memory.');
  full.close();
  const kept = reopened(directory);
  assert.equal(kept.a, 'one');

  execFileSync('mount', ['-o', 'remount,ro', small]);
  const readOnly = opened(directory);
  assert.match(textOf(readOnly.status().messages), /^The index cannot be written \(EROFS\); changes are kept in memory\.$/);
  assert.deepEqual(contentsIn(finish(readOnly.read())), kept);
  readOnly.commit(changeOf({ b: 'two' }));
  readOnly.close();
});

/** A mount point made with `mount ARGS DIRECTORY`; undefined if this user may not mount. */
function mounted(t: TestContext, args: readonly string[]): string | undefined {
  const directory = temporaryDirectory({ after: () => undefined });
  try {
    execFileSync('mount', [...args, directory], { stdio: 'ignore' });
  } catch {
    fs.rmdirSync(directory);
    return undefined;
  }
  t.after(() => {
    execFileSync('umount', [directory]);
    fs.rmdirSync(directory);
  });
  return directory;
}
