import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../../../src/engine/document.ts';
import { CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';
import { LazyBytes } from '../../../../src/engine/index/codec/lazyBytes.ts';
import { packSteps, type SavedArray, unpackSteps, wayToRead } from '../../../../src/engine/index/codec/savedSegments.ts';
import { entriesOf } from '../../../../src/engine/index/entryRows.ts';
import { buildSegment } from '../../../../src/engine/index/segmentBuilder.ts';
import { createLexicons, type Lexicons } from '../../../../src/engine/text/words/lexicon.ts';
import { columnsOf } from '../../../support/columns.ts';

const words = ['tide', 'reef', 'buoy', 'keel'];

function run<T>(steps: Generator<void, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The arrays of a segment of two documents with a chunk each, every word in both. */
function savedArrays(lexicons: Lexicons, strangers = 0): SavedArray[] {
  for (let i = 0; i < strangers; i++) for (const name of ['terms', 'keys', 'titles'] as const) lexicons[name].intern(`stranger ${i}`);
  const terms = words.map((term) => ({ term, count: 1, places: 1 }));
  const keys = words.map((key) => ({ key, roles: Role.Mentions, places: 1 }));
  const chunk = { startLine: 1, endLine: 2, startColumn: 0, endColumn: 0, kind: 'doc', title: 'Title', length: 4, terms, keys } as const;
  const documents = ['a', 'b'].map((path) => ({
    ...{ path, language: 'text', names: { terms: [], keys: [], isAuxiliary: false, isChangeLog: false } },
    columns: columnsOf({ chunks: [chunk] }, lexicons),
  }));
  const contents = documents.map(({ path }) => ({ hash: `hash of ${path}`, language: 'text' }));
  const arrays = run(packSteps([{ segment: buildSegment(documents, lexicons), contents }], lexicons));
  return arrays.map((array) => (array instanceof Uint8Array ? LazyBytes.near(array) : array));
}

/** Where arrays are among those of the only segment, which come after four of each of the three lexicons. */
const at = {
  ...{ seed: 0, starts: 1, slots: 3 },
  ...{ documents: 12, firstChunkOf: 13, chunkCount: 14, startLines: 15, titles: 20, traits: 21 },
  ...{ termIds: 22, termSizes: 23, termStarts: 24, keyIds: 26, keySizes: 27, chunkKeySizes: 30, chunkKeyStarts: 31, chunkKeyBytes: 32 },
} as const;

const ints = (...numbers: readonly number[]): Int32Array<ArrayBuffer> => Int32Array.from(numbers);
const text = (value: unknown): LazyBytes =>
  LazyBytes.near(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)));

test('saved arrays that are whole are read, also into lexicons that have other strings', () => {
  for (const own of [createLexicons(), createLexicons()]) {
    const [saved] = run(unpackSteps(savedArrays(createLexicons()), own));
    assert.deepEqual(saved?.segment.paths, ['a', 'b']);
    assert.deepEqual([...(saved?.segment.documentOf ?? [])], [0, 1]);
    assert.deepEqual(saved?.contents[1], { hash: 'hash of b', language: 'text' });
    own.keys.intern('another');
  }
});

const list = { paths: ['a', 'b'], hashes: ['1', '2'], languages: ['text', 'text'] };

const damages: readonly [what: string, array: keyof typeof at, value: SavedArray][] = [
  ['a seed of two numbers', 'seed', ints(1, 2)],
  ['a lexicon that does not begin at 0', 'starts', Uint32Array.of(1, 4, 8, 12, 16)],
  ['an empty string in a lexicon', 'starts', Uint32Array.of(0, 4, 4, 12, 16)],
  ['a lexicon that ends early', 'starts', Uint32Array.of(0, 4, 8, 12, 15)],
  ['a lexicon that ends late', 'starts', Uint32Array.of(0, 4, 8, 12, 17)],
  ['slots that are no power of two', 'slots', LazyBytes.near(new Uint8Array(4 * 24))],
  ['fewer slots than twice the strings', 'slots', LazyBytes.near(new Uint8Array(4 * 4))],
  ['slots of half a number', 'slots', LazyBytes.near(new Uint8Array(4 * 16 + 2))],
  ['documents that are no JSON', 'documents', text('{"paths":')],
  ['documents that are null', 'documents', text('null')],
  ['a path that is no text', 'documents', text({ ...list, paths: ['a', 1] })],
  ['a hash that is missing', 'documents', text({ ...list, hashes: ['1'] })],
  ['languages that are missing', 'documents', text({ paths: list.paths, hashes: list.hashes })],
  ['a document more than places', 'documents', text({ paths: ['a', 'b', 'c'], hashes: ['1', '2', '3'], languages: ['', '', ''] })],
  ['a first document that does not begin at 0', 'firstChunkOf', ints(1, 1)],
  ['documents in another order', 'firstChunkOf', ints(1, 0)],
  ['a negative place', 'firstChunkOf', ints(-1, 1)],
  ['a document behind the last chunk', 'firstChunkOf', ints(0, 3)],
  ['fewer chunks than lines', 'chunkCount', ints(1)],
  ['more chunks than lines', 'chunkCount', ints(3)],
  ['two numbers of chunks', 'chunkCount', ints(2, 2)],
  ['lines of another number of chunks', 'startLines', ints(1)],
  ['a title behind the last', 'titles', ints(0, 1)],
  ['a negative title', 'titles', ints(0, -1)],
  ['traits of one chunk', 'traits', LazyBytes.near(new Uint8Array(1))],
  ['a term behind the last', 'termIds', ints(0, 1, 2, 4)],
  ['a negative term', 'termIds', ints(-1, 1, 2, 3)],
  ['a term twice', 'termIds', ints(0, 1, 1, 3)],
  ['a key behind the last', 'keyIds', ints(0, 1, 2, 4)],
  ['sizes of other rows', 'termSizes', ints(2, 2, 2)],
  ['a negative size', 'termSizes', ints(2, 2, 2, -1)],
  ['more entries than bytes', 'keySizes', ints(2, 2, 2, 3)],
  ['a row that begins before the one before', 'termStarts', Uint32Array.of(0, 8, 4, 12, 16)],
  ['chunks with more keys than bytes', 'chunkKeySizes', ints(4, 5)],
  ['bytes behind the last row', 'chunkKeyBytes', LazyBytes.near(new Uint8Array(17))],
];

