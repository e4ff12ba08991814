import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isModuleManifest, readManifests } from '../../../src/engine/relations/manifests.ts';
import type { Files } from '../../support/memoryIndex.ts';

const read = (files: Files) => readManifests(new Map(Object.entries(files)));
const json = (value: unknown): string => JSON.stringify(value);

test('manifests are known by their names', () => {
  const names = ['a/package.json', 'go.mod', 'Cargo.toml', 'tsconfig.json', 'tsconfig.base.json', 'jsconfig.json'];
  for (const path of names) assert.ok(isModuleManifest(path), path);
  for (const path of ['package.json5', 'my.go.mod', 'tsconfig.ts', 'a-tsconfig.json', 'go.mod/x']) assert.ok(!isModuleManifest(path), path);
});

test('a package has its directory, its first entry and its targets; of two of a name the outer counts', () => {
  const { packages } = read({
    'deep/er/package.json': json({ name: 'one', main: 'x.js' }),
    'b/package.json': json({ name: 'one', source: 5, module: 'm.js', main: 'x.js' }),
    'a/package.json': json({
      exports: { '.': './i.js', './sub': { import: ['./s.mjs'], default: './s.js' } },
      imports: { '#in': './in.js' },
    }),
    'c/package.json': json({ name: 'c', exports: { import: './i.mjs', default: './i.js' }, types: 'i.d.ts' }),
    'd/package.json': json({ name: '', exports: './d.js' }),
    'e/package.json': '{',
    'f/package.json': '[]',
  });
  assert.deepEqual(Object.fromEntries(packages), {
    one: { directory: 'b', entry: 'm.js' },
    './a': { directory: 'a', exports: { '.': ['./i.js'], './sub': ['./s.mjs', './s.js'] }, imports: { '#in': ['./in.js'] } },
    c: { directory: 'c', entry: 'i.d.ts', exports: { '.': ['./i.mjs', './i.js'] } },
    './d': { directory: 'd', exports: { '.': ['./d.js'] } },
    './e': { directory: 'e' },
    './f': { directory: 'f' },
  });
});

test("Go's modules and Rust's crates by their first name", () => {
  const { goModules, crates } = read({
    'go.mod': '// of tides\nmodule example.org/tide // here\n\ngo 1.22\n',
    'x/go.mod': 'go 1.22\n',
    'y/go.mod': 'module\n',
    'Cargo.toml': '[workspace]\nname = "no"\n\n[package]\nname = "tide-pool"\n',
    'z/Cargo.toml': 'name = "bare"\n',
  });
  assert.deepEqual(Object.fromEntries(goModules), { '': 'example.org/tide' });
  assert.deepEqual(Object.fromEntries(crates), { tide_pool: '' });
});

test('aliases are of the directory; `tsconfig.json` first, others add what it lacks', () => {
  const paths = (target: string) => json({ compilerOptions: { paths: { '~/*': [target] } } });
  const { aliases } = read({
    'a/tsconfig.app.json': paths('app/*'),
    'a/tsconfig.json': paths('src/*'),
    'b/tsconfig.json': json({ compilerOptions: { baseUrl: 'lib' } }),
    'b/tsconfig.app.json': paths('app/*'),
    'c/tsconfig.json': json({ compilerOptions: {} }),
    'd/jsconfig.json': json({ compilerOptions: { baseUrl: 1, paths: { x: 'one' } } }),
  });
  assert.deepEqual(Object.fromEntries(aliases), {
    a: { baseUrl: '.', paths: { '~/*': ['src/*'] }, hasBaseUrl: false },
    b: { baseUrl: '.', paths: { '~/*': ['app/*'] }, hasBaseUrl: false },
    d: { baseUrl: '.', paths: { x: ['one'] }, hasBaseUrl: true },
  });
});

test('what a tsconfig extends counts from its own directory; circles and what is missing say nothing', () => {
  const { aliases } = read({
    'base.json': '{}',
    'tsconfig.base.json': json({ compilerOptions: { baseUrl: 'src', paths: { '@/*': ['*'] } } }),
    'a/b/tsconfig.json': json({ extends: '../../tsconfig.base.json' }),
    'c/tsconfig.json': json({ extends: ['./missing', '../tsconfig.base'] }),
    'd/tsconfig.json': json({ extends: './tsconfig.two.json' }),
    'd/tsconfig.two.json': json({ extends: './tsconfig.json' }),
  });
  const inherited = (baseUrl: string) => ({ baseUrl, paths: { '@/*': ['*'] }, hasBaseUrl: true });
  assert.deepEqual(Object.fromEntries(aliases), { '': inherited('src'), 'a/b': inherited('../../src'), c: inherited('../src') });
  const same = read({
    'tsconfig.json': json({ extends: './tsconfig.x.json' }),
    'tsconfig.x.json': json({ compilerOptions: { paths: {} } }),
  });
  assert.deepEqual(same.aliases.get(''), { baseUrl: '.', paths: {}, hasBaseUrl: false });
});

test('comments and trailing commas of a tsconfig are passed over, not those of texts', () => {
  const options = (text: string) => read({ 'tsconfig.json': `{"compilerOptions": ${text}` }).aliases.get('')?.paths;
  const cases: readonly [text: string, paths: unknown][] = [
    ['{"paths": {"a": ["//x", "/* y */"],},},}', { a: ['//x', '/* y */'] }],
    ['{// one\n"paths": {/* two\n */"a": ["b" , /* c */ ]}}} // end', { a: ['b'] }],
    ['{"paths": {"a": ["q\\"//,]"],}}}', { a: ['q"//,]'] }],
    ['{"paths": {"a": ["b",\n"c"]}}}/*', { a: ['b', 'c'] }],
    ['{"paths": {"a": [,,"b"]}}}', undefined],
    ['{"paths": {"a": ["b"', undefined],
  ];
  for (const [text, paths] of cases) assert.deepEqual(options(text), paths, text);
});
