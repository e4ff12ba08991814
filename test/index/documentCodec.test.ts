import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Chunk, DocumentAnalysis } from '../../src/core/document.ts';
import { CorruptBytesError } from '../../src/index/bytes.ts';
import { decodeDocument, encodeDocument } from '../../src/index/documentCodec.ts';
import { anyDocument } from '../support/anyDocument.ts';

test('decodeDocument() gives back what encodeDocument() was given', () => {
  fc.assert(
    fc.property(anyDocument, (analysis) => {
      assert.deepEqual(decodeDocument(encodeDocument(analysis)), analysis);
    }),
    { numRuns: 300 },
  );
});

test('encodeDocument() gives equal bytes for equal analyses', () => {
  fc.assert(
    fc.property(anyDocument, (analysis) => {
      assert.deepEqual(encodeDocument(structuredClone(analysis)), encodeDocument(analysis));
    }),
  );
});

test('decodeDocument() refuses every cut of its bytes', () => {
  fc.assert(
    fc.property(anyDocument, fc.nat(), (analysis, at) => {
      const bytes = encodeDocument(analysis);
      assert.throws(() => decodeDocument(bytes.subarray(0, at % bytes.length)), CorruptBytesError);
    }),
  );
});

test('decodeDocument() ends with a document or CorruptBytesError on any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        decodeDocument(bytes);
      } catch (error) {
        assert.ok(error instanceof CorruptBytesError);
      }
    }),
    { numRuns: 1000 },
  );
});

test('decodeDocument() names the fault of foreign bytes', () => {
  assert.throws(() => decodeDocument(Buffer.from('SQLite format 3')), /exceeds the 14 bytes that are left/);
  assert.throws(() => decodeDocument(new Uint8Array(0)), /end too early/);
  assert.throws(() => decodeDocument(Uint8Array.of(0, 0, 7)), /1 bytes follow the last chunk/);
});

test('strings of any UTF-16 units survive', () => {
  for (const title of ['', 'naïve', '状态 › 重新加载', '\ud800', 'a\udfff', '🙂', '\u0000']) check({ chunks: [chunkOf(title)] });
});

test('numbers at their limits survive', () => {
  for (const places of [0, 1, 0x80000000, 0xffffffff, 0x80000001, 7]) {
    check({ chunks: [{ ...chunkOf('t'), terms: [{ term: 'a', count: 0xffffffff, places }], length: 0xffffffff }] });
  }
});

function check(analysis: DocumentAnalysis): void {
  assert.deepEqual(decodeDocument(encodeDocument(analysis)), analysis);
}

function chunkOf(title: string): Chunk {
  return { startLine: 1, endLine: 1, startColumn: 0, endColumn: 0, kind: 'doc', title, length: 0, terms: [], keys: [] };
}
