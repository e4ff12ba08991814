import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { type ListOptions, listFolder } from '../../../src/workspace/files/walk.ts';
import { affectsRules } from '../../../src/workspace/ignore/folderRules.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { bareSettings, git, gitEnvironment, writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { describeFile } from '../describe.ts';

async function paths(root: string, options: ListOptions, settings = bareSettings): Promise<string[]> {
  return (await listFolder(root, settings, options)).files.map((file) => file.path).filter((path) => !/(^|\/)\.(git|mesh)\w+$/.test(path));
}

function newRepository(context: TestContext, files: Record<string, string>): { home: string; root: string; env: NodeJS.ProcessEnv } {
  const home = temporaryDirectory(context);
  const env = gitEnvironment(home);
  const root = join(home, 'repository');
  writeTree(root, files);
  git(root, env, 'init', '-q');
  return { home, root, env };
}

test('.git/info/exclude, core.excludesFile and its default place count, the nearer one first', async (context) => {
  const { home, root, env } = newRepository(context, { 'a.one': '', 'a.two': '', 'a.three': '', 'a.four': '' });
  writeTree(home, { '.config/git/ignore': '*.one\n*.two\n', 'other/ignore': '*.four\n*.one\n' });
  assert.deepEqual(await paths(root, { env }), ['a.four', 'a.three']);
  writeFileSync(join(root, '.git/info/exclude'), '!*.two\n*.three\n');
  assert.deepEqual(await paths(root, { env }), ['a.four', 'a.two']);
  writeFileSync(join(root, '.gitignore'), '!*.three\n');
  assert.deepEqual(await paths(root, { env }), ['a.four', 'a.three', 'a.two']);
  git(root, env, 'config', '--global', 'core.excludesFile', '~/other/ignore');
  assert.deepEqual(await paths(root, { env }), ['a.three', 'a.two']);
  assert.deepEqual(await paths(root, { env: { ...env, XDG_CONFIG_HOME: join(home, 'other') } }), ['a.three', 'a.two']);
});

test('the ignore files of the parent folders up to the root of the repository count, and none above', async (context) => {
  const { home, root, env } = newRepository(context, {
    '.gitignore': '*.log\n/sub/deep/anchored\nsub/deep/*/x\n',
    'sub/.gitignore': '!keep.log\n',
    'sub/.ignore': '*.bak\n',
    'sub/deep/a.log': '',
    'sub/deep/keep.log': '',
    'sub/deep/anchored': '',
    'sub/deep/y/x': '',
    'sub/deep/y/anchored': '',
    'sub/deep/z.bak': '',
    'sub/deep/kept.ts': '',
  });
  writeFileSync(join(home, '.gitignore'), '*.ts\n');
  assert.deepEqual(await paths(join(root, 'sub/deep'), { env }), ['keep.log', 'kept.ts', 'y/anchored']);
});

test('without a repository the ignore files in the folder count', async (context) => {
  const home = temporaryDirectory(context);
  writeTree(home, {
    '.gitignore': 'above',
    'f/.gitignore': '*.log',
    'f/a.log': '',
    'f/above': '',
    'f/x/.gitignore': '!a.log',
    'f/x/a.log': '',
  });
  assert.deepEqual(await paths(join(home, 'f'), { env: gitEnvironment(home) }), ['above', 'x/a.log']);
});

test('an ignore file that is a link is not followed, as in git', async (context) => {
  const { home, root, env } = newRepository(context, { 'a.log': '' });
  writeFileSync(join(home, 'rules'), '*.log');
  symlinkSync(join(home, 'rules'), join(root, '.gitignore'));
  assert.deepEqual(await paths(root, { env }), ['a.log']);
});

