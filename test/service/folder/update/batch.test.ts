import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryIndex } from '../../../../src/engine/index/memoryIndex.ts';
import { analyzeColumns } from '../../../../src/engine/text/analyze.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { Batch, BatchPace } from '../../../../src/service/folder/update/batch.ts';
import { FileTable } from '../../../../src/service/folder/update/fileTable.ts';
import type { FileOutcome } from '../../../../src/service/folder/update/readFile.ts';
import type { FileRow, IndexStore } from '../../../../src/storage/store.ts';
import { lexicons } from '../../../support/memoryIndex.ts';

const language = languageOf('a.md');
const document = analyzeColumns('Of the tide.', language, lexicons);
const rowOf = (path: string, content: FileRow['content'] = { hash: 'h', language: language.name }): FileRow => ({
  ...{ path, size: 1, mtimeNs: 0n, ctimeNs: 0n, inode: 0n, indexedAtNs: 1n },
  content,
});
const read = (path: string): FileOutcome => ({ kind: 'row', row: rowOf(path), document });

/** A folder's state with what is stored of it. */
function state() {
  const commits: Parameters<IndexStore['commit']>[0][] = [];
  const data = {
    table: new FileTable(),
    index: new MemoryIndex(lexicons),
    store: { commit: (commit: (typeof commits)[number]) => void commits.push(commit) },
  };
  const apply = (outcomes: readonly FileOutcome[], basis?: string) => {
    const batch = new Batch();
    for (const outcome of outcomes) batch.add(outcome);
    const isChanged = batch.apply(data as never, basis);
    assert.deepEqual([batch.chunks, batch.removals, batch.outcomes], [0, 0, 0]);
    const stored = commits.splice(0);
    return {
      isChanged,
      stored: stored.map(({ files, removed, segments, basis }) => [files.map(({ path }) => path), removed, segments.length, basis]),
    };
  };
  return { ...data, apply };
}

test('what was read is listed, found and stored; what is gone is none of these', () => {
  const { table, index, apply } = state();
  assert.deepEqual(apply([read('a.md'), read('b.md')]), { isChanged: true, stored: [[['a.md', 'b.md'], [], 1, undefined]] });
  assert.deepEqual(
    [[...table.paths()], [...index.paths()]],
    [
      ['a.md', 'b.md'],
      ['a.md', 'b.md'],
    ],
  );
  assert.deepEqual(
    apply([
      { kind: 'gone', path: 'a.md' },
      { kind: 'gone', path: 'never.md' },
    ]),
    { isChanged: true, stored: [[[], ['a.md'], 0, undefined]] },
  );
  assert.deepEqual([[...table.paths()], [...index.paths()]], [['b.md'], ['b.md']]);
  assert.deepEqual(apply([{ kind: 'gone', path: 'a.md' }]), { isChanged: false, stored: [] });
  assert.deepEqual(apply([], 'settings'), { isChanged: false, stored: [[[], [], 0, 'settings']] });
  assert.deepEqual(apply([]), { isChanged: false, stored: [] });
});

test('a row without a document keeps the one that is known; one with a reason, or that is published, ends it', () => {
  const { index, apply } = state();
  apply(['a.md', 'b.md', 'c.md'].map(read));
  assert.deepEqual(apply([{ kind: 'row', row: rowOf('a.md') }]), { isChanged: false, stored: [[['a.md'], [], 0, undefined]] });
  assert.ok(index.has('a.md'));
  assert.deepEqual(apply([{ kind: 'row', row: rowOf('a.md', { reason: 'binary' }) }]), {
    isChanged: true,
    stored: [[['a.md'], [], 0, undefined]],
  });
  assert.deepEqual(apply([{ kind: 'row', row: rowOf('b.md'), found: 'published' }]), {
    isChanged: true,
    stored: [[['b.md'], [], 0, undefined]],
  });
  assert.deepEqual([...index.paths()], ['c.md']);
});

test('what must not be read is left out, and its row is removed from what is stored if there was one', () => {
  const { table, index, apply } = state();
  apply([read('a.md')]);
  const passed = (path: string): FileOutcome => ({ kind: 'passed', skipped: { path, reason: 'unreadable' } });
  assert.deepEqual(apply([passed('a.md'), passed('b.md')]), { isChanged: true, stored: [[[], ['a.md'], 0, undefined]] });
  assert.deepEqual([[...table.skippedPaths()], table.size, index.has('a.md')], [['a.md', 'b.md'], 0, false]);
  assert.deepEqual(apply([passed('b.md')]), { isChanged: false, stored: [] });
});

test('of several outcomes of a path the last counts, and none once it is forgotten', () => {
  const batch = new Batch();
  batch.add(read('a.md'));
  assert.deepEqual([batch.outcomes, batch.removals], [1, 0]);
  batch.remove('a.md');
  assert.deepEqual([batch.outcomes, batch.removals], [1, 1]);
  batch.add(read('a.md'));
  assert.deepEqual([batch.outcomes, batch.removals], [1, 0]);
  batch.remove('b.md');
  assert.equal(batch.outcomes, 2);
  batch.forget('a.md');
  batch.forget('b.md');
  assert.deepEqual([batch.outcomes, batch.removals], [0, 0]);
});

test('the chunks of a batch are those of its documents', () => {
  const batch = new Batch();
  batch.add(read('a.md'));
  batch.add(read('b.md'));
  batch.add({ kind: 'row', row: rowOf('c.md') });
  assert.equal(batch.chunks, 2);
});

test('batches grow from 256 chunks to 2048', () => {
  const pace = new BatchPace();
  const due = [256, 512, 1024, 2048, 2048].map((chunks) => [pace.isDue(chunks - 1), pace.isDue(chunks)]);
  assert.deepEqual(
    due,
    due.map(() => [false, true]),
  );
});