test('each kind of damage is found before anything is read', () => {
  for (const [what, array, value] of damages) {
    const arrays = savedArrays(createLexicons());
    arrays[at[array]] = value;
    assert.throws(() => run(unpackSteps(arrays, createLexicons())), CorruptBytesError, what);
  }
});

test('a row with a number that is too large throws when it is read, with the error of the owner', () => {
  const damagedAt = (isKeyOfChunk: boolean): (() => unknown) => {
    const arrays = savedArrays(createLexicons());
    const array = isKeyOfChunk ? at.chunkKeyBytes : at.termStarts + 1;
    const bytes = (arrays[array] as LazyBytes).read().slice();
    // The distance of the last entry of the first row from the one before.
    bytes[isKeyOfChunk ? 6 : 2] = 2;
    arrays[array] = LazyBytes.near(bytes);
    const [saved] = run(unpackSteps(arrays, createLexicons(), (why) => new RangeError(why)));
    assert.ok(saved);
    const { chunkKeys, terms } = saved.segment;
    return () => entriesOf(isKeyOfChunk ? chunkKeys : terms, 0);
  };
  assert.throws(damagedAt(false), new RangeError('an entry of number 2 of 2'));
  assert.throws(damagedAt(true), new RangeError('an entry of number 4 of 4'));
});

test('strings that no segment uses are dropped where they are more than a sixteenth', () => {
  // 4 of 64 strings are used, then all but 4 of 64.
  const lengths = (strangers: number) => {
    const lexicons = createLexicons();
    const arrays = savedArrays(lexicons, strangers);
    return (arrays[at.starts] as Uint32Array).length - 1;
  };
  assert.deepEqual([0, 1, 60].map(lengths), [4, 4, 4]);
  const lexicons = createLexicons();
  const many = Array.from({ length: 60 }, (_, i) => ({ term: `word ${i}`, count: 1, places: 1 }));
  const chunk = {
    startLine: 1,
    endLine: 1,
    startColumn: 0,
    endColumn: 0,
    kind: 'doc',
    title: '',
    length: 60,
    terms: many,
    keys: [],
  } as const;
  const document = {
    ...{ path: 'a', language: 'text', names: { terms: [], keys: [], isAuxiliary: false, isChangeLog: false } },
    columns: columnsOf({ chunks: [chunk] }, lexicons),
  };
  const segment = buildSegment([document], lexicons);
  const kept = () => (run(packSteps([{ segment, contents: [undefined] }], lexicons))[at.starts] as Uint32Array).length - 1;
  for (let i = 0; i < 4; i++) lexicons.terms.intern(`stranger ${i}`);
  assert.equal(kept(), 64);
  lexicons.terms.intern('one more');
  assert.equal(kept(), 60);
});

test('slots of lexicons are made here, rows of terms and of chunks are read one by one, the rest at once', () => {
  const ways = Array.from({ length: 12 + 21 * 2 }, (_, i) => wayToRead(i));
  const placesOf = (way: string) => ways.flatMap((one, i) => (one === way ? [i] : []));
  assert.deepEqual(placesOf('never'), [3, 7, 11]);
  assert.deepEqual(placesOf('rows'), [25, 32, 46, 53]);
});

test('empty slots of a lexicon are made from its strings', () => {
  const arrays = savedArrays(createLexicons());
  for (const array of [3, 7, 11]) arrays[array] = LazyBytes.near(new Uint8Array(0));
  const own = createLexicons();
  run(unpackSteps(arrays, own));
  assert.deepEqual(
    [...words, 'gone'].map((word) => own.terms.find(word)),
    [0, 1, 2, 3, -1],
  );
});
