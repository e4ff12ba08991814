import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namePage } from '../../src/extension/reports/namePageText.ts';
import type { SymbolResult } from '../../src/protocol/symbol.ts';
import { fill } from '../../src/protocol/text/words.ts';

const nothing: SymbolResult = { name: 'readAll', otherNames: [], definitions: [], uses: [], sentences: [], nearest: [], unread: 0 };

test('the page of a name groups users by kind, and links places to where they are shown', () => {
  const place = { uri: 'file:///w/src/a.ts', path: 'src/a.ts' };
  const { text, links } = namePage(
    {
      ...nothing,
      otherNames: ['read_all'],
      definitions: [
        { ...place, startLine: 3, endLine: 5, kind: 'function', scope: 'member', container: 'Reader', text: 'readAll() {\n```\n}' },
      ],
      uses: [
        { kind: 'imports', where: 'code', uri: 'file:///w/b.ts', path: 'b.ts', lines: [1, 9] },
        { kind: 'mentions', where: 'doc', uri: 'file:///w/c.md', path: 'c.md', lines: [2] },
      ],
      sentences: [{ uri: 'file:///w/c.md', path: 'c.md', startLine: 2, endLine: 2, text: 'It is read by readAll.' }],
      unread: 2,
    },
    fill,
  );
  assert.equal(
    text,
    `# readAll

Also written: read_all

## Defined

- src/a.ts:3 — member of Reader

\`\`\`\`plaintext
readAll() {
\`\`\`
}
\`\`\`\`

## Imported by

- b.ts: 1, 9

## Mentioned in documents

- c.md: 2

## What documents say

- c.md:2 — It is read by readAll.

Files with the name that could not be read: 2
`,
  );
  const lines = text.split('\n');
  assert.deepEqual(
    links.map(({ line, from, to, startLine, endLine }) => `${lines[line]?.slice(from, to)} ${startLine}-${endLine}`),
    ['src/a.ts:3 3-5', 'b.ts 1-1', '1 1-1', '9 9-9', 'c.md 2-2', '2 2-2', 'c.md:2 2-2'],
  );
});

test('the page of a name that is nowhere has the nearest names', () => {
  assert.equal(
    namePage({ ...nothing, nearest: ['readAlso'] }, fill).text,
    '# readAll\n\nNothing is known of this name.\nNearest names: readAlso\n',
  );
});
