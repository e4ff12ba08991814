import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { finish } from '../../../src/engine/util/steps.ts';
import { RecordWriter } from '../../../src/storage/arrays/recordLog.ts';
import { appendChange, createJournal, readJournal } from '../../../src/storage/segments/journal.ts';
import { changeOf, lexicons, rowOf, segmentOf } from '../../support/storeRows.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

/** A journal of two rows, to which a change was appended, and where each record ends. */
function written(context: TestContext) {
  const file = path.join(temporaryDirectory(context), 'journal-0');
  const writer = createJournal(file, [rowOf('a', 'one'), rowOf('b', 'two')], 'settings', [segmentOf({ a: 'one' })], lexicons);
  const begun = fs.statSync(file).size;
  appendChange(writer, changeOf({ c: 'three' }, ['a']), lexicons);
  return { file, writer, begun, end: fs.statSync(file).size };
}

const pathsOf = ({ records }: ReturnType<typeof readJournal>) =>
  records.map(({ files, removed, basis }) => [files.map((row) => row.path).join(), removed.join(), basis ?? ''].join(' '));

test('records are read in the order in which they were written, also from a place between them', (context) => {
  const { file, writer, begun, end } = written(context);
  const all = readJournal(file);
  assert.deepEqual(pathsOf(all), ['a,b  ', '  settings', 'c a ']);
  assert.deepEqual([all.end, all.isDamaged], [end, false]);
  assert.deepEqual(all.records[0]?.files, [rowOf('a', 'one'), rowOf('b', 'two')]);
  const stored = all.records.flatMap((record) => finish(record.segments(lexicons)));
  assert.deepEqual(
    stored.map(({ segment }) => segment.paths),
    [['a'], ['c']],
  );
  const later = readJournal(file, begun);
  assert.deepEqual([pathsOf(later), later.end], [['c a '], end]);
  assert.deepEqual(pathsOf(readJournal(file, end)), []);
  writer.close();
});

test('a record counts once it is whole; what follows it is no damage until it cannot be the beginning of one', (context) => {
  const { file, writer, begun, end } = written(context);
  writer.close();
  const bytes = fs.readFileSync(file);
  for (const [size, records] of [
    [end, 3],
    [end - 1, 2],
    [begun + 1, 2],
    [begun, 2],
  ] as const) {
    fs.writeFileSync(file, bytes.subarray(0, size));
    const read = readJournal(file);
    assert.deepEqual([read.records.length, read.end, read.isDamaged], [records, records === 3 ? end : begun, false], String(size));
  }
  fs.writeFileSync(
    file,
    bytes.map((byte, i) => (i === begun + 12 ? byte ^ 255 : byte)),
  );
  const damaged = readJournal(file);
  assert.deepEqual([damaged.records.length, damaged.end, damaged.isDamaged], [2, begun, true]);
});

test('a journal of another version has nothing', (context) => {
  const file = path.join(temporaryDirectory(context), 'journal-0');
  RecordWriter.create(file, 'other').close();
  assert.deepEqual(readJournal(file), { records: [], end: 0, isDamaged: true });
  fs.writeFileSync(file, '');
  assert.deepEqual(readJournal(file), { records: [], end: 0, isDamaged: false });
  assert.throws(() => readJournal(`${file}2`), { code: 'ENOENT' });
});

test('an opened journal goes on after its last whole record, and knows whether the file is its own', (context) => {
  const { file, writer, begun } = written(context);
  assert.equal(writer.isOwn, true);
  writer.close();
  const again = RecordWriter.open(file, begun);
  assert.equal(fs.statSync(file).size, begun);
  appendChange(again, changeOf({ d: 'four' }), lexicons);
  assert.equal(again.isOwn, true);
  fs.appendFileSync(file, 'x');
  assert.equal(again.isOwn, false);
  again.close();
  assert.deepEqual(pathsOf(readJournal(file)), ['a,b  ', '  settings', 'd  ']);
  if (process.platform !== 'win32') assert.equal(fs.statSync(file).mode & 0o777, 0o600);
});
