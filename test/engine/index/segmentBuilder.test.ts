import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PathNames, Role } from '../../../src/engine/document.ts';
import { type EntryRows, entriesOf } from '../../../src/engine/index/entryRows.ts';
import { Trait } from '../../../src/engine/index/reader.ts';
import type { IndexedDocument } from '../../../src/engine/index/segment.ts';
import { buildSegment } from '../../../src/engine/index/segmentBuilder.ts';
import { everywhere } from '../../../src/engine/text/names/places.ts';
import { createLexicons, type Lexicons } from '../../../src/engine/text/words/lexicon.ts';
import { columnsOf } from '../../support/columns.ts';

type Entry = readonly [text: string, number: number, places: number];

const noNames: PathNames = { terms: [], keys: [], isAuxiliary: false, isChangeLog: false };

/** A document of chunks with these terms and keys each. */
function documentOf(path: string, chunks: readonly (readonly Entry[])[], lexicons: Lexicons, names = noNames): IndexedDocument {
  const analysis = chunks.map((entries, c) => ({
    ...{ startLine: 10 * c + 1, endLine: 10 * c + 9, startColumn: c + 2, endColumn: c + 3, title: `${path} ${c}` },
    kind: c === 0 ? ('code' as const) : ('doc' as const),
    length: entries.reduce((sum, [, count]) => sum + count, 0),
    terms: entries.map(([term, count, places]) => ({ term, count, places })),
    keys: entries.map(([key, , places]) => ({ key: `k:${key}`, roles: Role.Mentions, places })),
  }));
  return { path, language: `language of ${path}`, names, columns: columnsOf({ chunks: analysis }, lexicons) };
}

/** The entries of each row as `number value places`. */
function rowsOf(rows: EntryRows): readonly (readonly string[])[] {
  return Array.from(rows.sizes, (_, row) => {
    const { numbers, values, places } = entriesOf(rows, row);
    return Array.from(numbers, (number, i) => `${number} ${values[i]} ${places[i]}`);
  });
}

test('rows ascend by id and, within one, by chunk; the keys of a chunk ascend by id', () => {
  const lexicons = createLexicons();
  for (const text of ['reef', 'tide']) lexicons.terms.intern(text);
  for (const text of ['k:reef', 'k:tide']) lexicons.keys.intern(text);
  const documents = [
    documentOf(
      'a',
      [
        [
          ['tide', 3, 1],
          ['reef', 2, 4],
        ],
        [['tide', 300, 2]],
      ],
      lexicons,
    ),
    documentOf('empty', [], lexicons),
    documentOf('b', [[['reef', 1, 8]]], lexicons),
  ];
  const segment = buildSegment(documents, lexicons);
  assert.deepEqual([segment.paths, [...segment.firstChunkOf], segment.chunkCount], [['a', 'empty', 'b'], [0, 2, 2], 3]);
  assert.deepEqual(segment.languages[2], 'language of b');
  assert.deepEqual([...segment.documentOf], [0, 0, 2]);
  assert.deepEqual(
    [[...segment.startLines], [...segment.endLines]],
    [
      [1, 11, 1],
      [9, 19, 9],
    ],
  );
  assert.deepEqual(
    [[...segment.startColumns], [...segment.endColumns]],
    [
      [2, 3, 2],
      [3, 4, 3],
    ],
  );
  assert.deepEqual(
    Array.from(segment.titles, (id) => lexicons.titles.text(id)),
    ['a 0', 'a 1', 'b 0'],
  );
  assert.deepEqual([...segment.lengths], [5, 300, 1]);
  assert.deepEqual([...segment.terms.ids], [0, 1]);
  assert.deepEqual(rowsOf(segment.terms), [
    ['0 2 4', '2 1 8'],
    ['0 3 1', '1 300 2'],
  ]);
  const mentions = Role.Mentions;
  assert.deepEqual(rowsOf(segment.keys), [
    [`0 ${mentions} 4`, `2 ${mentions} 8`],
    [`0 ${mentions} 1`, `1 ${mentions} 2`],
  ]);
  assert.deepEqual(rowsOf(segment.chunkKeys), [[`0 ${mentions} 4`, `1 ${mentions} 1`], [`1 ${mentions} 2`], [`0 ${mentions} 8`]]);
});

test('the rows of a few documents are the same in a large lexicon, of which they use a small part', () => {
  const describe = (strangers: number) => {
    const lexicons = createLexicons();
    for (let i = 0; i < strangers; i++) for (const name of ['terms', 'keys'] as const) lexicons[name].intern(`stranger ${i}`);
    const words = ['tide', 'reef', 'buoy'].map((word, i): Entry => [word, i + 1, 1 << i]);
    const segment = buildSegment(
      [documentOf('a', [words, words.slice(1)], lexicons), documentOf('b', [words.toReversed()], lexicons)],
      lexicons,
    );
    const named = (rows: typeof segment.terms, of: 'terms' | 'keys') => {
      const all = rowsOf(rows);
      return Array.from(rows.ids, (id, row) => [lexicons[of].text(id), all[row]]);
    };
    return { terms: named(segment.terms, 'terms'), keys: named(segment.keys, 'keys') };
  };
  const small = describe(0);
  assert.deepEqual(
    small.terms.map(([name]) => name),
    ['tide', 'reef', 'buoy'],
  );
  assert.deepEqual(describe(5000), small);
  assert.deepEqual(describe(127), small);
});

test('the words of a path are added to each chunk, to the count of what it has, and stand everywhere', () => {
  const lexicons = createLexicons();
  const names = { ...noNames, terms: ['tide', 'store', 'tide'], keys: ['p:tide'] };
  const segment = buildSegment(
    [
      documentOf(
        'a',
        [
          [
            ['reef', 1, 1],
            ['tide', 5, 2],
          ],
          [],
        ],
        lexicons,
        names,
      ),
    ],
    lexicons,
  );
  const [all, weight] = [rowsOf(segment.terms), 3];
  assert.deepEqual(Object.fromEntries(Array.from(segment.terms.ids, (id, row) => [lexicons.terms.text(id), all[row]])), {
    reef: ['0 1 1'],
    tide: [`0 ${5 + 2 * weight} ${everywhere}`, `1 ${2 * weight} ${everywhere}`],
    store: [`0 ${weight} ${everywhere}`, `1 ${weight} ${everywhere}`],
  });
  assert.deepEqual([...segment.lengths], [6 + 3 * weight, 3 * weight]);
  const title = lexicons.keys.find('p:tide');
  assert.ok(rowsOf(segment.chunkKeys).every((keys) => keys.includes(`${title} ${Role.Title} ${everywhere}`)));
});

test('traits say what a chunk is, and whether its path means anything', () => {
  const cases: readonly [names: Partial<PathNames>, chunks: number, traits: readonly number[]][] = [
    [{}, 1, [Trait.Whole | Trait.NoPath]],
    [{ keys: ['p:a'] }, 1, [Trait.Whole]],
    [{ keys: ['p:a'] }, 2, [0, Trait.Prose]],
    [{ keys: ['p:a'], isAuxiliary: true }, 2, [Trait.Auxiliary, Trait.Auxiliary | Trait.Prose]],
    [{ keys: ['p:a'], isChangeLog: true }, 1, [Trait.ChangeLog | Trait.Whole]],
  ];
  for (const [names, chunks, traits] of cases) {
    const lexicons = createLexicons();
    const document = documentOf(
      'a',
      Array.from({ length: chunks }, () => []),
      lexicons,
      { ...noNames, ...names },
    );
    assert.deepEqual([...buildSegment([document], lexicons).traits], traits, JSON.stringify(names));
  }
});
