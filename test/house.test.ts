import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { folderSizes, forbiddenImports, maxFiles, oldNames } from '../scripts/house/figures.js';
import { circles, readSources } from '../scripts/house/sources.js';

const sources = readSources(path.resolve(import.meta.dirname, '..'), 'src');

test('rooms import what the table allows, and nothing else', () => {
  assert.ok(sources.length > 100);
  assert.deepEqual(forbiddenImports(sources), []);
});

test('no files import each other in a circle, types included', () => {
  assert.deepEqual(circles(sources), []);
});

test(`no folder has more than ${maxFiles} files`, () => {
  assert.deepEqual(
    [...folderSizes(sources)].filter(([, files]) => files > maxFiles),
    [],
  );
});

test('limits are called max and min', () => {
  assert.deepEqual(oldNames(sources), []);
});

test('a circle and an import against the table are found', () => {
  const made = (file: string, ...imports: string[]) => ({ file, text: '', imports });
  assert.deepEqual(circles([made('a', 'b'), made('b', 'c'), made('c', 'b'), made('d', 'd')]), [['b', 'c']]);
  const upward = [made('src/engine/text/lines.ts', 'src/engine/index/segment.ts'), made('src/webview/map/main.ts', 'src/engine/place.ts')];
  assert.deepEqual(forbiddenImports(upward), [
    'src/engine/text/lines.ts -> src/engine/index/segment.ts',
    'src/webview/map/main.ts -> src/engine/place.ts',
  ]);
});
