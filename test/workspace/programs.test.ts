import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { distrust, environmentFor, findProgram } from '../../src/workspace/programs.ts';
import { writeTree } from '../support/gitTrees.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const name = process.platform === 'win32' ? 'tool.exe' : 'tool';

/** A place with a program in each of some folders. */
function placed(context: TestContext, ...folders: readonly string[]) {
  const root = fs.realpathSync.native(temporaryDirectory(context));
  writeTree(root, Object.fromEntries(folders.map((folder) => [`${folder}/${name}`, ''])));
  const at = (folder: string) => path.join(root, folder);
  const env = (...entries: readonly string[]) => ({ PATH: entries.join(path.delimiter), OTHER: 'kept' });
  return { root, at, env, find: (...entries: readonly string[]) => findProgram('tool', env(...entries)) };
}

test('a program is the first of the PATH; relative folders and what is no file are passed over', (context) => {
  const { root, at, find } = placed(context, 'one', 'two');
  fs.mkdirSync(path.join(root, 'none', name), { recursive: true });
  assert.equal(find(at('two'), at('one')), path.join(at('two'), name));
  assert.equal(find(at('missing'), at('none'), at('one')), path.join(at('one'), name));
  assert.equal(find(path.relative(process.cwd(), at('one'))), undefined);
  assert.equal(find(''), undefined);
  assert.equal(findProgram('tool', {}), undefined);
});

test('a program in a folder that is read, or in a repository around it, is not run', (context) => {
  const { root, at, env, find } = placed(context, 'repository/bin', 'repository/folder/bin', 'outside', 'main/bin', 'linked/bin');
  writeTree(root, { 'repository/.git/HEAD': '', 'main/.git/worktrees/linked/HEAD': '' });
  fs.writeFileSync(at('linked/.git'), `gitdir: ${at('main/.git/worktrees/linked')}\n`);
  fs.symlinkSync(at('repository/bin'), at('link'));
  const all = [at('repository/bin'), at('repository/folder/bin'), at('link'), at('outside')];
  assert.equal(find(...all), path.join(at('repository/bin'), name));
  distrust(at('repository/folder'));
  assert.equal(find(...all), path.join(at('outside'), name));
  assert.equal(find(...all.slice(0, 3)), undefined);
  assert.deepEqual(environmentFor(env(...all)), { ...environmentFor({}), OTHER: 'kept', PATH: at('outside') });
  assert.equal(find(at('main/bin')), path.join(at('main/bin'), name));
  distrust(at('linked'));
  assert.equal(find(at('linked/bin'), at('main/bin')), undefined);
});

test('a link to a program in a folder that is read is not run either', { skip: process.platform === 'win32' }, (context) => {
  const { at, find } = placed(context, 'folder', 'outside');
  fs.rmSync(path.join(at('outside'), name));
  fs.symlinkSync(path.join(at('folder'), name), path.join(at('outside'), name));
  assert.equal(find(at('outside')), path.join(at('outside'), name));
  distrust(at('folder'));
  assert.equal(find(at('outside')), undefined);
});
