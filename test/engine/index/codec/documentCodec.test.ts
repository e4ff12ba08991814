import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Chunk, DocumentAnalysis } from '../../../../src/engine/document.ts';
import { CorruptBytesError } from '../../../../src/engine/index/codec/bytes.ts';
import { Dictionary } from '../../../../src/engine/index/codec/dictionary.ts';
import { decodeDocument, encodeDocument } from '../../../../src/engine/index/codec/documentCodec.ts';
import { analysisOf } from '../../../../src/engine/text/words/columns.ts';
import { createLexicons } from '../../../../src/engine/text/words/lexicon.ts';
import { anyDocument } from '../../../support/anyDocument.ts';
import { columnsOf } from '../../../support/columns.ts';

const lexicons = createLexicons();
const dictionary = new Dictionary(lexicons);

const encoded = (analysis: DocumentAnalysis): Uint8Array => encodeDocument(columnsOf(analysis, lexicons), dictionary).slice();
const decoded = (bytes: Uint8Array): DocumentAnalysis => analysisOf(decodeDocument(bytes, dictionary), lexicons);

test('decodeDocument() reverses encodeDocument()', () => {
  fc.assert(
    fc.property(anyDocument, (analysis) => {
      assert.deepEqual(decoded(encoded(analysis)), analysis);
    }),
    { numRuns: 300 },
  );
});

test('encodeDocument() gives equal bytes for equal documents, whatever the order of their entries', () => {
  fc.assert(
    fc.property(anyDocument, (analysis) => {
      const turned = analysis.chunks.map(({ terms, keys, ...rest }) => ({ ...rest, terms: terms.toReversed(), keys: keys.toReversed() }));
      assert.deepEqual(encoded({ chunks: turned }), encoded(analysis));
    }),
  );
});

test('decodeDocument() rejects truncated bytes', () => {
  fc.assert(
    fc.property(anyDocument, fc.nat(), (analysis, at) => {
      const bytes = encoded(analysis);
      assert.throws(() => decoded(bytes.subarray(0, at % bytes.length)), CorruptBytesError);
    }),
  );
});

test('decodeDocument() returns a document or throws CorruptBytesError for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        decoded(bytes);
      } catch (error) {
        assert.ok(error instanceof CorruptBytesError, String(error));
      }
    }),
    { numRuns: 1000 },
  );
});

test('decodeDocument() reports what is wrong with foreign bytes', () => {
  assert.throws(() => decoded(Buffer.from('SQLite format 3')), /exceed the 92 bits that are left/);
  assert.throws(() => decoded(new Uint8Array(0)), /starts with so many zeros/);
  assert.throws(() => decoded(Uint8Array.of(...encoded({ chunks: [] }), 7)), /1 bytes follow the last chunk/);
});

test('decodeDocument() rejects a document with strings missing from the dictionary', () => {
  const bytes = encoded({ chunks: [{ ...chunkOf('t'), terms: [{ term: 'never seen before', count: 1, places: 1 }] }] });
  assert.throws(() => decodeDocument(bytes, new Dictionary(lexicons)), /is missing/);
});

test('strings of any UTF-16 units round-trip', () => {
  for (const title of ['', 'naïve', '状态 › 重新加载', '\ud800', 'a\udfff', '🙂', '\u0000']) check({ chunks: [chunkOf(title)] });
});

test('numbers at their limits round-trip', () => {
  for (const places of [0, 1, 0x80000000, 0xffffffff, 0x80000001, 7]) {
    for (const count of [1, 2, 0x3fffffff]) check({ chunks: [{ ...chunkOf('t'), terms: [{ term: 'a', count, places }], length: count }] });
    for (const roles of [1, 2, 4, 8, 9, 12, 255]) check({ chunks: [{ ...chunkOf('t'), keys: [{ key: 'n:a', roles, places }] }] });
  }
});

function check(analysis: DocumentAnalysis): void {
  assert.deepEqual(decoded(encoded(analysis)), analysis);
}

function chunkOf(title: string): Chunk {
  return { startLine: 1, endLine: 1, startColumn: 0, endColumn: 0, kind: 'doc', title, length: 0, terms: [], keys: [] };
}
