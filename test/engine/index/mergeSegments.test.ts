import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Merged, type MergeSource, mergeSteps } from '../../../src/engine/index/mergeSegments.ts';
import { chunksEnd, type IndexedDocument, type Segment } from '../../../src/engine/index/segment.ts';
import { buildSegment } from '../../../src/engine/index/segmentBuilder.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { anyDocument } from '../../support/anyDocument.ts';
import { columnsOf } from '../../support/columns.ts';

const anyNames = fc.record(
  {
    terms: fc.array(fc.constantFrom('server', 'create', 'a')),
    keys: fc.constantFrom([], ['p:a', 'server']),
    isAuxiliary: fc.boolean(),
    isChangeLog: fc.boolean(),
  },
  { noNullPrototype: true },
);
const anyIndexed = fc.record({ analysis: anyDocument, names: anyNames, isGone: fc.boolean() }, { noNullPrototype: true });

/** All columns as plain lists of any number width. */
function plain(segment: Segment): unknown {
  return JSON.parse(JSON.stringify(segment, (_, value) => (ArrayBuffer.isView(value) ? Array.from(value as Int32Array) : value)));
}

function merged(sources: readonly MergeSource[]): Merged {
  const steps = mergeSteps(sources);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test('merging segments gives the segment of the live documents', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyIndexed, { maxLength: 4 }), { minLength: 1, maxLength: 4 }), (groups) => {
      const lexicons = createLexicons();
      const living: IndexedDocument[] = [];
      const sources = groups.map((group, g): MergeSource => {
        const documents = group.map(
          ({ names, analysis }, i): IndexedDocument => ({
            ...{ path: `${g}/${i}`, language: `${i}`, names },
            columns: columnsOf(analysis, lexicons),
          }),
        );
        const segment = buildSegment(documents, lexicons);
        const documentTombstones = Uint8Array.from(group, ({ isGone }) => (isGone ? 1 : 0));
        const tombstones = new Uint8Array(segment.chunkCount);
        for (const [i, document] of documents.entries()) {
          if (documentTombstones[i] === 1) tombstones.fill(1, segment.firstChunkOf[i], chunksEnd(segment, i));
          else living.push(document);
        }
        return documentTombstones.includes(1)
          ? { segment, tombstones, documentTombstones }
          : { segment, tombstones: undefined, documentTombstones: undefined };
      });
      const result = merged(sources);
      assert.deepEqual(plain(result.segment), plain(buildSegment(living, lexicons)));
      for (const [s, { segment }] of sources.entries()) {
        result.documentMaps[s]?.forEach((into, i) => {
          if (into >= 0) assert.equal(result.segment.paths[into], segment.paths[i]);
        });
      }
    }),
    { numRuns: 200 },
  );
});

test('merging without live documents gives an empty segment', () => {
  const segment = buildSegment([], createLexicons());
  assert.equal(merged([{ segment, tombstones: undefined, documentTombstones: undefined }]).segment.chunkCount, 0);
});
