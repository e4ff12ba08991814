/** The programs of `bench/quality` as processes, on the fixture sets. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { dataFolder, treesFolder } from './fixtureSets.ts';

const sets = ['--data', dataFolder, '--trees', treesFolder];

function run(program: string, ...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const file = path.join(import.meta.dirname, '../../bench/quality', program);
  const env = { ...process.env, MESHRAG_DATA: undefined, MESHRAG_TREES: undefined };
  return spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', env });
}

test('run prints every set, both halves, the comparison and the stages, and writes every question', (t) => {
  const out = path.join(temporaryDirectory(t), 'questions.jsonl');
  const { status, stdout, stderr } = run('run.ts', ...sets, '--compare', 'mesh,bm25', '--stages', '--out', out);
  assert.equal(status, 0, stderr);
  for (const title of ['### veldland: 42 chunks', '### ferryman:', '### ferryman.tests:', 'all questions of ferryman, ferryman.tests'])
    assert.ok(stdout.includes(title), stdout);
  assert.match(stdout, /\| mesh +\| +dev \|/);
  assert.match(stdout, /mesh minus bm25, in points/);
  assert.match(stdout, /\| half \| +pool \| +seeds \| +links \| +top 10 \| +top 5 \|/);
  const lines = fs
    .readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(lines.length, 2 * (22 + 10 + 20));
  assert.deepEqual(Object.keys(lines[0]), [
    'set',
    'system',
    'id',
    'half',
    'gold',
    'found',
    'ms',
    'R@2',
    'R@5',
    'R@10',
    'all@5',
    'answer@5',
    'hit@1',
    'hit@5',
    'NDCG@10',
    'MRR',
  ]);
});

test('systems prints recall, gain, common places and cost of each system on each set', () => {
  const { status, stdout, stderr } = run('systems.ts', ...sets, '--sets', 'veldland,ferryman', '--systems', 'mesh,topo');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^Questions, and chunks: veldland 22 of 42, ferryman 10 of \d+\.$/m);
  assert.match(stdout, /R@2, R@5, R@10, percent:\n\n\| +\| +veldland \| +ferryman \|/);
  const rows = stdout.split('\n').filter((line) => line.startsWith('| `mesh` '));
  assert.equal(rows.length, 4);
  assert.match(rows[2] as string, /, 100\.0 \|.*, 100\.0 \|$/, 'all places of mesh are in common with itself');
  assert.match(rows[3] as string, /\| +1\.0, 1\.0, \d+\.\d\d, \d+ \|/);
});

test('a code set without its source tree is skipped, with the reason', () => {
  const { status, stdout, stderr } = run('run.ts', '--data', dataFolder, '--systems', 'bm25');
  assert.equal(status, 0);
  assert.match(stderr, /ferryman is left out: --trees DIR is not given/);
  assert.doesNotMatch(stdout, /ferryman/);
});

test('one half, without titles, all passages in one index', () => {
  const { status, stdout, stderr } = run('run.ts', ...sets, '--sets', 'veldland', '--half', 'dev', '--no-titles', '--union');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /### veldland in all/);
  assert.doesNotMatch(stdout, /\| test \|/);
});

test('ablate prints the effect of each constant', () => {
  const { status, stdout, stderr } = run('ablate.ts', ...sets, '--weights', 'seeds,named');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /\| seeds \d+ → 0/);
  assert.match(stdout, /Do not earn their place: /);
});

test('sensitivity prints the minimum, median and maximum figure', () => {
  const { status, stdout, stderr } = run('sensitivity.ts', ...sets, '--sets', 'veldland', '--draws', '2');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /\| set +\| metric \| +mesh \| +least \| +median \| +greatest \|/);
});

test('newcomers prints each question with the sources shown', (t) => {
  const questions = path.join(temporaryDirectory(t), 'questions.jsonl');
  const evidence = [{ file: 'README.md', pattern: 'node src/server' }];
  const common = { repo: 'ferryman', language: 'en', wording: 'docs' };
  const lines = [
    { ...common, id: 'a', kind: 'how', question: 'How do I start the server?', evidence },
    { ...common, id: 'b', kind: 'none', question: 'Why is the sky blue?', evidence: [] },
  ];
  fs.writeFileSync(questions, lines.map((line) => JSON.stringify(line)).join('\n'));
  const { status, stdout, stderr } = run('newcomers.ts', '--trees', treesFolder, '--questions', questions, '--show');
  assert.equal(status, 0, stderr);
  assert.match(
    stdout,
    /## a \(how, docs\): How do I start the server\?\n=> shown, closest, \d+ lines\n--- \[1\] Ferryman › Running it README\.md:7\n/,
  );
  assert.match(stdout, /evidence shown +100\.0 ± 0\.0 % of 1\n/);
  assert.match(stdout, /answer, of the unanswerable +0\.0 ± 0\.0 % of 1\n/);
  assert.match(stdout, /more than BM25 +0\.0 points/);
});

const python = spawnSync('python3', ['-c', ''], { encoding: 'utf8' });

test('blocksParse prints the share of blocks that parse', { skip: python.status !== 0 && 'python3 is not there' }, (t) => {
  const trees = temporaryDirectory(t);
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.join(trees, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(trees, name), text);
  };
  const workspace = path.join(import.meta.dirname, '../fixtures/workspace/src');
  for (const name of ['teapot.py', 'stock.py']) write(`kitchen/${name}`, fs.readFileSync(path.join(workspace, name), 'utf8'));
  write('kitchen/kettle.yml', 'steps:\n- name: Fill\n  run: |\n    fill\n\n    wait\n- name: Boil\n');
  write('broken/half.py', 'def kettle(:\n');
  const { status, stdout, stderr } = run('blocksParse.ts', '--trees', trees, '--count', '40');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /python +(\d+) of \1 parse \(100\.0 %\); [1-9]\d* of files that do not/);
  assert.match(stdout, /yaml +(?:left out: this Python has no module yaml|20 of 20 parse)/);
  assert.match(run('blocksParse.ts', '--trees', path.join(trees, 'nowhere')).stderr, /nowhere/);
});

test('a missing thing is named, with exit code 2', () => {
  assert.match(run('newcomers.ts').stderr, /--trees is missing/);
  assert.match(run('run.ts').stderr, /There is no data: give --data DIR, or set MESHRAG_DATA/);
  assert.match(run('run.ts', ...sets, '--sets', 'nowhere').stderr, /There is no set "nowhere"; there are veldland, ferryman/);
  assert.match(run('run.ts', ...sets, '--systems', 'best').stderr, /There is no system "best"/);
  assert.match(run('run.ts', '--data', `${dataFolder}/none`).stderr, /does not exist/);
  const { status, stderr } = run('ablate.ts', ...sets, '--weights', 'luck');
  assert.deepEqual([status, stderr.includes('mesh has no constant "luck"')], [2, true]);
});
