import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createService } from '../../src/service/createService.ts';
import type { DriftAnswer } from '../../src/service/results.ts';
import type { Service } from '../../src/service/service.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { git, gitEnvironment } from '../support/gitTrees.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

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

function told({ mentions }: DriftAnswer): string[] {
  return mentions.map(({ retired, path, line, where }) => `${where} ${path}:${line} ${retired.name} > ${retired.newName ?? '?'}`);
}

function commit(folder: WorkFolder): void {
  const env = gitEnvironment(folder.beside);
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
  assert.deepEqual(told(answer), [
    'doc docs/guide.md:3 createServer > openServer',
    'code src/main.ts:1 createServer > openServer',
    'code src/main.ts:3 createServer > openServer',
  ]);

  folder.write('src/main.ts', "import { openServer } from './server.ts';\n\nopenServer(80);\n", 500);
  folder.write('docs/guide.md', '# Guide\n\nCall `openServer` with a port.\n', 500);
  await service.update(folder.root);
  assert.deepEqual(told(await ask()), []);

  folder.remove('src/server.ts');
  await service.update(folder.root);
  assert.deepEqual(
    (await ask()).retired.map(({ name, newName }) => [name, newName]),
    [['createServer', undefined]],
  );
  await assert.rejects(ask('no-such-branch'), /Cannot read commit "no-such-branch": there is none of that name/);
  await assert.rejects(ask('--output=/tmp/x'), /Cannot read commit/);
});

test('drift() does not take what a file has become since for what was indexed', async (t) => {
  const folder = workFolder(t, files);
  commit(folder);
  folder.write('src/server.ts', renamed, 1000);
  const service = await openService(t, folder.root, true);
  // As committed for a moment, which the index does not hear of.
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
  const env = gitEnvironment(folder.beside);
  git(folder.root, env, 'init', '-q');
  const whole = await openService(t, folder.root, true);
  assert.equal((await whole.drift(folder.root))[0]?.since, undefined);
  commit(folder);
  const service = await openService(t, `${folder.root}/deep`, true);
  folder.write('deep/src/tool.py', 'def load_all(path):\n    return path\n', 1000);
  await service.update(`${folder.root}/deep`);
  assert.deepEqual(told((await service.drift())[0] ?? assert.fail()), ['doc README.md:1 load_everything > load_all']);
});

test('drift() without git compares with the folder as it was', async (t) => {
  const folder = workFolder(t, files);
  const service = await openService(t, folder.root, false);
  assert.deepEqual((await service.drift())[0]?.mentions, []);
  folder.write('src/server.ts', renamed, 1000);
  await service.update(folder.root);
  const answer = (await service.drift())[0] ?? assert.fail();
  assert.equal(answer.since, undefined);
  assert.deepEqual(told(answer), [
    'doc docs/guide.md:3 createServer > ?',
    'code src/main.ts:1 createServer > ?',
    'code src/main.ts:3 createServer > ?',
  ]);
  await assert.rejects(service.drift(folder.root, { base: 'HEAD' }), /lies in no git repository/);
});

test('the command line ends with 1 where something is found, 0 where not, 2 where it could not look', (t) => {
  const folder = workFolder(t, files);
  const run = (...args: string[]) => {
    const entry = path.join(import.meta.dirname, '../../src/cli/main.ts');
    const all = [entry, 'drift', '--dir', folder.root, '--index', `${folder.beside}/i.sqlite`, '--json', ...args];
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
