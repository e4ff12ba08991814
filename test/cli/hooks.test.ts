/** The files of `docs/hooks`, run unchanged on a repository. */

import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { git, gitEnvironment } from '../support/gitTrees.ts';
import { commandLine } from '../support/programs.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const hooks = path.join(root, 'docs/hooks');
const skip = process.platform === 'win32' && 'on Windows there is no POSIX shell';

const files = {
  'background.py': 'def add_task(name):\n    queue.append(name)\n    notify_worker(name)\n',
  'docs/queue.md': '# Queue\n\nCall `add_task` with a name.\n',
};
const renamed = files['background.py'].replace('add_task', 'enqueue_task');
const mark = /^docs\/queue\.md:3:7 +`add_task` no longer exists \(was in background\.py\); renamed to `enqueue_task`\?$/m;

test('the pre-commit hook rejects a commit that leaves a stale name, however it is made, and accepts all others', { skip }, (t) => {
  const { folder, env } = repository(t);
  const hook = path.join(folder.root, '.git/hooks/pre-commit');
  fs.mkdirSync(path.dirname(hook), { recursive: true });
  fs.copyFileSync(path.join(hooks, 'pre-commit'), hook);
  const commit = (cwd: string, ...args: string[]): SpawnSyncReturns<string> => {
    const started = performance.now();
    const result = spawnSync('git', ['commit', '-qm', 'next', ...args], { cwd, env, encoding: 'utf8' });
    assert.ok(performance.now() - started < 40_000, 'the commit waited for itself');
    return result;
  };
  const first = commit(folder.root);
  assert.deepEqual([first.status, first.stderr], [0, '']);

  folder.write('background.py', renamed, 0);
  for (const args of [['-a'], ['background.py']]) {
    const refused = commit(folder.root, ...args);
    assert.equal(refused.status, 1, refused.stderr);
    assert.match(refused.stderr, mark);
    assert.match(refused.stderr, /Mend these mentions, or commit with --no-verify\.\n$/);
  }
  git(folder.root, env, 'add', '-A');
  assert.equal(commit(folder.root).status, 1);
  folder.write('docs/queue.md', files['docs/queue.md'].replace('add_task', 'enqueue_task'), 0);
  const mended = commit(folder.root, '-a');
  assert.deepEqual([mended.status, mended.stderr], [0, '']);

  // In a worktree git names its directory in the environment.
  git(folder.root, env, 'worktree', 'add', '-q', '../tree');
  const tree = path.join(folder.parent, 'tree');
  fs.writeFileSync(path.join(tree, 'background.py'), files['background.py'].replace('add_task', 'submit_task'));
  const refused = commit(tree, '-a');
  assert.equal(refused.status, 1, refused.stderr);
  assert.match(refused.stderr, /`enqueue_task` no longer exists \(was in background\.py\); renamed to `submit_task`\?/);
  assert.equal(commit(tree, '-a', '--no-verify').status, 0);
});

test('the pre-commit hook accepts a commit if nothing can be compared, and says so', { skip }, (t) => {
  const { folder, env } = repository(t);
  git(folder.root, env, 'commit', '-qm', 'one');
  fs.mkdirSync(path.join(folder.root, '.git/hooks'), { recursive: true });
  fs.copyFileSync(path.join(hooks, 'pre-commit'), path.join(folder.root, '.git/hooks/pre-commit'));
  folder.write('background.py', renamed, 0);
  const { status, stderr } = spawnSync('git', ['commit', '-qam', 'two'], {
    cwd: folder.root,
    env: { ...env, MESHRAG: 'no-such-program' },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /no-such-program.*\nSo stale names were not looked for\.\n$/s);
});

test('the workflow fails for a branch that leaves a stale name, but not for names that were already gone', { skip }, (t) => {
  const { folder, env } = repository(t);
  git(folder.root, env, 'commit', '-qm', 'one');
  git(folder.root, env, 'checkout', '-qb', 'branch');
  folder.write('readme.md', '# Read me\n', 0);
  git(folder.root, env, 'add', '-A');
  git(folder.root, env, 'commit', '-qm', 'two');
  const [script] = scriptsIn('stale-names.yml');
  const run = () =>
    spawnSync('bash', ['-e', '-c', script as string], { cwd: folder.root, env: { ...env, BASE: 'main' }, encoding: 'utf8' });
  const clean = run();
  assert.equal(clean.status, 0, clean.stderr);
  folder.write('background.py', renamed, 0);
  git(folder.root, env, 'commit', '-qam', 'three');
  const found = run();
  assert.equal(found.status, 1, found.stderr);
  assert.match(found.stdout, mark);
  git(folder.root, env, 'branch', '-f', 'main');
  assert.equal(run().status, 0);
});

test('the workflow of the shared index exports an index that a clone finds in .git', { skip }, (t) => {
  const { folder, env } = repository(t);
  git(folder.root, env, 'commit', '-qm', 'one');
  const clone = path.join(folder.parent, 'clone');
  git(folder.parent, env, 'clone', '-q', folder.root, clone);
  const [script] = scriptsIn('shared-index.yml');
  const written = spawnSync('bash', ['-e', '-c', script as string], {
    cwd: folder.root,
    env: { ...env, RUNNER_TEMP: path.join(clone, '.git') },
    encoding: 'utf8',
  });
  assert.equal(written.status, 0, written.stderr);
  assert.match(written.stdout, /^Wrote .*\.git\/meshrag-index: 2 files of commit /);
  const { status, stderr } = spawnSync(process.execPath, [commandLine, 'index', clone], { env, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
});

/** The commands of a workflow's steps. */
function scriptsIn(name: string): string[] {
  const lines = fs.readFileSync(path.join(hooks, name), 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (!line.endsWith('run: |')) return [];
    const indent = line.indexOf('run:') + 2;
    const end = lines.findIndex((next, i) => i > at && next.trim() !== '' && next.search(/\S/) < indent);
    return [
      lines
        .slice(at + 1, end < 0 ? undefined : end)
        .map((next) => next.slice(indent))
        .join('\n'),
    ];
  });
}

/** A repository with `files` staged, and an environment in which `npx -y meshrag` and the hooks run this program. */
function repository(t: TestContext): { folder: WorkFolder; env: NodeJS.ProcessEnv } {
  const folder = workFolder(t, files);
  const bin = path.join(folder.parent, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'npx'), `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${commandLine}' "$@"\n`, { mode: 0o755 });
  const env = {
    ...gitEnvironment(folder.parent),
    PATH: `${bin}:${process.env.PATH}`,
    MESHRAG: 'npx -y meshrag',
    XDG_CACHE_HOME: path.join(folder.parent, 'cache'),
  };
  git(folder.root, env, 'init', '-qb', 'main');
  git(folder.root, env, 'add', '-A');
  return { folder, env };
}
