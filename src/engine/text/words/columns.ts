/**
 * A document's analysis as one array of numbers, the form in which it is computed, passed between threads, indexed and stored. Terms, keys and
 * titles are ids in the lexicons of the process, so no object or string is made for a term or key.
 *
 * Layout: the numbers of chunks, terms and keys; a header for each chunk (`Head`); then ids, numbers and places of all terms, and of all keys.
 * Within a chunk the entries are unordered and distinct. Memory: twelve bytes per entry.
 */

import type { Chunk, ChunkKey, ChunkTerm, DocumentAnalysis } from '../../document.ts';
import type { Lexicon, Lexicons } from './lexicon.ts';

/** A document as one array; see above. */
export type DocumentColumns = Int32Array<ArrayBuffer>;

/** Layout of a chunk's header. */
export const Head = {
  size: 9,
  StartLine: 0,
  EndLine: 1,
  StartColumn: 2,
  EndColumn: 3,
  /** 1 for code. */
  IsCode: 4,
  Title: 5,
  Length: 6,
  /** Number of terms, and of keys. */
  Terms: 7,
  Keys: 8,
} as const;

/** Terms or keys of all chunks, chunk by chunk. */
export interface EntryColumns {
  readonly ids: Int32Array;
  /** Counts or roles. */
  readonly numbers: Int32Array;
  /** Bit masks, to be read as unsigned. */
  readonly places: Int32Array;
}

/** Views of the parts of a document. */
export interface ColumnViews {
  readonly chunkCount: number;
  /** `Head.size` numbers per chunk. */
  readonly heads: Int32Array;
  readonly terms: EntryColumns;
  readonly keys: EntryColumns;
}

const sizes = 3;

/** The array length of a document of this size. */
export function lengthOf(chunkCount: number, termCount: number, keyCount: number): number {
  return sizes + chunkCount * Head.size + (termCount + keyCount) * 3;
}

/** An empty document of this size, in `at` if given. */
export function newColumns(chunkCount: number, termCount: number, keyCount: number, at?: DocumentColumns): DocumentColumns {
  const columns = at ?? new Int32Array(lengthOf(chunkCount, termCount, keyCount));
  columns[0] = chunkCount;
  columns[1] = termCount;
  columns[2] = keyCount;
  return columns;
}

export function chunksIn(columns: DocumentColumns): number {
  return columns[0] as number;
}

/** The parts of a document, as views: writing to them changes the document. */
export function viewsOf(columns: DocumentColumns): ColumnViews {
  const [chunkCount, termCount, keyCount] = [columns[0] as number, columns[1] as number, columns[2] as number];
  const terms = sizes + chunkCount * Head.size;
  const keys = terms + termCount * 3;
  return {
    chunkCount,
    heads: columns.subarray(sizes, terms),
    terms: entriesAt(columns, terms, termCount),
    keys: entriesAt(columns, keys, keyCount),
  };
}

function entriesAt(columns: DocumentColumns, at: number, count: number): EntryColumns {
  return {
    ids: columns.subarray(at, at + count),
    numbers: columns.subarray(at + count, at + count * 2),
    places: columns.subarray(at + count * 2, at + count * 3),
  };
}

/** Maps the ids of another numbering: `ids.terms[n]` becomes the id of term n, and so on. */
export function renumber(columns: DocumentColumns, ids: Readonly<Record<'terms' | 'keys' | 'titles', Int32Array>>): void {
  const { heads, terms, keys } = viewsOf(columns);
  for (let at = Head.Title; at < heads.length; at += Head.size) heads[at] = ids.titles[heads[at] as number] as number;
  replace(terms.ids, ids.terms);
  replace(keys.ids, ids.keys);
}

function replace(list: Int32Array, ids: Int32Array): void {
  for (let i = 0; i < list.length; i++) list[i] = ids[list[i] as number] as number;
}

/** The analysis as plain data, with strings in code unit order. */
export function analysisOf(columns: DocumentColumns, lexicons: Lexicons): DocumentAnalysis {
  const { chunkCount, heads, terms, keys } = viewsOf(columns);
  const chunks: Chunk[] = [];
  let [term, key] = [0, 0];
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const part = (position: number): number => heads[chunk * Head.size + position] as number;
    const [termEnd, keyEnd] = [term + part(Head.Terms), key + part(Head.Keys)];
    chunks.push({
      startLine: part(Head.StartLine),
      endLine: part(Head.EndLine),
      startColumn: part(Head.StartColumn),
      endColumn: part(Head.EndColumn),
      kind: part(Head.IsCode) === 1 ? 'code' : 'doc',
      title: lexicons.titles.text(part(Head.Title)),
      length: part(Head.Length),
      terms: listed(terms, term, termEnd, lexicons.terms).map(([term, count, places]): ChunkTerm => ({ term, count, places })),
      keys: listed(keys, key, keyEnd, lexicons.keys).map(([key, roles, places]): ChunkKey => ({ key, roles, places })),
    });
    [term, key] = [termEnd, keyEnd];
  }
  return { chunks };
}

function listed({ ids, numbers, places }: EntryColumns, from: number, to: number, lexicon: Lexicon): [string, number, number][] {
  const entries: [string, number, number][] = [];
  for (let i = from; i < to; i++) entries.push([lexicon.text(ids[i] as number), numbers[i] as number, (places[i] as number) >>> 0]);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1));
}
