import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { listFolder } from '../../src/workspace/files/walk.ts';
import { bareSettings, git, gitEnvironment, gitIgnored, writeTree } from '../support/gitTrees.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** Patterns that are easy to get wrong. Each becomes the `.gitignore` of the same tree. */
const traps: (string | Buffer)[] = [
  ...['foo', '/foo', 'foo/', '/foo/', 'foo/*', 'foo/**', '**/foo', '**/foo/', 'a/**/b', 'a/**', '/**/b', '**', '*', '/*', '**/*', '*/'],
  ...[
    'a/b',
    '/a/b',
    'a/b/',
    'a//b',
    'foo//',
    '/',
    '//',
    '!',
    '!foo',
    'a**/b',
    'a**b',
    'a/**b',
    'a/b**',
    '***',
    'a/***/b',
    'a/*/b',
    '*/b',
    '**/',
  ],
  ...['foo ', 'foo\\ ', 'foo\\  ', 'foo\\\\ ', ' foo', 'foo\t', '\\#hash', '#hash', '\\!bang', '!bang', '\\foo', 'fo\\o', 'foo\\', '\\'],
  ...[
    'f?o',
    '?',
    '??',
    'fo[o]',
    'fo[!o]',
    'fo[^x]',
    '[a-f]oo',
    '[f-a]oo',
    '[[:alpha:]]oo',
    '[[:upper:]]OO',
    '[[:nope:]]oo',
    '[]]',
    '[]-]',
    '[!]]oo',
  ],
  ...[
    'fo[',
    'fo[o',
    '[',
    '[a',
    '[\\]]',
    '[a-\\z]oo',
    'f[/]o',
    'a[/]b',
    'a?b',
    '[[:digit:][:alpha:]]',
    '[--0]',
    '[a-]',
    '[[:alpha:]-z]oo',
    '[[a]oo',
  ],
  ...[
    '*.txt',
    '*.TXT',
    'FOO',
    'Foo',
    '[A-Z]oo',
    '[F]oo',
    '\\Foo',
    'é',
    '?',
    '??',
    '[é]',
    '*é*',
    '日本',
    '日?',
    '日???',
    'ß',
    'É',
    '*.[ch]',
    '*.[ch]*',
  ],
  ...[
    'foo\r\nbar\r\n',
    'foo\r',
    '\r\n',
    '\n\nfoo',
    'foo\0bar',
    '\ufefffoo',
    '#\ufefffoo\nbar',
    'a b',
    'a\\ b',
    'a*b',
    'a\\*b',
    'a\\?b',
    'a\\[b',
    '\\a/b',
  ],
  ...[
    'foo\n!foo',
    'a/\n!a/b',
    'a/*\n!a/b',
    '*\n!foo',
    '*\n!*/',
    '*\n!*/\n!b',
    '/*\n!/a\n/a/*\n!/a/b',
    'a\n!/a',
    '!a\na',
    '**/b\n!a/**/b',
    'a/b\n!a\\/b',
  ],
  ...[
    'a\\/b',
    'a/\\b',
    '**\\/b',
    '*.*',
    '.*',
    '.?*',
    '..',
    '../foo',
    './foo',
    'a/.',
    'a/./b',
    'a/../foo',
    '*a*b*',
    '*o*o*',
    '[!a]*',
    '{foo,bar}',
    '(foo)',
    'a+',
  ],
  Buffer.from([0xe9]),
  Buffer.from([0x66, 0x6f, 0x5b, 0xff, 0x6f, 0x5d]),
  Buffer.from([0xef, 0xbb, 0xbf, 0x23, 0x78, 0x0a, 0x66, 0x6f, 0x6f]),
];

