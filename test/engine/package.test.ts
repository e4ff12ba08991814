import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { bundledExample, exampleSource } from '../support/engineExample.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const engine = path.resolve(import.meta.dirname, '../../src/engine');

test('the example of the README runs in Node, from the package by its name', (t) => {
  const folder = temporaryDirectory(t);
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(engine, path.join(folder, 'node_modules/meshrag-engine'), 'junction');
  fs.writeFileSync(path.join(folder, 'example.mjs'), exampleSource());
  const printed = execFileSync(process.execPath, [path.join(folder, 'example.mjs')], { encoding: 'utf8' });
  assert.match(printed.split('\n')[0] ?? '', /^docs\/tea\.md:1 Tea /);
});

test('bundled for a browser it needs no Node module', async () => {
  const bundle = await bundledExample();
  assert.match(bundle, /docs\/tea\.md/);
  assert.doesNotMatch(bundle, /\brequire\((?!\?:)|["']node:/);
});
