import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, newestVersion, versionIn } from '../../../src/engine/answer/newestVersion.ts';

const linesOf = (text: string): string | undefined => {
  const found = newestVersion(text);
  return found && `${found.startLine}-${found.endLine}`;
};

test('the newest section extends from its heading to the next', () => {
  const log =
    '# Changelog\n\nSince 2.0.0 of the format.\n\n## [Unreleased]\n\n## 1.10.0 - 2026-01-02\n\n### Added\n\n- tides\n\n## 1.9.0\n\n- boats\n';
  assert.equal(linesOf(log), '7-11');
});

test('the sections of a log without headings begin with a short line, and the newest may be last', () => {
  assert.equal(linesOf("What's new in version 3.5\n\n* tides for 1.2\n  and 1.3\n\nWhat's new in version 3.4\n\n* boats\n"), '1-4');
  assert.equal(linesOf('Release 0.1 2024-01-01\n\n- boats\n\nRelease 0.2 2025-01-01\n\n- tides\n'), '5-7');
});

test('blank lines at the end of a section are none of it, even if it has nothing else', () => {
  assert.equal(linesOf('## 1.2\n\n\n## 1.1\n\n- boats\n'), '1-1');
  assert.equal(linesOf('## 1.2\n- tides\n \n\n## 1.1\n'), '1-2');
});

test('a text without versions has no sections', () => {
  assert.equal(newestVersion('# News\n\n2025-07-10 We moved.\n\n- to 1.2 boats\n'), undefined);
});

test('if no version precedes them, the changes begin below the title', () => {
  assert.equal(linesOf('# Changelog\n\n## Unreleased\n\n- boats'), '3-5');
});

test('versions are compared by number', () => {
  assert.ok(compareVersions([1, 10], [1, 9, 3]) > 0);
  assert.ok(compareVersions([2, 0], [2, 0, 1]) < 0);
  assert.equal(compareVersions([1, 2], [1, 2]), 0);
});

test('a version before a release is one, and precedes the release', () => {
  const log =
    'Changelog\n=========\n\n1.0a37 (2025-01-02)\n-------------------\n\n- tides\n\n0.65.2 (2024-01-02)\n-------------------\n\n- boats\n';
  assert.equal(linesOf(log), '4-7');
  const rising = ['0.65.2', '1.0a2', '1.0a37', '1.0b1', '1.0rc1', '1.0RC2', 'v1.0', '1.0.1beta', '1.0.1'].map((text) =>
    versionIn(`## ${text}`),
  );
  for (const [i, version] of rising.entries())
    if (i > 0) assert.ok(compareVersions(rising[i - 1] as number[], version as number[]) < 0, `${i}`);
  for (const text of ['## 1.2x', '## 12a1', '## 3.5mm of rain', '## 0.x1']) assert.equal(versionIn(text), undefined, text);
});
