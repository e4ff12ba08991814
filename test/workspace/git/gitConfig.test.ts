import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { excludesFile, ignoresCase, readGitConfig } from '../../../src/workspace/git/gitConfig.ts';
import { writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const values = (own: string) => `[own]\n\tvalue = ${own}\n`;

test('the environment chooses the files of the system and of the user', (context) => {
  const root = temporaryDirectory(context);
  const at = (name: string) => path.join(root, name);
  writeTree(root, {
    system: '[own]\n\tsystem = yes\n\tvalue = system\n',
    global: values('global'),
    '.gitconfig': values('home'),
    '.config/git/config': '[own]\n\tconfig = yes\n\tvalue = config\n',
    'xdg/git/config': '[own]\n\txdg = yes\n',
  });
  const read = (env: Record<string, string>) => {
    const config = readGitConfig(undefined, { HOME: root, GIT_CONFIG_SYSTEM: at('system'), ...env });
    return ['own.value', 'own.system', 'own.config', 'own.xdg'].map((key) => config.get(key));
  };
  const none = undefined;
  assert.deepEqual(read({}), ['home', 'yes', 'yes', none]);
  assert.deepEqual(read({ GIT_CONFIG_NOSYSTEM: '1' }), ['home', none, 'yes', none]);
  assert.deepEqual(read({ GIT_CONFIG_NOSYSTEM: '0' }), ['home', 'yes', 'yes', none]);
  assert.deepEqual(read({ GIT_CONFIG_GLOBAL: at('global') }), ['global', 'yes', none, none]);
  assert.deepEqual(read({ GIT_CONFIG_GLOBAL: '' }), ['system', 'yes', none, none]);
  assert.deepEqual(read({ XDG_CONFIG_HOME: at('xdg') }), ['home', 'yes', none, 'yes']);
  assert.deepEqual(read({ XDG_CONFIG_HOME: '' }), ['home', 'yes', 'yes', none]);
});

test('includes are read where they stand, up to a depth, by the condition on the repository', (context) => {
  const root = temporaryDirectory(context);
  const repository = { root: path.join(root, 'Jobs/one'), gitDir: path.join(root, 'Jobs/one/.git'), commonDir: path.join(root, 'common') };
  const conditions: readonly [condition: string, holds: boolean][] = [
    ['gitdir:~/Jobs/', true],
    ['gitdir:~/jobs/', false],
    ['gitdir/i:~/JOBS/', true],
    ['gitdir:one/.git', true],
    ['gitdir:Jobs/**', true],
    ['gitdir:./Jobs/one/.git', true],
    [`gitdir:${root}/Jobs/one/.git`, true],
    [`gitdir:${root}/Jobs/one`, false],
    ['onbranch:main', false],
  ];
  writeTree(root, {
    global: conditions.map(([condition], i) => `[includeIf "${condition}"]\n\tpath = c${i}\n`).join(''),
    ...Object.fromEntries(conditions.map((_, i) => [`c${i}`, `[c]\n\tv${i} = yes\n`])),
    'common/config':
      '[own]\n\tvalue = before\n[include]\n\tpath = ../included\n[own]\n\tlast = repository\n[extensions]\n\tworktreeConfig = true\n',
    included: '[own]\n\tvalue = included\n\tlast = included\n',
    'Jobs/one/.git/config.worktree': '[own]\n\tworktree = yes\n',
    loop: '[include]\n\tpath = loop\n[own]\n\tloop = yes\n',
  });
  const env = { HOME: root, GIT_CONFIG_NOSYSTEM: 'true', GIT_CONFIG_GLOBAL: path.join(root, 'global') };
  const config = readGitConfig(repository, env);
  for (const [i, [condition, holds]] of conditions.entries()) assert.equal(config.get(`c.v${i}`), holds ? 'yes' : undefined, condition);
  assert.deepEqual(
    ['own.value', 'own.last', 'own.worktree'].map((key) => config.get(key)),
    ['included', 'repository', 'yes'],
  );
  assert.equal(readGitConfig(undefined, env).get('c.v0'), undefined);
  assert.equal(readGitConfig(undefined, { ...env, GIT_CONFIG_GLOBAL: path.join(root, 'loop') }).get('own.loop'), 'yes');
});

test('the file of excludes and whether case is ignored follow the configuration', () => {
  const repository = { root: path.resolve('/r'), gitDir: '', commonDir: '' };
  const env = { HOME: path.resolve('/h') };
  const file = (value: string, of = true) => excludesFile(new Map([['core.excludesfile', value]]), of ? repository : undefined, env);
  assert.equal(file('x/y'), path.resolve('/r/x/y'));
  assert.equal(file('x', false), path.resolve('/h/x'));
  assert.equal(file('~/x'), path.resolve('/h/x'));
  assert.equal(file('~x'), path.resolve('/r/~x'));
  assert.equal(file(''), undefined);
  const ignores = (value: string) => ignoresCase(new Map([['core.ignorecase', value]]), repository);
  assert.deepEqual(['true', 'YES', 'on', '1', '20', 'false', 'no', '0', '01', ''].map(ignores), [
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  assert.equal(ignoresCase(new Map(), repository), false);
});
