/** `meshrag impact`, on a folder and on a git repository. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { git, gitEnvironment } from '../../../support/gitTrees.ts';
import { cacheIn, runHere } from '../../../support/inProcess.ts';
import { type WorkFolder, workFolder } from '../../../support/workFolder.ts';

const files = {
  'src/tide.ts': 'export function readTide(text: string): string {\n  return text;\n}\n',
  'src/crossing.ts': "import { readTide } from './tide.ts';\n\nexport const canCross = (text: string) => readTide(text);\n",
  'test/tide.test.ts': "import { readTide } from '../src/tide.ts';\n\nreadTide('a');\n",
};

function run({ root, parent }: WorkFolder, ...args: readonly string[]) {
  return runHere(['impact', ...args, '--dir', root], cacheIn(parent));
}

interface Row {
  readonly path: string;
  readonly kind: string;
  readonly depth: number;
}

const rowsOf = (stdout: string): readonly string[] =>
  (JSON.parse(stdout).rows as Row[]).filter(({ depth }) => depth > 0).map((row) => `${row.depth} ${row.kind} ${row.path}`);

test('a name as JSON and as text', async (t: TestContext) => {
  const folder = workFolder(t, files);
  const json = await run(folder, 'readTide', '--json');
  assert.equal(json.status, 0, json.stderr);
  assert.deepEqual(rowsOf(json.stdout), ['1 users src/crossing.ts', '1 importers src/crossing.ts', '1 tests test/tide.test.ts']);
  const { stdout } = await run(folder, 'src/tide.ts', '--text');
  assert.match(stdout, /^src\/tide\.ts\nnames {2}readTide\nusers\n {4}src\/crossing\.ts:3 {2}readTide\n/);
});

test('uncommitted changes, with --diff and by default', async (t: TestContext) => {
  const folder = workFolder(t, files);
  const env = gitEnvironment(folder.parent);
  git(folder.root, env, 'init', '-q');
  git(folder.root, env, 'add', '.');
  git(folder.root, env, 'commit', '-qm', 'one');
  assert.match((await run(folder, '--diff', '--text')).stdout, /^No indexed file of .* has uncommitted changes\.\n/);
  folder.write('src/tide.ts', files['src/tide.ts'].replace('text;', 'text.trim();'));
  for (const args of [['--diff'], []]) {
    const { stdout } = await run(folder, ...args, '--json');
    assert.deepEqual(rowsOf(stdout), ['1 users src/crossing.ts', '1 importers src/crossing.ts', '1 tests test/tide.test.ts']);
    assert.deepEqual(JSON.parse(stdout).sources, [{ path: 'src/tide.ts', status: 'changed' }]);
  }
});

test('wrong usage and unknown names', async (t: TestContext) => {
  const folder = workFolder(t, files);
  assert.equal((await run(folder, 'readTide', '--diff')).status, 2);
  assert.equal((await run(folder, 'readTide', 'canCross')).status, 2);
  assert.equal((await run(folder, 'readTide', '--depth', '4')).status, 2);
  const unknown = await run(folder, 'readTid');
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /"readTid" is neither a name nor a file in the index; the nearest names are readTide/);
  assert.match((await run(folder, '--diff')).stderr, /is not in a usable git repository/);
});
