/** The first command of the README in a fresh clone: it installs what is missing, indexes the project and answers from it. */

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { registryAnswers } from '../../scripts/lib/npm.js';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let clone: string;
let cache: string;

before((t) => {
  const parent = temporaryDirectory(t as { after(fn: () => void): void });
  clone = path.join(parent, 'clone');
  cache = path.join(parent, 'cache');
  assert.equal(spawnSync('git', ['clone', '--quiet', root, clone]).status, 0, 'the repository cannot be cloned');
});

/** Runs `npm start` as a person types it, apart from the terminal; its standard output, and all that it prints. */
async function start(...args: readonly string[]): Promise<{ readonly stdout: string; readonly all: string; readonly code: number | null }> {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_)|MESHRAG_|NODE_TEST|NODE_OPTIONS$|INIT_CWD$)/.test(name));
  const env = { ...Object.fromEntries(own), npm_config_prefer_offline: 'true', XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
  const child = spawn('npm', ['start', ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: clone,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, all: `${stdout}${stderr}`, code };
}

/** What follows the question in the output, line by line. */
function answerIn(stdout: string): readonly string[] {
  const lines = stdout.split('\n');
  return lines.slice(lines.findLastIndex((line) => line.startsWith('> ') && line.endsWith('?')) + 2);
}

test('npm start in a fresh clone answers what the project is, where a definition is, and how something is done', async (t) => {
  if (!registryAnswers()) return t.skip('no registry of npm can be reached');
  assert.equal(fs.existsSync(path.join(clone, 'node_modules')), false);

  const first = await start();
  assert.equal(first.code, 0, first.all);
  assert.match(first.all, /Installing the development packages .*\(node_modules is absent\)/);
  assert.match(first.stdout, /^Indexed [\d,]+ files in /m);
  const [place = '', ...quoted] = answerIn(first.stdout);
  const [, line = ''] = /^README\.md:(\d+)(?:-\d+)? /.exec(place) ?? assert.fail(first.stdout);
  const readme = fs.readFileSync(path.join(clone, 'README.md'), 'utf8').split('\n');
  assert.equal(quoted[0], readme[Number(line) - 1]);
  assert.match(quoted[0] ?? '', /^MeshRAG /);
  assert.match(first.stdout, /In a terminal, npm start opens it with the extension\.\s*$/);
  assert.doesNotMatch(first.all, /npm notice/);

  const second = await start('.', 'Where is createAnswerPanels defined?');
  assert.equal(second.code, 0, second.all);
  assert.doesNotMatch(second.all, /Installing/);
  const file = 'src/extension/panels/answer/answerPanel.ts';
  const definition = 'export function createAnswerPanels(';
  const at = fs
    .readFileSync(path.join(clone, file), 'utf8')
    .split('\n')
    .findIndex((one) => one.startsWith(definition));
  assert.ok(at >= 0, `${file} no longer defines it`);
  const answer = answerIn(second.stdout);
  assert.equal(answer[0], `"createAnswerPanels" is defined at ${file}:${at + 1}.`);
  assert.match(answer[2] ?? '', new RegExp(`^${file}:${at + 1}-`), second.stdout);
  assert.ok(answer[3]?.startsWith(definition), second.stdout);

  const third = await start('.', 'How is the index kept in step with the files?');
  assert.equal(third.code, 0, third.all);
  assert.match(answerIn(third.stdout).join('\n'), /^docs\/how-it-works\/keeping\.md:\d+-\d+ /m);
});
