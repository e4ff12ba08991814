import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasOrigin, isModulePath, moduleName } from '../../../src/engine/naming/modulePath.ts';

test('isModulePath() distinguishes module paths from media types, files and addresses', () => {
  for (const path of ['../utils', './a/b.ts', 'github.com/a/b/v2', 'crypto/tls']) assert.equal(isModulePath(path), true, path);
  for (const text of [
    'text/plain',
    'application/json',
    'index.html',
    'a b/c',
    'https://x.org/a',
    '../../core/naming/',
    'node:fs',
    'Content-Type',
    '.5',
  ])
    assert.equal(isModulePath(text), false, text);
});

test('hasOrigin() is true if the path identifies the module', () => {
  assert.equal(hasOrigin('github.com/a/b'), true);
  assert.equal(hasOrigin('../a/b'), false);
  assert.equal(hasOrigin('net/http'), false);
});

test('moduleName() returns the last part that is no version', () => {
  assert.equal(moduleName('github.com/caddyserver/caddy/v2'), 'caddy');
  assert.equal(moduleName('gopkg.in/yaml.v3'), 'yaml');
  assert.equal(moduleName('../server/config.ts'), 'config');
  assert.equal(moduleName('text/plain'), 'text/plain');
});
