import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMarks } from '../../../src/core/answer/commentText.ts';

test('a comment is shown as its words, an example amid one as its code', () => {
  assert.equal(withoutMarks('Starts the\n  // server here.', 'comment'), 'Starts the server here.');
  assert.equal(withoutMarks('if (a) {\n *   b()\n * }', 'example'), 'if (a) {\n  b()\n}');
  assert.equal(withoutMarks('let a = b\n    ///     .c();\n    /// # hidden();\n    /// d();', 'example'), 'let a = b\n    .c();\nd();');
  assert.equal(
    withoutMarks('for a in b:\n            # each\n            c(a)\n        d()', 'example'),
    'for a in b:\n    # each\n    c(a)\nd()',
  );
  assert.equal(withoutMarks('a\n  // b', 'code'), 'a\n  // b');
});
