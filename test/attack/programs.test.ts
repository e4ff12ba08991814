/** Puts a program called git inside the folder, and lets the PATH lead to it in every way: it must never run. */

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { commandLine } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const skip = process.platform === 'win32' && 'on Windows a program is found in another way';
const tides = { 'docs/tides.md': '# Tides\n\nThe tide table tells pilots when the sandbank can be crossed.\n' };

test('a git inside the folder or its repository is not run, however the PATH leads to it', { skip }, (t) => {
  const folder = repository(t);
  const { root, parent } = folder;
  const sub = path.join(root, 'packages/app');
  fs.mkdirSync(sub, { recursive: true });
  fs.writeFileSync(path.join(sub, 'a.md'), '# Weir\n\nThe weir.\n');
  const bin = path.join(root, 'node_modules/.bin');
  const link = path.join(parent, 'link');
  fs.symlinkSync(bin, link);
  const outside = path.join(parent, 'outside');
  fs.mkdirSync(outside);
  fs.symlinkSync(path.join(bin, 'git'), path.join(outside, 'git'));
  for (const entry of [bin, `${bin}/`, path.join(sub, '../../node_modules/.bin'), 'node_modules/.bin', '', '.', link, outside])
    for (const dir of [root, sub]) {
      const { status, stderr } = run(folder, ['index', dir], { PATH: `${entry}${path.delimiter}${process.env.PATH}`, cwd: bin });
      assert.deepEqual([status, fs.existsSync(marker(folder))], [0, false], `${entry} ${dir} ${stderr}`);
    }
  const drift = run(folder, ['drift', '--dir', root], { PATH: `${bin}${path.delimiter}${process.env.PATH}`, cwd: root });
  assert.equal(drift.status, 0, drift.stderr);
  const none = run(folder, ['index', root, '--text'], { PATH: bin, cwd: root });
  assert.match(none.stderr, /no git on the PATH outside the folder/);
  assert.ok(!fs.existsSync(marker(folder)));
});

test('a git in one of several folders is not run for another, and git is given no PATH into them', { skip }, (t) => {
  const [one, other] = [repository(t), repository(t)];
  const bin = path.join(other.root, 'node_modules/.bin');
  // A real git outside that records its PATH.
  const tools = path.join(one.parent, 'tools');
  fs.mkdirSync(tools);
  const seen = path.join(one.parent, 'seen');
  fs.writeFileSync(path.join(tools, 'git'), `#!/bin/sh\necho "$PATH" >> ${seen}\nexec ${realGit()} "$@"\n`, { mode: 0o755 });
  const env = { PATH: [bin, '', 'node_modules/.bin', tools, process.env.PATH].join(path.delimiter), cwd: other.root };
  assert.equal(run(one, ['search', 'tide', '--dir', one.root, '--dir', other.root], env).status, 0);
  assert.ok(!fs.existsSync(marker(other)));
  const entries = fs.readFileSync(seen, 'utf8').trim().split(/[\n:]/);
  assert.ok(entries.includes(tools) && !entries.some((entry) => entry === bin || !path.isAbsolute(entry)));
});

test('--untrusted runs no git at all and asks no model', { skip }, (t) => {
  const folder = repository(t);
  const tools = path.join(folder.parent, 'tools');
  fs.mkdirSync(tools);
  fs.copyFileSync(path.join(folder.root, 'node_modules/.bin/git'), path.join(tools, 'git'));
  for (const command of [['index'], ['search', 'tide'], ['overview'], ['drift']]) {
    run(folder, [...command, '--dir', folder.root, '--untrusted'], { PATH: tools, cwd: folder.root });
    assert.ok(!fs.existsSync(marker(folder)), command[0]);
  }
  const model = ['ask', 'tide', '--model', 'm', '--endpoint', 'http://127.0.0.1:9/v1', '--untrusted', '--dir', folder.root];
  const asked = run(folder, model, { PATH: tools, cwd: folder.root });
  assert.deepEqual([asked.status, /--untrusted asks no model/.test(asked.stderr)], [2, true], asked.stderr);
  run(folder, ['index', folder.root], { PATH: tools, cwd: folder.root });
  assert.ok(fs.existsSync(marker(folder)), 'without it, git is run');
});

test('mcp takes the repository around the working directory; home, what contains it and a root have to be named', { skip }, async (t) => {
  const folder = repository(t);
  const listed = path.join(folder.parent, 'cache/meshrag/folders');
  const env = { ...process.env, XDG_CACHE_HOME: path.join(folder.parent, 'cache'), HOME: path.join(folder.parent, 'home') };
  const served = spawn(process.execPath, [commandLine, 'mcp'], {
    cwd: path.join(folder.root, 'docs'),
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  t.after(() => served.kill('SIGKILL'));
  const entry = await until('an entry of the list', () => fs.existsSync(listed) && fs.globSync(path.join(listed, '*.json'))[0]);
  assert.equal(JSON.parse(fs.readFileSync(entry, 'utf8')).folder, folder.root);
  served.stdin?.end();
  for (const [cwd, home] of [
    [folder.parent, folder.parent],
    [path.dirname(folder.parent), folder.parent],
    ['/', folder.parent],
  ] as const)
    for (const command of [['mcp'], ['ask', 'tide'], ['index']]) {
      const { status, stderr, stdout } = run(folder, command, { cwd, HOME: home, input: '' });
      assert.equal(status, 1, stderr);
      assert.match(stderr, /is not a project: .* Name a folder with --dir/);
      assert.doesNotMatch(stdout, /tides/);
    }
  assert.equal(run(folder, ['index', '--dir', '.'], { cwd: folder.parent, HOME: folder.parent }).status, 0);
});

/** A repository with a program called git that leaves a mark. */
function repository(t: TestContext): WorkFolder {
  const folder = workFolder(t, tides);
  const bin = path.join(folder.root, 'node_modules/.bin');
  fs.mkdirSync(bin, { recursive: true });
  fs.writeFileSync(path.join(bin, 'git'), `#!/bin/sh\necho run > ${marker(folder)}\n`, { mode: 0o755 });
  const git = (...args: string[]) => execFileSync('git', ['-C', folder.root, '-c', 'user.name=n', '-c', 'user.email=e@x', ...args]);
  git('init', '-q');
  git('add', 'docs');
  git('commit', '-qm', 'first');
  return folder;
}

const marker = ({ parent }: WorkFolder): string => path.join(parent, 'was-run');
const realGit = (): string => execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

interface Run {
  readonly cwd: string;
  readonly PATH?: string;
  readonly HOME?: string;
  readonly input?: string;
}

function run({ parent }: WorkFolder, args: readonly string[], { cwd, input, ...more }: Run) {
  const env = {
    ...process.env,
    XDG_CACHE_HOME: path.join(parent, 'cache'),
    LOCALAPPDATA: parent,
    HOME: path.join(parent, 'home'),
    ...more,
  };
  return spawnSync(process.execPath, [commandLine, ...args], { cwd, env, input, encoding: 'utf8' });
}
