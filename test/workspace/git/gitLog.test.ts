import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Commit } from '../../../src/engine/past/past.ts';
import { headCommit, listLog, readLog } from '../../../src/workspace/git/gitLog.ts';
import { git, gitEnvironment, writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

function repository(context: TestContext) {
  const root = temporaryDirectory(context);
  const env = gitEnvironment(root);
  const run = (...args: readonly string[]) => git(root, env, ...args);
  run('init', '-q');
  const commit = (message: string, files: Record<string, string> = {}, date = 1_700_000_000): string => {
    writeTree(root, files);
    run('add', '-A');
    const dated = { ...env, GIT_COMMITTER_DATE: `${date} +0000`, GIT_AUTHOR_DATE: '1600000000 +0000' };
    git(root, dated, 'commit', '-q', '--allow-empty', '--cleanup=verbatim', '-m', message);
    return run('rev-parse', 'HEAD').trim();
  };
  return { root, run, commit };
}

async function read(root: string, ids: readonly string[]): Promise<readonly Commit[]> {
  const commits: Commit[] = [];
  for await (const some of readLog(root, ids)) commits.push(...some);
  return commits;
}

const lines = (word: string) => Array.from({ length: 30 }, (_, i) => `${word} ${i}\n`).join('');

test('the newest commits come first, merges are left out, and a repository may have none', async (context) => {
  const { root, run, commit } = repository(context);
  assert.deepEqual(await listLog(root, 10), { ids: [], isShallow: false });
  assert.equal(await headCommit(root), undefined);
  const first = commit('first', { a: '1' }, 1_700_000_001);
  run('checkout', '-q', '-b', 'side');
  const side = commit('side', { b: '1' }, 1_700_000_002);
  run('checkout', '-q', '-');
  const second = commit('second', { a: '2' }, 1_700_000_003);
  run('merge', '-q', '--no-ff', '-m', 'merge', 'side');
  assert.deepEqual((await listLog(root, 10)).ids, [second, side, first]);
  assert.deepEqual((await listLog(root, 2)).ids, [second, side]);
  assert.equal(await headCommit(root), run('rev-parse', 'HEAD').trim());
  await assert.rejects(headCommit(path.join(root, 'missing')));
});

test('a commit has its date, its files and what became of them', async (context) => {
  const { root, run, commit } = repository(context);
  const first = commit('first', { 'a.ts': lines('a'), 'x/b.ts': lines('b'), 'c.ts': lines('c'), 'é\n.ts': 'e' }, 1_700_000_123);
  run('mv', 'a.ts', 'moved.ts');
  run('mv', 'x/b.ts', 'x/renamed.ts');
  fs.rmSync(path.join(root, 'c.ts'));
  const second = commit('second', { 'x/renamed.ts': `${lines('b')}more\n`, 'é\n.ts': 'other', 'new.ts': 'new' });
  const [newer, older] = await read(root, [second, first]);
  const byPath = (files: Commit['files'] | undefined) => [...(files ?? [])].sort((a, b) => (a.path < b.path ? -1 : 1));
  assert.deepEqual([older?.id, older?.date, older?.subject, older?.body], [first, 1_700_000_123, 'first', '']);
  assert.deepEqual(
    byPath(older?.files),
    ['a.ts', 'c.ts', 'x/b.ts', 'é\n.ts'].map((one) => ({ path: one, kind: 'added' })),
  );
  assert.deepEqual(byPath(newer?.files), [
    { path: 'c.ts', kind: 'removed' },
    { path: 'moved.ts', kind: 'moved', from: 'a.ts' },
    { path: 'new.ts', kind: 'added' },
    { path: 'x/renamed.ts', kind: 'renamed', from: 'x/b.ts' },
    { path: 'é\n.ts', kind: 'changed' },
  ]);
  const below = await read(path.join(root, 'x'), [second]);
  assert.deepEqual(below[0]?.files, [{ path: 'renamed.ts', kind: 'renamed', from: 'b.ts' }]);
});

test('of a message the subject and the body are kept up to a length, without people and secrets', async (context) => {
  const { root, commit } = repository(context);
  const token = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
  const cases: readonly [message: string, subject: string, body: string][] = [
    ['subject', 'subject', ''],
    ['subject\n\nfirst\n\n\n\nsecond\r\n\n', 'subject', 'first\n\nsecond'],
    ['subject\n\nwhy\n\nSigned-off-by: Ada <a@b>\n  Co-Authored-By: Ines <i@b>\n', 'subject', 'why'],
    [`${'s'.repeat(400)}\n\nbody`, 's'.repeat(300), 'body'],
    [`subject\n\n${'word '.repeat(1000)}`, 'subject', 'word '.repeat(400).trimEnd()],
    [`subject\n\n${'é'.repeat(60_000)}`, 'subject', 'é'.repeat(2000)],
  ];
  const ids = cases.map(([message]) => commit(message));
  const commits = await read(root, ids);
  for (const [i, [, subject, body]] of cases.entries()) assert.deepEqual([commits[i]?.subject, commits[i]?.body], [subject, body], subject);
  const [masked] = await read(root, [commit(`subject\n\nuse ${token} there`)]);
  assert.ok(masked?.body.startsWith('use ') && !masked.body.includes(token));
});

test('of a large commit a hundred files are kept, and none with a path that is too long', async (context) => {
  const { root, commit } = repository(context);
  const many = Object.fromEntries(Array.from({ length: 105 }, (_, i) => [`m${i}`, `${i}`]));
  const folder = `${'d'.repeat(199)}/`.repeat(5);
  const ids = [commit('many', many), commit('long', { [`${folder}x`]: '1', [`${folder}yy`.slice(1)]: '2', short: '3' })];
  const [large, long] = await read(root, ids);
  assert.equal(large?.files.length, 100);
  assert.deepEqual(
    long?.files.map((file) => file.path.length).sort((a, b) => a - b),
    [5],
  );
  const [fits] = await read(root, [commit('fits', { [folder.slice(0, -1).concat('x')]: '4' })]);
  assert.deepEqual(
    fits?.files.map((file) => file.path.length),
    [1000],
  );
});

test('where the repository lacks what tells the files of a commit, it has none', async (context) => {
  const { root, run, commit } = repository(context);
  const first = commit('first', { a: '1' });
  const second = commit('second', { 'x/a': '2' });
  const tree = run('rev-parse', `${second}:x`).trim();
  fs.rmSync(path.join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
  const commits = await read(root, [second, first]);
  assert.deepEqual(
    commits.map(({ subject, files }) => [subject, files.length]),
    [
      ['second', 0],
      ['first', 0],
    ],
  );
  await assert.rejects(read(root, ['0'.repeat(40)]), /Cannot read the history: git reports/);
});
