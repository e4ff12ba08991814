import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chainBetween } from '../../../src/engine/connect/chain.ts';
import { bindingsIn } from '../../../src/engine/relations/bindings.ts';
import { ModuleGraph } from '../../../src/engine/relations/moduleGraph.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';

/** `a.ts:1 first -calls 2- b.ts:1 second`. */
async function chain(files: Files, from: string, to: string, maxLinks = 4, lastLink: 'use' | 'mention' = 'use'): Promise<string> {
  const bindings = new Map(Object.entries(files).map(([path, text]) => [path, bindingsIn(text, languageOf(path))]));
  const source = {
    reader: indexOf(files).reader(),
    folder: 0,
    modules: new ModuleGraph(new Map(Object.keys(files).map((path) => [path, languageOf(path)])), bindings),
    languageOf,
    textOf: (path: string) => files[path],
    yieldThread: () => undefined,
  };
  const steps = await chainBetween(from, to, source, maxLinks, lastLink);
  const shown = steps?.map(({ name, definition: { path, startLine }, use }) => {
    return `${path}:${startLine} ${name}${use === undefined ? '' : ` -${use.kind} ${use.line}`}`;
  });
  return shown?.join('- ') ?? 'none';
}

test('calls and base types are followed through imports, renamed ones and barrels', async () => {
  const files = {
    'start.ts': "import { readAll as readThem } from './lib';\n\nexport function startAll() {\n  return readThem();\n}\n",
    'lib/index.ts': "export * from './read';\n",
    'lib/read.ts': "import { LineReader } from './reader';\nexport const readAll = () => new LineReader();\n",
    'lib/reader.ts': "import { BaseReader } from './base';\nexport class LineReader extends BaseReader {}\n",
    'lib/base.ts': 'export class BaseReader {}\n',
  };
  assert.equal(
    await chain(files, 'startAll', 'BaseReader'),
    'start.ts:3 startAll -calls 4- lib/read.ts:2 readAll -calls 2- lib/reader.ts:2 LineReader -extends 2- lib/base.ts:1 BaseReader',
  );
  assert.equal(await chain(files, 'startAll', 'BaseReader', 2), 'none');
  assert.equal(await chain(files, 'BaseReader', 'startAll'), 'none');
});

test('the same name in another module is another name', async () => {
  const files = {
    'a.ts': "import { openFile } from 'elsewhere';\nexport function startAll() {\n  openFile();\n}\n",
    'b.ts': 'export function openFile() {}\n',
  };
  assert.equal(await chain(files, 'startAll', 'openFile'), 'none');
});

test('a member is followed in its own type, or if only one has the name', async () => {
  const files = {
    'a.py': 'class Reader:\n    def read_all(self):\n        self.read_line()\n\n    def read_line(self):\n        parser.parse_words()\n',
    'b.py': 'class Other:\n    def read_line(self):\n        pass\n\n\nclass Parser:\n    def parse_words(self):\n        pass\n',
  };
  assert.equal(await chain(files, 'read_all', 'parse_words'), 'a.py:2 read_all -calls 3- a.py:5 read_line -calls 6- b.py:7 parse_words');
});

test('a member of the same type is called without its object where the language allows it', async () => {
  const text = 'class Reader {\n  void readAll() {\n    readLine();\n  }\n\n  void readLine() {\n  }\n}\n';
  const files = { 'Reader.java': text, 'Other.java': text.replace('Reader', 'Other').replace('readAll', 'skipAll') };
  assert.equal(await chain(files, 'readAll', 'readLine'), 'Reader.java:2 readAll -calls 3- Reader.java:6 readLine');
});

test('a declaration goes on after its parameters', async () => {
  const files = { 'a.ts': 'function startAll(\n  name: string,\n): void {\n  stopAll();\n}\n\nfunction stopAll() {}\n' };
  assert.equal(await chain(files, 'startAll', 'stopAll'), 'a.ts:1 startAll -calls 4- a.ts:7 stopAll');
});

test('the last link may be the type of a parameter, or a field that is called like its type', async () => {
  const python = {
    'a.py': 'from lib import library\n\n\nclass ImportStep:\n    def add(self, lib: library.Library):\n        pass\n',
    'lib/library.py': 'class Library:\n    pass\n',
    'lib/__init__.py': '',
  };
  assert.equal(await chain(python, 'ImportStep', 'Library'), 'none');
  assert.equal(await chain(python, 'ImportStep', 'Library', 4, 'mention'), 'a.py:4 ImportStep -mentions 5- lib/library.py:1 Library');
  const go = {
    'go.mod': 'module example.org/post\n',
    'server.go': [
      'package post\n\ntype Server struct {\n\tletterCache *letterCache\n}\n',
      'func (s *Server) handlePost() {\n\ts.handleInside()\n}\n',
      'func (s *Server) handleInside() {\n\ts.letterCache.Add(1)\n}\n',
    ].join('\n'),
    'cache.go': 'package post\n\ntype letterCache struct{}\n\nfunc (c *letterCache) Add(n int) {}\n',
  };
  const found = 'server.go:7 handlePost -calls 8- server.go:11 handleInside -mentions 12- cache.go:3 letterCache';
  assert.equal(await chain(go, 'handlePost', 'letterCache', 4, 'mention'), found);
  // Two types have a field of that name, and it is no type: which of them is meant is not known.
  const unknown = { ...go, 'server.go': `${go['server.go']}\ntype Other struct {\n\tletterBox int\n}\n` };
  assert.equal(await chain(unknown, 'handlePost', 'letterBox', 4, 'mention'), 'none');
});
