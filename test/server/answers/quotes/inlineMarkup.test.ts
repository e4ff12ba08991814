/** Links, roles and notes of other kinds of markup, as Markdown. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromAsciidoc, fromRst } from '../../../../src/server/answers/quotes/inlineMarkup.ts';

test('reStructuredText', () => {
  const table: Readonly<Record<string, string>> = {
    'See `the guide <guide.html>`_ now.': 'See [the guide](<guide.html>) now.',
    '`guide <other page_>`__': '[guide](<#other page>)',
    '`Getting started`_': '[Getting started](<#Getting started>)',
    'a `word` b': 'a `word` b',
    ':ref:`getting-started`': '[getting started](<#getting-started>)',
    ':ref:`the start <getting-started>`': '[the start](<#getting-started>)',
    ':doc:`guide`': '[guide](<guide>)',
    ':doc:`the guide <guide>`': '[the guide](<guide>)',
    ':func:`open_store`': '`open_store`',
    ':term:`tide`': 'tide',
    ':class:`~harbour.Tide`': '`Tide`',
    ':download:`file <a.zip>`': '[file](<a.zip>)',
    'note [1]_ and [#x]_ and [*]_': 'note [1] and [#x] and [*]',
    '``code``': '``code``',
  };
  for (const [from, to] of Object.entries(table)) assert.equal(fromRst(from), to, from);
});

test('AsciiDoc', () => {
  const table: Readonly<Record<string, string>> = {
    '<<start>>': '[start](<#start>)',
    '<<start,the start>>': '[the start](<#start>)',
    '<<guide.adoc#start,there>>': '[there](<guide.adoc#start>)',
    'link:a.html[A]': '[A](<a.html>)',
    'link:a.html[]': '[a.html](<a.html>)',
    'xref:b.adoc[B]': '[B](<b.adoc>)',
    'https://example.org[Example]': '[Example](<https://example.org>)',
    'a *bold* b': 'a **bold** b',
    '`code`': '`code`',
  };
  for (const [from, to] of Object.entries(table)) assert.equal(fromAsciidoc(from), to, from);
});
