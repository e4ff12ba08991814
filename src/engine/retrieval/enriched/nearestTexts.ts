/**
 * Short texts (descriptions, statements) by their similarity with a question.
 *
 * Source: UnWeaver section 2 and MS-RAG section 3.2.1, which compare embeddings. With vectors, the similarity is the cosine. Without them, a
 * column of V holds the saturated frequencies of the question's terms in the text, as in BM25, times their rarity among the texts, and q the terms'
 * weights times their rarity; the similarity is V'q.
 * Cost: the postings of the question's terms, or one multiplication per text and dimension.
 */

import { dot } from '../../embed/embedder.ts';
import type { QuestionTerm } from '../../question/question.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import type { Pause } from '../derived.ts';

export interface TextTable {
  readonly texts: readonly string[];
  /** Of length 1 each; absent without an embedder. */
  readonly vectors?: readonly Float32Array[];
  readonly lengths: Int32Array;
  /** The texts with a term and its frequency in each. */
  readonly postings: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** A question as it is compared with texts. */
export interface AskedTexts {
  readonly terms: readonly QuestionTerm[];
  /** If the texts have vectors. */
  readonly vector?: Float32Array;
}

/** A text that is similar to the question. */
export interface NearText {
  readonly id: number;
  /** Above 0. */
  readonly similarity: number;
  /** Its column of V. */
  readonly column: Float64Array;
}

const k1 = 1.2;
const b = 0.75;
/** What the frequency of a term counts at most, however often it occurs. */
export const maxFrequency = k1 + 1;

/** Texts counted between two pauses: some milliseconds. */
const slice = 256;

/** Awaits `pause` between slices. */
export async function tableOf(texts: readonly string[], pause: Pause, vectors?: readonly Float32Array[]): Promise<TextTable> {
  const postings = new Map<string, Map<number, number>>();
  const lengths = new Int32Array(texts.length);
  for (const [id, text] of texts.entries()) {
    if (id % slice === 0) await pause();
    let length = 0;
    for (const [term, count] of countTerms(text)) {
      length += count;
      const own = postings.get(term) ?? new Map<number, number>();
      postings.set(term, own.set(id, count));
    }
    lengths[id] = length;
  }
  return { texts, lengths, postings, ...(vectors === undefined ? {} : { vectors }) };
}

/** The texts nearest to a question, best first, ties in their order, and q. */
export function nearestTexts(
  table: TextTable,
  asked: AskedTexts,
  limit: number,
): { readonly near: readonly NearText[]; readonly asked: Float64Array } {
  const { near, q } =
    table.vectors === undefined || asked.vector === undefined ? byTerms(table, asked.terms) : byVectors(table.vectors, asked.vector);
  const sorted = near.filter(({ similarity }) => similarity > 0).sort((x, y) => y.similarity - x.similarity || x.id - y.id);
  return { near: sorted.slice(0, limit), asked: q };
}

function byVectors(vectors: readonly Float32Array[], asked: Float32Array) {
  const near = vectors.map((vector, id) => ({ id, similarity: dot(vector, asked), column: Float64Array.from(vector) }));
  return { near, q: Float64Array.from(asked) };
}

function byTerms({ lengths, postings }: TextTable, terms: readonly QuestionTerm[]) {
  const count = lengths.length;
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, count);
  const q = new Float64Array(terms.length);
  const columns = new Map<number, Float64Array>();
  terms.forEach(({ term, stems, weight }, t) => {
    const counts = new Map<number, number>();
    for (const stem of new Set([term, ...stems]))
      for (const [id, times] of postings.get(stem) ?? []) counts.set(id, (counts.get(id) ?? 0) + times);
    const rarity = Math.log(1 + (count - counts.size + 0.5) / (counts.size + 0.5));
    q[t] = weight * rarity;
    for (const [id, times] of counts) {
      const column = columns.get(id) ?? new Float64Array(terms.length);
      const norm = k1 * (1 - b + (b * (lengths[id] as number)) / mean);
      column[t] = (times * maxFrequency * rarity) / (times + norm);
      columns.set(id, column);
    }
  });
  const near = [...columns].map(([id, column]) => ({
    id,
    column,
    similarity: column.reduce((sum, value, t) => sum + value * (q[t] as number), 0),
  }));
  return { near, q };
}
