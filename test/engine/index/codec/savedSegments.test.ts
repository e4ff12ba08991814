import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';
import { type Frame, LazyBytes, maxFrameBytes } from '../../../../src/engine/index/codec/lazyBytes.ts';
import {
  type NumberArray,
  packSteps,
  type SavedArray,
  type SavedSegment,
  unpackSteps,
} from '../../../../src/engine/index/codec/savedSegments.ts';
import { entriesOf } from '../../../../src/engine/index/entryRows.ts';
import type { Rows, Segment } from '../../../../src/engine/index/segment.ts';
import { inMemory } from '../../../../src/engine/index/segment.ts';
import { buildSegment } from '../../../../src/engine/index/segmentBuilder.ts';
import { createLexicons, type Lexicon, type Lexicons } from '../../../../src/engine/text/words/lexicon.ts';
import { FrameReader, FrameWriter, usualPacking } from '../../../../src/storage/frames.ts';
import { readSegmentFile, writeNamed, writeSegmentFile } from '../../../../src/storage/segments/segmentFiles.ts';
import { anyDocument } from '../../../support/anyDocument.ts';
import { columnsOf } from '../../../support/columns.ts';
import { temporaryDirectory } from '../../../support/temporaryDirectory.ts';

const anyNames = fc.record(
  {
    terms: fc.array(fc.constantFrom('server', 'create', 'a')),
    keys: fc.constantFrom([], ['p:a', 'server']),
    isAuxiliary: fc.boolean(),
    isChangeLog: fc.boolean(),
  },
  { noNullPrototype: true },
);
const anySaved = fc.array(fc.array(fc.record({ analysis: anyDocument, names: anyNames, isGone: fc.boolean() }), { maxLength: 4 }), {
  maxLength: 3,
});

type Groups = typeof anySaved extends fc.Arbitrary<infer T> ? T : never;

function savedOf(groups: Groups, lexicons: Lexicons): SavedSegment[] {
  return groups.map((group, g) => ({
    segment: buildSegment(
      group.map(({ analysis, names }, i) => ({ path: `${g}/${i}`, language: 'text', names, columns: columnsOf(analysis, lexicons) })),
      lexicons,
    ),
    contents: group.map(({ isGone }, i) => (isGone ? undefined : { hash: `${g}${i}`, language: 'text' })),
  }));
}

/** The arrays as read from the file. */
function read(arrays: readonly NumberArray[]): SavedArray[] {
  return arrays.map((array) => (array instanceof Uint8Array ? new LazyBytes(framesOf(array)) : array));
}

function framesOf(bytes: Uint8Array): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; at += maxFrameBytes) {
    const content = bytes.subarray(at, at + maxFrameBytes);
    const frame: Frame = { size: content.length, content: () => content, loaded: () => frame };
    frames.push(frame);
  }
  return frames;
}

function run<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Rows and chunks by their strings, independent of ids. */
function describe({ segment, contents }: SavedSegment, { terms, keys, titles }: Lexicons): unknown {
  const rowsOf = (rows: Rows, lexicon: Lexicon) => Array.from(rows.ids, (id, row) => [lexicon.text(id), entriesOf(rows, row)]).sort();
  const columns = (['documentOf', 'startLines', 'endLines', 'startColumns', 'endColumns', 'lengths', 'traits'] as const).map((name) => [
    ...segment[name],
  ]);
  return {
    contents,
    paths: segment.paths,
    firstChunkOf: [...segment.firstChunkOf],
    columns,
    titles: Array.from(segment.titles, (id) => titles.text(id)),
    terms: rowsOf(segment.terms, terms),
    keys: rowsOf(segment.keys, keys),
    byChunk: Array.from({ length: segment.chunkCount }, (_, chunk) => keysOf(segment, chunk, keys)),
  };
}

function keysOf({ chunkKeys }: Segment, chunk: number, keys: Lexicon): unknown {
  const { numbers, values, places } = entriesOf(chunkKeys, chunk);
  return Array.from(numbers, (id, i) => [keys.text(id), values[i], places[i]]).sort();
}

test('saved segments round-trip, also into lexicons with other strings', () => {
  fc.assert(
    fc.property(anySaved, fc.boolean(), (groups, isKnown) => {
      const lexicons = createLexicons();
      if (isKnown) for (const name of ['terms', 'keys', 'titles'] as const) lexicons[name].intern('of a deleted segment');
      const before = savedOf(groups, lexicons);
      const others = createLexicons();
      if (isKnown)
        for (const text of ['重新', 'server', 'zz', 'create', 'p:a'])
          for (const name of ['terms', 'keys'] as const) others[name].intern(text);
      const after = run(unpackSteps(read(run(packSteps(before, lexicons))), others));
      assert.deepEqual(
        after.map((one) => describe(one, others)),
        before.map((one) => describe(one, lexicons)),
      );
      for (const { segment } of after)
        for (const { ids } of [segment.terms, segment.keys])
          assert.deepEqual(
            [...ids],
            [...ids].sort((a, b) => a - b),
          );
    }),
  );
});

