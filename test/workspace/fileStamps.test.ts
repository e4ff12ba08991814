import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { FileStamps } from '../../src/workspace/fileStamps.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const hourMs = 3_600_000;

/** A folder with a file and a directory, and stamps by a clock that runs an hour ahead: the file has rested since. */
function rested(context: TestContext) {
  const root = temporaryDirectory(context);
  const at = (name: string) => path.join(root, name);
  fs.mkdirSync(at('directory'));
  fs.writeFileSync(at('file'), 'one');
  return { at, stamps: new FileStamps(() => Date.now() + hourMs) };
}

/** Makes something else in place of a file that is kept as `at2`. */
function replace(at: string, make: () => void): void {
  fs.renameSync(at, `${at}2`);
  make();
}

const changes: readonly (readonly [
  what: string,
  depends: 'addContent' | 'addEntries' | 'addPresence',
  name: string,
  change: (at: string) => void,
  holds: boolean,
])[] = [
  ['nothing has changed', 'addContent', 'file', () => undefined, true],
  ['another content', 'addContent', 'file', (at) => fs.writeFileSync(at, 'other'), false],
  ['the same size at another time', 'addContent', 'file', (at) => fs.utimesSync(at, 1, 1), false],
  ['a removed file', 'addContent', 'file', (at) => fs.rmSync(at), false],
  ['a new file', 'addContent', 'missing', (at) => fs.writeFileSync(at, ''), false],
  ['still no file', 'addContent', 'missing', () => undefined, true],
  ['another content of what is only to exist', 'addPresence', 'file', (at) => fs.writeFileSync(at, 'other'), true],
  ['a removed file that is to exist', 'addPresence', 'file', (at) => fs.rmSync(at), false],
  ['another file in its place', 'addPresence', 'file', (at) => replace(at, () => fs.writeFileSync(at, '')), false],
  ['a new name in a directory', 'addEntries', 'directory', (at) => fs.writeFileSync(path.join(at, 'new'), ''), false],
  ['a link to the directory in its place', 'addEntries', 'directory', (at) => replace(at, () => fs.symlinkSync(`${at}2`, at)), false],
  ['a link to the file in its place', 'addContent', 'file', (at) => replace(at, () => fs.symlinkSync(`${at}2`, at)), false],
];

test('stamps are current until something that they depend on has changed', async (context) => {
  for (const [what, depends, name, change, holds] of changes) {
    const { at, stamps } = rested(context);
    stamps[depends](at(name));
    assert.equal(stamps.areCurrent(), true, what);
    const restored = FileStamps.restored(JSON.parse(JSON.stringify(stamps.saved())));
    change(at(name));
    assert.equal(stamps.areCurrent(), holds, what);
    assert.equal(await stamps.areCurrentYielding(() => undefined), holds, what);
    assert.equal(restored?.areCurrent(), holds, what);
  }
});

test('the first stamp of a path is kept, unless it asked for less', (context) => {
  const { at, stamps } = rested(context);
  stamps.addContent(at('file'));
  fs.writeFileSync(at('file'), 'other');
  stamps.addContent(at('file'));
  stamps.addPresence(at('file'));
  assert.equal(stamps.areCurrent(), false);
  const other = new FileStamps(() => Date.now() + hourMs);
  other.addPresence(at('file'));
  other.addContent(at('file'));
  assert.equal(other.areCurrent(), true);
  fs.writeFileSync(at('file'), 'a third');
  assert.equal(other.areCurrent(), false);
});

test('stamps of what has changed within two seconds are never current, nor are those that depend on more', async (context) => {
  const { at } = rested(context);
  const { mtimeMs, ctimeMs } = fs.statSync(at('file'));
  const latest = Math.max(mtimeMs, ctimeMs);
  for (const [afterMs, holds] of [
    [1999, false],
    [2001, true],
  ] as const) {
    const stamps = new FileStamps(() => latest + afterMs);
    stamps.addContent(at('file'));
    assert.equal(stamps.areCurrent(), holds, `${afterMs} ms`);
    assert.equal(stamps.saved() !== undefined, holds);
  }
  const young = new FileStamps(() => latest);
  young.addPresence(at('file'));
  young.addContent(at('missing'));
  assert.equal(young.areCurrent(), true);
  young.invalidate();
  assert.equal(young.areCurrent(), false);
  assert.equal(await young.areCurrentYielding(() => undefined), false);
  assert.equal(young.saved(), undefined);
  assert.equal(FileStamps.restored({}), undefined);
});

test('other work is done before each look at a file', async (context) => {
  const { at, stamps } = rested(context);
  stamps.addContent(at('file'));
  stamps.addEntries(at('directory'));
  let yields = 0;
  assert.equal(await stamps.areCurrentYielding(async () => void yields++), true);
  assert.equal(yields, 2);
});
