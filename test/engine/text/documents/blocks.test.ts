import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../../../src/engine/text/documents/readDocument.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { lineAt, linesOf } from '../../../../src/engine/text/lines.ts';

/** Blocks as `kind depth: text`. */
function check(path: string, text: string, expected: readonly string[]): void {
  const lines = linesOf(text);
  const found = readDocument(lines, languageOf(path))
    .blocks()
    .map(({ kind, first, last, depth }) => {
      const own = Array.from({ length: last - first + 1 }, (_, i) => lineAt(lines, first + i).trim());
      return `${kind} ${depth}: ${own.join(' ⏎ ')}`;
    });
  assert.deepEqual(found, expected, JSON.stringify(text));
}

test('Markdown: paragraphs, lists, tables and code', () => {
  check('a.md', '# Lock\n\nOne\nparagraph.\n\n- a\n\n  more\n  - b\n\n    ```sh\n    run\n    ```\n\n1. c\n', [
    'paragraph 0: One ⏎ paragraph.',
    'item 0: - a',
    'paragraph 1: more',
    'item 1: - b',
    'code 2: ```sh ⏎ run ⏎ ```',
    'item 0: 1. c',
  ]);
  check('a.md', 'Gates:\n| a | b |\n| --- | :-: |\n| c | d |\n\n    indented\n', [
    'paragraph 0: Gates:',
    'table 0: | a | b | ⏎ | --- | :-: | ⏎ | c | d |',
    'code 0: indented',
  ]);
});

test('Markdown: four spaces and a fence mark are code of one line', () => {
  for (const mark of ['```', '~~~'])
    check('a.md', `Text.\n\n    ${mark}\n    sample\n\n# Next\n\nMore.\n`, [
      'paragraph 0: Text.',
      `code 0: ${mark} ⏎ sample`,
      'paragraph 0: More.',
    ]);
});

test('Markdown: notes of GitHub and Obsidian are one block with their text', () => {
  check('a.md', '> [!warning] Mind\n> the gate\n> - a\n\nText.\n', [
    'callout 0: > [!warning] Mind ⏎ > the gate ⏎ > - a',
    'paragraph 0: Text.',
  ]);
});

test('Markdown: what is not read is no block', () => {
  for (const text of [
    '---\ntitle: x\n---\n',
    '+++\ntitle = "x"\n+++\n',
    '<!-- one\n\ntwo -->\n',
    '[x]: https://example.org\n',
    '(label)=\n',
    '![a](a.png)\n',
    '[![a](a.png)](b)\n[![a][c]][d]\n',
    '***\n',
    '<div align="center">\n',
  ])
    check('a.md', `${text}\nText.\n`, ['paragraph 0: Text.']);
  check('a.md', '<pre>\n# no\n</pre>\n\n<details>\n<summary>More</summary>\n\nText.\n\n</details>\n', [
    'code 0: <pre> ⏎ # no ⏎ </pre>',
    'html 0: <summary>More</summary>',
    'paragraph 0: Text.',
  ]);
  check('a.md', '::: tip\nText.\n:::\n', ['paragraph 0: Text.']);
});

test('a table of contents by the names of files', () => {
  check('a.md', '```{toctree}\none\ntwo\n```\n', ['contents 0: ```{toctree} ⏎ one ⏎ two ⏎ ```']);
  check('a.rst', '.. toctree::\n   :hidden:\n\n   one\n   two\n\nText.\n', [
    'contents 0: .. toctree:: ⏎ :hidden: ⏎  ⏎ one ⏎ two',
    'paragraph 0: Text.',
  ]);
});

test('reStructuredText: directives hold what is indented below them', () => {
  check(
    'a.rst',
    'Lock\n====\n\n.. note:: Mind\n   the gate.\n\n   - a\n   - b\n\n.. code-block:: sh\n   :linenos:\n\n   run\n\nText::\n\n   literal\n\nEnd.\n',
    [
      'directive 0: .. note:: Mind',
      'paragraph 1: the gate.',
      'item 1: - a',
      'item 1: - b',
      'directive 0: .. code-block:: sh ⏎ :linenos:',
      'code 1: run',
      'paragraph 0: Text::',
      'code 0: literal',
      'paragraph 0: End.',
    ],
  );
});

test('reStructuredText: comments, labels and images are not read, a quote and a definition are text', () => {
  check(
    'a.rst',
    '.. A comment\n   of two lines\n\n.. _gate:\n\n.. image:: a.png\n   :alt: b\n\nterm\n   What it is.\n\nQuoted:\n\n   In the words of others.\n\n>>> open()\n42\n',
    ['paragraph 0: term ⏎ What it is.', 'paragraph 0: Quoted:', 'paragraph 0: In the words of others.', 'code 0: >>> open() ⏎ 42'],
  );
});

test('AsciiDoc: delimited blocks, attributes, lists by their marks', () => {
  check(
    'a.adoc',
    '= Lock\n:toc:\n\n[source,sh]\n----\nrun\n----\n\n////\nhidden\n////\n\n* a\n** b\n* c\n+\nmore\n\n====\nNOTE: Mind.\n====\n',
    ['code 0: ---- ⏎ run ⏎ ----', 'item 0: * a', 'item 1: ** b', 'item 0: * c', 'paragraph 0: more', 'paragraph 0: NOTE: Mind.'],
  );
});

test('Org: blocks of code, and no keywords or drawers', () => {
  check('a.org', '#+title: x\n* Lock\n:PROPERTIES:\n:id: 4\n:END:\nText.\n\n#+begin_src sh\n* run\n#+end_src\n', [
    'paragraph 0: Text.',
    'code 0: #+begin_src sh ⏎ * run ⏎ #+end_src',
  ]);
});
