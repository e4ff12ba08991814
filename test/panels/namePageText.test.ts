import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmUses } from '../../src/extension/reports/confirmedUses.ts';
import { namePage } from '../../src/extension/reports/namePageText.ts';
import type { AskResult } from '../../src/protocol/places.ts';
import type { SymbolResult } from '../../src/protocol/symbol.ts';
import { fill } from '../../src/protocol/text/serverWords.ts';

const nothing: SymbolResult = {
  name: 'readAll',
  otherNames: [],
  definitions: [],
  uses: [],
  sentences: [],
  nearest: [],
  masked: 0,
  unread: 0,
};

test('the page of a name groups users by kind, and links places to where they are shown', () => {
  const place = { uri: 'file:///w/src/a.ts', path: 'src/a.ts' };
  const { text, links } = namePage(
    {
      ...nothing,
      otherNames: ['read_all'],
      definitions: [
        {
          ...place,
          startLine: 3,
          endLine: 5,
          kind: 'function',
          scope: 'member',
          language: 'typescript',
          container: 'Reader',
          text: 'readAll() {\n```\n}',
        },
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

\`\`\`\`ts
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

test('the page of an unknown name has the nearest names', () => {
  assert.equal(
    namePage({ ...nothing, nearest: ['readAlso'] }, fill).text,
    '# readAll\n\nNothing is known about this name.\nNearest names: readAlso\n',
  );
});

test('the first two sentences of a model that cite a source are on top, with each number a link', () => {
  const source = (path: string) => ({ uri: `file:///w/${path}`, path, startLine: 4, endLine: 9 });
  const sources = [source('a.ts'), source('b.ts')] as unknown as AskResult['sources'];
  const answer = 'It reads all [1]. Nobody knows why.\nIt is called by the loop. [2][1] A third one [2].';
  const { text, links } = namePage({ ...nothing, uses: [use('b.ts', [1])], written: { answer, sources } }, fill);
  assert.equal(text.split('\n')[2], 'It reads all [1]. It is called by the loop. [2][1]');
  assert.deepEqual(
    links.slice(0, 3).map(({ line, from, to, path, startLine }) => [text.split('\n')[line]?.slice(from, to), `${path}:${startLine}`]),
    [
      ['[1]', 'a.ts:4'],
      ['[2]', 'b.ts:4'],
      ['[1]', 'a.ts:4'],
    ],
  );
  assert.doesNotMatch(namePage({ ...nothing, written: { answer: 'No source says it. [9]', sources } }, fill).text, /No source/);
});

const use = (path: string, lines: readonly number[], where: 'code' | 'doc' = 'code') =>
  ({ kind: 'mentions', where, uri: `file:///w/${path}`, path, lines }) as const;

test('missing references are added to the users, and uses of another thing come last', () => {
  const definition = {
    uri: 'file:///w/a.ts',
    path: 'a.ts',
    startLine: 3,
    endLine: 5,
    kind: 'function',
    scope: 'outermost',
    language: 'typescript',
    text: '',
  } as const;
  const uses = [use('b.ts', [1, 9]), use('c.ts', [2]), use('d.py', [4]), use('e.md', [7], 'doc')];
  const known = { ...nothing, definitions: [definition], uses };
  const reference = (path: string, line: number) => ({ uri: `file:///w/${path}`, path, line });
  const references = [reference('a.ts', 3), reference('b.ts', 9), reference('f.tsx', 8), reference('f.tsx', 6)];
  const confirmed = confirmUses(known, references, new Set(['file:///w/b.ts', 'file:///w/e.md']));
  assert.deepEqual(
    confirmed.map(({ path, lines, isElsewhere }) => [path, ...lines, isElsewhere]),
    [
      ['b.ts', 9, undefined],
      ['c.ts', 2, undefined],
      ['d.py', 4, undefined],
      ['f.tsx', 6, 8, undefined],
      ['e.md', 7, undefined],
      ['b.ts', 1, true],
    ],
  );
  assert.match(namePage({ ...known, uses: confirmed }, fill).text, /\n## Of the same name, defined elsewhere\n\n- b\.ts: 1\n$/);
  assert.deepEqual(confirmUses(known, [], new Set()), uses);
});
