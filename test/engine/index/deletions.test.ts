import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tombstoneCounts } from '../../../src/engine/index/deletions.ts';
import { entriesOf } from '../../../src/engine/index/entryRows.ts';
import { buildSegment } from '../../../src/engine/index/segmentBuilder.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { anyDocument } from '../../support/anyDocument.ts';
import { columnsOf } from '../../support/columns.ts';

test('counts the deleted chunks of each key, in whatever order snapshots ask', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { maxLength: 8 }), (analyses, asked) => {
      const lexicons = createLexicons();
      const names = { terms: [], keys: ['p:server'], isAuxiliary: false, isChangeLog: false };
      const documents = analyses.map((analysis, i) => ({ path: `${i}`, language: 'text', names, columns: columnsOf(analysis, lexicons) }));
      const segment = buildSegment(documents, lexicons);
      const deletedChunks = Array.from({ length: segment.chunkCount }, (_, i) => segment.chunkCount - 1 - i);
      for (const count of asked) {
        const deletedCount = count % (segment.chunkCount + 1);
        const deleted = new Set(deletedChunks.slice(0, deletedCount));
        const expected = Array.from(
          segment.keys.ids,
          (_, row) => entriesOf(segment.keys, row).numbers.filter((chunk) => deleted.has(chunk)).length,
        );
        assert.deepEqual([...(tombstoneCounts({ segment, deletedChunks, deletedCount }) ?? segment.keys.ids.map(() => 0))], expected);
      }
    }),
  );
});
