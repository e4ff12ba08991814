import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComparedSystem, comparisonPage } from '../../src/extension/retrievers/comparisonPage.ts';
import type { Source } from '../../src/protocol/places.ts';
import { pageText } from '../support/pageText.ts';

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
  assert.equal(
    pageText(comparisonPage('Who?', compared)),
    `Who?
 | mesh | bm25 | multi-semantic | oracle
places | 2 | 1 | 2 | –
milliseconds | 1.3 | 0.5 | 3.0 | –
oracle: There is no system "oracle".
- mesh and bm25 share 1 of 2
- mesh and multi-semantic share 1 of 2
- bm25 and multi-semantic share 1 of 2
### 3 of 4
 | mesh | bm25 | multi-semantic | oracle
quill.md:1-3
mesh, bm25: mentions Marta
multi-semantic: mentions Quill | 1 | 1 | 2 | ·
### Only mesh
 | mesh | bm25 | multi-semantic | oracle
port.md:1-3
mesh: mentions pier | 2 | · | · | ·
### Only multi-semantic
 | mesh | bm25 | multi-semantic | oracle
vale.md:1-3
multi-semantic: mentions tide; votes of entity, nearby | · | · | 1 | ·`,
  );
});

test('each place is a link', () => {
  const { links } = comparisonPage('Who?', compared);
  assert.deepEqual(
    links.map((target) => 'path' in target && target.path),
    ['quill.md', 'port.md', 'vale.md'],
  );
});

test('nothing found is a page without places', () => {
  const page = comparisonPage('Who?', [{ system: 'mesh', found: { ms: 0, sources: [] } }]);
  assert.deepEqual(page.links, []);
  assert.match(pageText(page), /^places \| 0$/m);
});
