import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eachPath } from '../../../../src/engine/text/names/paths.ts';
import { wholeSlice } from '../../../../src/engine/text/textSlice.ts';

/** A path as one pattern; `eachPath` finds the same without trying it at every offset. */
const pathLike =
  /(?:^|[\s("'`[])((?:[\w.@-]+\/)+[\w.@-]+\.\w{1,8}|[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|php|c|h|cpp|cs|md|rst|json|ya?ml|toml|css|html|sh))\b/g;

function pathsOf(text: string): [string, number][] {
  const found: [string, number][] = [];
  eachPath(wholeSlice(text), (path, offset) => found.push([path, offset]));
  return found;
}

test('eachPath finds the same as the pattern', () => {
  const part = fc.constantFrom(
    'a',
    'B-',
    '_',
    '/',
    '.',
    '..',
    '.ts',
    '.json',
    '.tsx1',
    '.h',
    '@',
    ' ',
    '\n',
    '\u00a0',
    '(',
    '[',
    '{',
    'é',
    '9',
    ':',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      assert.deepEqual(
        pathsOf(text),
        [...text.matchAll(pathLike)].map((match) => [match[1] as string, match.index]),
        text,
      );
    }),
    { numRuns: 3000 },
  );
});
