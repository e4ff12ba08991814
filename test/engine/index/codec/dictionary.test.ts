import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';
import { blockOf, Dictionary, emptyCheckpoint, type Part, parts } from '../../../../src/engine/index/codec/dictionary.ts';
import { createLexicons, type Lexicons } from '../../../../src/engine/text/words/lexicon.ts';
import { anyUnits } from '../../../support/anyText.ts';

const anyStrings = fc.record(
  { terms: fc.array(anyUnits(8)), keys: fc.array(anyUnits(8)), titles: fc.array(anyUnits(8)) },
  { noNullPrototype: true },
);

function numbered(dictionary: Dictionary, lexicons: Lexicons, strings: Record<Part, readonly string[]>): Record<Part, number[]> {
  const of = (part: Part): number[] => strings[part].map((text) => dictionary.part(part).of(lexicons[part].intern(text)));
  return { terms: of('terms'), keys: of('keys'), titles: of('titles') };
}

function texts(dictionary: Dictionary, lexicons: Lexicons, numbers: Record<Part, readonly number[]>): Record<Part, string[]> {
  const of = (part: Part): string[] => numbers[part].map((number) => lexicons[part].text(dictionary.ids[part][number] as number));
  return { terms: of('terms'), keys: of('keys'), titles: of('titles') };
}

test('blocks read in order give every number its string, in lexicons with other ids', () => {
  fc.assert(
    fc.property(fc.array(anyStrings, { maxLength: 5 }), (groups) => {
      const [own, others] = [createLexicons(), createLexicons()];
      for (const part of parts) others[part].intern('something else');
      const [dictionary, copy] = [new Dictionary(own), new Dictionary(others)];
      for (const strings of groups) {
        const checkpoint = dictionary.checkpoint();
        const numbers = numbered(dictionary, own, strings);
        const block = dictionary.blockSince(checkpoint);
        if (block !== undefined) copy.addBlock(block);
        assert.deepEqual(copy.checkpoint(), dictionary.checkpoint());
        assert.deepEqual(texts(copy, others, numbers), strings);
      }
    }),
  );
});

test('numbers that were rolled back are assigned again', () => {
  const lexicons = createLexicons();
  const dictionary = new Dictionary(lexicons);
  const ids = ['one', 'two', 'three'].map((text) => lexicons.terms.intern(text)) as [number, number, number];
  dictionary.part('terms').of(ids[0]);
  const checkpoint = dictionary.checkpoint();
  assert.equal(dictionary.part('terms').of(ids[1]), 1);
  dictionary.reset(checkpoint);
  assert.equal(dictionary.blockSince(checkpoint), undefined);
  assert.deepEqual(
    [dictionary.part('terms').of(ids[2]), dictionary.part('terms').of(ids[1]), dictionary.part('terms').of(ids[0])],
    [1, 2, 0],
  );
});

test('rejects a block whose predecessor is missing', () => {
  const lexicons = createLexicons();
  const dictionary = new Dictionary(lexicons);
  numbered(dictionary, lexicons, { terms: ['lost'], keys: [], titles: [] });
  const checkpoint = dictionary.checkpoint();
  numbered(dictionary, lexicons, { terms: ['kept'], keys: [], titles: [] });
  const copy = new Dictionary(lexicons);
  assert.throws(() => copy.addBlock(dictionary.blockSince(checkpoint) as Uint8Array), /number 1 follows 0/);
  assert.deepEqual(copy.checkpoint(), emptyCheckpoint);
});

test('rejects a truncated, repeated or foreign block as a whole', () => {
  const lexicons = createLexicons();
  const dictionary = new Dictionary(lexicons);
  numbered(dictionary, lexicons, { terms: ['one', 'two'], keys: ['n:one'], titles: ['状态'] });
  const block = dictionary.blockSince(emptyCheckpoint) as Uint8Array;
  assert.throws(() => dictionary.addBlock(block), /number 0 follows 2/);
  for (let size = 0; size < block.length; size++) {
    const copy = new Dictionary(lexicons);
    assert.throws(() => copy.addBlock(block.subarray(0, size)), CorruptBytesError);
    assert.deepEqual(copy.checkpoint(), emptyCheckpoint);
  }
});

test('blockOf() writes a block whose numbers are the ids of the lexicons', () => {
  const [own, others] = [createLexicons(), createLexicons()];
  const copy = new Dictionary(others);
  let sent = emptyCheckpoint;
  for (const [term, title] of [
    ['one', 'naïve'],
    ['two', ''],
  ] as const) {
    own.terms.intern(term);
    own.titles.intern(title);
    const { block, checkpoint } = blockOf(own, sent);
    sent = checkpoint;
    copy.addBlock(block);
  }
  assert.deepEqual(texts(copy, others, { terms: [0, 1], keys: [], titles: [0, 1] }), {
    terms: ['one', 'two'],
    keys: [],
    titles: ['naïve', ''],
  });
});
