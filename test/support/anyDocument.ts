/** Arbitrary document analyses for property tests: valid by the rules of the types, otherwise odd. */

import fc from 'fast-check';
import type { Chunk, ChunkKey, ChunkTerm, DocumentAnalysis } from '../../src/engine/document.ts';

const plain = { noNullPrototype: true } as const;
const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('server', 'create', '重新', 'n:sandra dee'),
);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const terms: fc.Arbitrary<ChunkTerm[]> = fc
  .uniqueArray(fc.record({ term: text, count: fc.integer({ min: 1, max: 300 }), places: uint32 }, plain), {
    selector: (t) => t.term,
    maxLength: 20,
  })
  .map((list) => list.sort((a, b) => byText(a.term, b.term)));

const keys: fc.Arbitrary<ChunkKey[]> = fc
  .uniqueArray(fc.record({ key: text, roles: fc.integer({ min: 1, max: 15 }), places: uint32 }, plain), {
    selector: (k) => k.key,
    maxLength: 20,
  })
  .map((list) => list.sort((a, b) => byText(a.key, b.key)));

const chunk: fc.Arbitrary<Chunk> = fc
  .record({
    startLine: fc.integer({ min: 1, max: 5000 }),
    lines: fc.integer({ min: 0, max: 60 }),
    columns: fc.option(fc.tuple(fc.nat(9000), fc.integer({ min: 1, max: 9000 })), { nil: undefined }),
    kind: fc.constantFrom('doc' as const, 'code' as const),
    title: text,
    terms,
    keys,
  })
  .map(({ lines, columns, ...rest }) => ({
    startLine: rest.startLine,
    endLine: rest.startLine + lines,
    startColumn: columns?.[0] ?? 0,
    endColumn: columns === undefined ? 0 : columns[0] + columns[1],
    kind: rest.kind,
    title: rest.title,
    length: rest.terms.reduce((sum, term) => sum + term.count, 0),
    terms: rest.terms,
    keys: rest.keys,
  }));

/** Documents of up to six chunks. */
export const anyDocument: fc.Arbitrary<DocumentAnalysis> = fc.record({ chunks: fc.array(chunk, { maxLength: 6 }) }, plain);
