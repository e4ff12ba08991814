import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChunkInfo } from '../../../src/engine/index/reader.ts';
import { createNaming } from '../../../src/engine/naming/communityNames.ts';
import { nameCommunities } from '../../../src/engine/naming/namer.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

function chunk(path: string, title = '', kind: 'doc' | 'code' = 'doc'): ChunkInfo {
  return { path, language: languageOf(path).name, title, kind, folder: 0, startLine: 1, endLine: 1, startColumn: 0, endColumn: 0 };
}

/** Keys that no chunk is about; with a `!` in front it is, with `!!` it is a type that one defines. */
const naming = (keys: readonly string[], chunks: readonly ChunkInfo[] = []) =>
  createNaming(
    keys.map((key) => ({ key: key.replace(/^!+/, ''), isSubject: key.startsWith('!'), isType: key.startsWith('!!') })),
    chunks,
  );
const nameOf = (keys: readonly string[], chunks: readonly ChunkInfo[] = []): string | undefined =>
  nameCommunities([naming(keys, chunks)])[0];

test('names are the most characteristic keys, without repeats of words', () => {
  const keys = ['n:sandra dee', 'n:dee', 's:loadIndex', 's:load_index', 'l:https://x.org', 'n:harlem'];
  assert.equal(nameOf(keys), 'Sandra Dee, loadIndex');
  assert.equal(nameOf(['l:https://x.org']), 'https://x.org');
  assert.equal(nameOf(['n:january', 'n:american', 'n:note', 'n:duke of york']), 'January, Duke of York');
});

test('weak keys come last: names built into languages, placeholders, boilerplate headings', () => {
  assert.equal(nameOf(['s:_blank', 'q:noopener', 's:renderLinks', 's:toString', 's:LinkTable']), 'renderLinks, LinkTable');
  assert.equal(nameOf(['s:forEach', 's:hello2', 's:AAAAAAAA', 's:Promise', 's:onClose', 's:preClose']), 'onClose, preClose');
  assert.equal(nameOf(['n:getting started', 'n:note vite', 'n:express or', 'n:faq', 'n:hot reload', 'n:rollup']), 'Hot Reload, Rollup');
  // They are a fallback, and a type that the workspace defines is one of its subjects.
  assert.equal(nameOf(['s:forEach', 's:_blank']), 'forEach, _blank');
  assert.equal(nameOf(['!!s:Range', 's:Promise', 's:setStart']), 'Range, setStart');
  assert.equal(nameOf(['!s:_stack', 's:_request_pool', '!s:toString']), '_stack');
  // An address is more specific than a value next to it.
  assert.equal(nameOf(['s:_blank', 'l:https://chat.x.org']), 'https://chat.x.org');
  assert.equal(nameOf(['s:_blank', 'l:http://localhost:80/x']), '_blank');
});

test('files, headers and media types name a community if hardly any key weighs more, ubiquitous ones never', () => {
  assert.equal(nameOf(['q:node:fs', 's:createResolver', 'q:text/plain']), 'createResolver');
  assert.equal(nameOf(['q:text/vtt', 's:parseBody', 'q:font/ttf']), 'text/vtt, parseBody');
  assert.equal(nameOf(['q:stylesheet', 'q:https://x.org/a', 'q:a b/c', 'q:{a}.js', 's:one1Two', 's:twoThree']), 'one1Two, twoThree');
});

test('a module is labelled with its name, after keys of the code itself and before ubiquitous ones', () => {
  const keys = ['q:github.com/acme/mesh/v2', 'q:crypto/tls', 'q:go.uber.org/zap/zapcore', 's:Println', 'q:../utils', 'n:foo'];
  assert.equal(nameOf(keys), 'mesh, zapcore');
  assert.equal(nameOf([...keys, 's:openStore', 's:StoreFile']), 'openStore, StoreFile');
  assert.equal(nameOf(['q:../node/hostCheck.ts', 'q:net/url']), 'hostCheck, net/url');
  assert.equal(nameOf(['q:gopkg.in/yaml.v3', 'q:./client/main.mjs']), 'yaml');
});

test('names that a language reserves come last, but similar ones do not', () => {
  assert.equal(
    nameOf(['!s:__init__', 's:__getattr__', 's:key1', 'n:python 3', '!s:_validators', 's:toSorted2D']),
    '_validators, toSorted2D',
  );
});

test('a type that the workspace defines is a name, whatever its words', () => {
  assert.equal(nameOf(['!!s:Method', '!!s:Node', 's:openStore']), 'Method, Node');
  assert.equal(nameOf(['!s:Method', 's:Node', 's:openStore']), 'openStore');
});

