/** What the wire carries of evidence and of a folder's report: every field, in the order in which it is shown. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { toEvidence, toExcerpt, toFolderDetails, toFolderStatus, toRelated, toSources } from '../../../src/server/answers/convert.ts';
import type { Conversion } from '../../../src/server/answers/wire.ts';
import { createFileUris } from '../../../src/server/fileUris.ts';
import type { EvidenceChunk, FolderReport, RelatedAnswer, SearchResult, ShownEvidence } from '../../../src/service/types/results.ts';
import { uriOf } from '../lspClient.ts';

const folder = path.resolve('/work');
const conversion: Conversion = {
  folderNames: new Map([[folder, 'Work']]),
  uris: createFileUris(process.platform === 'win32'),
};
const uri = (file: string): string => uriOf(path.join(folder, file));

const result = (evidence: readonly ShownEvidence[], more: Partial<SearchResult> = {}): SearchResult => ({
  ...{ folder, path: 'a.ts', startLine: 1, endLine: 9, rank: 1, title: 'Kettle', kind: 'code', fileHash: '', score: 1 },
  evidence,
  ...more,
});
const stepsOf = (evidence: readonly ShownEvidence[], question = '') => toSources([result(evidence)], question, conversion)[0]?.steps;

test('a source has its place, rank, title and kind', () => {
  const [source] = toSources([result([{ kind: 'term', keys: ['tea'] }], { rank: 3, title: 'a\u202Eb', kind: 'doc' })], '', conversion);
  assert.deepEqual(
    { ...source, steps: undefined },
    {
      uri: uri('a.ts'),
      path: 'a.ts',
      startLine: 1,
      endLine: 9,
      rank: 3,
      title: 'a[U+202E]b',
      kind: 'doc',
      why: 'mentions tea',
      steps: undefined,
    },
  );
});

test('names that a source shares come in one step, the strongest kind first, each once, six at most', () => {
  assert.deepEqual(stepsOf([]), []);
  assert.deepEqual(
    stepsOf([
      { kind: 'term', keys: ['tea', 'kettle', 'cup'] },
      { kind: 'symbol', keys: ['Kettle', 'BrewTea'] },
    ]),
    [
      {
        kind: 'names',
        label: 'Kettle, BrewTea, cup',
        names: [
          { kind: 'symbol', label: undefined, list: ['Kettle', 'BrewTea'] },
          { kind: 'term', label: undefined, list: ['cup'] },
        ],
      },
    ],
  );
  const [step] = stepsOf([{ kind: 'term', keys: ['one', 'two', 'three', 'four', 'five', 'six', 'seven'] }]) ?? [];
  assert.equal(step?.label, 'one, two, three, four, five, six');
});

test('a place that was followed comes between what is shared with the question and with it', () => {
  const via = { folder, path: 'b.md', startLine: 3, endLine: 4 };
  const other = { ...via, path: 'c.md' };
  const steps = stepsOf([
    { kind: 'symbol', keys: ['BrewTea'], via },
    { kind: 'symbol', keys: ['PourMilk'], via: other },
    { kind: 'term', keys: ['cup'] },
  ]);
  assert.deepEqual(
    steps?.map(({ kind, label }) => `${kind} ${label}`),
    ['names cup', 'place b.md', 'names BrewTea'],
  );
  assert.deepEqual(steps?.[1]?.place, { uri: uri('b.md'), path: 'b.md', startLine: 3, endLine: 4 });
  const same = stepsOf([{ kind: 'symbol', keys: ['BrewTea'], via: { ...via, path: 'a.ts', startLine: 20, endLine: 30 } }]);
  assert.equal(same?.[0]?.label, 'a.ts 20–30', 'another part of the same file has its lines');
});

test('a related place says its relation, with three names at most', () => {
  const results = [{ ...result([{ kind: 'symbol', keys: ['One', 'Two', 'Three', 'Four'] }]), relation: 'documents' }];
  const { sources } = toRelated({ results } as unknown as RelatedAnswer, conversion);
  assert.equal(sources[0]?.relation, 'documents');
  assert.deepEqual(sources[0]?.names, ['One', 'Two', 'Three']);
  assert.match(sources[0]?.why ?? '', /One, Two, Three/);
});

test('marks of an excerpt are names of entities, or terms', () => {
  const marked = { startLine: 4, text: 'boil tea', language: 'Plain text', isCutAbove: true, isCut: false };
  const excerpt = toExcerpt(
    {
      ...marked,
      marks: [
        { from: 0, to: 4 },
        { from: 5, to: 8, name: 2 },
      ],
    },
    'a.ts',
  );
  assert.deepEqual([excerpt.startLine, excerpt.text, excerpt.isCutAbove, excerpt.isCut], [4, 'boil tea', true, false]);
  assert.deepEqual(excerpt.marks, [
    { from: 0, to: 4, kind: 'term' },
    { from: 5, to: 8, kind: 'entity', name: 2 },
  ]);
});

test('evidence has both sides, or one, and every shared name', () => {
  const side = (file: string): EvidenceChunk =>
    ({
      ...{ folder, path: file, startLine: 1, endLine: 2, title: `In ${file}`, kind: 'code', communities: ['Tea\u202E'] },
      excerpt: { startLine: 1, text: 'x', language: 'Plain text', marks: [], isCutAbove: false, isCut: false },
    }) as unknown as EvidenceChunk;
  const shared = [
    { kind: 'symbol', label: undefined, name: 'BrewTea', chunks: 2, isCommon: false },
    { kind: 'term', label: 'topic', name: 'cup', chunks: 40, isCommon: true },
  ];
  const answer = { from: side('a.ts'), to: side('b.ts'), shared, chunks: 50, lost: [] };
  const both = toEvidence(answer as unknown as Parameters<typeof toEvidence>[0], 'Which cup?', conversion);
  assert.deepEqual([both.from?.place.uri, both.to.place.uri, both.question], [uri('a.ts'), uri('b.ts'), 'Which cup?']);
  assert.deepEqual([both.to.title, both.to.kind, both.to.communities], ['In b.ts', 'code', ['Tea[U+202E]']]);
  assert.deepEqual(both.shared, [
    { label: undefined, kind: 'symbol', name: 'BrewTea', chunks: 2, isCommon: false },
    { label: 'topic', kind: 'term', name: 'cup', chunks: 40, isCommon: true },
  ]);
  assert.equal(both.chunks, 50);
  assert.equal(
    toEvidence({ ...answer, from: undefined } as unknown as Parameters<typeof toEvidence>[0], undefined, conversion).from,
    undefined,
  );
});

test('left-out files are counted by reason; the report lists them, the most frequent reason first', () => {
  const skipped = [
    { path: 'a.bin', reason: 'binary' },
    { path: 'b.txt', reason: 'large', detail: '3 MiB' },
    { path: 'c\u202E.txt', reason: 'large' },
  ];
  const report = { folder, skipped, encodings: { latin1: ['d.txt'] }, versions: { engine: '1' }, files: 7 } as unknown as FolderReport;
  const status = toFolderStatus(report, conversion);
  assert.deepEqual(status as unknown, { uri: uriOf(folder), name: 'Work', files: 7, skipped: { binary: 1, large: 2 } });
  const details = toFolderDetails(report, conversion);
  assert.deepEqual(details.skippedFiles, [
    {
      reason: 'large',
      files: [
        { path: 'b.txt', detail: '3 MiB' },
        { path: 'c[U+202E].txt', detail: undefined },
      ],
    },
    { reason: 'binary', files: [{ path: 'a.bin', detail: undefined }] },
  ]);
  assert.deepEqual(details.encodings, [{ encoding: 'latin1', paths: ['d.txt'] }]);
  assert.deepEqual([details.indexDirectory, details.versions], [undefined, { engine: '1' }]);
});
