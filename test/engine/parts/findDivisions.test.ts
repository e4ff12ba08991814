/** When a part that is too large is divided into groups of its files, and how parts are named apart. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDivisions, partFiles, shownFiles } from '../../../src/engine/parts/findDivisions.ts';
import { sourceFiles } from '../../../src/engine/parts/sourceFiles.ts';
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

test('a group is led by one of its own files, other parts by none', async () => {
  const files = { ...flat('flat', 60), ...small(9, 8) };
  const reader = indexOf(files).reader();
  const shown = shownFiles(await sourceFiles(reader));
  const divisions = await findDivisions(reader, shown);
  const groups = divisions.filter(({ path }) => path === 'flat');
  assert.ok(groups.length > 1);
  for (const { leader, files: own } of groups) assert.ok(leader !== undefined && own.includes(leader));
  assert.equal(new Set(groups.map(({ leader }) => leader)).size, groups.length);
  for (const { path, leader } of divisions) if (path !== 'flat') assert.equal(leader, undefined);
  const all = divisions.flatMap(({ files: own }) => own).sort((a, b) => a - b);
  assert.deepEqual(
    all,
    shown.map((_, at) => at),
  );
});
