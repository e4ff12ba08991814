import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Commit, type FileChange, Past } from '../../../src/engine/past/past.ts';
import { nextPast } from '../../../src/engine/past/pastBuilder.ts';
import { changedTogether } from '../../../src/engine/past/together.ts';
import { finish } from '../../../src/engine/util/steps.ts';

const changed = (path: string): FileChange => ({ path, kind: 'changed' });

/** One commit a line; a path `old > new` is a rename. */
function pastOf(...commits: readonly string[]): Past {
  const read = commits.map((line, i): Commit => {
    const files = line.split(' ').map((path): FileChange => {
      const [from = '', to] = path.split('>');
      return to === undefined ? changed(from) : { path: to, from, kind: 'renamed' };
    });
    return { id: `${i}`.padStart(40, '0'), date: 1000 + i, subject: `Commit ${i}`, body: '', files };
  });
  return new Past(finish(nextPast(undefined, () => true, read)));
}

const together = (past: Past, paths: readonly string[], gone: readonly string[] = []) =>
  changedTogether(past, new Set(paths), (path) => !gone.includes(path)).map(
    ({ path, common, asked, newest }) => `${path} ${common}/${asked} ${past.commit(newest).subject}`,
  );

test('files of at least three common commits, a third of those that changed what is asked about, most first', () => {
  const past = pastOf('a b', 'a b c', 'a b c', 'a c d', 'a b d', 'd e', 'b c');
  assert.deepEqual(together(past, ['a']), ['b 4/5 Commit 4', 'c 3/5 Commit 3']);
  assert.deepEqual(together(past, ['d']), []);
  assert.deepEqual(together(past, ['a', 'b']), ['c 4/6 Commit 6']);
  const often = pastOf(...Array.from({ length: 10 }, (_, i) => (i < 3 ? 'a b' : 'a')), 'b');
  assert.deepEqual(together(often, ['a']), ['b 3/10 Commit 2']);
  assert.deepEqual(together(pastOf(...Array.from({ length: 11 }, (_, i) => (i < 3 ? 'a b' : 'a'))), ['a']), []);
});

test('renamed files count under their present paths, files that are gone do not, nor do sweeps', () => {
  const past = pastOf('old b', 'old b', 'old>a b>c', 'a c', 'a x', 'a x', 'a x');
  assert.deepEqual(together(past, ['a'], ['old', 'b', 'x']), ['c 4/7 Commit 3']);
  const sweep = `a b ${Array.from({ length: 29 }, (_, i) => `f${i}`).join(' ')}`;
  assert.deepEqual(together(pastOf(sweep, sweep, sweep, 'a b', 'a b'), ['a']), []);
});