test('tracked files stay although they are ignored, if git may run', async (context) => {
  const { root, env } = newRepository(context, {
    '.gitignore': 'build/\n*.log\n',
    'build/tracked.ts': '',
    'build/deep/tracked.ts': '',
    'build/other.ts': '',
    'build/deeper/other.ts': '',
    'kept.log': '',
    'other.log': '',
  });
  git(root, env, 'add', '-f', 'build/tracked.ts', 'build/deep/tracked.ts', 'kept.log');
  assert.deepEqual(await paths(root, { env, runGit: true }), ['build/deep/tracked.ts', 'build/tracked.ts', 'kept.log']);
  assert.deepEqual(await paths(join(root, 'build'), { env, runGit: true }), [
    'deep/tracked.ts',
    'deeper/other.ts',
    'other.ts',
    'tracked.ts',
  ]);
  assert.deepEqual(await paths(root, { env }), []);
  git(root, env, 'add', '-f', 'other.log');
  assert.equal(
    'reason' in ((await describeFile(root, 'other.log', bareSettings, { env, runGit: true })) ?? {}),
    false,
    'the index of git is read again',
  );
  writeFileSync(join(root, '.meshragignore'), 'tracked.ts\n');
  assert.deepEqual(await paths(root, { env, runGit: true }), ['kept.log', 'other.log'], '.meshragignore goes for tracked files too');
});

test('without git everything else works, and the listing reports what is missing', async (context) => {
  const { root, env } = newRepository(context, { '.gitignore': '*.log', 'a.log': '', 'b.ts': '' });
  git(root, env, 'add', '-f', '.');
  const listing = await listFolder(root, bareSettings, { env: { ...env, PATH: '/nowhere' }, runGit: true });
  assert.deepEqual(
    listing.files.map((file) => file.path),
    ['.gitignore', 'b.ts'],
  );
  assert.match(textOf(listing.problems), /no git on the PATH/);
});

test('the configuration of a repository cannot make git run programs', async (context) => {
  const { home, root, env } = newRepository(context, { '.gitignore': '*.log', 'a.log': '' });
  git(root, env, 'add', '-f', '.');
  const proof = join(home, 'ran');
  writeTree(home, { 'evil.sh': `#!/bin/sh\ntouch ${proof}\n` });
  git(root, env, 'config', 'core.fsmonitor', `sh ${join(home, 'evil.sh')}`);
  git(root, env, 'config', 'core.hooksPath', home);
  assert.deepEqual(await paths(root, { env: { ...env, GIT_INDEX_FILE: '/nowhere' }, runGit: true }), ['a.log']);
  assert.equal(existsSync(proof), false);
});

test('.meshragignore takes precedence over .ignore, which takes precedence over .gitignore', async (context) => {
  const { root, env } = newRepository(context, {
    '.gitignore': 'a\nb\nc\ndir/\n',
    '.ignore': '!b\n!c\n!dir/\nd\n',
    'x/.gitignore': '!a\n',
    '.meshragignore': 'c\n!d\n',
    ...Object.fromEntries(['a', 'b', 'c', 'd', 'dir/e', 'x/a', 'x/b', 'x/c', 'x/d'].map((path) => [path, ''])),
  });
  assert.deepEqual(await paths(root, { env }), ['.ignore', 'b', 'd', 'dir/e', 'x/a', 'x/b', 'x/d']);
  const off = { ...bareSettings, useIgnoreFiles: false };
  assert.deepEqual(await paths(root, { env }, off), ['.ignore', 'a', 'b', 'd', 'dir/e', 'x/a', 'x/b', 'x/d']);
});

