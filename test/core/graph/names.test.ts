import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameCommunities, namingOf } from '../../../src/core/graph/names.ts';
import type { ChunkInfo } from '../../../src/core/retrieve/reader.ts';

function chunk(path: string, title = '', kind: 'doc' | 'code' = 'doc'): ChunkInfo {
  return { path, title, kind, folder: 0, startLine: 1, endLine: 1, startColumn: 0, endColumn: 0 };
}

const nameOf = (keys: readonly string[], chunks: readonly ChunkInfo[] = []): string | undefined =>
  namingOf(keys, chunks).options.at(0)?.name;

test('names are the most characteristic keys, without repeats of words', () => {
  const keys = ['n:sandra dee', 'n:dee', 's:loadIndex', 's:load_index', 'l:https://x.org', 'n:harlem'];
  assert.equal(nameOf(keys), 'Sandra Dee, loadIndex');
  assert.equal(nameOf(['l:https://x.org']), 'https://x.org');
  assert.equal(nameOf(['n:january', 'n:american', 'n:note', 'n:duke of york']), 'January, Duke of York');
});

test('a name is written as a title writes it', () => {
  assert.equal(nameOf(['n:hmr api', 'n:css modules'], [chunk('a.md', 'Guide › HMR API (beta)')]), 'HMR API, CSS Modules · a.md');
});

test('a community of code is named with the file or the folder of most of it', () => {
  const keys = ['s:loadIndex', 's:openStore'];
  const at = (paths: readonly string[]) =>
    nameOf(
      keys,
      paths.map((path) => chunk(path, '', 'code')),
    );
  assert.equal(at(['a/b/c/x.ts', 'a/b/c/x.ts', 'y.ts']), 'loadIndex, openStore · c/x.ts');
  assert.equal(at(['a/b/c/x.ts', 'a/b/c/y.ts', 'a/z.ts']), 'loadIndex, openStore · b/c');
  assert.equal(at(['a/x.ts', 'b/y.ts', 'c.ts']), 'loadIndex, openStore');
});

test('prose is named with its file, and with its folder where one key is all there is', () => {
  assert.equal(nameOf(['n:alpha', 'n:bravo'], [chunk('docs/a.md'), chunk('docs/a.md')]), 'Alpha, Bravo · docs/a.md');
  assert.equal(nameOf(['n:alpha', 'n:bravo'], [chunk('docs/a.md'), chunk('docs/b.md')]), 'Alpha, Bravo');
  assert.equal(nameOf(['n:alpha'], [chunk('docs/a.md'), chunk('docs/b.md')]), 'Alpha · docs');
});

test('more keys, then the place, then a number tell equals apart', () => {
  const keys = ['n:alpha', 'n:bravo', 'n:gamma'];
  const one = namingOf(keys, [chunk('docs/a.md'), chunk('docs/b.md'), chunk('x.md')]);
  assert.deepEqual(nameCommunities([one, one, one, one, one]), [
    'Alpha, Bravo',
    'Alpha, Bravo, Gamma',
    'Alpha, Bravo · docs',
    'Alpha, Bravo (2)',
    'Alpha, Bravo (3)',
  ]);
});

test('no two names are alike', () => {
  const key = fc.constantFrom('n:a', 'n:A', 's:a', 'n:b', 's:B', 'l:x', 'n:a, b', 'n:a (2)');
  const path = fc.constantFrom('a/b', 'c').map((one) => chunk(one));
  fc.assert(
    fc.property(fc.array(fc.record({ keys: fc.array(key, { maxLength: 4 }), chunks: fc.array(path) }), { maxLength: 20 }), (list) => {
      const names = nameCommunities(list.map(({ keys, chunks }) => namingOf(keys, chunks)));
      assert.equal(new Set(names.map((name) => name.toLowerCase())).size, list.length);
    }),
  );
});
