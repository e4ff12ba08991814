import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { createScopes, insideTest } from '../../../src/service/folder/scope.ts';
import { viewFolder, viewOfFiles } from '../../support/filesView.ts';

const at = (...parts: readonly string[]) => path.join(viewFolder, ...parts);

test('a place is inside at or below a path of the scope, of its own folder', () => {
  const folders = [{ folder: at() }, { folder: path.resolve('/other') }];
  const inside = insideTest([at('src'), at('docs', 'a.md'), path.resolve('/other')], folders);
  const cases: readonly (readonly [folder: number, path: string, isInside: boolean])[] = [
    ...([
      [0, 'src/a.ts', true],
      [0, 'src', true],
      [0, 'src2/a.ts', false],
      [0, 'docs/a.md', true],
      [0, 'docs/b.md', false],
    ] as const),
    ...([
      [1, 'any', true],
      [1, 'src/a.ts', true],
      [2, 'src/a.ts', false],
    ] as const),
  ];
  for (const [folder, file, isInside] of cases) assert.equal(inside({ folder, path: file }), isInside, `${folder} ${file}`);
  assert.equal(insideTest([path.dirname(at())], folders)({ folder: 0, path: 'any' }), true, 'a scope above the folder');
  assert.equal(insideTest([], folders)({ folder: 0, path: 'any' }), false);
});

test('the chunks of a scope are those of its documents; the last scope is kept as long as the index', async () => {
  const { view } = viewOfFiles({ 'src/a.ts': 'export const a = 1;\n', 'b.md': '# B\n', 'src/c.md': '# C\n' });
  const scopes = createScopes();
  const accept = await scopes([at('src')], view.reader, view.folders);
  const infos = await view.reader.chunkInfo([0, 1, 2]);
  assert.deepEqual(
    infos
      .filter((_, chunk) => accept(chunk))
      .map((info) => info.path)
      .sort(),
    ['src/a.ts', 'src/c.md'],
  );
  assert.equal(await scopes([at('src')], view.reader, view.folders), accept);
  const other = await scopes([at('b.md')], view.reader, view.folders);
  assert.deepEqual(
    infos.filter((_, chunk) => other(chunk)).map((info) => info.path),
    ['b.md'],
  );
  const { view: later } = viewOfFiles({ 'src/z.md': '# Z\n' });
  assert.equal((await scopes([at('b.md')], later.reader, later.folders))(0), false);
});