test('missing or foreign arrays give segments or CorruptBytesError', () => {
  fc.assert(
    fc.property(anySaved, fc.nat(), fc.nat(), (groups, from, count) => {
      const lexicons = createLexicons();
      const arrays = run(packSteps(savedOf(groups, lexicons), lexicons));
      const at = from % arrays.length;
      try {
        run(unpackSteps(read(arrays.toSpliced(at, 1 + (count % (arrays.length - at)))), createLexicons()));
      } catch (error) {
        assert.ok(error instanceof CorruptBytesError, String(error));
      }
    }),
  );
});

test('bytes from a file stay compressed until read, and can be loaded as a whole', (t) => {
  const folder = temporaryDirectory(t);
  fc.assert(
    fc.property(anySaved, (groups) => {
      const lexicons = createLexicons();
      const before = savedOf(groups, lexicons);
      const { name } = run(writeSegmentFile(folder, before, lexicons));
      const expected = before.map((one) => describe(one, lexicons));
      for (const change of [(segment: Segment) => segment, inMemory]) {
        const own = createLexicons();
        const after = run(readSegmentFile(folder, name, own)) ?? [];
        assert.deepEqual(
          after.map(({ segment, contents }) => describe({ segment: change(segment), contents }, own)),
          expected,
        );
      }
    }),
    { numRuns: 30 },
  );
});

test('a missing, damaged or other-version file is ignored; a failed write leaves nothing behind', (t) => {
  const folder = temporaryDirectory(t);
  const lexicons = createLexicons();
  assert.equal(run(readSegmentFile(folder, 'segments-0', lexicons)), undefined);
  const { name } = run(writeSegmentFile(folder, savedOf([[anyOne]], lexicons), lexicons));
  const file = path.join(folder, name);
  const read = (one = name) => run(readSegmentFile(folder, one, createLexicons()));
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  assert.equal(read()?.length, 1);
  const other = run(writeNamed(folder, 'segments', [], { version: 'other', packing: usualPacking }));
  assert.equal(read(other), undefined);
  fs.rmSync(path.join(folder, other));
  const bytes = fs.readFileSync(file);
  for (let at = 0; at < bytes.length; at += at < 200 ? 1 : 61) {
    fs.writeFileSync(file, bytes.with(at, (bytes[at] as number) ^ 1));
    assert.equal(read(), undefined, `byte ${at}`);
  }
  for (const size of [0, 3, 20, bytes.length - 5, bytes.length - 1]) {
    fs.writeFileSync(file, bytes.subarray(0, size));
    assert.equal(read(), undefined, `${size} bytes`);
  }
  assert.throws(() => run(writeSegmentFile(path.join(folder, 'missing'), [], lexicons)), { code: 'ENOENT' });
  assert.deepEqual(fs.readdirSync(folder), [name]);
});

test('lexicons that adopted a part of an unusable file keep working', (t) => {
  const folder = temporaryDirectory(t);
  const lexicons = createLexicons();
  const words = Array.from({ length: 40 }, (_, i) => `harbour${i}`);
  for (const word of words) lexicons.terms.intern(word);
  const { name } = run(writeSegmentFile(folder, savedOf([[anyOne]], lexicons), lexicons));
  withoutLastArray(path.join(folder, name));
  const own = createLexicons();
  assert.equal(run(readSegmentFile(folder, name, own)), undefined);
  const ids = [...words, 'another'].map((word) => own.terms.intern(word));
  assert.deepEqual(
    ids.map((id) => own.terms.text(id)),
    [...words, 'another'],
  );
});

/** A document without a chunk. */
const anyOne: Groups[number][number] = {
  analysis: { chunks: [] },
  names: { terms: [], keys: [], isAuxiliary: false, isChangeLog: false },
  isGone: false,
};

/** Rewrites a file with valid frames but without the content of its last array. */
function withoutLastArray(file: string): void {
  const reader = new FrameReader(file);
  const contents: Uint8Array[] = [];
  for (let frame = reader.next(); frame.size > 0; frame = reader.next()) contents.push(new Uint8Array(frame.content()));
  reader.close();
  const descriptor = fs.openSync(file, 'w');
  const writer = new FrameWriter(descriptor);
  const last = contents.findLastIndex((content) => content.length === 12);
  for (const content of [...contents.slice(0, last), new Uint8Array(0)]) writer.put(content);
  fs.closeSync(descriptor);
}
