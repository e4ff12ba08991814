import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { FileUse } from '../../../src/engine/connect/fileUses.ts';
import { mapInside, mapResult, mapUses, maxMapFiles, maxMapUses } from '../../../src/protocol/map.ts';
import { check } from '../../../src/protocol/schema.ts';
import { toMap, toMapInside, toMapUses } from '../../../src/server/answers/map.ts';
import { createFileUris } from '../../../src/server/fileUris.ts';
import { partId } from '../../../src/service/treeRows/overviewRows.ts';
import { serviceOn } from '../../support/serviceOn.ts';

const root = path.resolve('/harbour');
const part = (name: string, passages: number, ...paths: readonly string[]) => ({
  ...{ name, path: name, says: undefined, holds: [], passages },
  files: paths.map((file) => ({ path: file, users: 0, defines: [], heading: undefined })),
});
const conversionOf = (folder: string, ...others: readonly string[]) => ({
  uris: createFileUris(process.platform === 'win32'),
  folderNames: new Map([folder, ...others].map((one) => [one, path.basename(one)])),
});
const use = (kind: FileUse['kind'], from: string, line: number, to: string, name = 'x'): FileUse => ({ kind, from, line, to, name });
const overview = {
  folder: root,
  parts: [part('quay', 2, 'quay/a.ts', 'quay/b.ts'), part('crane', 9, 'crane/c.ts')],
  corners: [{ corner: 'tests' as const, paths: ['t1.ts', 't2.ts'] }],
};
const uses = [
  {
    folder: root,
    uses: [
      use('imports', 'quay/a.ts', 1, 'crane/c.ts'),
      use('calls', 'quay/a.ts', 4, 'crane/c.ts', 'lift'),
      use('calls', 'quay/b.ts', 2, 'crane/c.ts', 'lift'),
      use('imports', 'quay/b.ts', 1, 'quay/a.ts'),
      use('calls', 'crane/c.ts', 7, 'quay/a.ts', 'moor'),
    ],
  },
];

test('parts are boxes by size, arrows count the imports and calls between their files', () => {
  const conversion = conversionOf(root);
  const map = toMap([overview], uses, conversion);
  assert.deepEqual(check(mapResult, map), map);
  assert.deepEqual(
    map.parts.map(({ name, files }) => `${name} ${files}`),
    ['crane 1', 'quay 2'],
  );
  assert.deepEqual(map.arrows, [
    { from: 1, to: 0, imports: 1, calls: 2 },
    { from: 0, to: 1, imports: 0, calls: 1 },
  ]);
  assert.equal(map.others, 2);
  assert.deepEqual(toMap([], [], conversion), { parts: [], arrows: [], others: 0 });
  const two = toMap([overview], uses, conversionOf(root, path.resolve('/island')));
  assert.equal(two.parts[0]?.folder, 'harbour');
});

test('a part unfolds into its files, the lines behind an arrow are listed, and what is too much is counted', () => {
  const conversion = conversionOf(root);
  const quay = partId(root, 'part', 'quay');
  const inside = toMapInside(quay, [overview], uses, conversion);
  assert.deepEqual(check(mapInside, inside), inside);
  assert.deepEqual(
    inside.files.map((file) => file.path),
    ['quay/a.ts', 'quay/b.ts'],
  );
  assert.deepEqual(inside.arrows, [{ from: 1, to: 0, imports: 1, calls: 0 }]);
  assert.deepEqual(toMapInside('gone', [overview], uses, conversion).files, []);

  const ends = [{ parts: [quay] }, { parts: [partId(root, 'part', 'crane')] }] as const;
  const listed = toMapUses(ends, [overview], uses, conversion);
  assert.deepEqual(check(mapUses, listed), listed);
  assert.deepEqual(
    listed.uses.map((one) => `${one.path}:${one.startLine} ${one.kind} ${one.name} ${one.used}`),
    ['quay/a.ts:1 imports x crane/c.ts', 'quay/a.ts:4 calls lift crane/c.ts', 'quay/b.ts:2 calls lift crane/c.ts'],
  );
  const a = pathToFileURL(path.join(root, 'quay/a.ts')).href;
  assert.equal(toMapUses([{ parts: [quay], only: [a] }, ends[1]], [overview], uses, conversion).uses.length, 2);
  assert.equal(toMapUses([{ parts: [quay], without: [a] }, ends[1]], [overview], uses, conversion).uses.length, 1);

  const names = Array.from({ length: maxMapFiles + 5 }, (_, i) => `many/f${i}.ts`);
  const many = { ...overview, parts: [part('many', 1, ...names)] };
  const lines = Array.from({ length: maxMapUses + 7 }, (_, i) => use('calls', names.at(-1) as string, i + 1, names[0] as string));
  const crowded = toMapInside(partId(root, 'part', 'many'), [many], [{ folder: root, uses: lines }], conversion);
  assert.deepEqual([crowded.files.length, crowded.left], [maxMapFiles, 5]);
  assert.deepEqual(crowded.arrows, [{ from: maxMapFiles, to: 0, imports: 0, calls: lines.length }]);
  const whole = { parts: [partId(root, 'part', 'many')] };
  assert.equal(toMapUses([whole, whole], [many], [{ folder: root, uses: lines }], conversion).left, 7);
});

test('a folder that is indexed has the counts of its files, and new ones after a change', async (t) => {
  const files: Record<string, string> = {};
  for (const name of ['crane', 'quay', 'office'])
    for (let i = 0; i < 6; i++) files[`${name}/${name}${i}.ts`] = `export function ${name}Work${i}() {}\n`;
  files['office/plan.ts'] = "import { craneWork1 } from '../crane/crane1.ts';\nexport const plan = () => craneWork1();\n";
  const { service, folder } = await serviceOn(t, files);
  const arrows = async () => {
    const map = toMap(await service.overview(), await service.fileUses(), conversionOf(folder));
    return map.arrows.map(({ from, to, imports, calls }) => `${map.parts[from]?.name} ${map.parts[to]?.name} ${imports} ${calls}`);
  };
  assert.deepEqual(await arrows(), ['office crane 1 1']);
  assert.deepEqual(await service.fileUses(), await service.fileUses());
});
