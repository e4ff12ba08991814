import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { statementsOf } from '../../../src/core/answer/statements.ts';

function check(kind: 'doc' | 'code', text: string, expected: readonly string[]): void {
  assert.deepEqual(
    statementsOf(text, kind).map(({ from, to }) => text.slice(from, to)),
    expected,
    text,
  );
}

test('sentences of prose without headings, rules and badges', () => {
  check('doc', '# Title\n\nThe server starts. Then it listens.\n', ['The server starts.', 'Then it listens.']);
  check('doc', '# Title\nThe server starts.\n', ['The server starts.']);
  check('doc', 'Title\n=====\nThe server starts.\n', ['The server starts.']);
  check('doc', '# One\n## Two\nThe server starts.\n', ['The server starts.']);
  check('doc', '# Title\n', []);
  check('doc', '| a | b |\n|---|---|\n', []);
  check('doc', '[![Build](https://x.org/a.svg)](https://x.org)\n\nIt builds well.\n', ['It builds well.']);
  const badges = '[![Build](https://x.org/a.svg)](https://x.org/build)\n'.repeat(9);
  check('doc', `${badges}\nIt builds well.\n`, ['It builds well.']);
  const tagged = '<h1>Kettle</h1>\n<p align="center">It builds <b>well</b>.</p>\n<p>\n  <a href="x.html"><img src="a.svg"></a>\n</p>\n';
  check('doc', tagged, ['It builds <b>well</b>.']);
  check('doc', '<p>\nIt builds well.\n</p>\n', ['It builds well.']);
  check('doc', '', []);
});

test('comments and lines of code', () => {
  check('code', '/** Starts the server. */\nfunction start() {\n  listen(port);\n}\n', [
    'Starts the server.',
    'function start() {',
    'listen(port);',
  ]);
  check('code', '// Starts the\n// server here.\nx = y\n', ['Starts the\n// server here.']);
});

test('examples amid a comment are statements of their own, without what they bring in', () => {
  check(
    'code',
    '/**\n * Mounts an app.\n *\n * ```ts\n * import { a } from "b"\n * // Sends the request on.\n * app.mount(path)\n * ```\n */\n',
    ['Mounts an app.', '// Sends the request on.\n * app.mount(path)'],
  );
  check('code', '/// Opens it.\n/// ```\n/// # let a = 1;\n/// let f = open(a);\n/// ```\n/// It stays open.\n', [
    'Opens it.',
    'let f = open(a);',
    'It stays open.',
  ]);
  // The rest of a comment, as the next chunk has it: the fence ends the example that the chunk before began.
  check('code', ' * app.start(here)\n * ```\n * It starts.\n */\n', ['app.start(here)', 'It starts.']);
  check('code', '///     routing::get,\n///     Json,\n/// };\n/// let a = open(b);\n/// ```\n/// It starts.\n', [
    'let a = open(b);',
    'It starts.',
  ]);
  check('code', '/// It starts.\n/// ```\n/// app.start(here)\n', ['It starts.', 'app.start(here)']);
  check('code', "'''Opens it.\n\n```py\nopen(here, now)\n```\n'''\n", ['Opens it.', 'open(here, now)']);
  check('code', '/**\n * Opens it.\n * @example\n *\n * open(here)\n * @param here where the file lies\n */\n', [
    'Opens it.',
    'open(here)',
    '@param here where the file lies',
  ]);
  check('code', "  '''Opens it::\n\n      open(here)\n\n  It stays open.\n  '''\n", ['Opens it::', 'open(here)', 'It stays open.']);
  const [, example] = statementsOf('/// Run this:\n/// ```sh\n/// npm run start\n/// ```\n', 'code');
  assert.deepEqual([example?.form, example?.isCommand], ['example', true]);
});

test('a line that only opens what follows says nothing', () => {
  check('code', 'type Headers =\n  | Record<string, string>\n', ['| Record<string, string>']);
});

test('a statement begins with its words and ends with them, whatever marks a comment', () => {
  for (const [text, expected] of [
    [
      '/**\n * Starts the server. It listens\n * at a port.\n *\n * @default true\n */\n',
      ['Starts the server.', 'It listens\n * at a port.'],
    ],
    ['/* eslint-disable no-console */\n// It waits here.\n', ['It waits here.']],
    ['  """Opens the file.\n\n  :param path: where the file lies\n  """\n', ['Opens the file.', ':param path: where the file lies']],
    ['#!/bin/sh\n# Runs e.g. No. 3 of it. Then it ends.\n', ['Runs e.g. No. 3 of it.', 'Then it ends.']],
    ['/// # Examples\n/// The walker skips it.\n//! And this module too.\n', ['The walker skips it.', 'And this module too.']],
    ['"""\nflask.views\n~~~~~~~~~~~\n\nPluggable views.\n"""\n', ['Pluggable views.']],
    ['#: The name of the session.\nname = None\n', ['The name of the session.', 'name = None']],
    ['/*\n - first of the items\n - second of the items\n*/', ['first of the items', 'second of the items']],
    ['* @param port where it listens at\n*/\n*pointer = value\n', ['@param port where it listens at', '*pointer = value']],
    ['<!-- It is drawn here. -->\n<div></div>\n', ['It is drawn here.', '<div></div>']],
    ['# Copyright (c) 2020 Somebody\n# SPDX-License-Identifier: MIT\n', []],
  ] as const)
    check('code', text, expected);
  for (const [text, expected] of [
    ['- [x] The server starts.\n* It listens.\n1. Wait for it.\n', ['The server starts.', 'It listens.', 'Wait for it.']],
    ['> **Note** that it listens.\n', ['**Note** that it listens.']],
    ['#. Start the server.\n', ['Start the server.']],
    ['[guide]: https://example.org/guide\n', []],
  ] as const)
    check('doc', text, expected);
});

