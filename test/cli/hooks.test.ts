/** The files of `docs/hooks` and the action, run unchanged on a repository. */

import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { git, gitEnvironment } from '../support/gitTrees.ts';
import { commandLine } from '../support/programs.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';
import { scriptsIn } from '../support/workflowSteps.ts';

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

test('the action comments at the line that mentions a renamed name, once, and fails', { skip }, async (t) => {
  const { folder, env } = repository(t);
  git(folder.root, env, 'commit', '-qm', 'one');
  git(folder.root, env, 'checkout', '-qb', 'branch');
  const api = await pullRequestApi(t);
  const event = path.join(folder.parent, 'event.json');
  fs.writeFileSync(event, JSON.stringify({ pull_request: { number: 7, head: { sha: 'abc' } } }));
  const scripts = scriptsIn(path.join(root, 'action.yml'));
  assert.equal(scripts.length, 2);
  /** The steps as they are written, with what the runner would set. */
  const run = async (more: NodeJS.ProcessEnv = {}) => {
    let result = { status: 0, stdout: '' };
    for (const script of scripts) {
      const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], {
        cwd: folder.root,
        env: {
          ...env,
          ...{ BASE: 'main', VERSION: 'latest', COMMENT: 'true', ACTION: root, RUNNER_TEMP: folder.parent },
          ...{ GITHUB_API_URL: api.url, GITHUB_EVENT_PATH: event, GITHUB_REPOSITORY: 'someone/tea', GITHUB_TOKEN: 'secret' },
          ...more,
        },
      });
      const [stdout, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
      result = { status, stdout };
      if (status !== 0) return result;
    }
    return result;
  };
  folder.write('readme.md', '# Read me\n', 0);
  git(folder.root, env, 'add', '-A');
  git(folder.root, env, 'commit', '-qm', 'two');
  assert.equal((await run()).status, 0);
  assert.equal(api.reviews.length, 0);

  // One mention is far from what the branch shows, the other one next to it.
  folder.write('background.py', renamed, 0);
  folder.write('docs/other.md', '# Other\n\nWith `add_task`: see the queue.\n', 0);
  git(folder.root, env, 'add', '-A');
  git(folder.root, env, 'commit', '-qm', 'three');
  const found = await run();
  assert.equal(found.status, 1);
  assert.match(
    found.stdout,
    /^::error file=docs\/queue\.md,line=3,col=7,endColumn=14,title=Stale name::`add_task` no longer exists \(was in `background\.py`, until `three`, [0-9a-f]{8}\); renamed to `enqueue_task`\?$/m,
  );
  const [review, ...more] = api.reviews;
  assert.deepEqual([more.length, review?.commit_id, review?.event], [0, 'abc', 'COMMENT']);
  assert.deepEqual(
    review?.comments.map(({ path, line, side }) => [path, line, side]),
    [['docs/other.md', 3, 'RIGHT']],
  );
  assert.match(
    review?.comments[0]?.body ?? '',
    /^`add_task` no longer exists .*\n\n```suggestion\nWith `enqueue_task`: see the queue\.\n```\n<!-- meshrag add_task /,
  );
  assert.match(review?.body ?? '', /- `docs\/queue\.md:3`: `add_task` no longer exists/);
  assert.deepEqual(api.tokens, ['Bearer secret']);

  // What was said is not said again; a token that may not write, and no wish for comments, leave the annotations.
  assert.equal((await run()).status, 1);
  assert.equal(api.reviews.length, 1);
  api.isReadOnly = true;
  folder.write('docs/third.md', 'Call `add_task`.\n', 0);
  git(folder.root, env, 'add', '-A');
  git(folder.root, env, 'commit', '-qm', 'four');
  const refused = await run();
  assert.equal(refused.status, 1);
  assert.match(refused.stdout, /^::notice::No comments were written: POST .* was answered with 403$/m);
  assert.doesNotMatch((await run({ COMMENT: 'false' })).stdout, /::notice/);
  git(folder.root, env, 'branch', '-f', 'main');
  assert.equal((await run()).status, 0);
});

interface Review {
  readonly commit_id: string;
  readonly event: string;
  readonly body: string;
  readonly comments: readonly { path: string; line: number; side: string; body: string }[];
}

/** The part of GitHub's interface that the action asks, for one pull request. */
async function pullRequestApi(t: TestContext) {
  const api = { url: '', reviews: [] as Review[], tokens: [] as string[], isReadOnly: false };
  const server = createServer(async (request, response) => {
    const [address = ''] = request.url?.split('?') ?? [];
    api.tokens = [...new Set([...api.tokens, request.headers.authorization ?? ''])];
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.method === 'POST' && address === '/repos/someone/tea/pulls/7/reviews') {
      const review: Review = JSON.parse(await text(request));
      if (api.isReadOnly) return answer(403, {});
      api.reviews.push(review);
      return answer(200, {});
    }
    if (address === '/repos/someone/tea/pulls/7/reviews') return answer(200, api.reviews);
    if (address === '/repos/someone/tea/pulls/7/comments')
      return answer(
        200,
        api.reviews.flatMap(({ comments }) => comments),
      );
    return answer(404, {});
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return api;
}

test('the workflow of the shared index exports an index that a clone finds in .git', { skip }, (t) => {
  const { folder, env } = repository(t);
  git(folder.root, env, 'commit', '-qm', 'one');
  const clone = path.join(folder.parent, 'clone');
  git(folder.parent, env, 'clone', '-q', folder.root, clone);
  const [script] = scriptsIn(path.join(hooks, 'shared-index.yml'));
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
