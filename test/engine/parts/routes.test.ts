/** Which files say what answers a request, named by the first of their routes: a table, and the order of several. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeFiles } from '../../../src/engine/parts/routes.ts';
import { sourceFiles } from '../../../src/engine/parts/sourceFiles.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';

async function routesOf(files: Files): Promise<readonly string[]> {
  const reader = indexOf(files).reader();
  const found = await routeFiles(reader, await sourceFiles(reader), async (path) => files[path]);
  return found.map(({ path, name, kind, line }) => `${path}:${line} ${name} ${kind}`);
}

const get = (route: string): string => `router.get('${route}', show);\n`;
const three = "const router = require('x');\nrouter.get('/a', show);\nrouter.post('/b', make);\nrouter.delete('/c', remove);\n";

const table: readonly (readonly [name: string, path: string, text: string, found: string | undefined])[] = [
  ['calls with handlers', 'a.js', three, 'a.js:2 GET /a … (3) route'],
  ['two are not enough', 'a.js', three.replace("'/c', remove", "'c'"), undefined],
  ['a call without a handler is one to another server', 'a.js', three.replaceAll(/, (?=\w+\))/g, ' + '), undefined],
  ['a comment shows routes only', 'a.js', three.replaceAll('\nrouter', '\n// router'), undefined],
  ['a comment among them does not count', 'a.js', `${three.replace('\nrouter', '\n// router')}${get('/d')}`, 'a.js:3 POST /b … (3) route'],
  [
    'decorators',
    'a.py',
    "import x\n@app.route('/a')\ndef a(): pass\n@app.post('/b')\ndef b(): pass\n@app.delete('/c')\ndef c(): pass\n",
    'a.py:2 /a … (3) route',
  ],
  ['a call in Python without a handler', 'a.py', "app.route('/a')\napp.post('/b')\napp.delete('/c')\n", undefined],
  ['Rails', 'config/routes.rb', "get '/a', to: 'a#b'\nget '/c', to: 'c#d'\nget '/e', to: 'e#f'\n", 'config/routes.rb:1 GET /a … (3) route'],
  ['Django', 'tea/urls.py', "x = [\n  path('a/', a),\n  path('b/', b),\n  re_path('c/', c),\n]\n", 'tea/urls.py:2 a/ … (3) route'],
  ['neither the words nor the name', 'a.rb', "get '/a', to: 'a#b'\nget '/c', to: 'c#d'\nget '/e', to: 'e#f'\n", undefined],
  ['tests call what others serve', 'test/a.test.js', three, undefined],
  ['a document is no code', 'a.md', `# Tea\n\n${three}`, undefined],
  ['lines of more than 300 characters are not read', 'a.js', three.replace('remove);', `remove); // ${'x'.repeat(300)}`), undefined],
  [
    'of 300 they are',
    'a.js',
    three.replace('remove);', `remove); ${'x'.repeat(300 - "router.delete('/c', remove); ".length)}`),
    'a.js:2 GET /a … (3) route',
  ],
];

for (const [name, path, text, found] of table)
  test(name, async () =>
    assert.deepEqual(await routesOf({ [path]: text, 'other.js': 'export {};\n' }), found === undefined ? [] : [found]),
  );

test('the three files with the most, equal ones by path', async () => {
  const found = await routesOf({
    'd.js': three,
    'c.js': three,
    'b.js': `${three}${get('/d')}`,
    'a.js': `${three}${get('/d')}${get('/e')}`,
    'e.js': three,
  });
  assert.deepEqual(found, ['a.js:2 GET /a … (5) route', 'b.js:2 GET /a … (4) route', 'c.js:2 GET /a … (3) route']);
});

test('twelve files are read: those with the most of the words, equal ones by path', async () => {
  const files = (count: number, text: string) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${10 + i}.js`, text]));
  const two = "const router = require('x');\nrouter.post('/b', make);\n";
  assert.deepEqual(
    await routesOf({ ...files(12, two), 'z.js': `${three}HandleFunc(1);\n` }),
    ['z.js:2 GET /a … (3) route'],
    'it has three of the words',
  );
  const posts = `${two}router.post('/c', make);\nrouter.post('/d', make);\n`;
  assert.deepEqual(await routesOf({ ...files(12, two), 'z.js': posts }), []);
  assert.deepEqual(await routesOf({ ...files(11, two), 'z.js': posts }), ['z.js:2 POST /b … (3) route']);
});
