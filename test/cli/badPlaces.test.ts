/** Places that fail: a cache without permissions, an index used by two versions at once, a folder that is gone, a machine behind a proxy or offline. */

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { loopbackServer } from '../models/loopbackServer.ts';
import { commandLine } from '../support/programs.ts';
import { serveProxy, withoutProxy } from '../support/proxyServer.ts';
import { startMcp } from '../support/rawMcp.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { workFolder } from '../support/workFolder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const files = {
  'docs/tide.md': '# Tide\n\nThe tide turns at the sandbank twice a day.\n',
  'docs/quay.md': '# Quay\n\nShips moor at the quay.\n',
};
/** An unprivileged user, if this one may do everything. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

test('if the cache cannot be written, it answers and says where else the index can be kept', {
  skip: process.platform === 'win32' && 'on Windows there are no modes',
}, (t) => {
  const folder = workFolder(t, files);
  fs.chmodSync(folder.parent, 0o755);
  const cache = path.join(folder.parent, 'cache');
  fs.mkdirSync(cache);
  const env = { XDG_CACHE_HOME: cache };
  fs.chmodSync(cache, 0o555);
  for (const args of [['search', 'sandbank'], ['ask', 'Where does the tide turn?'], ['index']]) {
    const { status, stdout, stderr } = run([...args, '--dir', folder.root, '--json'], env, nobody);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^The index cannot be written \(E[A-Z]+\); changes are kept in memory\. --index DIR keeps it elsewhere\.\n$/);
    assert.match(stdout, args[0] === 'index' ? /"files":2/ : /docs\/tide\.md/);
  }
  assert.deepEqual(fs.readdirSync(cache), []);
  // What is stored there is used as far as it can be read.
  fs.chmodSync(cache, 0o755);
  assert.equal(run(['index', folder.root], env).status, 0);
  const before = contentsOf(cache);
  for (const name of fs.readdirSync(cache, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(cache, name);
    fs.chmodSync(file, fs.statSync(file).isDirectory() ? 0o555 : 0o444);
  }
  const { status, stdout } = run(['index', folder.root, '--json'], env, nobody);
  assert.deepEqual([status, JSON.parse(stdout).files], [0, 2]);
  assert.deepEqual(contentsOf(cache), before);
  for (const name of ['.', ...fs.readdirSync(cache, { recursive: true, encoding: 'utf8' })]) fs.chmodSync(path.join(cache, name), 0o755);
});

test('two versions on one index: the newcomer rebuilds it or, while the other one runs, keeps its own in memory; nothing is lost', async (t) => {
  const folder = workFolder(t, files);
  const cache = path.join(folder.parent, 'cache');
  const other = otherVersion(t);
  const ask = (program: string) => run(['search', 'sandbank', '--dir', folder.root, '--json'], { XDG_CACHE_HOME: cache }, {}, program);
  const found = ({ stdout }: { stdout: string }): string => JSON.parse(stdout).results[0].path;
  assert.equal(found(ask(commandLine)), 'docs/tide.md');
  const taken = ask(other);
  assert.deepEqual([taken.stderr, found(taken)], ['The index was written by another version and has been rebuilt.\n', 'docs/tide.md']);
  assert.deepEqual([ask(other).stderr, ask(commandLine).stderr], ['', 'The index was written by another version and has been rebuilt.\n']);

  const server = await startMcp(folder);
  server.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'mesh_search', arguments: { question: 'tide' } } })}\n`,
  );
  await server.next('an answer', ({ id }) => id === 1);
  const answered = ask(other);
  assert.match(
    answered.stderr,
    /^A program of another version, such as an editor window, maintains this index; here it is kept in memory\.\n$/,
  );
  assert.equal(found(answered), 'docs/tide.md');
  await server.end();
  const last = ask(commandLine);
  assert.deepEqual([last.stderr, found(last)], ['', 'docs/tide.md']);
  assert.deepEqual(fs.globSync(path.join(cache, '**/*.aside*')), []);
});

