import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInTestModule, isTestName, mayHaveTests } from '../../../../src/engine/text/names/testNames.ts';

test('a name is that of a test by its first or last word', () => {
  for (const name of ['tests', 'zdir_test', 'TestKettle', 'kettleTests', 'test_boil']) assert.equal(isTestName(name), true, name);
  for (const name of ['latest', 'Kettle', 'contest', 'attested', 'boil']) assert.equal(isTestName(name), false, name);
  assert.deepEqual([mayHaveTests('mod Tests'), mayHaveTests('mod kettle')], [true, false]);
});

test('a chunk is in a module of tests if its title begins with one', () => {
  for (const title of ['tests.boils', 'fmt_tests › a, b', 'test.boil.inner']) assert.equal(isInTestModule(title), true, title);
  for (const title of ['tests', 'run_tests', 'Tests.boils', 'TestKettle.boils', 'latest.boil', 'kettle.tests', 'Tea › tests', ''])
    assert.equal(isInTestModule(title), false, title);
});
