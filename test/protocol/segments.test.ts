import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuoteForm } from '../../src/core/answer/statement.ts';
import type { WireCitation } from '../../src/protocol/places.ts';
import { segmentsOf } from '../../src/protocol/segments.ts';

function citation(n: number, path: string, quote: string): WireCitation {
  return { n, path, uri: `file:///w/${path}`, startLine: 1, endLine: 2, quote, title: '' };
}

function check(answer: string, citations: WireCitation[], expected: [text: string, cited: number[], form?: QuoteForm][]): void {
  assert.deepEqual(
    segmentsOf(answer, citations),
    expected.map(([text, cited, form = 'prose']) => ({ text, cited, form })),
  );
}

test('segmentsOf() gives each quote its citation, also when two have the number of one source', () => {
  check(
    'One. [1]\nTwo. [1]\nThree. [4]',
    [citation(1, 'a.md', 'One.'), citation(1, 'a.md', 'Two.'), citation(4, 'b.md', 'Three.')],
    [
      ['One.', [0]],
      ['Two.', [1]],
      ['Three.', [2]],
    ],
  );
});

test('segmentsOf() draws an example of a document as code', () => {
  check('npm ci\nnpm test [1]', [{ ...citation(1, 'a.md', 'npm ci\nnpm test'), form: 'code' }], [['npm ci\nnpm test', [0], 'code']]);
});

test('segmentsOf() tells what a comment says without the marks of its lines', () => {
  const quote = 'Values are only\n//     inserted if __init__ ran\n// * 2 times.';
  check(
    `${quote} [1]`,
    [{ ...citation(1, 'a.go', quote), form: 'comment' }],
    [['Values are only inserted if __init__ ran * 2 times.', [0], 'comment']],
  );
  const block = 'Puts it\n   * down';
  check(`${block} [1]`, [{ ...citation(1, 'a.ts', block), form: 'comment' }], [['Puts it down', [0], 'comment']]);
});

test('segmentsOf() leaves the roles of reStructuredText out', () => {
  const quote = 'It pushes a :doc:`request context </reqcontext>` and :py:class:`~flask.Flask`; a:b:`c` stays.';
  check(`${quote} [1]`, [citation(1, 'a.rst', quote)], [['It pushes a `request context` and `flask.Flask`; a:b:`c` stays.', [0]]]);
});

test('segmentsOf() leaves out where links lead whose targets stand elsewhere', () => {
  const quote = 'See [`Field`][pydantic.fields.Field] and [the guide][]; notes [1][2], a[i][j] and `[x][y]` stay.';
  const said = 'See `Field` and the guide; notes [1][2], a[i][j] and `[x][y]` stay.';
  check(`${quote} [1]`, [citation(1, 'a.md', quote)], [[said, [0]]]);
});

test('segmentsOf() cuts text that is not made of quotes at its numbers', () => {
  check(
    'As it says. [1] And so on. [1][2] Rest',
    [citation(1, 'a.md', 'One.'), citation(2, 'b.md', 'Two.')],
    [
      ['As it says.', [0]],
      ['And so on.', [0, 1]],
      ['Rest', []],
    ],
  );
});

test('segmentsOf() leaves brackets alone that are no citation', () => {
  check('list[0] and [7].', [], [['list[0] and [7].', []]]);
  const quote = 'first = list[1] or list [1]';
  check(`${quote} [1]`, [citation(1, 'a.py', quote)], [[quote, [0], 'code']]);
});

test('segmentsOf() draws quotes of code as code, without their common indent', () => {
  const quote = '    if (a) {\n      b();';
  check(`${quote} [1]`, [citation(1, 'a.ts', quote)], [['if (a) {\n  b();', [0], 'code']]);
  const cut = 'if (a) {\n      b();\n    }';
  check(`${cut} [1]`, [citation(1, 'a.ts', cut)], [['if (a) {\n  b();\n}', [0], 'code']]);
});

test('segmentsOf() draws an example amid a comment as code, without the marks of its lines', () => {
  const quote = 'let app = Router::new()\n//!     .route("/", get(root));';
  check(
    `${quote} [1]`,
    [{ ...citation(1, 'a.rs', quote), form: 'example' }],
    [['let app = Router::new()\n    .route("/", get(root));', [0], 'code']],
  );
});
