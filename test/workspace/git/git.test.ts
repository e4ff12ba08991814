import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FileStamps } from '../../../src/workspace/fileStamps.ts';
import { findRepository, readTrackedFiles, repositoryAt } from '../../../src/workspace/git/git.ts';
import { excludesFile, ignoresCase, parseGitConfig, readGitConfig } from '../../../src/workspace/git/gitConfig.ts';
import { isSameGitHead, readGitHead } from '../../../src/workspace/git/gitHead.ts';
import { git, gitEnvironment, writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test('repositories and worktrees are found as by git, with their HEAD', (context) => {
  const home = temporaryDirectory(context);
  const env = gitEnvironment(home);
  const root = join(home, 'main');
  writeTree(root, { 'a/b/c.ts': '' });
  assert.equal(findRepository(root), undefined);
  git(root, env, 'init', '-q', '-b', 'master');
  const headOf = (directory: string) => readGitHead(repositoryAt(directory) ?? assert.fail());
  const head = (directory: string): string => git(directory, env, 'rev-parse', 'HEAD').trim();
  assert.deepEqual([headOf(root).commit, headOf(root).branch], ['', 'master'], 'no commit yet');
  git(root, env, 'add', '.');
  git(root, env, 'commit', '-qm', 'one');
  git(root, env, 'worktree', 'add', '-q', '-b', 'topic/x', '../second');
  symlinkSync(join(root, 'a/b'), join(home, 'link'));
  for (const directory of [root, join(root, 'a/b'), join(home, 'second'), join(home, 'link')]) {
    const repository = findRepository(directory) ?? assert.fail();
    assert.equal(repository.root, git(directory, env, 'rev-parse', '--show-toplevel').trim());
    assert.equal(repository.gitDir, git(directory, env, 'rev-parse', '--absolute-git-dir').trim());
    assert.equal(repository.commonDir, realpathSync(join(root, '.git')));
    assert.equal(readGitHead(repository).commit, head(directory));
  }
  assert.equal(headOf(join(home, 'second')).branch, 'topic/x');
  git(root, env, 'pack-refs', '--all');
  const packed = headOf(root);
  git(root, env, 'commit', '-qm', 'two', '--allow-empty');
  assert.ok(!isSameGitHead(packed, headOf(root)));
  assert.equal(headOf(root).commit, head(root));
  git(root, env, 'checkout', '-q', '--detach');
  assert.deepEqual([headOf(root).commit, headOf(root).branch], [head(root), undefined]);
});

test('an empty .git, a broken link file and a link to nowhere are not repositories', (context) => {
  const root = temporaryDirectory(context);
  mkdirSync(join(root, '.git'));
  assert.equal(repositoryAt(root), undefined);
  rmSync(join(root, '.git'), { recursive: true });
  for (const content of ['', 'gitdir: /nowhere\n', 'nonsense']) {
    writeFileSync(join(root, '.git'), content);
    assert.equal(repositoryAt(root), undefined);
  }
});

test('readTrackedFiles() returns files and the directories that contain them', async (context) => {
  const root = temporaryDirectory(context);
  const env = gitEnvironment(root);
  writeTree(root, { 'a/b/c.ts': '', 'new\nline': '', other: '' });
  git(root, env, 'init', '-q');
  const repository = repositoryAt(root) ?? assert.fail();
  assert.equal((await readTrackedFiles(repository, root, env)).hasBelow('a'), false, 'no index yet');
  git(root, env, 'add', 'a', 'new\nline');
  const tracked = await readTrackedFiles(repository, root, env);
  assert.deepEqual(['a/b/c.ts', 'new\nline', 'other', 'a'].map(tracked.has), [true, true, false, false]);
  assert.deepEqual(['a', 'a/b', 'a/b/c.ts', ''].map(tracked.hasBelow), [true, true, false, false]);
  const below = await readTrackedFiles(repository, join(root, 'a'), env);
  assert.equal(below.has('b/c.ts'), true);
  writeFileSync(join(root, '.git/index'), 'broken');
  await assert.rejects(readTrackedFiles(repository, root, env), /Cannot list tracked files: git reports ".+"/);
});

test('parseGitConfig() reads what git reads', (context) => {
  const root = temporaryDirectory(context);
  const env = gitEnvironment(root);
  const text = [
    '# comment',
    '[core]',
    '\tignoreCase',
    '  excludesFile = "a # b" ; comment',
    'x1 = one \\',
    '  two   ',
    '[Sub "Quo\\"ted.Name"] key = v # c',
    'empty =',
    'esc = "tab\\there" and \\"quotes\\" \\\\',
    '[remote "origin"]',
    '\turl=https://x/y;z',
    '[a.b-c]',
    'd = "  kept  " cut  ',
    '',
  ].join('\n');
  writeFileSync(join(root, 'c'), text);
  const listed = git(root, env, 'config', '--file', 'c', '--list', '-z').split('\0').filter(Boolean);
  const expected = listed.map((line) =>
    line.includes('\n') ? [line.slice(0, line.indexOf('\n')), line.slice(line.indexOf('\n') + 1)] : [line, 'true'],
  );
  assert.deepEqual(parseGitConfig(text), expected);
  assert.deepEqual(parseGitConfig('\ufeff[core]\r\nignorecase = true\r\n'), [['core.ignorecase', 'true']]);
});

test('parseGitConfig() takes linear time for a value of many continued lines', () => {
  const lines = 40_000;
  const startedMs = performance.now();
  const pairs = parseGitConfig(`[core]\nexcludesFile = ${'path/to/a\\\n'.repeat(lines)}end\n`);
  assert.deepEqual(pairs, [['core.excludesfile', `${'path/to/a'.repeat(lines)}end`]]);
  assert.ok(performance.now() - startedMs < 5000);
});

test('readGitConfig() follows the order of files and the conditions of includes', (context) => {
  const home = temporaryDirectory(context);
  const env = gitEnvironment(home);
  const root = join(home, 'jobs/project');
  writeTree(home, {
    'jobs/project/x': '',
    '.config/git/config': '[core]\n\texcludesFile = ~/from-xdg\n\tignorecase = true\n',
    '.gitconfig':
      '[includeIf "gitdir:~/jobs/"]\n\tpath = work.conf\n[includeIf "gitdir:~/play/"]\n\tpath = play.conf\n[include]\n\tpath = missing\n',
    'work.conf': '[core]\n\texcludesFile = ~/from-work\n',
    'play.conf': '[core]\n\texcludesFile = ~/from-play\n',
  });
  git(root, env, 'init', '-q');
  const repository = repositoryAt(root) ?? assert.fail();
  const config = readGitConfig(repository, env);
  const asked = git(root, env, 'config', '--type=path', 'core.excludesFile').trim();
  assert.equal(excludesFile(config, repository, env), asked);
  assert.equal(asked, join(home, 'from-work'));
  assert.equal(ignoresCase(config, repository), true);
  git(root, env, 'config', 'core.excludesFile', 'relative');
  assert.equal(excludesFile(readGitConfig(repository, env), repository, env), join(root, 'relative'));
  git(root, env, 'config', 'core.excludesFile', '');
  assert.equal(excludesFile(readGitConfig(repository, env), repository, env), undefined);
  assert.equal(excludesFile(new Map(), repository, { HOME: '/h' }), join('/h', '.config/git/ignore'));
});

test('a repository is looked for again when what tells where it is has changed', (context) => {
  const root = temporaryDirectory(context);
  const env = gitEnvironment(root);
  const [main, linked] = [join(root, 'main'), join(root, 'linked')];
  writeTree(root, { 'main/a': '', 'outside/': '' });
  git(main, env, 'init', '-q');
  git(main, env, 'add', '-A');
  git(main, env, 'commit', '-q', '-m', 'one');
  git(main, env, 'worktree', 'add', '-q', linked);
  const hourLater = () => Date.now() + 3_600_000;
  const stamped = (directory: string) => {
    const stamps = new FileStamps(hourLater);
    return { repository: findRepository(directory, stamps), stamps };
  };
  const { repository, stamps } = stamped(linked);
  assert.equal(stamps.areCurrent(), true);
  const commonDir = join(repository?.gitDir ?? '', 'commondir');
  writeFileSync(commonDir, join(main, '.git'));
  assert.equal(stamps.areCurrent(), false);
  assert.equal(stamped(linked).repository?.commonDir, join(main, '.git'));
  const outside = stamped(join(root, 'outside'));
  assert.equal(outside.repository, undefined);
  git(join(root, 'outside'), env, 'init', '-q');
  assert.equal(outside.stamps.areCurrent(), false);
});
