import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dependenciesIn, isManifest, packagesIn } from '../../../src/engine/drift/dependencies.ts';
import { alias } from '../../../src/engine/drift/imports.ts';
import { originOf, partsOfPath } from '../../../src/engine/drift/origin.ts';
import { finish } from '../../../src/engine/util/steps.ts';

const packages = { dependencies: new Set(['requests', 'types/node', 'vue']), own: new Set(['tidal', 'tidal/core', 'example.org/tide']) };

test('where a module comes from, seen from a file', () => {
  const cases: readonly [module: string, path: string, origin: ReturnType<typeof originOf>][] = [
    [alias, 'src/reef.ts', 'alias'],
    ['./reef', 'src/reef.ts', 'file'],
    ['./tide', 'src/reef.ts', 'folder'],
    ['.', 'src/reef.ts', 'file'],
    ['../../tide/', 'core/reef.ts', 'file'],
    ['../core/index.js', 'core/index.ts', 'file'],
    ['crate::reef', 'src/reef.rs', 'file'],
    ['self::tide', 'src/reef.rs', 'folder'],
    ['super', 'src/reef.rs', 'file'],
    ['@/reef', 'src/reef.ts', 'file'],
    ['@/tide', 'src/reef.ts', 'unknown'],
    ['$lib/tide', 'src/reef.ts', 'unknown'],
    ['#tide', 'src/reef.ts', 'unknown'],
    ['~/reef', 'src/reef.ts', 'file'],
    ['tidal', 'src/reef.ts', 'folder'],
    ['tidal/reef', 'src/reef.ts', 'file'],
    ['@tidal/core', 'src/reef.ts', 'folder'],
    ['example.org/tide/reef', 'reef/a.go', 'file'],
    ['example.org/other/reef', 'reef/a.go', 'outside'],
    ['requests', 'requests/api.py', 'outside'],
    ['vue', 'src/a.ts', 'outside'],
    ['@types/node', 'src/a.ts', 'outside'],
    ['flask.app', 'flask/app.py', 'file'],
    ['flask.app', 'src/flask/json.py', 'folder'],
    ['flask.app', 'deep/flask/app.py', 'outside'],
    ['os', 'src/app.py', 'outside'],
    ['my-reef', 'lib/my_reef/a.py', 'outside'],
    ['./my-reef', 'lib/my_reef.py', 'file'],
    ['./my-reef', 'lib/my-reef.ts', 'file'],
  ];
  for (const [module, path, origin] of cases) assert.equal(originOf(module, path, packages), origin, `${module} in ${path}`);
});

test('the parts of a path are its folders and the name without endings, those of hidden files but the first dot', () => {
  assert.deepEqual(partsOfPath('src/reef.test.ts'), ['src', 'reef']);
  assert.deepEqual(partsOfPath('.eslintrc.json'), ['.eslintrc']);
});

test('manifests are known by their names, at any depth', () => {
  for (const path of ['package.json', 'a/go.mod', 'requirements-dev.txt', 'requirements/x/Pipfile', 'setup.cfg'])
    assert.ok(isManifest(path), path);
  for (const path of ['my-package.json', 'package.json5', 'go.mod/a', 'requirements.md']) assert.ok(!isManifest(path), path);
});

test('a manifest names its package, as written, in small letters, and with underscores', () => {
  assert.deepEqual(packagesIn('go.mod', '// x\nmodule example.org/Tide\n'), ['example.org/Tide', 'example.org/tide']);
  assert.deepEqual(packagesIn('package.json', '{\n  "name": "@tidal/my-core"\n}'), ['tidal/my-core', 'tidal/my_core']);
  assert.deepEqual(packagesIn('Cargo.toml', '[package]\nname = "tide-pool"\n'), ['tide-pool', 'tide_pool']);
  assert.deepEqual(packagesIn('setup.cfg', '[metadata]\nversion = 1\n'), []);
});

test('a manifest names what it depends on; what is of the same repository is no dependency', () => {
  const names = (path: string, text: string) => finish(dependenciesIn(path, text));
  const json = '{"dependencies": {"@tidal/Tide-pool": "^1.2", "own": "workspace:1", "near": "file:../1", "plain": "latest"}}';
  assert.deepEqual(names('package.json', json), [
    ...['tidal/Tide-pool', 'tidal/Tide_pool', 'tidal/TidePool', 'tidal/tide-pool', 'tidal/tide_pool', 'tidal/tidePool'],
    ...['Tide-pool', 'Tide_pool', 'TidePool'],
  ]);
  assert.deepEqual(names('go.mod', 'module x.org/a\n\nrequire github.com/tide/reef v1.2.3\n'), ['github.com/tide/reef', 'reef']);
  assert.deepEqual(names('Gemfile', "gem 'rails', '~> 7'\n# gem 'no'\n"), ['rails']);
  assert.deepEqual(names('requirements.txt', 'flask[async]>=2\n  numpy\n# pandas\n'), ['flask', 'numpy']);
  assert.deepEqual(names('Cargo.toml', '[dependencies]\nserde = "1"\nreef = { path = "../reef" }\n'), ['serde']);
});
