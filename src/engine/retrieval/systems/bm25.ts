/**
 * Okapi BM25 over the chunks' terms, and the per-query table of hits that other retrievers use.
 *
 * Source: Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; one term frequency with the name
 * field weighted in (section 3.6), k1 1.2, b 0.75, the non-negative idf.
 * Cost: linear in the postings of the question's terms; pooled columns of `chunkCount` numbers.
 */

import type { IndexReader, Postings } from '../../index/reader.ts';
import type { QuestionTerm } from '../../question/question.ts';
import { giveBack, lend, type Scratch } from '../queryBuffers.ts';
import type { Evidence, Ranked } from '../ranking.ts';
import type { RetrievalSystem } from '../retrievalSystem.ts';
import { selectBest } from '../steps/select.ts';
import { type StemPostings, stemPostings, termsTo, united } from '../steps/wordPostings.ts';

const k1 = 1.2;
const b = 0.75;

/** A term of the question that is in the index. */
export interface ScoredTerm {
  readonly term: string;
  readonly weight: number;
  readonly idf: number;
  /** Of all its stems. */
  readonly postings: Postings;
  readonly stems: readonly StemPostings[];
  /** Related forms of the word that occur in the index. */
  readonly forms: readonly TermForm[];
}

/** Another form of a word of the question. */
export interface TermForm {
  readonly term: string;
  readonly idf: number;
  readonly postings: Postings;
}

/**
 * The hits of the question's terms, by chunk: a linked list per chunk in parallel columns, traversed by `firstHit` and `nextHit`. `releaseHits`
 * returns the columns to the pool once nothing uses them.
 */
export interface Hits {
  readonly terms: readonly ScoredTerm[];
  readonly unknownTerms: readonly string[];
  /** BM25 score by chunk id; 0 without a hit. May be longer than the index, as may `heads`. */
  readonly scores: Float64Array;
  /** Chunks with a hit, in no particular order. */
  readonly touched: Int32Array;
  /** First hit of a chunk plus one; 0 if there is none. */
  readonly heads: Int32Array;
  /** Next hit plus one. */
  readonly next: Int32Array;
  readonly termOf: Int32Array;
  /** The term's contribution to the score. */
  readonly parts: Float64Array;
  readonly places: Uint32Array;
  readonly best: number;
  /** The pooled buffers that the columns belong to. */
  readonly scratch: Scratch;
}

/** The idf of a term or key that occurs in `size` of `count` chunks: ln(1 + (count - size + 0.5) / (size + 0.5)). */
export function idf(size: number, count: number): number {
  return Math.log(1 + (count - size + 0.5) / (size + 0.5));
}

/** The terms of a question that are in the index, and those that are not. */
async function knownTerms(
  reader: IndexReader,
  question: readonly QuestionTerm[],
  withForms = false,
): Promise<Pick<Hits, 'terms' | 'unknownTerms'>> {
  const asked = new Set(question.map(({ term }) => term));
  // A form that is a word of the question itself counts as that alone.
  const forms = withForms ? question.map((term) => term.forms.filter((form) => !asked.has(form))) : [];
  const [owns, others] = await Promise.all([stemPostings(reader, question), reader.termPostings(forms.flat())]);
  const terms: ScoredTerm[] = [];
  const unknownTerms: string[] = [];
  let at = 0;
  question.forEach(({ term, weight }, i) => {
    const stems = owns[i] as readonly StemPostings[];
    const own = united(stems);
    const found: TermForm[] = [];
    for (const form of forms[i] ?? []) {
      const postings = others[at++] as Postings;
      // A more common form is mostly another word: "use" for "user".
      const isForm = postings.size > 0 && (own.size === 0 || postings.size <= own.size);
      if (isForm) found.push({ term: form, idf: idf(postings.size, reader.liveCount), postings });
    }
    if (own.size === 0 && found.length === 0) unknownTerms.push(term);
    else {
      const rarity = own.size > 0 ? idf(own.size, reader.liveCount) : Math.min(...found.map((form) => form.idf));
      terms.push({ term, weight, idf: rarity, postings: own, stems, forms: found });
    }
  });
  return { terms, unknownTerms };
}

/** The length normalization of a chunk; `k1` at the mean length. */
function normOf(length: number, meanLength: number): number {
  return k1 * (1 - b + (b * length) / meanLength);
}

function meanLengthOf(reader: IndexReader): number {
  return reader.totalLength / Math.max(1, reader.liveCount);
}

/**
 * Scores every chunk with a term of the question or, if `formWeight` is not 0, with another form of it. In a chunk with the term itself, other
 * forms do not count.
 */