const names = [
  'foo',
  'Foo',
  'FOO',
  'bar',
  'foo ',
  'foo  ',
  ' foo',
  'foo\t',
  'foo\r',
  '#hash',
  '!bang',
  'b',
  'ab',
  'a b',
  'a*b',
  'a?b',
  'a[b',
  'axb',
];
const moreNames = [
  'f',
  'fo',
  'foo\\',
  'fo[',
  'fo[o',
  '[',
  ']',
  '-',
  'é',
  'É',
  'ß',
  '日',
  '日本',
  'x.txt',
  'X.TXT',
  'x.c',
  'x.h.in',
  '.hidden',
  '{foo,bar}',
  '(foo)',
  'a+',
  'aa',
  '1',
];
const directories = ['', 'a/', 'a/b/', 'a/x/', 'a/x/y/b/', 'foo/', 'foo/b/', 'ax/y/', 'é/', 'FOO.d/', 'a/foo/'];

function trapTree(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const directory of directories) {
    for (const name of [...names, ...moreNames]) {
      const isAlsoDirectory = directories.some((other) => other.startsWith(`${directory}${name}/`));
      if (!isAlsoDirectory) {
        files[directory + name] = '';
      }
    }
  }
  return files;
}

/** Every file that git does not ignore is listed, and no other. */
async function checkLikeGit(
  test: TestContext,
  root: string,
  env: NodeJS.ProcessEnv,
  paths: readonly string[],
  label: string,
): Promise<void> {
  const ignored = gitIgnored(root, env, paths);
  const expected = paths.filter((path) => !ignored.has(path)).sort();
  const listing = await listFolder(root, bareSettings, { env });
  const found = listing.files.map((file) => file.path).filter((path) => !path.endsWith('.gitignore'));
  assert.deepEqual(found, expected, label);
  test.diagnostic(`${label}: ${paths.length} paths, ${ignored.size} ignored`);
}

for (const ignoreCase of [false, true]) {
  test(`ignore rules agree with git on ${traps.length} patterns, core.ignorecase ${ignoreCase}`, async (context) => {
    const root = temporaryDirectory(context);
    const env = gitEnvironment(root);
    const tree = trapTree();
    const paths = Object.keys(tree);
    const repository = join(root, 'repository');
    writeTree(repository, tree);
    git(repository, env, 'init', '-q');
    git(repository, env, 'config', 'core.ignorecase', String(ignoreCase));
    const wrong: object[] = [];
    let ignoredCount = 0;
    for (const trap of traps) {
      writeFileSync(join(repository, '.gitignore'), trap);
      const ignored = gitIgnored(repository, env, paths);
      const found = new Set((await listFolder(repository, bareSettings, { env })).files.map((file) => file.path));
      const differing = paths.filter((path) => found.has(path) === ignored.has(path));
      wrong.push(...differing.map((path) => ({ path, pattern: String(trap), ignoredByGit: ignored.has(path) })));
      ignoredCount += ignored.size;
    }
    assert.deepEqual(wrong, []);
    context.diagnostic(`${traps.length} patterns, ${paths.length} paths each, ${ignoredCount} ignored`);
  });
}

test('nested, negated and anchored files of several levels agree with git', async (context) => {
  const root = temporaryDirectory(context);
  const env = gitEnvironment(root);
  git(root, env, 'init', '-q', 'r');
  const repository = join(root, 'r');
  const files = {
    '.gitignore': '*.log\n/build/\n!keep.log\nsub/deep/x\nout\n',
    'sub/.gitignore': '!a.log\n/only\nnested/only2\nb.txt\n',
    'sub/deep/.gitignore': 'b.log\n!b.txt\n!x\n',
    'build/.gitignore': '!*\n',
    'sub/build/file': '',
    'build/file': '',
    'a.log': '',
    'keep.log': '',
    'sub/a.log': '',
    'sub/c.log': '',
    'sub/keep.log': '',
    'sub/only': '',
    'sub/deep/only': '',
    'sub/nested/only2': '',
    'sub/deep/nested/only2': '',
    'sub/deep/a.log': '',
    'sub/deep/b.log': '',
    'sub/deep/x': '',
    'sub/deep/b.txt': '',
    'sub/b.txt': '',
    'out/file': '',
    'sub/out/file': '',
  };
  writeTree(repository, files);
  await checkLikeGit(
    context,
    repository,
    env,
    Object.keys(files).filter((path) => !path.endsWith('.gitignore')),
    'levels',
  );
});
