import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComparedSystem, comparisonText } from '../../src/extension/retrievers/comparisonText.ts';
import type { Source } from '../../src/protocol/places.ts';

const english = (sentence: string, ...values: (string | number)[]) => sentence.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)]));

function source(path: string, rank: number, why: string, steps: Source['steps'] = []): Source {
  return { uri: `file:///notes/${path}`, path, startLine: 1, endLine: 3, rank, title: '', kind: 'doc', why, steps };
}

const votes: Source['steps'] = [{ kind: 'names', label: '', names: [{ kind: 'votes', label: 'votes of', list: ['entity', 'nearby'] }] }];

const compared: readonly ComparedSystem[] = [
  { system: 'mesh', found: { ms: 1.25, sources: [source('quill.md', 1, 'mentions Marta'), source('port.md', 2, 'mentions pier')] } },
  { system: 'bm25', found: { ms: 0.5, sources: [source('quill.md', 1, 'mentions Marta')] } },
  {
    system: 'multi-semantic',
    found: { ms: 3, sources: [source('vale.md', 1, 'mentions tide', votes), source('quill.md', 2, 'mentions Quill')] },
  },
  { system: 'oracle', found: { problem: 'There is no system "oracle".' } },
];

test('shared places come first, each with its rank in every column and its reasons, equal ones once', () => {
  const { text } = comparisonText('Who?', compared, english);
  assert.equal(
    text,
    `Who?

   mesh   bm25  multi-semantic  oracle
      2      1               2       –  places
    1.3    0.5             3.0       –  milliseconds

oracle: There is no system "oracle".

mesh and bm25 share 1 of 2
mesh and multi-semantic share 1 of 2
bm25 and multi-semantic share 1 of 2

3 of 4
      1      1               2       ·  quill.md:1-3
                                          mesh, bm25: mentions Marta
                                          multi-semantic: mentions Quill

Only mesh
      2      ·               ·       ·  port.md:1-3
                                          mesh: mentions pier

Only multi-semantic
      ·      ·               1       ·  vale.md:1-3
                                          multi-semantic: mentions tide; votes of entity, nearby
`,
  );
});

test('each place is a link that covers its name in its line', () => {
  const { text, links } = comparisonText('Who?', compared, english);
  const lines = text.split('\n');
  assert.deepEqual(
    links.map(({ line, from, to, place }) => [lines[line]?.slice(from, to), place.path]),
    [
      ['quill.md:1-3', 'quill.md'],
      ['port.md:1-3', 'port.md'],
      ['vale.md:1-3', 'vale.md'],
    ],
  );
});

test('nothing found is a text without places', () => {
  const { text, links } = comparisonText('Who?', [{ system: 'mesh', found: { ms: 0, sources: [] } }], english);
  assert.deepEqual(links, []);
  assert.match(text, /^ +0 {2}places$/m);
});
