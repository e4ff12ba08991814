import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../../../src/engine/document.ts';
import { analyzeText } from '../../../../src/engine/text/analyze.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { collectMarkup } from '../../../../src/engine/text/markup.ts';
import { isSymbol, stemOf } from '../../../../src/engine/text/names/entities.ts';
import { wholeSlice } from '../../../../src/engine/text/textSlice.ts';
import { Shape } from '../../../../src/engine/text/words/tokens.ts';

/** Keys of the markup of a text. */
function check(kind: 'code' | 'doc', text: string, expected: readonly string[]): void {
  const keys = new Set<string>();
  collectMarkup(wholeSlice(text), kind === 'code', [text.length], {
    add: (space, key) => void keys.add(`${space}:${key}`),
    addAscii: (space, units, from, to) => void keys.add(`${space}:${String.fromCharCode(...units.subarray(from, to))}`),
  });
  assert.deepEqual([...keys].sort(), [...expected].sort(), text);
}

test('links', () => {
  check('doc', 'See [the guide](https://example.org/guide#part?x=1).', ['l:https://example.org/guide']);
  check('doc', '<https://example.org/a/> and https://example.org/b', ['l:https://example.org/a', 'l:https://example.org/b']);
  check('doc', '[[Sandra Dee]] and [[Bobby Darin|him]]', ['l:Sandra Dee', 'l:Bobby Darin']);
  check('doc', '[here](#anchor) and [there](?q)', []);
  check('doc', '![x](<img/a.png>)', ['l:img/a.png']);
  check('code', '// https://example.org/c', ['l:https://example.org/c']);
  check('code', 'if [[ -f name ]]; then handlers[0](event); x = [[1, 2], 3]', []);
});

test('literals and symbols in backticks and quotes', () => {
  check('doc', 'Run `npm test` or call `createServer()`.', ['q:npm test', 's:createServer']);
  check('doc', 'The value `null` and `x`.', []);
  check('doc', 'He said "never say never" to \'the long goodbye\'.', ['q:never say never', 'q:the long goodbye']);
  check('doc', "It doesn't matter, isn't it", []);
  check('doc', '"never closed', []);
  check('code', 'log("not found here", \'another one\', `third text`)', ['q:not found here', 'q:another one', 'q:third text']);
  check('code', 'x = "with \\" a quote"', ['q:with \\" a quote']);
  check('code', '// don\'t stop\ny = "first text" // it\'s "second text"', ['q:first text', 'q:second text']);
  check('code', 'x = "short"', []);
  check('code', 'x = "longerName"', ['s:longerName']);
  check('code', `x = "${'a b '.repeat(50)}"`, []);
});

test('paths', () => {
  check('doc', 'See src/engine/text/lines.ts and README.md.', ['p:lines', 'p:readme']);
  check('doc', '(./docs/Guide.rst) "a/b/c.test.js"', ['p:guide', 'p:c', 'q:a/b/c.test.js']);
  check('doc', 'version 1.2 and e.g. this', []);
  check('code', "import { x } from './lines.ts';", ['p:lines', 'q:./lines.ts']);
});

test('stemOf', () => {
  const cases: [string, string][] = [
    ['src/Lines.ts', 'lines'],
    ['a.test.ts', 'a'],
    ['.gitignore', '.gitignore'],
    ['Makefile', 'makefile'],
    ['a/b/', ''],
    ['Größe.md', 'grosse'],
  ];
  for (const [path, stem] of cases) assert.equal(stemOf(path), stem, path);
});

test('symbols in code and in prose', () => {
  const symbols = (text: string, inCode: boolean): readonly string[] => {
    const { chunks } = analyzeText(text, languageOf(inCode ? 'a.ts' : 'a.txt'));
    return (chunks[0]?.keys ?? []).flatMap(({ key, roles }) => ((roles & Role.Mentions) !== 0 && key.startsWith('s:') ? [key] : []));
  };
  assert.deepEqual(symbols('return readFile(path, options);', true), ['s:readFile']);
  assert.deepEqual(symbols('load(x); y.size; class Store<T> {}', true), ['s:Store', 's:load', 's:size']);
  assert.deepEqual(symbols('// Plain words. Of a comment', true), []);
  assert.deepEqual(symbols('The readFile method has some options.', false), ['s:readFile']);
  assert.deepEqual(symbols('foo ____ $$$$ 1234 変数名前', true), []);
  assert.equal(isSymbol('function', 0, true), false);
  assert.equal(isSymbol('x'.repeat(101), Shape.Identifier, true), false);
});

test('a key that is defined, mentioned and called is one key with all roles', () => {
  const { chunks } = analyzeText('function loadAll() {\n  return loadAll();\n}\n', languageOf('a.ts'));
  assert.deepEqual(chunks[0]?.keys, [{ key: 's:loadAll', roles: Role.Mentions | Role.Defines | Role.Calls, places: 0xffffffff }]);
});

test('paths follow white space, a bracket or a quote, and end with a letter or digit', () => {
  check('doc', 'x/y.ts (z.md)', ['p:y', 'p:z']);
  check('doc', '{w.ts} =v.ts', []);
  check('doc', 'a.b.ts u.tsv t.ts', ['p:t']);
  check('doc', 'lib/a.b.c/d (@types/node.d.ts)', ['p:a', 'p:node']);
  check('doc', '.ts ./.ts /.x/y @a.ts', []);
});
