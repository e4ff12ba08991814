/** A store in a directory across runs and processes: what is read is what was committed, and damage costs reading files again. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { MemoryIndex } from '../../../src/engine/index/memoryIndex.ts';
import { createLexicons, type Lexicons } from '../../../src/engine/text/words/lexicon.ts';
import { finish } from '../../../src/engine/util/steps.ts';
import { textOf } from '../../../src/messages/messages.ts';
import { readManifest, sideFile } from '../../../src/storage/segments/indexDirectory.ts';
import { openSegmentStore, type SegmentStoreOptions } from '../../../src/storage/segments/segmentStore.ts';
import { type IndexStore, isSkipNote, type StoredIndex } from '../../../src/storage/store.ts';
import { changeOf, lexicons, rowOf } from '../../support/storeRows.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const damaged = 'Part of the stored index was damaged. Its files are read again.';
const opened = (directory: string, options: Partial<SegmentStoreOptions> = {}): IndexStore =>
  openSegmentStore(directory, { lexicons, ...options });

/** The title of each path whose document is stored, which is its content. */
function contentsIn({ rows, saved }: StoredIndex, own: Lexicons = lexicons): Record<string, string> {
  const index = new MemoryIndex(own);
  const wanted = new Map(rows.map(({ path: file, content }) => [file, isSkipNote(content) ? '' : content.hash]));
  index.adopt(saved, (file, { hash }) => wanted.get(file) === hash && wanted.delete(file));
  const found: Record<string, string> = {};
  for (const file of [...index.paths()].sort()) {
    const segment = finish(index.frozen().slice((one) => one === file));
    found[file] = own.titles.text(segment?.titles[0] as number);
  }
  return found;
}

/** What a process that opens the directory now would read. */
function reopened(directory: string, expectedMessage = ''): Record<string, string> {
  const own = createLexicons();
  const store = opened(directory, { lexicons: own });
  const contents = contentsIn(finish(store.read()), own);
  assert.equal(textOf(store.status().messages), expectedMessage);
  store.close();
  return contents;
}

/** Saves what is stored as a whole. */
function save(store: IndexStore, live: ReadonlySet<string>): void {
  const { rows, saved } = finish(store.read());
  const left = rows.filter(({ path: file }) => live.has(file));
  const contents = new Map(left.map(({ path: file, content }) => [file, content]));
  const now = saved.map(({ segment, contents: own }) => ({
    segment,
    contents: own.map((content, i) => {
      const wanted = contents.get(segment.paths[i] as string);
      return content !== undefined && wanted !== undefined && !isSkipNote(wanted) && wanted.hash === content.hash ? content : undefined;
    }),
  }));
  finish(store.save(() => ({ rows: left, saved: now })));
}

const segmentFiles = (directory: string): string[] => fs.readdirSync(directory).filter((name) => name.startsWith('segments-'));

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
      return 'The index was written by another version. It was rebuilt.';
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

test('a follower sees each change, everything after the index was saved as a whole, and when the writer is gone', (t) => {
  const directory = path.join(temporaryDirectory(t), 'index');
  const writer = opened(directory);
  writer.commit({ ...changeOf({ a: 'one' }), basis: 'settings' });
  const follower = opened(directory);
  assert.equal(follower.status().isFollowing, true);
  assert.equal(follower.news().kind, 'everything');
  assert.deepEqual(contentsIn(finish(follower.read())), { a: 'one' });
  assert.equal(follower.basis(), 'settings');
  assert.deepEqual([follower.isBehind(), follower.news()], [false, { kind: 'nothing' }]);
  writer.commit(changeOf({ b: 'two' }, ['a']));
  assert.equal(follower.isBehind(), true);
  const news = follower.news();
  assert.ok(news.kind === 'changes');
  assert.deepEqual([news.files.map((row) => row.path), news.removed, news.segments.length], [['b'], ['a'], 1]);
  assert.equal(follower.isBehind(), false);
  // What it commits itself stays in memory.
  follower.commit(changeOf({ mine: 'mine' }));
  save(writer, new Set('b'));
  assert.deepEqual([follower.isBehind(), follower.news()], [true, { kind: 'everything' }]);
  assert.deepEqual(contentsIn(finish(follower.read())), { b: 'two' });
  writer.close();
  assert.deepEqual([follower.isBehind(), follower.news()], [true, { kind: 'writer gone' }]);
  follower.close();
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

test('of an index of the older form, what models have said is kept and the rest is removed', (t) => {
  const parent = temporaryDirectory(t);
  const older = path.join(parent, 'abc.sqlite');
  for (const suffix of ['', '-wal', '-segments', '-derived', '.lock', '-enriched', '-gates', '-embeddings'])
    fs.writeFileSync(older + suffix, suffix);
  const directory = path.join(parent, 'abc.index');
  assert.deepEqual(reopened(directory, 'The index was written by another version. It was rebuilt.'), {});
  assert.deepEqual(fs.readdirSync(parent), ['abc.index']);
  for (const name of ['enriched', 'gates', 'embeddings'] as const)
    assert.equal(fs.readFileSync(sideFile(directory, name), 'utf8'), `-${name}`);
  assert.deepEqual(reopened(directory), {});
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
