import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import type { DriftAnswer } from '../../../src/service/types/results.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { git, gitEnvironment } from '../../support/gitTrees.ts';
import { commandLine } from '../../support/programs.ts';
import { type WorkFolder, workFolder } from '../../support/workFolder.ts';

const files = {
  'src/server.ts': 'export function createServer(port: number): void {\n  listenOn(port);\n  announceIt(port);\n}\n',
  'src/main.ts': "import { createServer } from './server.ts';\n\ncreateServer(80);\n",
  'docs/guide.md': '# Guide\n\nCall `createServer` with a port.\n',
  'CHANGELOG.md': '# Changes\n\n- `createServer` takes a port\n',
};
const renamed = files['src/server.ts'].replace('createServer', 'openServer');

async function openService(t: { after(fn: () => Promise<void>): void }, root: string, runGit: boolean): Promise<Service> {
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit });
  await service.idle();
  return service;
}

function mentionsOf({ mentions }: DriftAnswer): string[] {
  return mentions.map(({ retired, path, line, where }) => `${where} ${path}:${line} ${retired.name} > ${retired.newName ?? '?'}`);
}

function commit(folder: WorkFolder): void {
  const env = gitEnvironment(folder.parent);
  git(folder.root, env, 'init', '-q');
  git(folder.root, env, 'add', '.');
  git(folder.root, env, 'commit', '-qm', 'one');
}

test('drift() compares the worktree with HEAD and sees a rename', async (t) => {
  const folder = workFolder(t, files);
  commit(folder);
  const service = await openService(t, realpathSync(folder.root), true);
  const ask = async (base?: string): Promise<DriftAnswer> => (await service.drift(folder.root, { base }))[0] ?? assert.fail();
  assert.deepEqual((await ask()).retired, []);

  folder.write('src/server.ts', renamed, 1000);
  await service.update(folder.root);
  const answer = await ask();
  assert.match(answer.since ?? '', /^[0-9a-f]{40}$/);
  assert.deepEqual(mentionsOf(answer), [
    'doc docs/guide.md:3 createServer > openServer',
    'code src/main.ts:1 createServer > openServer',
    'code src/main.ts:3 createServer > openServer',
  ]);

  folder.write('src/main.ts', "import { openServer } from './server.ts';\n\nopenServer(80);\n", 500);
  folder.write('docs/guide.md', '# Guide\n\nCall `openServer` with a port.\n', 500);
  await service.update(folder.root);
  assert.deepEqual(mentionsOf(await ask()), []);

  folder.remove('src/server.ts');
  await service.update(folder.root);
  assert.deepEqual(
    (await ask()).retired.map(({ name, newName }) => [name, newName]),
    [['createServer', undefined]],
  );
  await assert.rejects(ask('no-such-branch'), /Cannot read commit "no-such-branch": there is none of that name/);
  await assert.rejects(ask('--output=/tmp/x'), /Cannot read commit/);
});

test('drift() since an older commit names the commit that removed or renamed a name', async (t) => {
  const folder = workFolder(t, files);
  commit(folder);
  const env = gitEnvironment(folder.parent);
  const base = git(folder.root, env, 'rev-parse', 'HEAD').trim();
  folder.write('src/server.ts', renamed, 1000);
  git(folder.root, env, 'commit', '-qam', 'Servers are opened');
  folder.write('README.md', 'It `listens`.\n', 1000);
  git(folder.root, env, 'add', '.');
  git(folder.root, env, 'commit', '-qm', 'Say so');
  const service = await openService(t, realpathSync(folder.root), true);
  const [since] = await service.drift(folder.root, { base });
  assert.deepEqual([...new Set(since?.mentions.map(({ retired }) => retired.commit?.subject))], ['Servers are opened']);
  const args = ['drift', '--base', base, '--dir', folder.root, '--index', `${folder.parent}/i.index`, '--json'];
  const { stdout } = spawnSync(process.execPath, [commandLine, ...args], { encoding: 'utf8' });
  assert.equal(JSON.parse(stdout).mentions[0].commit.subject, 'Servers are opened');
});

