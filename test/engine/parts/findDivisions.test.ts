/** When a part that is too large is divided into groups of its files, and how parts are named apart. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partFiles } from '../../../src/engine/parts/findDivisions.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';

/** Files of one folder in groups of six that use each other's names. */
const flat = (folder: string, count: number): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => {
      const [group, next] = [Math.floor(i / 6), Math.floor(i / 6) * 6 + ((i + 1) % 6)];
      return [
        `${folder}/g${group}f${i}.ts`,
        `import { Own${next} } from './g${group}f${next}.ts';\n\nexport class Own${i} extends Own${next} {}\nnew Own${next}();\n`,
      ];
    }),
  );
const small = (folders: number, files: number): Files =>
  Object.fromEntries(
    Array.from({ length: folders * files }, (_, i) => [`d${Math.floor(i / files)}/f${i}.ts`, `export const value${i} = ${i};\n`]),
  );

const sizes = async (files: Files): Promise<readonly number[]> =>
  (await partFiles(indexOf(files).reader())).map((part) => part.length).sort((a, b) => b - a);

test('a folder of many files beside each other is divided where it has more than two fifths of all and thirty at least', async () => {
  const [undivided] = await sizes({ ...flat('flat', 36), ...small(9, 8) });
  assert.equal(undivided, 36, 'a third of the files');
  const [divided] = await sizes({ ...flat('flat', 60), ...small(9, 8) });
  assert.ok((divided as number) < 60, 'five elevenths');
  const [few] = await sizes({ ...flat('flat', 24), ...small(9, 3) });
  assert.equal(few, 24, 'almost half, but of few files');
});
