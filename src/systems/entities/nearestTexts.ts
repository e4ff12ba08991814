/**
 * Short texts (descriptions, statements) by their similarity with a question.
 *
 * Source: UnWeaver section 2 and MS-RAG section 3.2.1, which compare embeddings. With vectors, the similarity is the cosine. Without them, a
 * column of V holds the saturated frequencies of the question's terms in the text, as in BM25, times their rarity among the texts, and q the terms'
 * weights times their rarity; the similarity is V'q.
 * Cost: the postings of the question's terms, or one multiplication per text and dimension. A posting takes eight bytes.
 */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import type { QuestionTerm } from '../../engine/question/question.ts';
import type { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import { dot, type Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import { lengthNorm, maxFrequency } from '../../engine/retrieval/systems/bm25.ts';
import { firstSentences } from '../../engine/text/sentences.ts';
import { termsOf } from '../../engine/text/words/terms.ts';
import { Shape, tokenize } from '../../engine/text/words/tokens.ts';
import { detach } from '../../engine/util/detach.ts';
import { grown } from '../../engine/util/growArray.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { positionsBy, reordered } from '../algorithms/graph.ts';

export interface TextTable {
  /** Terms of each text. */
  readonly lengths: Int32Array;
  /** Position of each term in `offsets`. */
  readonly terms: ReadonlyMap<string, number>;
  /** The postings of the t-th term are in [offsets[t], offsets[t + 1]): its texts, ascending, and its frequency in each. */
  readonly offsets: Int32Array;
  readonly ids: Int32Array;
  readonly counts: Int32Array;
}

/** So many texts, each of which is made when it is asked for. */
export interface Texts {
  readonly count: number;
  readonly textOf: (id: number) => string;
}

/** A question as it is compared with texts. */
export interface AskedTexts {
  readonly terms: readonly QuestionTerm[];
  /** With an embedder: of the question, and of each text; of length 1. */
  readonly vectors?: { readonly asked: Float32Array; readonly of: readonly Float32Array[] };
}

/** A text that is similar to the question. */
export interface NearText {
  readonly id: number;
  /** Above 0. */
  readonly similarity: number;
  /** Its column of V. */
  readonly column: Float64Array;
}

/** Texts counted, or embedded, between two yields: some milliseconds. */
const slice = 128;

/** Embedders read some 500 to 8,000 tokens; the name of a project may be described in every passage. UTF-16 units. */
const maxEmbeddedLength = 2000;

/** The vectors of some texts, of each its first sentences (UnWeaver, footnote 4, shortens long descriptions). Awaits `yieldThread` between slices. */
export async function embedTexts({ count, textOf }: Texts, embedder: Embedder, yieldThread: Yield): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  while (vectors.length < count) {
    await yieldThread();
    const size = Math.min(slice, count - vectors.length);
    vectors.push(
      ...(await embedder.embed(Array.from({ length: size }, (_, i) => firstSentences(textOf(vectors.length + i), maxEmbeddedLength)))),
    );
  }
  return vectors;
}

/** The table of some texts. Awaits `yieldThread` between slices. */
export async function createTextTable(texts: Texts, yieldThread: Yield): Promise<TextTable> {
  const terms = new Map<string, number>();
  const lengths = new Int32Array(texts.count);
  /** Term, text and frequency of each posting, in the order of the texts. */
  const found = { terms: new Int32Array(4096), ids: new Int32Array(4096), counts: new Int32Array(4096) };
  let size = 0;
  /** Frequencies in the text at hand, and the terms with one. */
  let times = new Int32Array(4096);
  const held: number[] = [];
  const termIds = termNumbers(terms);
  for (let id = 0; id < texts.count; id++) {
    if (id % slice === 0) await yieldThread();
    const text = texts.textOf(id);
    const { count, starts, ends, shapes } = tokenize(text);
    held.length = 0;
    for (let i = 0; i < count; i++)
      for (const term of termIds(text.slice(starts[i], ends[i]), shapes[i] as number)) {
        while (term >= times.length) times = grown(times);
        if (times[term] === 0) held.push(term);
        times[term] = (times[term] as number) + 1;
        lengths[id] = (lengths[id] as number) + 1;
      }
    while (size + held.length > found.ids.length)
      for (const column of ['terms', 'ids', 'counts'] as const) found[column] = grown(found[column]);
    for (const term of held) {
      found.terms[size] = term;
      found.ids[size] = id;
      found.counts[size++] = times[term] as number;
      times[term] = 0;
    }
  }
  await yieldThread();
  const { offsets, targets: postings } = positionsBy(found.terms.subarray(0, size), terms.size);
  await yieldThread();
  const [ids, counts] = [found.ids, found.counts].map((column) => reordered(column.subarray(0, size), postings)) as [
    Int32Array,
    Int32Array,
  ];
  return { lengths, terms, offsets, ids, counts };
}

/** Writes what `readTable` reads: the terms, but not the texts. */
export function writeTable(writer: ColumnWriter, { lengths, terms, offsets, ids, counts }: TextTable): ColumnWriter {
  const sizes = offsets.subarray(1).map((end, row) => end - (offsets[row] as number));
  return writer
    .texts([...terms.keys()])
    .numbers(lengths)
    .numbers(sizes)
    .numbers(ids)
    .numbers(counts);
}

/** Throws `CorruptBytesError`. @param count of the texts, if that is known */
export function readTable(reader: ColumnReader, count?: number): TextTable {
  const names = reader.texts();
  const lengths = reader.numbers(2 ** 31);
  const sizes = reader.numbers(2 ** 31);
  const [ids, counts] = [reader.numbers(lengths.length), reader.numbers(2 ** 31)];
  const offsets = new Int32Array(sizes.length + 1);
  sizes.forEach((size, row) => {
    offsets[row + 1] = (offsets[row] as number) + size;
  });
  const isWhole =
    lengths.length === (count ?? lengths.length) &&
    names.length === sizes.length &&
    offsets[sizes.length] === ids.length &&
    counts.length === ids.length;
  if (!isWhole) throw new CorruptBytesError('a table of texts whose columns do not belong together');
  return { lengths, terms: new Map(names.map((name, row) => [name, row])), offsets, ids, counts };
}

/** Reads words as numbers of terms, new ones added to `terms`; remembers words, which recur. */
function termNumbers(terms: Map<string, number>): (word: string, shape: number) => readonly number[] {
  const known = [new Map<string, readonly number[]>(), new Map<string, readonly number[]>()] as const;
  return (word, shape) => {
    const memory = known[shape & Shape.Identifier ? 1 : 0];
    const found = memory.get(word);
    if (found !== undefined) return found;
    const numbers = termsOf(word, shape).map((term) => {
      const number = terms.get(term) ?? terms.size;
      terms.set(term, number);
      return number;
    });
    if ((shape & Shape.Unspaced) === 0) memory.set(detach(word), numbers);
    return numbers;
  };
}

/** The accepted texts nearest to a question, best first, ties in their order, and q. */
export function nearestTexts(
  table: TextTable,
  asked: AskedTexts,
  limit: number,
  accept: (id: number) => boolean = () => true,
): { readonly near: readonly NearText[]; readonly asked: Float64Array } {
  const { vectors, terms } = asked;
  const { similarities, columnOf, q } = vectors === undefined ? byTerms(table, terms) : byVectors(vectors.of, vectors.asked);
  const found: number[] = [];
  for (let id = 0; id < similarities.length; id++) if ((similarities[id] as number) > 0 && accept(id)) found.push(id);
  found.sort((x, y) => (similarities[y] as number) - (similarities[x] as number) || x - y);
  const near = found.slice(0, limit).map((id) => ({ id, similarity: similarities[id] as number, column: columnOf(id) }));
  return { near, asked: q };
}

function byVectors(vectors: readonly Float32Array[], asked: Float32Array) {
  return {
    similarities: Float64Array.from(vectors, (vector) => dot(vector, asked)),
    columnOf: (id: number) => Float64Array.from(vectors[id] as Float32Array),
    q: Float64Array.from(asked),
  };
}

function byTerms(table: TextTable, terms: readonly QuestionTerm[]) {
  const count = table.lengths.length;
  const mean = table.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, count);
  const similarities = new Float64Array(count);
  const q = new Float64Array(terms.length);
  const rows = terms.map((term, t) => {
    const counts = countFrequencies(table, term);
    const rarity = Math.log(1 + (count - counts.size + 0.5) / (counts.size + 0.5));
    q[t] = term.weight * rarity;
    const weightIn = (id: number): number => {
      const times = counts.get(id) ?? 0;
      const norm = lengthNorm(table.lengths[id] as number, mean);
      return (times * maxFrequency * rarity) / (times + norm);
    };
    for (const id of counts.keys()) similarities[id] = (similarities[id] as number) + weightIn(id) * (q[t] as number);
    return weightIn;
  });
  return { similarities, columnOf: (id: number) => Float64Array.from(rows, (weightIn) => weightIn(id)), q };
}

/** How often a term of a question, or a stem of it, occurs in each text that has any. */
function countFrequencies({ terms, offsets, ids, counts }: TextTable, { term, stems }: QuestionTerm): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const stem of new Set([term, ...stems])) {
    const row = terms.get(stem);
    if (row === undefined) continue;
    for (let i = offsets[row] as number; i < (offsets[row + 1] as number); i++)
      found.set(ids[i] as number, (found.get(ids[i] as number) ?? 0) + (counts[i] as number));
  }
  return found;
}