test('drift() does not confuse the current content of a file with what was indexed', async (t) => {
  const folder = workFolder(t, files);
  commit(folder);
  folder.write('src/server.ts', renamed, 1000);
  const service = await openService(t, folder.root, true);
  // Reverted for a moment without the index noticing.
  folder.write('src/server.ts', files['src/server.ts']);
  await service.drift(folder.root);
  folder.write('src/server.ts', renamed, 1000);
  assert.equal((await service.drift(folder.root))[0]?.mentions.length, 3);
});

test('drift() of a subfolder of a repository, and of one without a commit', async (t) => {
  const folder = workFolder(t, {
    ...files,
    'deep/src/tool.py': 'def load_everything(path):\n    return path\n',
    'deep/README.md': 'Use `load_everything`.\n',
  });
  const env = gitEnvironment(folder.parent);
  git(folder.root, env, 'init', '-q');
  const whole = await openService(t, folder.root, true);
  assert.equal((await whole.drift(folder.root))[0]?.since, undefined);
  commit(folder);
  const service = await openService(t, `${folder.root}/deep`, true);
  folder.write('deep/src/tool.py', 'def load_all(path):\n    return path\n', 1000);
  await service.update(`${folder.root}/deep`);
  assert.deepEqual(mentionsOf((await service.drift())[0] ?? assert.fail()), ['doc README.md:1 load_everything > load_all']);
});

test('drift() without git compares with the folder as it was', async (t) => {
  const folder = workFolder(t, files);
  const service = await openService(t, folder.root, false);
  assert.deepEqual((await service.drift())[0]?.mentions, []);
  folder.write('src/server.ts', renamed, 1000);
  await service.update(folder.root);
  const answer = (await service.drift())[0] ?? assert.fail();
  assert.equal(answer.since, undefined);
  assert.deepEqual(mentionsOf(answer), [
    'doc docs/guide.md:3 createServer > ?',
    'code src/main.ts:1 createServer > ?',
    'code src/main.ts:3 createServer > ?',
  ]);
  await assert.rejects(service.drift(folder.root, { base: 'HEAD' }), /is in no git repository/);
});

/** A clone, with the given options, of a repository whose last commit renamed `createServer`. */
function cloned(folder: WorkFolder, ...options: string[]): string {
  const env = gitEnvironment(folder.parent);
  commit(folder);
  folder.write('src/server.ts', renamed);
  git(folder.root, env, 'commit', '-qam', 'two');
  git(folder.root, env, 'config', 'uploadpack.allowFilter', 'true');
  git(folder.parent, env, 'clone', '-q', ...options, `file://${folder.root}`, 'clone');
  return realpathSync(path.join(folder.parent, 'clone'));
}

function runDrift(root: string, ...args: string[]) {
  return spawnSync(process.execPath, [commandLine, 'drift', '--dir', root, '--index', `${root}.index`, '--json', ...args], {
    encoding: 'utf8',
  });
}

test('a shallow clone without the commit is reported', async (t) => {
  const folder = workFolder(t, files);
  const root = cloned(folder, '--depth', '1');
  const [old = ''] = git(folder.root, gitEnvironment(folder.parent), 'rev-parse', 'HEAD~1').split('\n');
  for (const [base, why] of [
    ['HEAD~1', /Cannot read commit "HEAD~1": there is none of that name; git fetch --unshallow gets the older commits/],
    [old, /Cannot read commit ".+": it is not in this repository; git fetch --unshallow gets the older commits/],
  ] as const) {
    const { status, stderr } = runDrift(root, '--base', base);
    assert.equal(status, 2, stderr);
    assert.match(stderr, why);
  }
});