export async function scoreTerms(reader: IndexReader, question: readonly QuestionTerm[], formWeight = 0): Promise<Hits> {
  const { terms, unknownTerms } = await knownTerms(reader, question, formWeight > 0);
  const scratch = lend(
    reader,
    terms.reduce((sum, { postings, forms }) => forms.reduce((more, form) => more + form.postings.size, sum + postings.size), 0),
  );
  const { scores, heads, touched, next, termOf, parts, places } = scratch;
  const meanLength = meanLengthOf(reader);
  const { lengths } = reader;
  let hit = 0;
  let touchedCount = 0;
  let best = 0;
  const add = (t: number, weight: number, postings: Postings, isForm: boolean): void => {
    for (let i = 0; i < postings.size; i++) {
      const chunk = postings.chunks[i] as number;
      // Hits are added term by term, so a chunk's latest hit shows whether it already has this term.
      if (isForm && heads[chunk] !== 0 && termOf[(heads[chunk] as number) - 1] === t) continue;
      const count = postings.values[i] as number;
      const part = (weight * count * (k1 + 1)) / (count + normOf(lengths[chunk] as number, meanLength));
      if (heads[chunk] === 0) touched[touchedCount++] = chunk;
      next[hit] = heads[chunk] as number;
      termOf[hit] = t;
      parts[hit] = part;
      places[hit] = postings.places[i] as number;
      heads[chunk] = ++hit;
      const score = (scores[chunk] as number) + part;
      scores[chunk] = score;
      if (score > best) best = score;
    }
  };
  terms.forEach(({ weight, idf: rarity, postings, forms }, t) => {
    add(t, weight * rarity, postings, false);
    for (const form of forms) add(t, formWeight * weight * Math.min(rarity, form.idf), form.postings, true);
  });
  const columns = { scores, touched: touched.subarray(0, touchedCount), heads, next, termOf, parts, places };
  return { terms, unknownTerms, ...columns, best, scratch };
}

/** The same scores without the table of hits, which takes more than half the time. */
async function sumTerms(
  reader: IndexReader,
  question: readonly QuestionTerm[],
): Promise<Pick<Hits, 'terms' | 'unknownTerms' | 'scores' | 'touched' | 'scratch'>> {
  const { terms, unknownTerms } = await knownTerms(reader, question);
  const scratch = lend(reader, 0);
  const { scores, touched } = scratch;
  const meanLength = meanLengthOf(reader);
  const { lengths } = reader;
  let touchedCount = 0;
  for (const { weight, idf: rarity, postings } of terms) {
    const { size, chunks, values } = postings;
    for (let i = 0; i < size; i++) {
      const chunk = chunks[i] as number;
      const count = values[i] as number;
      const score = scores[chunk] as number;
      if (score === 0) touched[touchedCount++] = chunk;
      scores[chunk] = score + (weight * rarity * count * (k1 + 1)) / (count + normOf(lengths[chunk] as number, meanLength));
    }
  }
  return { terms, unknownTerms, scores, touched: touched.subarray(0, touchedCount), scratch };
}

/** A chunk's first hit, a position in the columns by hit; -1 if there is none. */
export function firstHit(hits: Hits, chunk: number): number {
  return (hits.heads[chunk] as number) - 1;
}

/** The next hit of the same chunk; -1 after the last. */
export function nextHit(hits: Hits, hit: number): number {
  return (hits.next[hit] as number) - 1;
}

export function termOfHit(hits: Hits, hit: number): ScoredTerm {
  return hits.terms[hits.termOf[hit] as number] as ScoredTerm;
}

/** Returns the columns of some hits to the pool. `named` are the chunks that were given a bonus. */
export function releaseHits({ scratch, touched }: Pick<Hits, 'scratch' | 'touched'>, named: Iterable<number> = []): void {
  giveBack(scratch, touched, named);
}

/** Matched terms of a chunk as evidence, rarest first. */
export function termEvidence(hits: Hits, chunk: number): Evidence | undefined {
  const matched: TermForm[] = [];
  for (let hit = firstHit(hits, chunk); hit >= 0; hit = nextHit(hits, hit)) {
    const term = termOfHit(hits, hit);
    matched.push(storedIn(term, chunk));
  }
  return evidenceOf(matched);
}

/** The stem or form by which a chunk was hit: the first it holds, as in `scoreTerms`. */
function storedIn(term: ScoredTerm, chunk: number): TermForm {
  const stem = term.stems.find(({ postings }) => holds(postings, chunk));
  return stem === undefined ? (term.forms.find(({ postings }) => holds(postings, chunk)) as TermForm) : { idf: term.idf, ...stem };
}

function evidenceOf(matched: TermForm[]): Evidence | undefined {
  if (matched.length === 0) return undefined;
  matched.sort((x, y) => y.idf - x.idf || (x.term < y.term ? -1 : 1));
  return { kind: 'term', keys: matched.map(({ term }) => term) };
}

/** Whether a chunk is in a posting list; binary search. */
function holds({ chunks, size }: Postings, chunk: number): boolean {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((chunks[middle] as number) < chunk) low = middle + 1;
    else high = middle;
  }
  return low < size && chunks[low] === chunk;
}

/** Ranks by BM25 alone: the baseline of every comparison. */
export const bm25: RetrievalSystem = {
  id: 'bm25',
  isOffered: true,
  options: {},
  async search(question, _, { reader, ...options }) {
    const hits = await sumTerms(reader, await termsTo(reader, question));
    const accepted = options.accept === undefined ? hits.touched : hits.touched.filter(options.accept);
    const chosen = await selectBest(reader, accepted, (chunk) => hits.scores[chunk] as number, options.limit);
    const results: Ranked[] = chosen.map((chunk) => {
      const evidence = evidenceOf(hits.terms.filter(({ postings }) => holds(postings, chunk)).map((term) => storedIn(term, chunk)));
      return { chunk, score: hits.scores[chunk] as number, evidence: evidence === undefined ? [] : [evidence] };
    });
    releaseHits(hits);
    return { results, unknownTerms: hits.unknownTerms };
  },
};
