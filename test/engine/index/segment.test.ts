import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { entriesOf } from '../../../src/engine/index/entryRows.ts';
import { Trait } from '../../../src/engine/index/reader.ts';
import type { IndexedDocument, Rows } from '../../../src/engine/index/segment.ts';
import { buildSegment } from '../../../src/engine/index/segmentBuilder.ts';
import { createLexicons, Lexicon } from '../../../src/engine/text/words/lexicon.ts';
import { positionOf } from '../../../src/engine/util/sorted.ts';
import { anyDocument } from '../../support/anyDocument.ts';
import { anyUnits } from '../../support/anyText.ts';
import { columnsOf } from '../../support/columns.ts';
import { indexed, lexicons as ownLexicons } from '../../support/memoryIndex.ts';

type Entry = readonly [text: string, chunk: number, value: number, places: number];

/** All entries of some rows, in order. */
function listed(rows: Rows, lexicon: Lexicon): readonly Entry[] {
  const entries: Entry[] = [];
  rows.ids.forEach((id, row) => {
    assert.equal(positionOf(rows.ids, id), row);
    const { numbers, values, places } = entriesOf(rows, row);
    for (const [i, chunk] of numbers.entries()) entries.push([lexicon.text(id), chunk, values[i] as number, places[i] as number]);
  });
  return entries;
}

const byTextThenChunk = (a: Entry, b: Entry): number => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]);

test('a segment contains every term and key of every chunk, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { maxLength: 5 }), (analyses) => {
      const lexicons = createLexicons();
      const documents = analyses.map(
        (analysis, i): IndexedDocument => ({
          path: `${i}`,
          language: 'text',
          names: { terms: [], keys: [], isAuxiliary: false, isChangeLog: false },
          columns: columnsOf(analysis, lexicons),
        }),
      );
      const segment = buildSegment(documents, lexicons);
      const chunks = analyses.flatMap((analysis) => analysis.chunks);
      assert.equal(segment.chunkCount, chunks.length);
      assert.deepEqual(
        [...segment.lengths],
        chunks.map(({ length }) => length),
      );
      const terms = chunks.flatMap((chunk, c) => chunk.terms.map(({ term, count, places }): Entry => [term, c, count, places]));
      const keys = chunks.flatMap((chunk, c) => chunk.keys.map(({ key, roles, places }): Entry => [key, c, roles, places]));
      assert.deepEqual([...listed(segment.terms, lexicons.terms)].sort(byTextThenChunk), terms.sort(byTextThenChunk));
      assert.deepEqual([...listed(segment.keys, lexicons.keys)].sort(byTextThenChunk), [...keys].sort(byTextThenChunk));
      const forward = chunks.flatMap((_, c) => {
        const { numbers, values, places } = entriesOf(segment.chunkKeys, c);
        return Array.from(numbers, (id, i): Entry => [lexicons.keys.text(id), c, values[i] as number, places[i] as number]);
      });
      assert.deepEqual(forward.sort(byTextThenChunk), [...keys].sort(byTextThenChunk));
    }),
    { numRuns: 60 },
  );
});

test('the words of a path count for every chunk of its document', () => {
  const lexicons = createLexicons();
  const document = indexed('docs/server.md', 'The server runs.', lexicons);
  const segment = buildSegment([document], lexicons);
  const entries = new Map(listed(segment.terms, lexicons.terms).map(([text, , value]) => [text, value]));
  assert.deepEqual([entries.get('server'), entries.get('run'), entries.get('doc')], [4, 1, 3]);
  assert.equal(
    segment.lengths[0],
    [...entries.values()].reduce((sum, count) => sum + count, 0),
  );
});

test('traits of chunks', () => {
  const documents = [indexed('a.md', 'One.'), indexed('test/a.ts', 'x = 1'), indexed('b.txt', 'word\n'.repeat(100)), indexed('c.md', '')];
  const segment = buildSegment(documents, ownLexicons);
  assert.deepEqual([...segment.traits.subarray(0, 3)], [Trait.Prose | Trait.Whole, Trait.Auxiliary | Trait.Whole, Trait.Prose]);
  assert.deepEqual([...segment.firstChunkOf], [0, 1, 2, segment.chunkCount]);
});

test('a lexicon gives each string one id', () => {
  const lexicon = new Lexicon();
  fc.assert(
    fc.property(anyUnits(20), (text) => {
      const id = lexicon.intern(text);
      assert.deepEqual([lexicon.intern(text), lexicon.find(text), lexicon.text(id)], [id, id, text]);
    }),
  );
  assert.equal(lexicon.find('never\u0000seen\u0000before'), -1);
  assert.equal(new Lexicon().size, 0);
  for (const name of ['__proto__', 'constructor', 'toString']) assert.equal(lexicon.text(lexicon.intern(name)), name);
});

test('a lexicon distinguishes thousands of strings, of one byte a unit and of two', () => {
  const lexicon = new Lexicon();
  const textOf = (i: number): string => `k${(i * 7919) % 20_000}${['é', '状', ''][i % 3]}`;
  const ids = Array.from({ length: 20_000 }, (_, i) => lexicon.intern(textOf(i)));
  assert.equal(lexicon.size, 20_000);
  for (const [i, id] of ids.entries()) assert.deepEqual([lexicon.find(textOf(i)), lexicon.text(id)], [id, textOf(i)]);
});