test('a folder that is gone is named, its index is kept, and files that come back are not read again', (t) => {
  const folder = workFolder(t, files);
  const env = { XDG_CACHE_HOME: path.join(folder.parent, 'cache') };
  const away = path.join(folder.parent, 'away');
  assert.equal(run(['index', folder.root], env).status, 0);
  fs.renameSync(folder.root, away);
  for (const args of [['search', 'tide'], ['ask', 'tide'], ['index'], ['drift'], ['export', 'x'], ['import', 'x']]) {
    const { status, stderr } = run([...args, '--dir', folder.root], env);
    assert.equal(status, 1, `${args}`);
    assert.match(stderr, /^meshrag: Cannot open folder ".*folder": it does not exist\n$/, `${args}`);
  }
  // A working directory that was removed.
  const gone = path.join(folder.parent, 'gone');
  fs.mkdirSync(gone);
  const removed = spawnSync('sh', ['-c', 'rmdir "$PWD" && exec "$@"', 'sh', process.execPath, commandLine, 'search', 'tide'], {
    cwd: gone,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  assert.deepEqual([removed.status, removed.stderr], [1, 'meshrag: Cannot open folder ".": it does not exist\n']);
  fs.renameSync(away, folder.root);
  const { filesRead, filesUnchanged } = JSON.parse(run(['index', folder.root, '--json'], env).stdout);
  assert.deepEqual([filesRead, filesUnchanged], [0, 2]);
});

test('behind a proxy a model is reached as Node is configured; if it cannot be, the sentence says what to do', async (t) => {
  const folder = workFolder(t, files);
  const model = await loopbackServer(t);
  model.answer = 'Twice a day [1].';
  const { port } = new URL(model.endpoint);
  const { address: HTTP_PROXY, seen } = await serveProxy(t, Number(port));
  const args = ['ask', 'How often does the tide turn?', '--dir', folder.root, '--model', 'well', '--endpoint', 'http://model.invalid/v1'];
  const asked = async (env: NodeJS.ProcessEnv): Promise<{ status: number; stdout: string; stderr: string }> => {
    const child = spawn(process.execPath, [commandLine, ...args, '--text'], {
      env: { ...withoutProxy(), XDG_CACHE_HOME: path.join(folder.parent, 'cache'), MESHRAG_API_KEY: 'right-key', ...env },
    });
    const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { status, stdout, stderr };
  };
  const through = await asked({ HTTP_PROXY, NODE_USE_ENV_PROXY: '1' });
  assert.equal(through.status, 0, through.stderr);
  assert.match(through.stdout, /Twice a day \[1\]/);
  assert.match(seen[0] ?? '', /model\.invalid/);

  const direct = await asked({ HTTP_PROXY });
  assert.equal(direct.status, 1);
  assert.match(direct.stderr, /Cannot reach http:\/\/model\.invalid\/v1 \(E[A-Z_]+\): check that it runs and that the address is right\./);
  assert.match(
    direct.stderr,
    /HTTP_PROXY is set and not used: NODE_USE_ENV_PROXY=1 makes Node go through it\. The answer is quoted, which needs no network\./,
  );

  const offline = await asked({});
  assert.equal(offline.status, 1);
  assert.match(offline.stderr, /Cannot reach .*\. The answer is quoted, which needs no network\.\n$/);
  assert.equal(seen.length > 0, true);
});

/** Sizes and times of the files below a directory. */
function contentsOf(directory: string): string[] {
  return fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(directory, name)).isFile())
    .map((name) => `${name} ${fs.statSync(path.join(directory, name)).size} ${fs.statSync(path.join(directory, name)).mtimeMs}`)
    .sort();
}

/** The command line of a version whose analysis differs from this one's. */
function otherVersion(t: TestContext): string {
  const copy = temporaryDirectory(t);
  fs.cpSync(path.join(root, 'src'), path.join(copy, 'src'), { recursive: true });
  fs.copyFileSync(path.join(root, 'package.json'), path.join(copy, 'package.json'));
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  const version = path.join(copy, 'src/engine/version.ts');
  fs.writeFileSync(version, fs.readFileSync(version, 'utf8').replace(/'[0-9a-f]+'/g, "'other'"));
  return path.join(copy, 'src/cli/start.ts');
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  user: { uid?: number; gid?: number } = {},
  program = commandLine,
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', input: '', env: { ...process.env, ...env }, ...user });
}
