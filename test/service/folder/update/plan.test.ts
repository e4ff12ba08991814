import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Batch } from '../../../../src/service/folder/update/batch.ts';
import { FileTable } from '../../../../src/service/folder/update/fileTable.ts';
import { leaveOut } from '../../../../src/service/folder/update/plan.ts';
import { assertUnder, cpuMs } from '../../../support/quick.ts';

function tableOf(paths: readonly string[]): FileTable {
  const table = new FileTable();
  const times = { mtimeNs: 0n, ctimeNs: 0n, inode: 0n, indexedAtNs: 0n };
  for (const path of paths) table.put({ path, size: 1, ...times, content: { hash: 'a', language: 'b' } });
  return table;
}

/** The paths that are still known after the given ones were left out. */
function leftAfter(table: FileTable, paths: readonly string[]): string[] {
  const batch = new Batch();
  leaveOut(table, new Map(paths.map((path) => [path, undefined])), batch);
  batch.apply({ table, index: { has: () => false } as never, store: { commit: () => undefined } });
  return [...table.paths()].sort();
}

test('removing a path also removes what was below it, but no siblings', () => {
  const all = ['a/b.ts', 'a/c/d.ts', 'ab/c.ts', 'a.ts', 'x/a/b.ts'];
  assert.deepEqual(leftAfter(tableOf(all), ['a']), ['a.ts', 'ab/c.ts', 'x/a/b.ts']);
  assert.deepEqual(leftAfter(tableOf(all), ['a/c', 'a.ts', 'never']), ['a/b.ts', 'ab/c.ts', 'x/a/b.ts']);
  const many = Array.from({ length: 20 }, (_, i) => `never${i}`);
  assert.deepEqual(leftAfter(tableOf(all), ['a', ...many]), ['a.ts', 'ab/c.ts', 'x/a/b.ts']);
});

test('what is skipped is noted, even if it was known', () => {
  const table = tableOf(['a.ts', 'd/b.ts', 'd/c.ts']);
  const batch = new Batch();
  const directory = { path: 'd/', reason: 'ignored' } as const;
  leaveOut(
    table,
    new Map([...['d/b.ts', 'd/c.ts'].map((path) => [path, directory] as const), ['a.ts', { path: 'a.ts', reason: 'ignored' }]]),
    batch,
  );
  batch.apply({ table, index: { has: () => false } as never, store: { commit: () => undefined } });
  assert.deepEqual([...table.paths()], []);
  assert.deepEqual(
    table.skipped().map(({ path }) => path),
    ['a.ts', 'd/'],
  );
});

test('the cost of removing many files is linear in their number', async () => {
  const paths = Array.from({ length: 20_000 }, (_, i) => `src/part${i % 100}/file${i}.ts`);
  const table = tableOf(paths);
  // Scanning all files for each takes half a minute.
  await assertUnder(2000, 'the removal', () => cpuMs(() => assert.equal(leftAfter(table, paths.slice(0, 10_000)).length, 10_000)));
});
