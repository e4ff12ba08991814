import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinColumns } from '../../../src/engine/index/joinedColumns.ts';
import type { Segment } from '../../../src/engine/index/segment.ts';

test('joined columns equal those of the segments, also after others are joined', () => {
  const anySegment = fc.array(fc.nat(200), { minLength: 1, maxLength: 6 });
  const anyList = fc.array(fc.nat(4), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(anySegment, { minLength: 5, maxLength: 5 }), fc.array(anyList, { maxLength: 12 }), (numbers, lists) => {
      const segments = numbers.map(
        (lengths) => ({ chunkCount: lengths.length, lengths: Int32Array.from(lengths), traits: Uint8Array.from(lengths) }) as Segment,
      );
      const joined = lists.map((list) => ({ list, ...joinColumns(list.map((at) => segments[at] as Segment)) }));
      for (const { list, lengths, traits } of joined) {
        const wanted = list.flatMap((at) => numbers[at] as number[]);
        assert.deepEqual([...lengths], wanted);
        assert.deepEqual([...traits], wanted);
      }
    }),
  );
});
