import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { docMarkdown } from '../../../../src/server/answers/quotes/docMarkdown.ts';

function markdown(path: string, ...pieces: readonly (readonly [startLine: number, text: string])[]): string {
  return docMarkdown(
    { path, language: languageOf(path).name, pieces: pieces.map(([startLine, text]) => ({ startLine, text })) },
    (lines) => `(${lines})`,
  );
}

/** The markdown of a text. */
function check(path: string, text: string, expected: string): void {
  assert.equal(markdown(path, [1, text]), expected, text);
}

test('omitted lines are marked, inside code without a blank line', () => {
  assert.equal(markdown('a.md', [1, 'One.'], [4, 'Two.']), 'One.\n\n(2)\n\nTwo.');
  assert.equal(markdown('a.md', [1, '```py\na'], [5, 'b\n```']), '```py\na\n(2)\nb\n```');
  assert.equal(markdown('a.md', [1, 'One.'], [2, 'Two.']), 'One.\nTwo.');
  assert.equal(markdown('a.rst', [1, 'One::\n\n   a'], [6, '   b']), 'One:\n\n```\na\n(2)\nb\n```');
});

test('shared indentation is removed, that of lists and code stays, and a fence is closed', () => {
  assert.equal(markdown('a.md', [3, '    - one\n      - two\n']), '- one\n  - two');
  assert.equal(markdown('a.md', [3, '```py\nif a:\n    b()']), '```py\nif a:\n    b()\n```');
});

test('links keep their words if their targets are defined elsewhere', () => {
  check('a.md', 'See the [guide][docs.guide], note[1][2].', 'See the guide, note[1][2].');
});

test('text without markup keeps its lines', () => {
  assert.equal(markdown('scripts/lint', [1, '\nset -x'], [5, '  # ``` <b>']), '````plaintext\nset -x\n(2)\n  # ``` <b>\n````');
});

test('Markdown: links of wikis, notes, labels and roles', () => {
  check(
    'a.md',
    'See [[Lock#Gates|the gates]], [[Tides]] and `[[code]]`.',
    'See [the gates](<Lock#Gates>), [Tides](<Tides>) and `[[code]]`.',
  );
  check('a.md', '> [!warning] Mind the gate\n> It shuts.', '> **Mind the gate**\n>\n> It shuts.');
  check('a.md', '> [!NOTE]\n> It shuts.', '> **Note**\n>\n> It shuts.');
  check(
    'a.md',
    '(gates)=\n\n# Gates\n\nCall {func}`~lock.open` or see {ref}`the tides <tides>`.',
    '\n# Gates\n\nCall `open` or see [the tides](<#tides>).',
  );
  check('a.md', '```{note} Mind\nThe [[Gate]].\n```', '> **Note** Mind\n> The [Gate](<Gate>).');
  check('a.md', '```{code-block} python\n:linenos:\nrun()\n```', '```python\nrun()\n```');
  check('a.md', 'One.\n\n<!-- hidden\n\n# too -->\n\nTwo.', 'One.\n\n\n\nTwo.');
});

test('MkDocs: tabs of content, admonitions and icons', () => {
  check('a.md', 'On :material-apple: :material-android:{ .big } phones.', 'On phones.');
  check(
    'a.md',
    'Run:\n\n=== "Shell"\n    ``` sh\n    run\n\n    more\n    ```\n\n=== "Python"\n    It is `run()`.\n\nDone.',
    'Run:\n\n**Shell**\n\n``` sh\nrun\n\nmore\n```\n\n**Python**\n\nIt is `run()`.\n\nDone.',
  );
  // Code that the quote cuts off ends with its tab.
  check('a.md', '=== "Shell"\n    ```\n    run\nDone.', '**Shell**\n\n```\nrun\n```\nDone.');
  check(
    'a.md',
    '!!! warning "Mind the gate"\n    It shuts.\n\n    - soon\nDone.',
    '> **Mind the gate**\n>\n> It shuts.\n>\n> - soon\n\nDone.',
  );
  check('a.md', '??? tip\n    Wait.', '> **Tip**\n>\n> Wait.');
  check('a.md', 'Gates\n===\n\n```py\n=== "no tab"\n```', 'Gates\n===\n\n```py\n=== "no tab"\n```');
});

test('reStructuredText: roles, links, code and directives', () => {
  check(
    'a.rst',
    'Call :meth:`~Lock.open` in :doc:`the guide <guide>`::\n\n    lock.open()\n    lock.shut()\n\nDone.',
    'Call `open` in [the guide](<guide>):\n\n```\nlock.open()\nlock.shut()\n```\n\nDone.',
  );
  check('a.rst', '.. code-block:: python\n    :linenos:\n\n    if a:\n        b()\n\nAfter.', '```python\nif a:\n    b()\n```\n\nAfter.');
  check('a.rst', '.. versionadded:: 2.2\n    Use :class:`Lock`.', '> **Versionadded** 2.2\n>\n> Use `Lock`.');
  check(
    'a.rst',
    'See `the site <https://example.org>`_, `Gates`_ and :ref:`high-tides`.',
    'See [the site](<https://example.org>), [Gates](<#Gates>) and [high tides](<#high-tides>).',
  );
});

test('reStructuredText: an underline is no fence, and labels and comments are not shown', () => {
  check('a.rst', '.. _gates:\n\nGates\n~~~~~\n\n.. A comment.\n\nThey shut.', '# Gates\n\nThey shut.');
});

test('reStructuredText: lists, notes and tables', () => {
  check(
    'a.rst',
    '* one\n* two\n\n  1. three\n\n.. note::\n\n   Mind.\n\n   - the gate\n',
    '-   one\n-   two\n\n    1.  three\n\n> **Note**\n>\n> Mind.\n>\n> -   the gate',
  );
  check('a.rst', '+---+---+\n| a | b |\n+===+===+\n| c | d |\n+---+---+\n', '| a | b |\n| --- | --- |\n| c | d |');
});

test('AsciiDoc: headings, code, links, notes and lists', () => {
  check(
    'a.adoc',
    '== Gates\n\n[source,sh]\n----\nrun\n----\n\nWARNING: Mind <<tides,the tides>>.\n\n* *one*\n** two\n. three\n\nSee link:lock.adoc#a[the lock] or https://example.org[there^].',
    '## Gates\n\n```sh\nrun\n```\n\n> **Warning**\n>\n> Mind [the tides](<#tides>).\n\n-   **one**\n    -   two\n1.  three\n\nSee [the lock](<lock.adoc#a>) or [there](<https://example.org>).',
  );
});

test('Org: headings, code and links', () => {
  check(
    'a.org',
    '* Gates\nSee [[file:lock.org][the *lock*]] and =open=.\n#+begin_src sh\nrun\n#+end_src\n',
    '# Gates\n\nSee [the **lock**](<lock.org>) and `open`.\n\n```sh\nrun\n```',
  );
});
