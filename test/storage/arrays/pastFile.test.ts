import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { NumberArray } from '../../../src/engine/index/codec/savedSegments.ts';
import { Past } from '../../../src/engine/past/past.ts';
import { finish } from '../../../src/engine/util/steps.ts';
import { pastVersion } from '../../../src/engine/version.ts';
import { writeArrays } from '../../../src/storage/arrays/arraysFile.ts';
import { readPast, type StoredPast, writePast } from '../../../src/storage/arrays/pastFile.ts';
import { usualPacking } from '../../../src/storage/frames.ts';
import { fileOfSegment, isSegmentFile, isWhole, linkSegmentFile, writeNamed } from '../../../src/storage/segments/segmentFiles.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const messages = ['Reef: open it', 'Gezeiten: ändern', ''];
const columns = {
  ids: ['0123456789', 'abcdef0123', '00ff00ff00'],
  dates: Uint32Array.of(1, 2, 3),
  paths: ['a.ts', 'b.ts'],
  fileStarts: Uint32Array.of(0, 1, 2, 2),
  files: Uint32Array.of(0, 8),
  terms: Uint32Array.of(5, 9),
  termStarts: Uint32Array.of(0, 1, 2),
  postings: Uint32Array.of(2, 18),
  lengths: Uint32Array.of(2, 2, 0),
};
const head = { stamp: 'of the commit', isShallow: true, isCut: false };
const stored = (more: Partial<typeof columns> = {}): StoredPast => ({
  head,
  past: new Past({ ...columns, ...more, textAt: (at: number) => messages[at] as string }),
});

test('a past is read as it was written, message by message', (t) => {
  const file = path.join(temporaryDirectory(t), 'past');
  assert.equal(finish(readPast(file)), undefined);
  finish(writePast(file, stored()));
  const read = finish(readPast(file));
  assert.ok(read);
  assert.deepEqual(read.head, head);
  const { textAt, ...rest } = read.past.columns;
  assert.deepEqual({ ...rest }, columns);
  assert.deepEqual([0, 1, 2].map(textAt), messages);
});

test('a past whose columns do not fit, or that is damaged, is none', (t) => {
  const file = path.join(temporaryDirectory(t), 'past');
  const isRead = (past: StoredPast): boolean => {
    finish(writePast(file, past));
    return finish(readPast(file)) !== undefined;
  };
  assert.ok(isRead(stored()));
  const bad: readonly Partial<typeof columns>[] = [
    { fileStarts: Uint32Array.of(0, 1, 2) },
    { fileStarts: Uint32Array.of(0, 1, 2, 3) },
    { files: Uint32Array.of(0) },
    { termStarts: Uint32Array.of(0, 1) },
    { termStarts: Uint32Array.of(0, 1, 3) },
    { postings: Uint32Array.of(2) },
    { lengths: Uint32Array.of(2, 2) },
    { ids: ['0123456789', 'abcdef0123', '00ff'] },
  ];
  for (const more of bad) assert.ok(!isRead(stored(more)), JSON.stringify(Object.keys(more)));
  finish(writePast(file, stored()));
  const bytes = fs.readFileSync(file);
  fs.writeFileSync(file, bytes.subarray(0, bytes.length - 3));
  assert.equal(finish(readPast(file)), undefined);
  const write = (arrays: readonly NumberArray[]) => finish(writeArrays(file, pastVersion, arrays));
  for (const arrays of [[], [Uint32Array.of(1)], [new Uint8Array(1), new Uint8Array(0), new Uint8Array(0)]]) {
    write(arrays as NumberArray[]);
    assert.equal(finish(readPast(file)), undefined);
  }
});

test('a file is named by the digest of its bytes, and is made part of another directory by that name', (t) => {
  const folder = temporaryDirectory(t);
  const [one, other] = ['one', 'other'].map((name) => path.join(folder, name)) as [string, string];
  for (const directory of [one, other]) fs.mkdirSync(directory);
  const name = finish(writeNamed(one, 'segments', [new Uint8Array([1, 2, 3])], { version: 'x', packing: usualPacking }));
  assert.deepEqual(
    [isSegmentFile(name), isSegmentFile(`${name}0`), isSegmentFile(`x${name}`), isSegmentFile('contents-1')],
    [true, false, false, false],
  );
  assert.deepEqual(fs.readdirSync(one), [name]);
  const segment = {} as Parameters<typeof fileOfSegment>[0];
  assert.equal(fileOfSegment(segment), undefined);
  for (let round = 0; round < 2; round++) {
    const linked = linkSegmentFile({ directory: one, name, segments: [segment] }, other);
    assert.deepEqual([linked.directory, fileOfSegment(segment)], [other, linked]);
    assert.deepEqual(fs.readdirSync(other), [name]);
  }
  assert.equal(finish(isWhole(other, name)), true);
  fs.rmSync(path.join(other, name));
  fs.writeFileSync(path.join(other, name), 'else');
  assert.equal(finish(isWhole(other, name)), false);
});
