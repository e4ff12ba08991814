import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';
import { blockOf, Dictionary, noNumbers, type Part, parts } from '../../../../src/engine/index/codec/dictionary.ts';
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
        const mark = dictionary.mark();
        const numbers = numbered(dictionary, own, strings);
        const block = dictionary.blockSince(mark);
        if (block !== undefined) copy.addBlock(block);
        assert.deepEqual(copy.mark(), dictionary.mark());
        assert.deepEqual(texts(copy, others, numbers), strings);
      }
    }),
  );
});

test('what is taken back is given again', () => {
  const lexicons = createLexicons();
  const dictionary = new Dictionary(lexicons);
  const ids = ['one', 'two', 'three'].map((text) => lexicons.terms.intern(text)) as [number, number, number];
  dictionary.part('terms').of(ids[0]);
  const mark = dictionary.mark();
  assert.equal(dictionary.part('terms').of(ids[1]), 1);
  dictionary.reset(mark);
  assert.equal(dictionary.blockSince(mark), undefined);
  assert.deepEqual(
    [dictionary.part('terms').of(ids[2]), dictionary.part('terms').of(ids[1]), dictionary.part('terms').of(ids[0])],
    [1, 2, 0],
  );
});

test('a block whose forerunner is lost is refused', () => {
  const lexicons = createLexicons();
  const dictionary = new Dictionary(lexicons);
  numbered(dictionary, lexicons, { terms: ['lost'], keys: [], titles: [] });
  const mark = dictionary.mark();
  numbered(dictionary, lexicons, { terms: ['kept'], keys: [], titles: [] });
  const copy = new Dictionary(lexicons);
  assert.throws(() => copy.addBlock(dictionary.blockSince(mark) as Uint8Array), /number 1 follows 0/);
  assert.deepEqual(copy.mark(), noNumbers);
});

test('a block that is cut, comes again or is anything else is refused, and nothing of it is known', () => {
  const lexicons = createLexicons();
  const dictionary = new Dictionary(lexicons);
  numbered(dictionary, lexicons, { terms: ['one', 'two'], keys: ['n:one'], titles: ['状态'] });
  const block = dictionary.blockSince(noNumbers) as Uint8Array;
  assert.throws(() => dictionary.addBlock(block), /number 0 follows 2/);
  for (let size = 0; size < block.length; size++) {
    const copy = new Dictionary(lexicons);
    assert.throws(() => copy.addBlock(block.subarray(0, size)), CorruptBytesError);
    assert.deepEqual(copy.mark(), noNumbers);
  }
});

test('lexicons tell their strings as a block in which ids are numbers', () => {
  const [own, others] = [createLexicons(), createLexicons()];
  const copy = new Dictionary(others);
  let told = noNumbers;
  for (const [term, title] of [
    ['one', 'naïve'],
    ['two', ''],
  ] as const) {
    own.terms.intern(term);
    own.titles.intern(title);
    const { block, mark } = blockOf(own, told);
    told = mark;
    copy.addBlock(block);
  }
  assert.deepEqual(texts(copy, others, { terms: [0, 1], keys: [], titles: [0, 1] }), {
    terms: ['one', 'two'],
    keys: [],
    titles: ['naïve', ''],
  });
});