test('a nested repository and a submodule have their own rules; a second worktree and a bare repository are left out', async (context) => {
  const { home, root, env } = newRepository(context, { '.gitignore': '*.log\nhidden/\n', 'a.log': '', 'b.ts': '' });
  const nestedFiles = { '.gitignore': '*.ts\n', 'a.log': '', 'b.ts': '', 'tracked.ts': '' };
  writeTree(root, { ...Object.fromEntries(Object.entries(nestedFiles).map(([path, text]) => [`nested/${path}`, text])), 'hidden/x': '' });
  git(join(root, 'nested'), env, 'init', '-q');
  git(join(root, 'nested'), env, 'add', '-f', 'tracked.ts');
  writeFileSync(join(root, 'nested/.git/info/exclude'), 'excluded\n');
  writeFileSync(join(root, 'nested/excluded'), '');
  const library = join(home, 'library');
  writeTree(library, { 'kept.log': '', 'lib.c': '' });
  git(library, env, 'init', '-q');
  git(library, env, 'add', '.');
  git(library, env, 'commit', '-qm', 'x');
  git(root, env, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '-f', library, 'modules.log');
  git(root, env, 'add', 'b.ts');
  git(root, env, 'commit', '-qm', 'x');
  git(root, env, 'worktree', 'add', '-q', join(root, 'second'));
  git(root, env, 'init', '-q', '--bare', 'store');
  const listing = await listFolder(root, bareSettings, { env, runGit: true });
  const found = listing.files.map((file) => file.path).filter((path) => !path.includes('.git'));
  assert.deepEqual(found, ['b.ts', 'modules.log/kept.log', 'modules.log/lib.c', 'nested/a.log', 'nested/tracked.ts']);
  const nested = listing.skipped.filter((skipped) => skipped.reason === 'nested repository').map((skipped) => skipped.path);
  assert.deepEqual(nested, ['second/', 'store/']);
  const worktree = await listFolder(join(root, 'second'), bareSettings, { env, runGit: true });
  assert.ok(
    worktree.files.some((file) => file.path === 'b.ts'),
    'a worktree that is opened itself is indexed',
  );
});

test('core.ignorecase and core.excludesFile are found through include files and worktree configuration', async (context) => {
  const { home, root, env } = newRepository(context, { '.gitignore': 'ABC\n', abc: '', 'x.tmp': '' });
  assert.deepEqual(await paths(root, { env }), ['abc', 'x.tmp']);
  writeTree(home, { 'extra.conf': '[core]\n\tignoreCase = yes ; comment\n\texcludesFile = "~/ex\\\ncludes"\n', excludes: '*.TMP\n' });
  git(root, env, 'config', 'include.path', '../../extra.conf');
  assert.deepEqual(await paths(root, { env }), []);
});

test('globs of the settings narrow the folder', async (context) => {
  const root = temporaryDirectory(context);
  const env = gitEnvironment(root);
  writeTree(
    root,
    Object.fromEntries(['a.ts', 'b.md', 'src/a.ts', 'src/x/b.md', 'out/a.ts', 'docs/.hidden/c.md'].map((path) => [path, ''])),
  );
  const check = async (include: string[], exclude: string[], expected: string[]) =>
    assert.deepEqual(await paths(root, { env }, { ...bareSettings, include, exclude }), expected);
  await check([], ['out/**'], ['a.ts', 'b.md', 'docs/.hidden/c.md', 'src/a.ts', 'src/x/b.md']);
  await check([], ['**/{out,src}', 'docs/'], ['a.ts', 'b.md']);
  await check(['**/*.md'], ['docs'], ['b.md', 'src/x/b.md']);
  await check(['src'], ['**/*.md'], ['src/a.ts']);
  await check(['./src/x/*'], [], ['src/x/b.md']);
  const listing = await listFolder(root, { ...bareSettings, include: ['src/x/*'], exclude: ['out/**'] }, { env });
  assert.deepEqual(
    listing.skipped.map(({ path, detail }) => `${path} ${detail}`),
    [
      'a.ts no include glob matches',
      'b.md no include glob matches',
      'docs/ no include glob matches',
      'out/ exclude: out/**',
      'src/a.ts no include glob matches',
    ],
  );
  await assert.rejects(listFolder(root, { ...bareSettings, exclude: ['a'.repeat(70_000)] }, { env }), /Cannot use glob "a+"/);
});

test('a folder may add names of secret files, but remove none of the others', async (context) => {
  const root = temporaryDirectory(context);
  const paths = ['.env', 'own/tokens.txt', 'own/kept.txt', 'notes.md'];
  writeTree(root, Object.fromEntries(paths.map((path) => [path, 'x'])));
  const settings = { ...defaultSettings, moreSecretNames: ['own/*', '!own/kept.txt', '!.env'] };
  const { files, skipped } = await listFolder(root, settings, { env: gitEnvironment(root) });
  assert.deepEqual(files.map(({ path }) => path).sort(), ['notes.md', 'own/kept.txt']);
  assert.deepEqual(skipped.map(({ path, reason }) => [path, reason]).sort(), [
    ['.env', 'secret'],
    ['own/tokens.txt', 'secret'],
  ]);
});

