import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { docMarkdown } from '../../../src/protocol/text/docMarkdown.ts';

function markdown(path: string, ...pieces: readonly (readonly [startLine: number, text: string])[]): string {
  return docMarkdown(
    { path, language: languageOf(path).name, pieces: pieces.map(([startLine, text]) => ({ startLine, text })) },
    (lines) => `(${lines})`,
  );
}

test('omitted lines are marked, inside code without a blank line', () => {
  assert.equal(markdown('a.md', [1, 'One.'], [4, 'Two.']), 'One.\n\n(2)\n\nTwo.');
  assert.equal(markdown('a.md', [1, '```py\na'], [5, 'b\n```']), '```py\na\n(2)\nb\n```');
  assert.equal(markdown('a.md', [1, 'One.'], [2, 'Two.']), 'One.\nTwo.');
});

test('shared indentation is removed, that of lists and code stays, and a fence is closed', () => {
  assert.equal(markdown('a.md', [3, '    - one\n      - two\n']), '- one\n  - two\n');
  assert.equal(markdown('a.md', [3, '```py\nif a:\n    b()']), '```py\nif a:\n    b()\n```');
});

test('links keep their words if their targets are defined elsewhere', () => {
  assert.equal(markdown('a.md', [1, 'See the [guide][docs.guide], note[1][2].']), 'See the guide, note[1][2].');
});

test('text without markup keeps its lines', () => {
  assert.equal(markdown('scripts/lint', [1, '\nset -x'], [5, '  # ``` <b>']), '````plaintext\nset -x\n(2)\n  # ``` <b>\n````');
});

test('roles, code and directives of reStructuredText become markdown', () => {
  assert.equal(
    markdown('a.rst', [1, 'Call :meth:`~Flask.run` in :doc:`the guide <guide>`::\n\n    app.run()\n    app.end()\n\nDone.']),
    'Call `Flask.run` in `the guide`:\n\n```\napp.run()\napp.end()\n```\n\nDone.',
  );
  assert.equal(
    markdown('a.rst', [1, '.. code-block:: python\n    :linenos:\n\n    if a:\n        b()\n\nAfter.']),
    '\n```python\nif a:\n    b()\n```\n\nAfter.',
  );
  assert.equal(markdown('a.rst', [1, '.. versionadded:: 2.2\n    Use :class:`App`.']), '**versionadded** 2.2\n\nUse `App`.');
});