test('a name is spelt as in a title', () => {
  assert.equal(nameOf(['n:hmr api', 'n:css modules'], [chunk('a.md', 'Guide › HMR API (beta)')]), 'HMR API, CSS Modules · a.md');
  assert.equal(nameOf(['n:mit license', 'n:flask_env']), 'MIT License, FLASK_ENV');
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

test('prose is named with its file, and with its folder if there is only one key', () => {
  assert.equal(nameOf(['n:alpha', 'n:bravo'], [chunk('docs/a.md'), chunk('docs/a.md')]), 'Alpha, Bravo · docs/a.md');
  assert.equal(nameOf(['n:alpha', 'n:bravo'], [chunk('docs/a.md'), chunk('docs/b.md')]), 'Alpha, Bravo');
  assert.equal(nameOf(['n:alpha'], [chunk('docs/a.md'), chunk('docs/b.md')]), 'Alpha · docs');
});

test('more keys, then the place, then a number make names unique', () => {
  const keys = ['n:alpha', 'n:bravo', 'n:gamma'];
  const one = naming(keys, [chunk('docs/a.md'), chunk('docs/b.md'), chunk('x.md')]);
  assert.deepEqual(nameCommunities(Array(7).fill(one)), [
    'Alpha, Bravo',
    'Bravo, Gamma',
    'Gamma, Alpha',
    'Alpha, Bravo, Gamma',
    'Alpha, Bravo · docs',
    'Alpha, Bravo (2)',
    'Alpha, Bravo (3)',
  ]);
});

test('a name begins with a label with which no earlier name begins, and continues with unused ones', () => {
  const lists = [
    ['s:ListItem', 's:renderList'],
    ['s:renderList', 's:ListItem', 's:TableState'],
    ['s:ListItem', 's:renderList', 's:setOffset', 's:listState'],
  ];
  assert.deepEqual(nameCommunities(lists.map((keys) => naming(keys))), [
    'ListItem, renderList',
    'renderList, TableState',
    'setOffset, listState',
  ]);
});

test('later communities do not change earlier names', () => {
  const key = fc.constantFrom('n:alpha', 'n:bravo', 's:openStore', 's:readPage', 's:toString', 'q:uv venv');
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(key, { minLength: 1, maxLength: 5 }), { maxLength: 12 }), fc.nat(12), (lists, most) => {
      const namings = lists.map((keys) => naming(keys, [chunk('a.md')]));
      assert.deepEqual(nameCommunities(namings.slice(0, most)), nameCommunities(namings).slice(0, most));
    }),
  );
});

test('prose is named by its quotes: commands, options, calls, tags', () => {
  const doc = [chunk('docs/a.md'), chunk('docs/b.md')];
  const quoted = ['q:uv pip sync', 'q:hello world!', 'q:the end of it', 'q:--frozen', 'n:projects'];
  assert.equal(nameOf(quoted, doc), 'uv pip sync, --frozen');
  assert.equal(nameOf(['q:<svelte:window>', 'q:{#each ...}'], doc), '<svelte:window>, {#each ...}');
  const code = [chunk('a.ts', '', 'code'), chunk('b.ts', '', 'code')];
  assert.equal(nameOf(['q:uv pip sync', 's:syncAll', 'q:Content-Length'], code), 'syncAll');
});

test('verbs of change logs, adverbs and openers of instructions are no names', () => {
  assert.equal(
    nameOf(['n:preserve', 'n:similarly', 'n:closes', 'n:merged', 'n:installing', 'n:locking', 'n:assembly']),
    'Locking, Assembly',
  );
});

test('a name within a title gets its capitals, a word those of its symbol', () => {
  const chunks = [chunk('a.md', 'Using it in GitHub Actions'), chunk('b.md')];
  assert.equal(nameOf(['n:github actions', 'n:pageload', 's:PageLoad'], chunks), 'GitHub Actions, PageLoad');
});

test('names are unique', () => {
  const key = fc.constantFrom('n:a', 'n:A', 's:a', 'n:b', 's:B', 'l:x', 'n:a, b', 'n:a (2)');
  const path = fc.constantFrom('a/b', 'c').map((one) => chunk(one));
  fc.assert(
    fc.property(fc.array(fc.record({ keys: fc.array(key, { maxLength: 4 }), chunks: fc.array(path) }), { maxLength: 20 }), (list) => {
      const names = nameCommunities(list.map(({ keys, chunks }) => naming(keys, chunks)));
      assert.equal(new Set(names.map((name) => name.toLowerCase())).size, list.length);
    }),
  );
});
