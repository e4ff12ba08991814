import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { filesThatLost, lineWriters, textChangers } from '../../../src/workspace/git/gitLines.ts';
import { git, gitEnvironment, writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const { signal } = new AbortController();

function history(context: Parameters<typeof temporaryDirectory>[0]) {
  const root = temporaryDirectory(context);
  const env = gitEnvironment(root);
  git(root, env, 'init', '-q');
  const commit = (files: Record<string, string>): string => {
    writeTree(root, files);
    git(root, env, 'add', '-A');
    git(root, env, 'commit', '-q', '-m', 'x');
    return git(root, env, 'rev-parse', 'HEAD').trim();
  };
  return { root, env, commit };
}

test('the writers of lines are who wrote them, not who indented or moved them or is to be ignored', async (context) => {
  const { root, env, commit } = history(context);
  const first = commit({ 'a.ts': 'the first line of this file\nthe second line of this file\n' });
  const second = commit({ 'a.ts': 'the first line of this file\n  the second line of this file\nthe third line of this file\n' });
  git(root, env, 'mv', 'a.ts', 'b.ts');
  const third = commit({ 'b.ts': 'the first line of this file\n  the second line of this file\nthe third, changed\n' });
  writeTree(root, { 'b.ts': 'the first line of this file\n  the second line of this file\nthe third, changed\nnot committed\n' });
  const writers = (from: number, to: number, isIgnoring = false) => lineWriters(root, 'b.ts', [from, to], isIgnoring, signal);
  assert.deepEqual(await writers(1, 2), { ids: [first], paths: ['a.ts'] });
  assert.deepEqual(await writers(2, 4), { ids: [first, third], paths: ['a.ts', 'b.ts'] });
  assert.deepEqual((await writers(4, 4)).ids, []);
  writeTree(root, { '.git-blame-ignore-revs': `${third}\n` });
  assert.deepEqual((await writers(3, 3, true)).ids, [second]);
  assert.deepEqual((await writers(3, 3)).ids, [third]);
  await assert.rejects(lineWriters(root, 'missing', [1, 1], false, signal), /Cannot read the history: git reports/);
});

test('the commits that changed how often a pattern or a text matches', async (context) => {
  const { root, commit } = history(context);
  const ids = ['open(a);\n', 'open(a);\nopen(b);\n', 'open(a);\nopen(c);\n', 'open(a);\n'].map((text) =>
    commit({ 'a.ts': text, 'b*.ts': text.length.toString() }),
  );
  const [first, second, third, fourth] = ids as [string, string, string, string];
  const changers = (pattern: string | { text: string }, files = ['a.ts']) => textChangers(root, pattern, ids, files, signal);
  assert.deepEqual(await changers('open\\([a-z]\\)'), [first, second, fourth]);
  assert.deepEqual(await changers({ text: 'open(b)' }), [second, third]);
  assert.deepEqual(await changers({ text: 'open\\(' }), []);
  assert.deepEqual(await changers('open', ['*.ts']), []);
  assert.deepEqual(await textChangers(root, 'open', { newestOf: `${second}..HEAD` }, ['a.ts'], signal), [fourth]);
});

test('the files in which a commit left fewer matches, as they were called before', async (context) => {
  const { root, env, commit } = history(context);
  const call = 'open(a);\n';
  const first = commit({ 'lost.ts': call, 'fewer.ts': call + call, 'more.ts': call, 'same.ts': call, 'old: 1.ts': `${call}x\n` });
  git(root, env, 'mv', 'old: 1.ts', 'new.ts');
  const second = commit({ 'lost.ts': '', 'fewer.ts': call, 'more.ts': call + call, 'same.ts': `// ${call}`, 'new.ts': 'x\n' });
  assert.deepEqual([...(await filesThatLost(root, 'open', second, signal))].sort(), ['fewer.ts', 'lost.ts', 'old: 1.ts']);
  assert.deepEqual(await filesThatLost(root, 'open', first, signal), []);
  const many = (count: number, text: string) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}.ts`, text]));
  for (const [count, lost] of [
    [20, 20],
    [21, 0],
  ] as const) {
    commit(many(count, 'shut(b);\n'));
    assert.equal((await filesThatLost(root, 'shut', commit(many(count, '')), signal)).length, lost);
    for (let i = 0; i < count; i++) fs.rmSync(path.join(root, `m${i}.ts`));
  }
});
