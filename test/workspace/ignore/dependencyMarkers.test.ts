import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { dependencyMarker } from '../../../src/workspace/ignore/dependencyMarkers.ts';
import { writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test('a directory is build output or an installation by a file next to it or inside, not by its name alone', () => {
  const cases: readonly [name: string, inside: readonly string[], siblings: readonly string[], marker: string | undefined][] = [
    ['target', [], ['Cargo.toml'], 'beside Cargo.toml'],
    ['target', ['Cargo.toml'], [], undefined],
    ['build', [], ['build.gradle'], 'beside build.gradle'],
    ['build', [], ['Cargo.toml'], undefined],
    ['vendor', ['modules.txt'], [], 'contains modules.txt'],
    ['vendor', [], ['modules.txt'], undefined],
    ['obj', ['project.assets.json'], [], 'contains project.assets.json'],
    ['any', ['pyvenv.cfg'], [], 'contains pyvenv.cfg'],
    ['any', ['conda-meta'], [], 'contains conda-meta'],
    ['any', [], ['pyvenv.cfg'], undefined],
  ];
  for (const [name, inside, siblings, marker] of cases)
    assert.equal(dependencyMarker(`/x/${name}`, new Set(inside), new Set(siblings)), marker, name);
});

test('a cache is known by the signature of its tag', (context) => {
  const root = temporaryDirectory(context);
  const signature = 'Signature: 8a477f597d28d172789f06886806bc55';
  writeTree(root, { 'cache/CACHEDIR.TAG': `${signature}\n# made by a tool\n`, 'other/CACHEDIR.TAG': `x${signature}` });
  const marker = (name: string) => dependencyMarker(path.join(root, name), new Set(['CACHEDIR.TAG']), new Set());
  assert.deepEqual([marker('cache'), marker('other'), marker('missing')], ['contains CACHEDIR.TAG', undefined, undefined]);
});
