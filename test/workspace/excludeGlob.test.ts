import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { excludeGlob } from '../../src/extension/editor/excludeGlob.ts';
import { createGlobs } from '../../src/workspace/ignore/globs.ts';

const excludes = (glob: string, path: string, isDirectory = false) =>
  createGlobs([], [glob], false).excludedBy(path, isDirectory) !== undefined;

test('excludeGlob() names a file or all of a folder', () => {
  assert.equal(excludeGlob('src/a.ts', false), 'src/a.ts');
  assert.equal(excludeGlob('docs', true), 'docs/**');
  assert.ok(excludes(excludeGlob('docs', true), 'docs', true));
  assert.ok(excludes(excludeGlob('docs', true), 'docs/a/b.md'));
  assert.ok(!excludes(excludeGlob('docs', true), 'docs2/a.md'));
});

test('excludeGlob() matches any path literally, and no other', () => {
  const name = fc
    .string({ unit: fc.constantFrom(...'ab[]{}*?!()+@,.-^#~ '), minLength: 1, maxLength: 8 })
    .filter((part) => !/^[. ]|[. ]$/.test(part));
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(path, path, (one, other) => {
      const glob = excludeGlob(one, false);
      assert.ok(excludes(glob, one), glob);
      if (one !== other) assert.ok(!excludes(glob, other), `${glob} and ${other}`);
    }),
  );
});
