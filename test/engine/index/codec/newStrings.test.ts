import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';
import { emptyCheckpoint, newStrings, StringMap } from '../../../../src/engine/index/codec/newStrings.ts';
import { createLexicons } from '../../../../src/engine/text/words/lexicon.ts';
import { anyUnits } from '../../../support/anyText.ts';

const parts = ['terms', 'keys', 'titles'] as const;
const anyStrings = fc.record(
  { terms: fc.array(anyUnits(8)), keys: fc.array(anyUnits(8)), titles: fc.array(anyUnits(8)) },
  { noNullPrototype: true },
);

test('blocks read in order give every id its string, in lexicons with other ids', () => {
  fc.assert(
    fc.property(fc.array(anyStrings, { maxLength: 5 }), (groups) => {
      const [theirs, own] = [createLexicons(), createLexicons()];
      for (const part of parts) own[part].intern('something else');
      const map = new StringMap(own);
      let sent = emptyCheckpoint;
      for (const strings of groups) {
        const ids = parts.map((part) => strings[part].map((text) => theirs[part].intern(text)));
        const { block, checkpoint } = newStrings(theirs, sent);
        sent = checkpoint;
        map.add(block);
        for (const [i, part] of parts.entries()) {
          assert.deepEqual(
            ids[i]?.map((id) => own[part].text(map.ids[part][id] as number)),
            strings[part],
          );
        }
      }
    }),
  );
});

test('rejects a block whose predecessor is missing, and one with more than its strings', () => {
  const theirs = createLexicons();
  theirs.terms.intern('lost');
  const { checkpoint } = newStrings(theirs, emptyCheckpoint);
  theirs.terms.intern('kept');
  assert.throws(() => new StringMap(createLexicons()).add(newStrings(theirs, checkpoint).block), /string 1 follows 0/);
  const { block } = newStrings(theirs, emptyCheckpoint);
  assert.throws(() => new StringMap(createLexicons()).add(Uint8Array.of(...block, 0)), CorruptBytesError);
});
