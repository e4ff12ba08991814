import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readManifest } from '../../../src/engine/parts/manifests.ts';

test('a program that is built is named by the line of its manifest, a library only by its source', () => {
  const text =
    '{\n  "name": "@a/tide",\n  "bin": {\n    "tide": "dist/cli.js",\n    "neap": "src/neap.js"\n  },\n  "main": "dist/index.js"\n}\n';
  const { entries } = readManifest('package.json', text, new Set(['src/neap.js']), []);
  assert.deepEqual(entries, [
    { name: 'tide', kind: 'command', path: 'package.json', line: 4 },
    { name: 'neap', kind: 'command', path: 'src/neap.js', line: 1 },
  ]);
});

test('a manifest that is no JSON, or no object, has no entries', () => {
  for (const text of ['{', '[1]', 'null', '"a"']) assert.deepEqual(readManifest('package.json', text, new Set(), []).entries, [], text);
});
