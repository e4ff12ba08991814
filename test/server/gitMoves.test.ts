/** What git does to a folder is one change: a switch of branches, a rebase, a stash. Real git, and the server with an editor's watcher. */

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { reportRequest } from '../../src/protocol/server.ts';
import { gitEnvironment } from '../support/gitTrees.ts';
import { rounds } from '../support/sample.ts';
import { until } from '../support/until.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';
import { equalsRebuilt, found, openWindow } from './folderWindow.ts';
import { type LspClient, uriOf } from './lspClient.ts';

const switched = rounds(600, 2000);

test(`a switch of ${switched} files is one change, and nothing of the old branch is found after it`, async (t) => {
  const { folder, git } = repository(t);
  const unit = (i: number, word: string) => `/** The ${word} of unit ${i}. */\nexport function ${word}${i}() {\n  return ${i};\n}\n`;
  for (let i = 0; i < switched; i++) folder.write(`src/part${i % 40}/unit${i}.ts`, unit(i, 'windlass'));
  folder.write('README.md', '# Kept\n\nThe windlass stays here.\n');
  git('add', '-A');
  git('commit', '-qm', 'one');
  git('switch', '-qc', 'other');
  for (let i = 0; i < switched; i++) folder.write(`src/part${i % 40}/unit${i}.ts`, unit(i, 'capstan'));
  for (let i = 0; i < 50; i++) folder.remove(`src/part${i % 40}/unit${i}.ts`);
  git('add', '-A');
  git('commit', '-qm', 'two');
  git('switch', '-q', 'main');

  const client = await openWindow(t, folder);
  assert.equal((await found(client, 'windlass')).length, 10);
  const before = updatesIn(client);
  const reporting = reportAll(client, folder);
  await promisify(execFile)('git', ['switch', '-q', 'other'], { cwd: folder.root, env: gitEnvironment(folder.parent) });
  // Asked at once, before the files are read.
  for (let n = 0; n < 20; n++) {
    assert.deepEqual(
      (await found(client, 'windlass')).filter((file) => file !== 'README.md'),
      [],
      `asked for the ${n}th time`,
    );
  }
  reporting.stop();
  const { git: change } = await settled(client);
  assert.deepEqual(change, { kind: 'branch', name: 'other', files: switched });
  assert.ok(updatesIn(client) - before <= 2, `${updatesIn(client) - before} updates read files`);
  assert.equal((await found(client, 'capstan')).length, 10);

  git('switch', '-q', 'main');
  assert.deepEqual(await found(client, 'capstan'), []);
  assert.deepEqual((await settled(client)).git, { kind: 'branch', name: 'main', files: switched });
  assert.equal((await found(client, 'windlass')).length, 10);
  // After it has ended: files that git has just written are read again by the writer of the index, not by followers.
  await client.stop();
  await equalsRebuilt(folder);
});

test('a rebase and a stash are one change each', async (t) => {
  const { folder, git } = repository(t);
  folder.write('README.md', '# Harbour\n');
  git('add', '-A');
  git('commit', '-qm', 'start');
  git('switch', '-qc', 'topic');
  for (let i = 0; i < 6; i++) {
    folder.write(`topic${i}.md`, `# Topic ${i}\n\nThe bollard of topic ${i}.\n`);
    git('add', '-A');
    git('commit', '-qm', `topic ${i}`);
  }
  git('switch', '-q', 'main');
  for (let i = 0; i < 30; i++) folder.write(`main${i}.md`, `# Main ${i}\n\nThe fairlead of main ${i}.\n`);
  git('add', '-A');
  git('commit', '-qm', 'main');
  git('switch', '-q', 'topic');

  const client = await openWindow(t, folder);
  assert.deepEqual(await found(client, 'fairlead'), []);
  git('rebase', '-q', 'main');
  assert.equal((await found(client, 'fairlead')).length, 10);
  assert.deepEqual((await settled(client)).git, { kind: 'commit', name: 'topic', files: 30 });

  folder.write('topic1.md', '# Topic 1\n\nThe hawser is new here.\n');
  await client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(path.join(folder.root, 'topic1.md')), type: 2 }] });
  await until('the change', async () => (await found(client, 'hawser')).length > 0);
  git('stash', '-q');
  assert.deepEqual(await found(client, 'hawser'), []);
  assert.deepEqual((await settled(client)).git, { kind: 'files', name: 'topic', files: 1 });
  git('stash', 'pop', '-q');
  assert.deepEqual(await found(client, 'hawser'), ['topic1.md']);
  await client.stop();
  await equalsRebuilt(folder);
});

