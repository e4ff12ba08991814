import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { indexVersion } from '../../../src/engine/version.ts';
import * as directories from '../../../src/storage/segments/indexDirectory.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const segments = (digit: string) => `segments-${digit.repeat(32)}`;
const manifest = { version: indexVersion, segments: [segments('a')], journal: 'journal-3' };

function files(directory: string, ...names: readonly string[]): void {
  for (const name of names) fs.writeFileSync(path.join(directory, name), 'four');
}

test('a manifest is read as it was published; none, a damaged one and another version are told apart', (context) => {
  const directory = temporaryDirectory(context);
  assert.equal(directories.readManifest(directory), undefined);
  directories.publishManifest(directory, manifest);
  assert.deepEqual(directories.readManifest(directory), manifest);
  assert.deepEqual(fs.readdirSync(directory).sort(), ['CACHEDIR.TAG', 'manifest.json']);
  const wrong: readonly unknown[] = [
    ...[
      { ...manifest, version: 'other' },
      { ...manifest, version: 5 },
      { ...manifest, segments: ['x'] },
      { ...manifest, segments: 'x' },
    ],
    ...[{ ...manifest, journal: 'journal-' }, { ...manifest, journal: 'a/journal-1' }, { ...manifest, journal: 1 }, 'text', 5],
  ];
  for (const one of wrong) {
    fs.writeFileSync(directories.manifestFile(directory), JSON.stringify(one));
    assert.equal(directories.readManifest(directory), 'unusable', JSON.stringify(one));
  }
  fs.writeFileSync(directories.manifestFile(directory), '{');
  assert.equal(directories.readManifest(directory), 'unusable');
});

test('the next journal has the next number', () => {
  assert.deepEqual([undefined, 'journal-0', 'journal-19'].map(directories.nextJournal), ['journal-0', 'journal-1', 'journal-20']);
});

test('leftovers are what other manifests named and what a killed process left; anything else stays', (context) => {
  const directory = temporaryDirectory(context);
  const kept = [segments('a'), 'journal-3', 'manifest.json', 'lock', 'derived', 'notes.new', 'journal-x', 'segments-x'];
  const left = [segments('b'), 'journal-2', 'segments', 'segments.new', `${segments('c')}.new`, 'manifest.json.new'];
  files(directory, ...kept, ...left.filter((name) => !name.includes('c')));
  directories.removeLeftovers(directory, manifest);
  assert.deepEqual(fs.readdirSync(directory).sort(), [...kept].sort());
  assert.doesNotThrow(() => directories.removeLeftovers(path.join(directory, 'missing'), manifest));
});

test('its size is that of the manifest and of what it names', (context) => {
  const directory = temporaryDirectory(context);
  files(directory, 'manifest.json', 'journal-3', 'lock', segments('b'));
  assert.equal(directories.sizeOnDisk(directory, manifest), 8);
  files(directory, segments('a'));
  assert.equal(directories.sizeOnDisk(directory, manifest), 12);
});

test('a directory may be an index if it is missing, empty, or has what only an index has', (context) => {
  const root = temporaryDirectory(context);
  const cases: readonly (readonly [may: boolean, ...names: string[]])[] = [
    [true],
    [false, 'notes.md'],
    [false, 'lock', 'derived'],
    [true, segments('a'), 'notes.md'],
    [true, 'journal-0'],
    [false, 'journal-x'],
    [false, 'manifest.json'],
  ];
  for (const [i, [may, ...names]] of cases.entries()) {
    const directory = path.join(root, String(i));
    fs.mkdirSync(directory);
    files(directory, ...names);
    assert.equal(directories.mayBeIndex(directory), may, names.join());
  }
  directories.publishManifest(path.join(root, '1'), { ...manifest, version: 'older' });
  assert.equal(directories.mayBeIndex(path.join(root, '1')), true);
  assert.equal(directories.mayBeIndex(path.join(root, 'missing')), true);
  files(root, 'file');
  assert.equal(directories.mayBeIndex(path.join(root, 'file')), false);
});

test('of an index of the older form what models have said is taken over, and the rest removed', (context) => {
  const root = temporaryDirectory(context);
  const directory = path.join(root, 'one.index');
  fs.mkdirSync(directory);
  assert.equal(directories.takeOverOlderForm(directory), false);
  files(root, 'one.sqlite', 'one.sqlite-wal', 'one.sqlite-enriched', 'one.sqlite-gates', 'two.sqlite');
  assert.equal(directories.takeOverOlderForm(root), false);
  assert.equal(directories.takeOverOlderForm(directory), true);
  assert.deepEqual(fs.readdirSync(root).sort(), ['one.index', 'two.sqlite']);
  assert.deepEqual(fs.readdirSync(directory).sort(), ['enriched', 'gates']);
});
