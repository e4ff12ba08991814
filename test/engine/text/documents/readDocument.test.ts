import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunkRanges } from '../../../../src/engine/text/chunks.ts';
import { readDocument } from '../../../../src/engine/text/documents/readDocument.ts';
import { plainTitle } from '../../../../src/engine/text/documents/titles.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { linesOf } from '../../../../src/engine/text/lines.ts';

/** Headings as `level title`. */
function check(extension: string, text: string, expected: readonly string[]): void {
  const found = readDocument(linesOf(text), languageOf(`a.${extension}`)).headings.map(({ level, title }) => `${level} ${title}`);
  assert.deepEqual(found, expected, JSON.stringify(text));
}

test('Markdown headings', () => {
  check('md', '# One\n\n## Two ##\n\n###### Six\n', ['1 One', '2 Two', '6 Six']);
  check('md', 'One\n===\n\nTwo\n---\n', ['1 One', '2 Two']);
  check('md', '\ufeff# One\n', ['1 One']);
  check('md', '# One\r\n\r\nTwo\r\n---\r\n', ['1 One', '2 Two']);
  check('md', '# One\r## Two\r', ['1 One', '2 Two']);
  check('md', '#One\n####### Seven\n#\n', []);
  check('md', '    # in code\n', []);
  check('md', '- # in a list\n> # in a quote\n', []);
  check('md', 'two lines\nof text\n---\n', ['2 two lines of text']);
  check('md', '- item\n---\n| a |\n| --- |\n', []);
  check('md', '# [Link](x) to `code` and **bold** <a id="x"></a> {#anchor}\n', ['1 Link to code and bold']);
  check('md', '# snake_case and _this_\n', ['1 snake_case and this']);
  check('md', '# [![A logo](logo.png)](https://example.org) of one\n', ['1 of one']);
  check('md', 'import X from "x"\n\n# Title\n\n<Card># no</Card>\n', ['1 Title']);
});

test('Markdown: nothing in a fence or in front matter is a heading', () => {
  check('md', '```sh\n# comment\n```\n# One\n', ['1 One']);
  check('md', '````\n```\n# no\n````\n# One\n', ['1 One']);
  check('md', '~~~\n# no\n```\n# no\n~~~\n# One\n', ['1 One']);
  check('md', '- item\n\n  ```\n  # no\n  ```\n', []);
  check('md', '- item\n\n  ```\n# One\n', ['1 One']);
  check('md', 'a line\n```js``` and more\n# One\n', ['1 One']);
  check('md', '```js``` at the start\n# One\n', ['1 One']);
  check('md', '```\n# never closed\n', []);
  check('md', '---\ntitle: x\n# no\n---\n# One\n', ['1 One']);
  check('md', '\ufeff---\ntitle: x\n---\n# One\n', ['1 One']);
});

test('Markdown: the title in front matter is the first heading, or the text of one that a template fills in', () => {
  check('md', '---\ntitle: "One: a"\ndate: x\n---\ntext\n## Two\n', ['1 One: a', '2 Two']);
  check('md.erb', '---\ntitle: One\n---\n# <%= page.title %>\n## Two\n', ['1 One', '2 Two']);
  check('md', '---\ntitle: >-\n  One\n---\n## Two\n', ['2 Two']);
  check('md', '---\ndate: x\n---\n# <%= page.title %>\n', ['1 ']);
});

test('Org headings, without states, priorities and tags', () => {
  check('org', '* One\n** TODO [#A] Two words :tag:more:\ntext\n*bold* text\n- item\n  * item\n', ['1 One', '2 Two words']);
  check('org', '* DONE\n* HTTP API :x:\n* README\n', ['1 DONE', '1 HTTP API', '1 README']);
});

test('LaTeX headings', () => {
  check('tex', '\\section{One}\n\\subsection*{Two} % note\n\\paragraph[short]{Six}\\label{six}\n', ['3 One', '4 Two', '6 Six']);
  check('tex', 'see \\section{One}\n\\label{x}\n\\emph{x}\n', []);
});

test('headings of manual pages', () => {
  check('1', '.TH A 1\n.SH NAME\na\n.SS "The second"\n.B bold\n', ['1 NAME', '2 The second']);
  check('8', '.Dd today\n.Sh THE\\-FIRST\n.Ss \\fBTwo\\fR\n.Pp\n', ['1 THE-FIRST', '2 Two']);
});

test('headings of Perl’s documentation', () => {
  check('pod', '=encoding utf8\n\n=head1 NAME\n\na\n\n=head2 The second\n\n=over 2\n\n=head\n=head1\n=headline\n=cut\n', [
    '1 NAME',
    '2 The second',
  ]);
});

test('plain text has headings that are underlined', () => {
  check('txt', 'Title\n=====\n\nOne\n---\na\n\n"\n--\n\n----\n----\n', ['1 Title', '2 One']);
});

test('what images show is no title, unless nothing else is', () => {
  const badge = (name: string): string => `[![${name}](https://badges.example/${name.repeat(20)}.svg)](https://ci.example/${name})`;
  assert.equal(plainTitle(`Kettle ${badge('build status')} ${badge('pulls')}`), 'Kettle');
  assert.equal(plainTitle('[![Build][badge]][ci] `Kettle`'), 'Kettle');
  assert.equal(plainTitle('![A kettle](kettle.png)'), 'A kettle');
  assert.equal(plainTitle('[![Kettle](kettle.png)](https://kettle.example)'), 'Kettle');
  assert.equal(plainTitle('[Steam](https://wiki.example/Steam_(water)) and ice'), 'Steam and ice');
});

test('a very long heading is cut', () => {
  assert.equal(plainTitle('x'.repeat(1_000_000)).length, 200);
  const [chunk] = chunkRanges(linesOf(`# ${'word '.repeat(200_000)}\n`), languageOf('a.md'));
  assert.ok((chunk?.headingPath[0] ?? '').length <= 200);
});

test('AsciiDoc headings', () => {
  check('adoc', '= Title\n\n== One\n\n=== Two\n', ['1 Title', '2 One', '3 Two']);
  check('adoc', '== One\n\n[source,sh]\n----\n# comment\n== no\n----\n\n== Two\n', ['2 One', '2 Two']);
  check('adoc', '====\n== no\n====\n// == no\n==no\n', []);
});

test('reStructuredText headings', () => {
  check('rst', '=====\nTitle\n=====\n\nOne\n===\n\nTwo\n---\n\nThree\n=====\n', ['1 Title', '2 One', '3 Two', '2 Three']);
  check('rst', 'One\n===\nTwo\n===\n', ['1 One', '1 Two']);
  check('rst', 'Too short under\n===\n', []);
  check('rst', 'text\n\n----\n\nmore\n', []);
  check('rst', '+----+----+\n| a  | b  |\n+====+====+\n| c  | d  |\n+----+----+\n', []);
  check('rst', '=====  =====\na      b\n=====  =====\nc      d\n=====  =====\n', []);
  check('rst', '::\n\n    Code\n    ----\n', []);
});
