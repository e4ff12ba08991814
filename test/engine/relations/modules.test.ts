import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Manifests, noManifests } from '../../../src/engine/relations/manifests.ts';
import { ModuleResolver } from '../../../src/engine/relations/modules.ts';

function check(
  files: readonly string[],
  languageId: string,
  cases: readonly (readonly [string, string, ...string[]])[],
  manifests?: Partial<Manifests>,
): void {
  const resolver = new ModuleResolver(files, { ...noManifests, ...manifests });
  for (const [module, from, ...expected] of cases)
    assert.deepEqual(resolver.resolve(module, from, languageId), expected, `${module} in ${from}`);
}

test('ECMAScript: relative paths, endings, directories, packages and aliases', () => {
  const files = [
    'src/a.ts',
    'src/b.tsx',
    'src/b/index.ts',
    'src/data.json',
    'packages/core/src/index.ts',
    'packages/core/src/deep.ts',
    'index.js',
    'ui/x.vue',
  ];
  check(
    files,
    'typescript',
    [
      ['./b', 'src/a.ts', 'src/b.tsx'],
      ['./b/', 'src/a.ts', 'src/b.tsx'],
      ['./a.js', 'src/b.tsx', 'src/a.ts'],
      ['./b.js', 'src/a.ts', 'src/b.tsx'],
      ['./data.json', 'src/a.ts', 'src/data.json'],
      ['..', 'src/a.ts', 'index.js'],
      ['./x.vue?raw', 'ui/y.ts', 'ui/x.vue'],
      ['../../outside', 'src/a.ts'],
      ['@scope/core', 'src/a.ts', 'packages/core/src/index.ts'],
      ['@scope/core/deep', 'src/a.ts', 'packages/core/src/deep.ts'],
      ['@scope/other', 'src/a.ts'],
      ['~/data.json', 'src/b/index.ts', 'src/data.json'],
      ['only', 'src/a.ts', 'src/a.ts'],
      ['src/a', 'ui/y.ts', 'src/a.ts'],
    ],
    {
      packages: new Map([['@scope/core', { directory: 'packages/core', entry: 'dist/index.js' }]]),
      aliases: new Map([['', { baseUrl: '.', hasBaseUrl: true, paths: { '~/*': ['lib/*', 'src/*'], only: ['src/a.ts'] } }]]),
    },
  );
});

test('Python: packages, relative imports and source folders', () => {
  const files = [
    'src/flask/__init__.py',
    'src/flask/app.py',
    'src/flask/json/__init__.py',
    'src/flask/json/tag.py',
    'tests/test_app.py',
    'src/json.py',
  ];
  check(files, 'python', [
    ['.app', 'src/flask/json/tag.py'],
    ['..app', 'src/flask/json/tag.py', 'src/flask/app.py'],
    ['.', 'src/flask/app.py', 'src/flask/__init__.py'],
    ['.json', 'src/flask/app.py', 'src/flask/json/__init__.py'],
    ['flask.json.tag', 'tests/test_app.py', 'src/flask/json/tag.py'],
    ['flask', 'tests/test_app.py', 'src/flask/__init__.py'],
    ['os.path', 'src/flask/app.py'],
  ]);
});

test('Rust, Go, Java and C', () => {
  const rust = ['crates/core/main.rs', 'crates/core/flags/mod.rs', 'crates/core/flags/hiargs.rs', 'crates/core/search.rs'];
  check(rust, 'rust', [
    ['crate::flags::HiArgs', 'crates/core/search.rs', 'crates/core/flags/mod.rs'],
    ['crate::flags::hiargs::HiArgs', 'crates/core/search.rs', 'crates/core/flags/hiargs.rs'],
    ['super::hiargs', 'crates/core/flags/other.rs', 'crates/core/flags/hiargs.rs'],
    ['self::hiargs', 'crates/core/flags/mod.rs', 'crates/core/flags/hiargs.rs'],
    ['super::super::search', 'crates/core/flags/hiargs.rs', 'crates/core/search.rs'],
    ['crate', 'crates/core/flags/hiargs.rs', 'crates/core/main.rs'],
    ['std::io', 'crates/core/search.rs'],
  ]);
  check(
    ['pkg/a/a.go', 'pkg/a/b.go', 'pkg/a/a_test.go', 'main.go'],
    'go',
    [
      ['example.org/m/pkg/a', 'main.go', 'pkg/a/a.go', 'pkg/a/b.go'],
      ['fmt', 'main.go'],
    ],
    {
      goModules: new Map([['', 'example.org/m']]),
    },
  );
  check(['core/src/main/java/com/example/Reader.java'], 'java', [
    ['com.example.Reader', 'x/Main.java', 'core/src/main/java/com/example/Reader.java'],
    ['java.util.List', 'x/Main.java'],
  ]);
  check(['src/grid.h', 'src/tmux.c', 'include/x.h'], 'c', [
    ['grid.h', 'src/tmux.c', 'src/grid.h'],
    ['include/x.h', 'src/tmux.c', 'include/x.h'],
    ['stdio.h', 'src/tmux.c'],
  ]);
});
