import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnsOf } from '../../src/core/columns.ts';
import { createLexicons } from '../../src/core/text/lexicon.ts';
import { entriesOf } from '../../src/index/entryRows.ts';
import { deadInRows } from '../../src/index/liveCounts.ts';
import { buildSegment } from '../../src/index/segmentBuilder.ts';
import { anyDocument } from '../support/anyDocument.ts';

test('the dead chunks of each key are counted as they are, in whatever order snapshots ask', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { maxLength: 8 }), (analyses, asked) => {
      const lexicons = createLexicons();
      const names = { terms: [], keys: ['p:server'], isTest: false, isChangeLog: false };
      const documents = analyses.map((analysis, i) => ({ path: `${i}`, names, columns: columnsOf(analysis, lexicons) }));
      const segment = buildSegment(documents, lexicons);
      const deadList = Array.from({ length: segment.chunkCount }, (_, i) => segment.chunkCount - 1 - i);
      for (const count of asked) {
        const deadCount = count % (segment.chunkCount + 1);
        const dead = new Set(deadList.slice(0, deadCount));
        const expected = Array.from(
          segment.keys.ids,
          (_, row) => entriesOf(segment.keys, row).numbers.filter((chunk) => dead.has(chunk)).length,
        );
        assert.deepEqual([...(deadInRows({ segment, deadList, deadCount }) ?? segment.keys.ids.map(() => 0))], expected);
      }
    }),
  );
});
