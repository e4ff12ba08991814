/**
 * Okapi BM25 over the chunks' terms, and the hits that other retrievers use.
 *
 * Source: Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; one term frequency with the name
 * field weighted in (section 3.6), k1 1.2, b 0.75, the non-negative idf.
 * Cost: linear in the postings of the question's terms, window by window of chunks; no column over all of them.
 */

import type { IndexReader, Postings } from '../../index/reader.ts';
import type { QuestionTerm } from '../../question/question.ts';
import { positionOf } from '../../util/sorted.ts';
import type { Evidence, Ranked } from '../ranking.ts';
import type { RetrievalSystem } from '../retrievalSystem.ts';
import { Cutoff, selectBest } from '../steps/select.ts';
import { type StemPostings, stemPostings, termsTo, united } from '../steps/wordPostings.ts';

const k1 = 1.2;
const b = 0.75;

/** What the frequency of a term counts at most, however often it occurs. */
export const maxFrequency = k1 + 1;

/** The frequency of a term that counts half of the maximum in a text of a length: `k1` at the mean length. */
export function lengthNorm(length: number, meanLength: number): number {
  return k1 * (1 - b + (b * length) / meanLength);
}

/** A term of the question that is in the index. */
export interface ScoredTerm {
  readonly term: string;
  readonly weight: number;
  readonly idf: number;
  /** The joined postings of all its stems. */
  readonly postings: Postings;
  readonly stems: readonly StemPostings[];
  /** Related forms of the word that occur in the index. */
  readonly forms: readonly TermForm[];
  /** The term, then its forms: a chunk is scored by the first that it holds, times its factor. */
  readonly lists: readonly { readonly factor: number; readonly postings: Postings }[];
}

/** Another form of a word of the question. */
export interface TermForm {
  readonly term: string;
  readonly idf: number;
  readonly postings: Postings;
}

/** A term of the question in a chunk. */
export interface Hit {
  /** Index of the term in `Hits.terms`. */
  readonly t: number;
  readonly term: ScoredTerm;
  /** Its contribution to the score. */
  readonly part: number;
  /** Position mask, unsigned. */
  readonly places: number;
}

/**
 * The chunks with a term of the question. Nothing is kept of them: scores are summed window by window when the best are asked for, and what a
 * chunk matches is looked up in the posting lists.
 */
export class Hits {
  readonly terms: readonly ScoredTerm[];
  readonly unknownTerms: readonly string[];
  readonly #chunkCount: number;
  readonly #lengths: Int32Array;
  /** The length normalization of chunks of a length: `k1` at the mean length. Those of frequent lengths are computed once. */
  readonly #norms: Float64Array;
  readonly #normOf: (length: number) => number;
  readonly #known = new Map<number, readonly Hit[]>();
  #best: number | undefined;

  constructor({ lengths, chunkCount, totalLength, liveCount }: IndexReader, { terms, unknownTerms }: KnownTerms) {
    const meanLength = totalLength / Math.max(1, liveCount);
    this.terms = terms;
    this.unknownTerms = unknownTerms;
    this.#chunkCount = chunkCount;
    this.#lengths = lengths;
    this.#normOf = (length) => lengthNorm(length, meanLength);
    this.#norms = new Float64Array(frequentLengths).map((_, length) => this.#normOf(length));
  }

