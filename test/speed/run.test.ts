/** `bench/speed` as a process, on our own sources and with only what Node includes. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '../..');

function run(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [path.join(root, 'bench/speed/run.ts'), ...args], { encoding: 'utf8' });
}

test('run measures builds, questions and changes of the index and of FTS5, and prints the ratios', () => {
  const { status, stdout, stderr } = run(
    '--dir',
    path.join(root, 'src/engine/index'),
    '--programs',
    'floor,analysis,meshrag,fts5-contentless,tfidf',
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout, /### index: \d+ files, [\d.]+ MB, \d+ chunks/);
  for (const program of ['floor', 'analysis', 'meshrag bm25', 'meshrag mesh', 'fts5-contentless', 'tfidf'])
    assert.match(stdout, new RegExp(`\\| ${program} `));
  for (const quantity of ['build CPU to FTS5 contentless', 'build CPU to the floor', 'change of a file', 'disk to FTS5', 'peak memory'])
    assert.ok(stdout.includes(quantity), quantity);
  assert.ok(stdout.includes('restart, nothing changed'));
});

test('an unknown program or corpus is named, with those that there are', () => {
  const program = run('--programs', 'floor,lucene');
  assert.equal(program.status, 2);
  assert.match(program.stderr, /"lucene"; there are floor, analysis, meshrag, fts5-contentless/);
  const corpus = run('--corpora', 'huge', '--programs', 'floor');
  assert.equal(corpus.status, 2);
  assert.match(corpus.stderr, /"huge"; there are small, large/);
});

const peersThere = fs.existsSync(path.join(root, 'bench/speed/node_modules')) && 'the peers are installed here';

test('without the peers a run says how to install them, in the words of the README', { skip: peersThere }, () => {
  const { status, stderr } = run('--programs', 'minisearch');
  assert.equal(status, 2);
  const command = /run (npm .+)$/m.exec(stderr)?.[1];
  assert.ok(command?.startsWith('npm install '), 'npm ci refuses a lock file without the packages of other platforms');
  assert.ok(fs.readFileSync(path.join(root, 'bench/speed/README.md'), 'utf8').includes(`\`${command}\``), stderr);
});
