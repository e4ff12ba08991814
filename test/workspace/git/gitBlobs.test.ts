import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { BlobIds, unchangedBlobs } from '../../../src/workspace/git/gitBlobs.ts';
import { git, gitEnvironment, writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test('the id of an indexed content is that of git, empty once the file has changed, and computed once', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'x/a': 'one é\n', b: 'two' });
  const sha1 = git(root, gitEnvironment(root), 'hash-object', 'x/a').trim();
  const hashOf = (text: string) => hash('sha256', text, 'hex');
  const ids = new BlobIds(root);
  let yields = 0;
  const idOf = (name: string, text: string, like = sha1) => ids.of(name, hashOf(text), like, async () => void yields++);
  assert.equal(await idOf('x/a', 'one é\n'), sha1);
  assert.equal(await idOf('b', 'other'), '');
  assert.equal(await idOf('missing', 'other'), '');
  assert.equal(yields, 3);
  fs.rmSync(path.join(root, 'x/a'));
  assert.equal(await idOf('x/a', 'one é\n'), sha1);
  assert.equal(yields, 3);
  assert.equal(await idOf('b', 'two', '0'.repeat(64)), hashOf('blob 3\0two'));
});

test('the tracked files whose contents are as git last saw them', async (context) => {
  const root = temporaryDirectory(context);
  const env = gitEnvironment(root);
  const names = ['same', 'changed', 'removed', 'assumed', 'skipped', 'x/below', 'é\n'];
  git(root, env, 'init', '-q');
  writeTree(root, Object.fromEntries(names.map((name) => [name, `text of ${name}`])));
  fs.symlinkSync('same', path.join(root, 'link'));
  git(root, env, 'add', '-A');
  git(root, env, 'update-index', '--assume-unchanged', 'assumed');
  git(root, env, 'update-index', '--skip-worktree', 'skipped');
  writeTree(root, { changed: 'another text', untracked: '' });
  fs.rmSync(path.join(root, 'removed'));
  const id = (name: string) => git(root, env, 'hash-object', name).trim();
  assert.deepEqual([...(await unchangedBlobs(root))].sort(), [
    ['same', id('same')],
    ['x/below', id('x/below')],
    ['é\n', id('é\n')],
  ]);
  assert.deepEqual([...(await unchangedBlobs(path.join(root, 'x'))).keys()], ['below']);
});