  /** The highest score; 0 if there is none. Cost: that of `top`, unless it was called before. */
  get best(): number {
    if (this.#best === undefined) this.top(1);
    return this.#best as number;
  }

  /** The terms of a chunk, last term first. Cost: a binary search in each posting list, once a chunk. */
  of(chunk: number): readonly Hit[] {
    const known = this.#known.get(chunk);
    if (known !== undefined) return known;
    const hits: Hit[] = [];
    for (let t = this.terms.length - 1; t >= 0; t--) {
      const term = this.terms[t] as ScoredTerm;
      for (const { factor, postings } of term.lists) {
        const at = positionOf(postings.chunks, chunk);
        if (at < 0) continue;
        const count = postings.values[at] as number;
        const part = (factor * count * maxFrequency) / (count + this.#normOf(this.#lengths[chunk] as number));
        hits.push({ t, term, part, places: postings.places[at] as number });
        break;
      }
    }
    this.#known.set(chunk, hits);
    return hits;
  }

  /** BM25 score of a chunk; 0 without a hit. Cost: that of `of`. */
  scoreOf = (chunk: number): number => {
    const hits = this.of(chunk);
    let score = 0;
    for (let i = hits.length - 1; i >= 0; i--) score += (hits[i] as Hit).part;
    return score;
  };

  /** The accepted chunks whose score is at least the `limit`-th largest of them, ascending. Cost: a pass over all posting lists. */
  top(limit: number, accept?: (chunk: number) => boolean): number[] {
    const cutoff = new Cutoff(Math.min(Math.ceil(limit), this.#chunkCount));
    const kept: { readonly chunk: number; readonly score: number }[] = [];
    const lists = this.terms.flatMap(({ lists: own }, t) => own.map((list) => ({ ...list, mark: own.length > 1 ? t + 1 : 0, at: 0 })));
    const scores = new Float64Array(windowSize);
    /** The last term with forms of each chunk of the window, plus one. */
    const marks = new Int32Array(windowSize);
    let [best, min] = [0, cutoff.min];
    for (let from = nextWindow(lists); from < this.#chunkCount; from = nextWindow(lists)) {
      for (const list of lists) list.at = this.#addWindow(list, from, scores, marks);
      for (let i = 0; i < windowSize; i++) {
        const score = scores[i] as number;
        if (score > best) best = score;
        if (score === 0 || score < min || accept?.(from + i) === false) continue;
        kept.push({ chunk: from + i, score });
        cutoff.add(score);
        min = cutoff.min;
      }
      scores.fill(0);
      marks.fill(0);
    }
    this.#best = best;
    return limit > 0 ? kept.filter(({ score }) => score >= min).map(({ chunk }) => chunk) : [];
  }

  /** Adds the entries of a list from `at` to the end of the window; returns where the next window begins. */
  #addWindow({ factor, postings, mark, at }: ListCursor, from: number, scores: Float64Array, marks: Int32Array): number {
    const { chunks, values, size } = postings;
    const norms = this.#norms;
    const lengths = this.#lengths;
    const end = from + windowSize;
    let i = at;
    for (; i < size; i++) {
      const chunk = chunks[i] as number;
      if (chunk >= end) break;
      const place = chunk - from;
      if (mark > 0) {
        if (marks[place] === mark) continue;
        marks[place] = mark;
      }
      const count = values[i] as number;
      const length = lengths[chunk] as number;
      const norm = length < frequentLengths ? (norms[length] as number) : this.#normOf(length);
      scores[place] = (scores[place] as number) + (factor * count * maxFrequency) / (count + norm);
    }
    return i;
  }
}

interface ListCursor {
  readonly factor: number;
  readonly postings: Postings;
  /** Differs by term where a term has forms, else 0. */
  readonly mark: number;
  readonly at: number;
}

/** The idf of a term or key that occurs in `size` of `count` chunks: ln(1 + (count - size + 0.5) / (size + 0.5)). */
export function idf(size: number, count: number): number {
  return Math.log(1 + (count - size + 0.5) / (size + 0.5));
}

type KnownTerms = Pick<Hits, 'terms' | 'unknownTerms'>;

/** The terms of a question that are in the index, and those that are not. */
async function knownTerms(reader: IndexReader, question: readonly QuestionTerm[], formWeight: number): Promise<KnownTerms> {
  const asked = new Set(question.map(({ term }) => term));
  // A form that is a word of the question itself counts as that alone.
  const forms = formWeight > 0 ? question.map((term) => term.forms.filter((form) => !asked.has(form))) : [];
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
      const lists = [
        { factor: weight * rarity, postings: own },
        ...found.map((form) => ({ factor: formWeight * weight * Math.min(rarity, form.idf), postings: form.postings })),
      ];
      terms.push({ term, weight, idf: rarity, postings: own, stems, forms: found, lists });
    }
  });
  return { terms, unknownTerms };
}

/** Where the first window begins that has an entry after the cursors; infinity if there is none. */
function nextWindow(lists: readonly ListCursor[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { postings, at } of lists) if (at < postings.size) first = Math.min(first, postings.chunks[at] as number);
  return Math.floor(first / windowSize) * windowSize;
}

/** Chunks that are scored at a time: their scores stay in the processor's cache. */
const windowSize = 1 << 14;
const frequentLengths = 1024;

/**
 * Scores the chunks with a term of the question or, if `formWeight` is not 0, with another form of it. In a chunk with the term itself, other
 * forms do not count.
 */
export async function scoreTerms(reader: IndexReader, question: readonly QuestionTerm[], formWeight = 0): Promise<Hits> {
  return new Hits(reader, await knownTerms(reader, question, formWeight));
}

/** Matched terms of a chunk as evidence, rarest first. */
export function termEvidence(hits: Hits, chunk: number): readonly Evidence[] {
  const matched = hits.of(chunk).map(({ term }) => storedIn(term, chunk));
  if (matched.length === 0) return [];
  matched.sort((x, y) => y.idf - x.idf || (x.term < y.term ? -1 : 1));
  return [{ kind: 'term', keys: matched.map(({ term }) => term) }];
}

/** The stem or form by which a chunk was hit: the first it holds, as in `scoreTerms`. */
function storedIn(term: ScoredTerm, chunk: number): TermForm {
  const stem = term.stems.find(({ postings }) => holds(postings, chunk));
  return stem === undefined ? (term.forms.find(({ postings }) => holds(postings, chunk)) as TermForm) : { idf: term.idf, ...stem };
}

function holds(postings: Postings, chunk: number): boolean {
  return positionOf(postings.chunks, chunk) >= 0;
}

/** Ranks by BM25 alone: the baseline of every comparison. */
export const bm25: RetrievalSystem = {
  id: 'bm25',
  options: {},
  async search(question, _, { reader, ...options }) {
    const hits = await scoreTerms(reader, await termsTo(reader, question));
    const chosen = await selectBest(reader, hits.top(options.limit, options.accept), hits.scoreOf, options.limit);
    const results: Ranked[] = chosen.map((chunk) => {
      return { chunk, score: hits.scoreOf(chunk), evidence: termEvidence(hits, chunk) };
    });
    return { results, unknownTerms: hits.unknownTerms };
  },
};