test('a partial clone names the files that could not be compared', async (t) => {
  const folder = workFolder(t, files);
  const root = cloned(folder, '--filter=blob:none');
  const { status, stdout, stderr } = runDrift(root, '--base', 'HEAD~1');
  assert.equal(status, 2, stderr);
  assert.deepEqual(JSON.parse(stdout).missing, ['src/server.ts']);
  assert.match(
    stderr,
    /1 file of commit [0-9a-f]{12} could not be compared, since this repository lacks their contents: src\/server\.ts\. /,
  );
  // The suggested remedy works.
  git(root, gitEnvironment(folder.parent), 'diff', 'HEAD~1');
  const whole = runDrift(root, '--base', 'HEAD~1');
  assert.equal(whole.status, 1, whole.stderr);
  assert.deepEqual(JSON.parse(whole.stdout).missing, []);
});

test('missing objects of a damaged repository are reported, and the rest is compared', async (t) => {
  const folder = workFolder(t, { ...files, 'src/other.ts': 'export function closeServer(port: number): void {\n  shut(port);\n}\n' });
  commit(folder);
  const env = gitEnvironment(folder.parent);
  const objectOf = (name: string): string => {
    const id = git(folder.root, env, 'rev-parse', name).trim();
    return path.join(folder.root, '.git/objects', id.slice(0, 2), id.slice(2));
  };
  folder.write('src/server.ts', renamed, 1000);
  folder.remove('src/other.ts');
  rmSync(objectOf('HEAD:src/other.ts'));
  const service = await openService(t, realpathSync(folder.root), true);
  const [answer] = await service.drift(folder.root);
  assert.deepEqual(answer?.missing, ['src/other.ts']);
  assert.equal(answer?.mentions.length, 3);
  const { status, stderr } = runDrift(folder.root);
  assert.equal(status, 1);
  assert.match(stderr, /1 file of commit .* src\/other\.ts/);
  // Without the commit itself nothing can be compared, even if none was named.
  rmSync(objectOf('HEAD'));
  await assert.rejects(service.drift(folder.root), /Cannot read commit "HEAD": it is not in this repository; .*git fetch --refetch/);
  assert.equal(runDrift(folder.root).status, 2);
});

test('the thread is not blocked by a file of 1 MB, whatever has changed in it', async (t) => {
  const declared = (i: number): string =>
    `export function createServer${i}(port: number): void {\n  listenOn(port, ${i});\n  announce(port);\n}\n`;
  const source = Array.from({ length: 10_000 }, (_, i) => declared(i)).join('');
  const folder = workFolder(t, { 'src/server.ts': source, 'docs/guide.md': 'Call `createServer5`.\n' });
  commit(folder);
  folder.write('src/server.ts', source.replaceAll('createServer', 'openServer'));
  const service = await openService(t, realpathSync(folder.root), true);
  let maxMs = 0;
  let isOver = false;
  let last = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    maxMs = Math.max(maxMs, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const [answer] = await service.drift(folder.root);
  isOver = true;
  assert.deepEqual(mentionsOf(answer ?? assert.fail()), ['doc docs/guide.md:1 createServer5 > openServer5']);
  assert.equal(answer?.retired.length, 10_000);
  // In CPU time, since wall time grows on a busy machine. It once took minutes.
  assert.ok(maxMs < 250, `held for ${maxMs} ms`);
});

test('the command line exits with 1 if something is found, 0 if not, 2 if it could not look', (t) => {
  const folder = workFolder(t, files);
  const run = (...args: string[]) => {
    const all = [commandLine, 'drift', '--dir', folder.root, '--index', `${folder.parent}/i.index`, '--json', ...args];
    return spawnSync(process.execPath, all, { encoding: 'utf8' });
  };
  assert.equal(run().status, 2);
  commit(folder);
  assert.equal(run().status, 0);
  folder.write('src/server.ts', renamed, 1000);
  const found = run('--base', 'HEAD');
  assert.equal(found.status, 1);
  const { retired, mentions } = JSON.parse(found.stdout);
  assert.deepEqual(retired, [{ name: 'createServer', path: 'src/server.ts', line: 1, newName: 'openServer' }]);
  assert.equal(mentions.length, 3);
  assert.equal(mentions[0].path, 'docs/guide.md');
});
