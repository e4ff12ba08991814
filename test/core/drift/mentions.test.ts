import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dependenciesIn } from '../../../src/core/drift/dependencies.ts';
import { findMentions } from '../../../src/core/drift/mentions.ts';
import type { RetiredName } from '../../../src/core/drift/retired.ts';
import { Zone, zonesOf } from '../../../src/core/drift/zones.ts';

const createServer: RetiredName = { name: 'createServer', path: 'src/server.ts', line: 3, isType: false };

function check(files: Record<string, string>, expected: readonly string[], retired: readonly RetiredName[] = [createServer]): void {
  const found = findMentions(
    retired,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  );
  assert.deepEqual(
    found.map(({ path, line, startColumn, endColumn, where }) => {
      const text = (files[path] as string).split('\n')[line - 1] as string;
      return `${where} ${path}:${line} ${text.slice(startColumn, endColumn)}`;
    }),
    expected,
  );
}

test('a document, a comment and an import that were left behind', () => {
  check(
    {
      'docs/guide.md': '# Guide\n\nCall `createServer()` first.\n',
      'src/client.ts': '// Talks to what createServer made.\nexport const port = 1;\n',
      'src/main.ts': "import { createServer } from './server.ts';\ncreateServer();\n",
    },
    [
      'doc docs/guide.md:3 createServer',
      'comment src/client.ts:1 createServer',
      'code src/main.ts:1 createServer',
      'code src/main.ts:2 createServer',
    ],
  );
});

test('a text that tells of the past, or records it, keeps its names', () => {
  check({ 'CHANGELOG.md': '- `createServer` listens on localhost\n', 'docs/a.md': '`createServer` was removed in 3.0.\n' }, []);
  check({ 'docs/migration/v3.md': 'Call `createServer`\n' }, []);
});

test('a name that a source binds to something else is not gone', () => {
  const doc = { 'docs/a.md': 'Call `createServer`.\n' };
  check({ ...doc, 'src/a.ts': 'const createServer = 1;\n' }, []);
  check({ ...doc, 'src/a.ts': 'call({ createServer: true });\n' }, []);
  check({ ...doc, 'src/a.ts': "import { createServer } from 'node:http';\n" }, []);
  check({ ...doc, 'src/a.ts': "options['createServer'];\n" }, []);
  check({ ...doc, 'src/a.ts': 'http.createServer();\n' }, []);
  check({ ...doc, 'src/server.ts': 'startAll(createServer());\n' }, ['doc docs/a.md:1 createServer', 'code src/server.ts:1 createServer']);
});

test('what a dependency of the same name exports is not gone', () => {
  const spec: RetiredName = { name: 'ColorSpec', path: 'termcolor/src/lib.rs', line: 1, isType: true };
  const files = [{ path: 'src/main.rs', text: 'use termcolor::{Color, ColorSpec};\nfn main() { ColorSpec::new(); }\n' }];
  assert.equal(findMentions([spec], files).length, 2);
  assert.equal(findMentions([spec], files, new Set(['termcolor'])).length, 0);
});

test('a document whose example makes the name itself is right', () => {
  check({ 'docs/a.md': '```js\nfunction createServer() {}\ncreateServer()\n```\n' }, []);
  check({ 'docs/a.md': "```js\nimport { createServer } from 'vite'\ncreateServer()\n```\n" }, []);
});

test('a plain word counts only after what held it, or as a type in code marks', () => {
  const close: RetiredName = { name: 'close', path: 'src/server.ts', line: 3, isType: false, container: 'Server' };
  check({ 'docs/a.md': 'We close the file. `server.close()` ends it, `file.close()` too.\n' }, ['doc docs/a.md:1 close'], [close]);
  const type: RetiredName = { name: 'Server', path: 'src/server.ts', line: 3, isType: true };
  check({ 'docs/a.md': 'A Server is a `Server`.\n' }, ['doc docs/a.md:1 Server'], [type]);
});

test('parts of longer names, files and addresses are not the name', () => {
  check({ 'docs/a.md': 'See `other.net.createServer`.\n' }, []);
  check({ 'docs/a.md': 'See `app.server.createServer`.\n' }, ['doc docs/a.md:1 createServer']);
  check({ 'docs/a.md': 'my-createServer createServer.js /createServer/ @createServer\n' }, []);
});

test('zones of the common languages', () => {
  const zoneOf = (text: string, language: string): string => [...zonesOf(text, language)].join('');
  assert.equal(zoneOf('a // b', 'typescript'), '001111');
  assert.equal(zoneOf('"//" a', 'typescript'), '222200');
  assert.equal(zoneOf("x = '#'", 'python'), '0000222');
  assert.equal(zoneOf('"""a\nb"""', 'python'), '111111111');
  assert.equal(zoneOf("&'a T // x", 'rust'), '000000' + '1111');
  assert.equal(Zone.Comment, 1);
});

test('dependencies by the ways a source can write them', () => {
  assert.deepEqual(dependenciesIn('package.json', '{"dependencies":{"@fastify/fast-json":"^1.0.0"}}'), [
    'fastify/fast-json',
    'fastify/fast_json',
    'fastify/fastJson',
    'fast-json',
    'fast_json',
    'fastJson',
  ]);
  assert.ok(dependenciesIn('pyproject.toml', 'dependencies = [\n  "click>=8",\n]\n').includes('click'));
  assert.ok(dependenciesIn('Cargo.toml', '[dependencies]\nmemchr = "2"\n').includes('memchr'));
  assert.ok(dependenciesIn('go.mod', 'require github.com/spf13/cobra v1.0.0\n').includes('cobra'));
});
