import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedNames, sharedLines } from '../../../src/engine/impact/changedNames.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

const typescript = languageOf('a.ts');

const before =
  "import { a } from './a.ts';\n\nexport class Tank {\n  fill(): void {\n    a();\n  }\n\n  drain(): void {\n    b();\n  }\n}\n\nexport const size = 1;\n";

function changes(after: string): { changed: string[]; removed: string[]; isOutside: boolean } {
  const { changed, removed, isOutside } = changedNames('src/tank.ts', before, after, typescript);
  return { changed: changed.map(({ name }) => name), removed: removed.map(({ name }) => name), isOutside };
}

test('only the definition whose own lines differ has changed, not the class around it', () => {
  assert.deepEqual(changes(before.replace('    b();', '    c();')), { changed: ['drain'], removed: [], isOutside: false });
  assert.deepEqual(changes(before), { changed: [], removed: [], isOutside: false });
});

test('white space at the end of a line, blank lines and line ends are not changes', () => {
  assert.deepEqual(changes(before.replaceAll('\n', '\r\n').replace('b();', 'b();  ')), { changed: [], removed: [], isOutside: false });
});

test('a renamed definition is one that is gone and one that is new; lines outside definitions are reported', () => {
  const after = before.replace('drain', 'empty').replace('./a.ts', './b.ts');
  assert.deepEqual(changes(after), { changed: ['empty'], removed: ['drain'], isOutside: true });
});

test('a new and a deleted file', () => {
  assert.deepEqual(changes(''), { changed: [], removed: ['Tank', 'fill', 'drain', 'size'], isOutside: true });
  const { changed } = changedNames('src/tank.ts', '', before, typescript);
  assert.deepEqual(
    changed.map(({ name, startLine }) => `${name}:${startLine}`),
    ['Tank:3', 'fill:4', 'drain:8', 'size:13'],
  );
});

test('the share of common lines ignores blank lines and counts repeated lines once each', () => {
  assert.equal(sharedLines('a\n\nb\n', 'a\nb\n'), 1);
  assert.equal(sharedLines('a\na\n', 'a\nb\nc\nd\n'), 1 / 4);
  assert.equal(sharedLines('', ''), 0);
});

test('thousands of definitions of one name are compared in linear time', { timeout: 60_000 }, async () => {
  const text = 'function abc() {}\n'.repeat(30_000);
  await assertUnder(2000, 'changes', () =>
    cpuMs(async () => assert.equal(changedNames('a.ts', '', text, typescript).changed.length, 30_000)),
  );
});
