import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { listCommit, readCommitted, resolveCommit } from '../../../src/workspace/git/gitObjects.ts';
import { git, gitEnvironment, writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

function committed(context: TestContext, files: Record<string, string | Buffer>) {
  const root = temporaryDirectory(context);
  const env = gitEnvironment(root);
  const run = (...args: readonly string[]) => git(root, env, ...args).trim();
  run('init', '-q');
  writeTree(root, files);
  run('add', '-A');
  run('commit', '-q', '-m', 'first');
  return { root, run, commit: run('rev-parse', 'HEAD') };
}

/** The texts of files by path, in the order in which they are passed, and the files that are missing. */
async function textsOf(directory: string, commit: string, files: Iterable<readonly [string, string]>, maxBytes = 1000) {
  const texts: [path: string, text: string | undefined][] = [];
  const missing = await readCommitted({ directory, commit, maxBytes }, [...files], ([name], text) => void texts.push([name, text]));
  return { texts, missing };
}

test('a name is resolved to its commit, and an error says why it cannot be', async (context) => {
  const { root, run, commit } = committed(context, { a: '1' });
  run('tag', '-a', 'v1', '-m', 'one');
  assert.equal(await resolveCommit(root, 'v1'), commit);
  assert.equal(await resolveCommit(root, commit.slice(0, 8)), commit);
  await assert.rejects(resolveCommit(root, 'nowhere'), /^Error: Cannot read commit "nowhere": there is none of that name$/);
  const blob = run('rev-parse', 'HEAD:a');
  await assert.rejects(resolveCommit(root, blob), (error: Error) => error.message.startsWith('Cannot read commit'));
  await assert.rejects(resolveCommit(root, '0'.repeat(40)), /: it is not in this repository; git fetch --unshallow/);
  const empty = temporaryDirectory(context);
  git(empty, gitEnvironment(empty), 'init', '-q');
  assert.equal(await resolveCommit(empty, 'HEAD'), undefined);
  await assert.rejects(resolveCommit(empty, 'main2'), /there is none of that name/);
});

test('the files of a commit below a folder, without links and submodules', async (context) => {
  const { root, run } = committed(context, { 'a.ts': '1', 'x/b.ts': '2', 'x/y/é\n': '3' });
  fs.symlinkSync('a.ts', path.join(root, 'link'));
  run('add', '-A');
  run('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  run('commit', '-q', '-m', 'second');
  const id = (name: string) => run('rev-parse', `HEAD:${name}`);
  assert.deepEqual([...(await listCommit(root, 'HEAD'))].sort(), [
    ['a.ts', id('a.ts')],
    ['x/b.ts', id('x/b.ts')],
    ['x/y/é\n', id('x/y/é\n')],
  ]);
  assert.deepEqual([...(await listCommit(path.join(root, 'x'), 'HEAD')).keys()].sort(), ['b.ts', 'y/é\n']);
  assert.deepEqual([...(await listCommit(root, 'HEAD', ['x/b.ts', 'missing'])).keys()], ['x/b.ts']);
  await assert.rejects(listCommit(root, 'nowhere'), /Cannot list the files of the commit: git reports/);
});

test('texts come in the order that is asked for; what is binary, large or no blob has none', async (context) => {
  const large = 'line\n'.repeat(60_000);
  const { root, run, commit } = committed(context, {
    ...{ a: 'one\n', empty: '', exact: 'x'.repeat(1000), more: 'x'.repeat(1001), large, binary: Buffer.of(0, 1, 2, 0, 255, 254) },
    'folder/b': 'two',
  });
  const files = await listCommit(root, commit);
  const wanted = ['folder/b', 'more', 'a', 'exact', 'binary', 'empty', 'large', 'a'].map(
    (name) => [name, files.get(name) as string] as const,
  );
  const { texts, missing } = await textsOf(root, commit, [
    ...wanted,
    ['folder', run('rev-parse', 'HEAD:folder')],
    ['last', files.get('a') as string],
  ]);
  assert.deepEqual(texts, [
    ['folder/b', 'two'],
    ['more', undefined],
    ['a', 'one\n'],
    ['exact', 'x'.repeat(1000)],
    ['binary', undefined],
    ['empty', ''],
    ['large', undefined],
    ['a', 'one\n'],
    ['folder', undefined],
    ['last', 'one\n'],
  ]);
  assert.deepEqual(missing, []);
  assert.equal((await textsOf(root, commit, [['large', files.get('large') as string]], 1 << 20)).texts[0]?.[1], large);
  assert.deepEqual(await textsOf(root, commit, []), { texts: [], missing: [] });
});

test('files whose contents the repository lacks are named, and the others are read', async (context) => {
  const { root, commit } = committed(context, { a: 'one', b: 'two', c: 'three' });
  const files = await listCommit(root, commit);
  const lost = files.get('b') as string;
  fs.rmSync(path.join(root, '.git/objects', lost.slice(0, 2), lost.slice(2)));
  const { texts, missing } = await textsOf(root, commit, files);
  assert.deepEqual(missing, ['b']);
  assert.deepEqual(Object.fromEntries(texts), { a: 'one', c: 'three' });
});

test('reading ends with the reason of its signal, or with an error of who uses the texts', async (context) => {
  const { root, commit } = committed(context, { a: 'one' });
  const files = [...(await listCommit(root, commit))];
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(
    readCommitted({ directory: root, commit, maxBytes: 9, signal }, files, () => undefined),
    /enough/,
  );
  const use = () => Promise.reject(new Error('no room'));
  await assert.rejects(readCommitted({ directory: root, commit, maxBytes: 9 }, files, use), /no room/);
});