test('the defaults leave out generated, data, dependency and secret files by name', async (context) => {
  const root = temporaryDirectory(context);
  const wanted: Record<string, string> = {
    'package-lock.json': 'generated',
    'web/app.min.js': 'generated',
    'web/App.MIN.css': 'generated',
    'web/app.js.map': 'generated',
    'test/a.snap': 'generated',
    'test/__snapshots__/x.txt': 'generated',
    'data/a.CSV': 'data',
    'data/b.tsv': 'data',
    'logo.svg': 'data',
    'node_modules/x/index.js': 'dependency',
    'env/pyvenv.cfg': 'dependency',
    'java/target/A.txt': 'dependency',
    'go/vendor/modules.txt': 'dependency',
    '.env': 'secret',
    '.env.local': 'secret',
    'deploy/server.PEM': 'secret',
    id_rsa: 'secret',
    'id_ed25519.pub': 'secret',
    '.npmrc': 'secret',
    'aws/credentials': 'secret',
    '.ssh/config': 'secret',
    'a/.docker/config.json': 'secret',
    'config/secrets.yaml': 'secret',
  };
  const kept = [
    '.env.example',
    'a/credentials.ts',
    'map.json',
    'java/pom.xml',
    'vendor/own.c',
    'target/own.c',
    'environment.ts',
    'keys.md',
    'lock.ts',
  ];
  writeTree(root, Object.fromEntries([...Object.keys(wanted), ...kept].map((path) => [path, 'x'])));
  writeTree(root, {
    'cargo/CACHEDIR.TAG': 'Signature: 8a477f597d28d172789f06886806bc55\n',
    'cargo/x.txt': '',
    'nocache/CACHEDIR.TAG': 'something else',
  });
  const options = { env: gitEnvironment(root) };
  const listing = await listFolder(root, defaultSettings, options);
  assert.deepEqual(
    listing.files.map((file) => file.path),
    [...kept, 'nocache/CACHEDIR.TAG'].sort(),
  );
  const reasonOf = (path: string) =>
    listing.skipped.find((skipped) => skipped.path === path || (skipped.path.endsWith('/') && path.startsWith(skipped.path)));
  for (const [path, reason] of Object.entries({ ...wanted, 'cargo/x.txt': 'dependency' })) {
    assert.equal(reasonOf(path)?.reason, reason, path);
    assert.equal(Object.assign({ reason: '' }, await describeFile(root, path, defaultSettings, options)).reason, reason, path);
  }
});

test('directories of version control are skipped silently', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { '.git/x': '', '.hg/x': '', 'a/.svn/x': '', 'b/.git': 'gitdir: nowhere', 'b/c': '' });
  mkdirSync(join(root, 'd/.git'), { recursive: true });
  const listing = await listFolder(root, defaultSettings, { env: gitEnvironment(root) });
  assert.deepEqual(
    listing.files.map((file) => file.path),
    ['b/c'],
  );
  assert.deepEqual(listing.skipped, []);
});

test('affectsRules() names the files after whose change the folder is listed again', () => {
  const yes = ['.gitignore', 'a/.ignore', 'a/b/.meshragignore', 'env/pyvenv.cfg', 'cache/CACHEDIR.TAG'];
  assert.deepEqual(yes.filter(affectsRules), yes);
  assert.deepEqual(['x.gitignore', 'a/gitignore', '.gitignore/x'].filter(affectsRules), []);
});

test('a glob for everything in a directory leaves out no file of that name', async (context) => {
  const home = temporaryDirectory(context);
  writeTree(home, { 'a/dist': '', 'b/dist/x.ts': '', 'c/dist/deep/y.ts': '', 'distant.ts': '' });
  const settings = { ...bareSettings, exclude: ['**/dist/**'] };
  const { files, skipped } = await listFolder(home, settings, { env: gitEnvironment(home) });
  assert.deepEqual(
    files.map(({ path }) => path),
    ['a/dist', 'distant.ts'],
  );
  // The directories are not entered.
  assert.deepEqual(
    skipped.map(({ path, reason }) => [path, reason]),
    [
      ['b/dist/', 'excluded'],
      ['c/dist/', 'excluded'],
    ],
  );
});
