import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderLook } from '../../../src/workspace/files/folderLook.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { git, gitEnvironment, writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { describeFiles } from '../describe.ts';

const onWindows = process.platform === 'win32' ? 'on Windows nothing is kept' : false;
/** Longer than the timestamp granularity of the disk. */
const tickMs = 12;
/** A clock for which nothing is recent, so that everything may be cached. */
const lateClock = (): number => Date.now() + 3_600_000;

const paths = ['a.ts', 'x.log', 'src/a.ts', 'src/x.log', 'src/deep/a.ts', 'src/deep/er/x.log', 'other/a.ts', 'target/a.ts', 'sub/src/a.ts'];

/** Makes changes one by one; after each, a caching look must agree with a fresh one. */
async function compareAfter(context: TestContext, root: string, changes: readonly (() => unknown)[]): Promise<void> {
  const env = gitEnvironment(temporaryDirectory(context));
  const options = { env, runGit: true };
  const look = new FolderLook(root, defaultSettings, options, lateClock);
  await look.describe(paths);
  for (const change of changes) {
    await sleep(tickMs);
    change();
    const expected = await describeFiles(root, paths, defaultSettings, options);
    for (let again = 0; again < 2; again++) assert.deepEqual(await look.describe(paths), expected, String(change));
  }
}

function writeAll(root: string): void {
  writeTree(root, Object.fromEntries(paths.map((path) => [path, 'x'])));
}

test('a caching look sees every change of ignore files and directories', { skip: onWindows }, async (context) => {
  const root = temporaryDirectory(context);
  writeAll(root);
  const at = (path: string): string => join(root, path);
  const write = (path: string, text: string) => () => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  const remove = (path: string) => () => rmSync(at(path), { recursive: true });
  await compareAfter(context, root, [
    write('.gitignore', '*.log\n'),
    write('.gitignore', '*.lox\n'),
    write('src/.ignore', 'deep/\n'),
    write('src/.ignore', '!deep/\n'),
    write('src/deep/.meshragignore', 'a.ts'),
    write('src/deep/.meshragignore', 'b.ts'),
    remove('src/deep/.meshragignore'),
    remove('src/.ignore'),
    write('Cargo.toml', ''),
    remove('Cargo.toml'),
    write('src/pyvenv.cfg', ''),
    remove('src/pyvenv.cfg'),
    write('other/CACHEDIR.TAG', 'nothing'),
    write('other/CACHEDIR.TAG', 'Signature: 8a477f597d28d172789f06886806bc55'),
    remove('other/CACHEDIR.TAG'),
    () => renameSync(at('src'), at('moved')),
    () => symlinkSync('moved', at('src')),
    remove('src'),
    write('src', 'a file'),
    remove('src'),
    () => renameSync(at('moved'), at('src')),
    () => writeFileSync(at('src/a.ts'), 'longer than before'),
    remove('src/deep'),
    write('src/deep/a.ts', 'again'),
  ]);
});

test('a caching look notices changes of git settings', { skip: onWindows }, async (context) => {
  const home = temporaryDirectory(context);
  const root = join(home, 'repo/folder');
  writeAll(root);
  const repo = join(home, 'repo');
  const env = gitEnvironment(home);
  await compareAfter(context, root, [
    () => git(repo, env, 'init', '-q'),
    () => writeFileSync(join(repo, '.gitignore'), '*.log\n'),
    () => git(repo, env, 'add', '-f', 'folder/x.log'),
    () => git(repo, env, 'rm', '-q', '--cached', 'folder/x.log'),
    () => writeFileSync(join(repo, '.git/info/exclude'), 'other/\n'),
    () => git(repo, env, 'config', 'core.ignorecase', 'true'),
    () => writeFileSync(join(repo, '.gitignore'), '*.LOG\n'),
    () => git(repo, env, 'config', 'core.excludesFile', join(home, 'mine')),
    () => writeFileSync(join(home, 'mine'), 'src/\n'),
    () => rmSync(join(home, 'mine')),
    () => git(join(root, 'sub'), env, 'init', '-q'),
    () => writeFileSync(join(root, 'sub/.git/info/exclude'), 'src\n'),
    () => rmSync(join(root, 'sub/.git'), { recursive: true }),
    () => rmSync(join(repo, '.git'), { recursive: true }),
  ]);
});

test('what has just changed is checked again', async (context) => {
  const root = temporaryDirectory(context);
  writeAll(root);
  const look = new FolderLook(root, defaultSettings, { env: gitEnvironment(root) });
  for (const text of ['a.*\n', 'b.*\n', 'x.*\n', 'y.*\n']) {
    writeFileSync(join(root, '.gitignore'), text);
    assert.deepEqual(await look.describe(paths), await describeFiles(root, paths, defaultSettings, { env: gitEnvironment(root) }), text);
  }
});

test('forget() clears the cache, and a missing folder is named', async (context) => {
  const root = join(temporaryDirectory(context), 'f');
  writeAll(root);
  const look = new FolderLook(root, defaultSettings, { env: gitEnvironment(root) }, lateClock);
  const before = await look.describe(paths);
  look.forget();
  assert.deepEqual(await look.describe(paths), before);
  rmSync(root, { recursive: true });
  await assert.rejects(look.describe(paths), /Cannot list folder ".*f": it does not exist/);
});
