import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { allTests, testsOf, testsReaching, testsWithin, unitTests } from '../../scripts/lib/testFiles.js';
import { distances, usersByFile } from '../../scripts/lib/users.js';
import { workFolder } from '../support/workFolder.ts';

const uses = (...names: readonly string[]): string => names.map((name) => `import '${name}';\n`).join('');
const project = {
  'src/core/sum.ts': '',
  'src/core/mean.ts': uses('./sum.ts'),
  'src/cli/main.ts': uses('../core/mean.ts'),
  'src/cli/print.ts': '',
  'scripts/lib/paths.js': '',
  'bench/run.ts': uses('../scripts/lib/paths.js'),
  'test/support/table.ts': uses('../../src/core/sum.ts'),
  'test/core/sum.test.ts': uses('../../src/core/sum.ts'),
  'test/core/mean.test.ts': uses('../../src/core/mean.ts'),
  'test/table.test.ts': uses('./support/table.ts'),
  'test/cli/main.test.ts': "spawn(path.join(import.meta.dirname, '../../src/cli/main.ts'));\nspawn(path.join(root, 'bench/run.ts'));\n",
  'test/cli/print.test.ts': '',
  'test/scripts.test.ts': uses('../scripts/lib/paths.js'),
  'test/e2e/window.test.ts': uses('../../src/core/sum.ts'),
  'test/fixtures/sample/a.test.ts': uses('../../../src/core/sum.ts'),
};
const tree = (t: TestContext): string => workFolder(t, project).root;

test('the users of a file import it, or name it relative to themselves or to the project', (t) => {
  const users = usersByFile(tree(t));
  assert.deepEqual(users.get('src/core/sum.ts'), [
    'src/core/mean.ts',
    'test/core/sum.test.ts',
    'test/e2e/window.test.ts',
    'test/support/table.ts',
  ]);
  assert.deepEqual(users.get('src/cli/main.ts'), ['test/cli/main.test.ts']);
  assert.deepEqual(users.get('bench/run.ts'), ['test/cli/main.test.ts']);
  assert.deepEqual(users.get('src/cli/print.ts'), []);
});

test('distances count the steps from user to user, the shortest way, also in a circle', () => {
  const users = new Map([
    ['a', ['b', 'c']],
    ['b', ['c', 'a']],
    ['c', ['d']],
  ]);
  assert.deepEqual(Object.fromEntries(distances(['a'], users)), { a: 0, b: 1, c: 1, d: 2 });
  assert.deepEqual(Object.fromEntries(distances(['b', 'x'], users)), { b: 0, x: 0, c: 1, a: 1, d: 2 });
});

test('unit tests are those that need no window; what lies in fixtures is no test', (t) => {
  const root = tree(t);
  assert.equal(allTests(root).length, 7);
  assert.deepEqual(
    allTests(root).filter((file) => !unitTests(root).includes(file)),
    ['test/e2e/window.test.ts'],
  );
});

test('to a path belong the tests of the same path, or else those that use it directly', (t) => {
  const root = tree(t);
  const rows: Readonly<Record<string, readonly string[]>> = {
    'src/core/sum.ts': ['test/core/sum.test.ts'],
    'src/core': ['test/core/mean.test.ts', 'test/core/sum.test.ts'],
    'test/core/sum.test.ts': ['test/core/sum.test.ts'],
    'test/support/table.ts': ['test/table.test.ts'],
    'scripts/lib/paths.js': ['test/scripts.test.ts'],
    'src/core/none.ts': [],
  };
  for (const [name, tests] of Object.entries(rows)) assert.deepEqual(testsOf(name, root), tests, name);
});

test('a change reaches the test of its path first, then the nearest, then the fastest', (t) => {
  const root = tree(t);
  const tookMs = { 'test/table.test.ts': 10, 'test/core/mean.test.ts': 900 };
  assert.deepEqual(testsReaching(['src/core/sum.ts'], { root, tookMs }), [
    'test/core/sum.test.ts',
    // Two steps away, like that of the table, but in the folder of the change.
    'test/core/mean.test.ts',
    'test/table.test.ts',
    'test/cli/main.test.ts',
  ]);
  assert.deepEqual(testsReaching(['src/cli/print.ts'], { root }), ['test/cli/print.test.ts'], 'which does not name it');
  assert.deepEqual(testsReaching(['test/table.test.ts'], { root }), ['test/table.test.ts']);
  const both = ['test/cli/main.test.ts', 'test/scripts.test.ts'];
  assert.deepEqual(
    testsReaching(['scripts/lib/paths.js'], { root, tookMs: { [both[0] as string]: 1 } }),
    both.toReversed(),
    'one step, two',
  );
});

test('within a budget are the rules of the project and what fits of the tests, the nearest first', (t) => {
  const root = tree(t);
  const rules = ['house', 'documents', 'l10n'].map((name) => `test/${name}.test.ts`);
  const tookMs = { ...Object.fromEntries(rules.map((rule) => [rule, 100])), 'test/core/sum.test.ts': 300, 'test/core/mean.test.ts': 5000 };
  assert.deepEqual(testsWithin(['src/core/sum.ts'], 2200, { root, tookMs }), {
    // One that has not run here counts as 1.5 s.
    chosen: [...rules, 'test/core/sum.test.ts', 'test/table.test.ts'],
    reached: 7,
  });
});