test('a repository that is created or removed while the folder is open is followed, without any other event', async (t) => {
  const { folder, git } = repository(t, false);
  folder.write('README.md', '# Harbour\n\nThe bollard holds.\n');
  folder.write('src/.env.log', 'nothing\n');
  folder.write('notes/own.md', '# Own\n\nThe sextant is mine alone.\n');
  const client = await openWindow(t, folder);
  assert.equal((await settled(client)).git, undefined);
  git('init', '-qb', 'main');
  folder.write('.git/info/exclude', 'notes/\n', 0);
  // Other rules apply now, without a question or a watcher event.
  await until('the excluded file to leave', async () => (await settled(client)).files === 1);
  assert.deepEqual(await found(client, 'sextant'), []);
  git('add', 'README.md');
  git('commit', '-qm', 'one');
  await switchAndBack(client, folder, git);

  // Elsewhere, making this folder a worktree of it: the directory is replaced by a file that points there.
  git('init', '-q', '--separate-git-dir', path.join(folder.parent, 'elsewhere.git'));
  assert.ok(fs.statSync(path.join(folder.root, '.git')).isFile());
  // While the directory is gone nothing is excluded; what comes in by that must have left, or it counts as part of the next change.
  await until('the excluded file to leave once more', async () => (await settled(client)).files === 1);
  await switchAndBack(client, folder, git);

  fs.rmSync(path.join(folder.root, '.git'));
  await until('the excluded file to come back', async () => (await found(client, 'sextant')).length > 0);
  await until('no report of git', async () => (await settled(client)).git === undefined);
  await client.stop();
  await equalsRebuilt(folder);
});

test('a clone into an open folder is one change', async (t) => {
  const origin = repository(t);
  for (let i = 0; i < 40; i++) origin.folder.write(`docs/topic${i}.md`, `# Topic ${i}\n\nThe hawser of topic ${i}.\n`);
  origin.git('add', '-A');
  origin.git('commit', '-qm', 'one');
  origin.git('switch', '-qc', 'other');
  origin.folder.remove('docs');
  origin.git('commit', '-qam', 'two');
  origin.git('switch', '-q', 'main');
  const { folder, git } = repository(t, false);
  const client = await openWindow(t, folder);
  git('clone', '-q', origin.folder.root, '.');
  assert.equal((await found(client, 'hawser')).length, 10);
  assert.deepEqual((await settled(client)).git, { kind: 'branch', name: 'main', files: 40 });
  git('switch', '-q', 'other');
  assert.deepEqual(await found(client, 'hawser'), []);
  assert.deepEqual((await settled(client)).git, { kind: 'branch', name: 'other', files: 40 });
  await client.stop();
  await equalsRebuilt(folder);
});

test('in Restricted Mode git is not run', async (t) => {
  const { folder, git } = repository(t);
  folder.write('README.md', '# Harbour\n');
  git('add', '-A');
  git('commit', '-qm', 'start');
  const bin = path.join(folder.parent, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'git'), `#!/bin/sh\ntouch ${path.join(folder.parent, 'git-was-run')}\n`, { mode: 0o755 });
  const ownPath = process.env.PATH;
  process.env.PATH = `${bin}${path.delimiter}${ownPath}`;
  t.after(() => {
    process.env.PATH = ownPath;
  });
  const client = await openWindow(t, folder);
  git('switch', '-qc', 'other');
  folder.write('README.md', '# Lighthouse\n');
  git('commit', '-qam', 'other');
  assert.deepEqual(await found(client, 'lighthouse'), ['README.md']);
  assert.ok(!fs.existsSync(path.join(folder.parent, 'git-was-run')));
});

/** Switches to a branch with another text of the one file, and back; each is a reported change. */
async function switchAndBack(client: LspClient, folder: WorkFolder, git: (...args: string[]) => void): Promise<void> {
  git('switch', '-qC', 'other');
  folder.write('README.md', '# Harbour\n\nThe capstan turns.\n');
  git('commit', '-qam', 'two');
  assert.deepEqual(await found(client, 'capstan'), ['README.md']);
  assert.deepEqual((await settled(client)).git, { kind: 'branch', name: 'other', files: 1 });
  git('switch', '-q', 'main');
  assert.deepEqual(await found(client, 'capstan'), []);
  assert.deepEqual((await settled(client)).git, { kind: 'branch', name: 'main', files: 1 });
}

/** A folder, by default already a repository, and a function to run git in it. */
function repository(t: TestContext, isNow = true): { folder: WorkFolder; git: (...args: string[]) => void } {
  const folder = workFolder(t);
  const env = gitEnvironment(folder.parent);
  const executable = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const git = (...args: string[]): void => void execFileSync(executable, args, { cwd: folder.root, env, stdio: 'ignore' });
  if (isNow) git('init', '-qb', 'main');
  return { folder, git };
}

/** Reports changes in the folder as they happen, in batches, like an editor's watcher. */
function reportAll(client: LspClient, folder: WorkFolder): { stop(): void } {
  const pending = new Set<string>();
  const watcher = fs.watch(folder.root, { recursive: true }, (_, name) => name && !name.startsWith('.git') && pending.add(name));
  const timer = setInterval(() => {
    const changes = [...pending].map((name) => ({ uri: uriOf(path.join(folder.root, name)), type: 2 }));
    pending.clear();
    if (changes.length > 0) client.notify('workspace/didChangeWatchedFiles', { changes });
  }, 75);
  return {
    stop() {
      watcher.close();
      clearInterval(timer);
    },
  };
}

/** Number of updates so far that reported having read files. */
function updatesIn(client: LspClient): number {
  const updates = client.statuses.flatMap(({ folders }) => folders.filter(({ filesRead, state }) => filesRead > 0 && state === 'ready'));
  return new Set(updates.map(({ lastUpdateAt }) => lastUpdateAt)).size;
}

async function settled(client: LspClient) {
  return until('the index to be up to date', async () => {
    const [folder] = (await client.ask(reportRequest, {})).folders;
    return folder?.state === 'ready' ? folder : undefined;
  });
}
