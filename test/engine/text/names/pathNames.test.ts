import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { isChangeLogPath, isTestPath, noPathNames, pathNames } from '../../../../src/engine/text/names/pathNames.ts';

const namesOf = (path: string) => pathNames(path, languageOf(path));

test('the stem and the folders of a path are keys, its words terms', () => {
  assert.deepEqual(namesOf('src/index/livingIndex.ts'), {
    terms: ['src', 'index', 'livingindex', 'live', 'index', 'ts'],
    keys: ['p:livingindex', 'p:src', 'p:index'],
    isAuxiliary: false,
    isChangeLog: false,
  });
  assert.deepEqual(namesOf('README.md').keys, ['p:readme']);
  assert.deepEqual(namesOf('docs/docs.md').keys, ['p:docs']);
  assert.deepEqual(namesOf('.gitignore').keys, ['p:.gitignore']);
  assert.deepEqual(namesOf('Straße/Über.md').keys, ['p:uber', 'p:strasse']);
  assert.deepEqual(namesOf('文档/重新加载.md').terms, ['文档', '重新', '新加', '加载', 'md']);
  assert.deepEqual(noPathNames.keys, []);
});

test('tests, examples and fixtures', () => {
  const yes = [
    'test/a.ts',
    't/session.t',
    'src/StoreSpec.scala',
    'src/__tests__/a.js',
    'tests/test_store.py',
    'pkg/store_test.go',
    'src/store.test.ts',
    'src/store.spec.tsx',
    'src/store-test.js',
    'test.js',
    'app/tests.py',
    'src/test/java/StoreTest.java',
    'StoreTests.cs',
    'examples/a.py',
    '_examples/a.go',
    'a/fixtures/b.json',
    'testdata/x.txt',
    'test-utils/x.ts',
    'gcc/testsuite/gcc.dg/a.c',
    'test-suite/a.rs',
    'spec/store_spec.rb',
    'conftest.py',
    'bench/a.ts',
    'packages/demo/a.ts',
    'src/commonTest/kotlin/Kettle.kt',
    'src/Tea.UnitTests/Kettle.cs',
    'TeaTests/Kettle.swift',
    'unit-tests/kettle.js',
  ];
  const no = [
    'src/latest/a.ts',
    'contest/a.ts',
    'src/attest.ts',
    'src/testing.md',
    'inspect/a.ts',
    'src/tester.ts',
    'docs/protest.md',
    'src/Contest.java',
    'Latest/a.ts',
    'contests/a.ts',
    'tea-testing/a.ts',
    'benchmark.md',
  ];
  for (const path of yes) assert.equal(isTestPath(path), true, path);
  for (const path of no) assert.equal(isTestPath(path), false, path);
});

test('tables of translations are named by the tag of a language, sources are not', () => {
  for (const path of ['locales/en-GB.json', '_locales/pt_BR/messages.json', 'config/locales/de.yml']) {
    assert.equal(namesOf(path).isAuxiliary, true, path);
  }
  for (const path of ['src/en.ts', 'docs/en/index.md', 'go/app.yml', 'src/app.json', 'config/main.toml']) {
    assert.equal(namesOf(path).isAuxiliary, false, path);
  }
});

test('a document that is named like a test is about tests', () => {
  assert.equal(namesOf('docs/running-tests.md').isAuxiliary, false);
  for (const path of ['docs/running-tests.ts', 'tests/fixture.md']) assert.equal(namesOf(path).isAuxiliary, true, path);
});

test('change logs', () => {
  const yes = [
    'CHANGELOG.md',
    'packages/a/changelog.rst',
    'CHANGES',
    'HISTORY.md',
    'changelogs/CHANGELOG-3.3.md',
    'NEWS.txt',
    'docs/release-notes.adoc',
    'changelogs/0.11.x.md',
    'docs/release_notes/1.md',
    'docs/releases.md',
    'releases/5.1.txt',
    'whatsnew/3.13.rst',
    'changelog/0.9_2019-01-06/issue-19',
    'changelog/unreleased/pull-20',
    'changelog.d/123.fixed.md',
    'docs/release-notes/2/1.rst',
  ];
  const no = [
    'src/history.ts',
    'src/changes.md.ts',
    'docs/historyApi.md',
    'newsletter.md',
    'exchanges.md',
    'docs/changing.md',
    'release.yml',
    'src/releases.ts',
    'src/changelog/read.ts',
    'packages/changelog/src/read.ts',
    'changelog/entry.tmpl',
    'docs/history/1.md',
  ];
  for (const path of yes) assert.equal(isChangeLogPath(path), true, path);
  for (const path of no) assert.equal(isChangeLogPath(path), false, path);
});
