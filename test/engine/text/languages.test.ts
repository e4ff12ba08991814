import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keywords, languageOf, languageOfText, languages, plainText, someCode } from '../../../src/engine/text/languages.ts';

test('a script whose name says nothing is in the language of the program that its first line names', () => {
  const cases: [path: string, firstLine: string, name: string][] = [
    ['bin/run', '#!/bin/sh', 'shellscript'],
    ['bin/run', '#!/usr/bin/env bash\r', 'shellscript'],
    ['tools/check', '#! /usr/local/bin/python3.11 -u', 'python'],
    ['tools/check', '#!/usr/bin/env -S node --no-warnings', 'javascript'],
    ['bin/rails', '#!/usr/bin/env ruby', 'ruby'],
    ['bin/other', '#!/usr/bin/env unknown', 'unknown'],
    ['bin/other', '#!', 'unknown'],
    ['notes', 'sh', 'unknown'],
    ['a.unknown', '#!/bin/sh', 'shellscript'],
    ['README', '#!/bin/sh', 'text'],
  ];
  for (const [path, firstLine, name] of cases) assert.equal(languageOfText(path, `${firstLine}\nx\n`).name, name, firstLine);
});

test('languages by whole name and by extension', () => {
  const cases: [string, string][] = [
    ['src/a.ts', 'typescript'],
    ['a.d.ts', 'typescript'],
    ['A.TSX', 'typescript'],
    ['README', 'text'],
    ['README.md', 'markdown'],
    ['docs/page.mdx', 'javascript'],
    ['a.ipynb', 'python'],
    ['README.rdoc', 'asciidoc'],
    ['lib/Guide.pod', 'pod'],
    ['main.tf', 'hcl'],
    ['.env.example', 'text'],
    ['server.env.example', 'text'],
    ['build.gradle', 'java'],
    ['LICENSE.txt', 'text'],
    ['Makefile', 'makefile'],
    ['a/CMakeLists.txt', 'makefile'],
    ['Dockerfile', 'makefile'],
    ['.gitignore', 'config'],
    ['.editorconfig', 'config'],
    ['package.json', 'json'],
    ['x.unknown', 'text'],
    ['index.html.md.erb', 'markdown'],
    ['config.h.in', 'c'],
    ['man.1.in', 'man'],
    ['chapter1.md.erb', 'markdown'],
    ['kettle-1.2.unknown', 'text'],
    ['.yml.example', 'text'],
    ['a.md/b.erb', 'text'],
    ['no-ending', 'text'],
    ['a.b/c', 'text'],
    ['', 'text'],
    ['.', 'text'],
    ['a.', 'text'],
  ];
  for (const [path, id] of cases) assert.equal(languageOf(path).id, id, path);
});

test('an unknown file is prose without headings', () => {
  assert.equal(languageOf('x.unknown'), plainText);
  assert.deepEqual([plainText.kind, plainText.headings, someCode.kind], ['doc', 'none', 'code']);
});

test('prose has no declarations but in its scripts, and no two languages have a name in common', () => {
  const names = languages.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  );
  for (const { kind, syntax } of languages)
    assert.equal(syntax === undefined || (syntax.scripts ?? { places: 'elements' }).places !== 'elements', kind === 'doc');
  assert.ok(keywords.has('function') && !keywords.has(''));
});