test('a paragraph of a long example that only brings names in is none; a short example is whole', () => {
  const long = `from typing import Any\nimport os\n\n${'open(here, now)\n'.repeat(19)}`;
  const fenced = (code: string) => `Opens it.\n\n${'```'}py\n${code}\n${'```'}\n`;
  check('doc', fenced(long), ['Opens it.', long.slice(long.indexOf('open(')).trim()]);
  check('doc', fenced('import flask'), ['Opens it.', 'import flask']);
});

test('examples amid prose are statements of their own, without their fences; commands are told apart', () => {
  const told = (text: string) => statementsOf(text, 'doc').map(({ from, to, form, isCommand }) => [text.slice(from, to), form, isCommand]);
  const said = (text: string) => told(text).map(([words]) => words);
  for (const [example, words, isCommand] of [
    ['```sh\nnpm ci\nnpm test\n```\n', 'npm ci\nnpm test', true],
    ['```\nnpm test\n```\n', 'npm test', true],
    ['    $ tox -e py\n', '$ tox -e py', true],
    ['```js\nimport a from "npm"\n```\n', 'import a from "npm"', false],
    ['```\nserver.listen(1)\n```\n', 'server.listen(1)', false],
    ['```sh\nnpm run never-closed\n', 'npm run never-closed', true],
  ] as const)
    assert.deepEqual(told(`Run the tests of it:\n\n${example}`), [
      ['Run the tests of it:', 'fragment', false],
      [words, 'example', isCommand],
    ]);
  assert.deepEqual(said('Use it::\n\n    $ flask run\n\nThen open the page.\n'), ['Use it::', '$ flask run', 'Then open the page.']);
  assert.deepEqual(said('Options\n~~~~~~~\nThey are read first.\n'), ['They are read first.']);
  // The end of an example that began in another chunk.
  assert.deepEqual(told('server.close();\n```\n\nThen it has ended.\n'), [
    ['server.close();', 'example', false],
    ['Then it has ended.', 'fragment', false],
  ]);
  const manifest = '{\n"scripts": {\n"test": "vitest run --coverage",\n"title": "Runs all - of them"\n}\n';
  assert.deepEqual(
    statementsOf(manifest, 'code').map(({ isCommand }) => isCommand),
    [true, false],
  );
});

test('what brings names in or only opens what follows says nothing', () => {
  const imports =
    "import a from 'b'\nfrom os import path\n#include <stdio.h>\nuse std::fs::File;\nconst { c, d } = require('e')\nexport * from 'f'\n";
  check('code', `${imports}"server.port": {\n  "type": "number",\n  options = [\n  user.import(names)\n`, [
    '"type": "number",',
    'user.import(names)',
  ]);
});

test('long statements are cut between words, or between signs', () => {
  for (const text of ['word '.repeat(200), '漢'.repeat(1000), '🙂a'.repeat(500)]) {
    for (const kind of ['doc', 'code'] as const) {
      for (const { from, to } of statementsOf(text, kind)) {
        assert.ok(to - from <= 320 && to - from > 100);
        assert.ok(text.slice(from, to).isWellFormed());
      }
    }
  }
});

test('statements are trimmed stretches in order, within the text', () => {
  const part = fc.constantFrom(
    '/**',
    ' * Said.',
    ' */',
    '```sh',
    'npm test',
    'So:',
    '    $ make all',
    '~~~~~',
    '# Head',
    'Words of a line.',
    '',
    '=====',
    '- item one',
    '"""',
    '// note',
    '```',
    '  x = 1',
    '漢字の文。',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.constantFrom('doc' as const, 'code' as const), (lines, kind) => {
      const text = lines.join('\n');
      let last = 0;
      for (const { from, to } of statementsOf(text, kind)) {
        assert.ok(from >= last && to > from && to <= text.length);
        assert.equal(text.slice(from, to), text.slice(from, to).trim());
        last = to;
      }
    }),
  );
});

test('hostile texts are read in linear time', () => {
  for (const unit of [
    '`',
    '\n\n',
    '```\n',
    'a:\n\n    b\n',
    '# ',
    '"""',
    '/*',
    '. ',
    '- [x] ',
    '../',
    '"a": "',
    'A=b ',
    '    $ ',
    '~~~~\n',
  ]) {
    const text = `So:\n\n    ${unit.repeat(Math.ceil(100_000 / unit.length))}`;
    for (const kind of ['doc', 'code'] as const) {
      const before = process.cpuUsage().user;
      statementsOf(text, kind);
      assert.ok((process.cpuUsage().user - before) / 1000 < 2000, `${kind} ${JSON.stringify(unit)}`);
    }
  }
});
