/**
 * The quotes for the citations of an answer while it streams: for each cited source, the statement that supports the first sentence which
 * cites it. It is found as soon as that sentence is complete and never changes, so that a number always leads to one place.
 * Cost: for each new number, one pass over the answer and one over its source.
 */

import { citationSpanOf, type Quotable } from './citationSpan.ts';
import { type CheckedSentence, checkAnswer, citation } from './citations.ts';

/** A span of a source that supports what cites it. */
export interface SupportingQuote {
  readonly n: number;
  /** UTF-16 offsets in the source's text, end exclusive; both 0 for the whole source. */
  readonly from: number;
  readonly to: number;
  /** Share of the sentence's terms in it, 0 to 1. */
  readonly share: number;
}

/** Max passes over a streaming answer; what is cited after them is found at its end. */
const maxPasses = 60;

export class CitedQuotes {
  readonly #sources: readonly Quotable[];
  readonly #quotes = new Map<number, SupportingQuote>();
  #answer = '';
  #passes = 0;
  /** Whether a cited number has no quote yet. */
  #hasPending = false;

  constructor(sources: readonly Quotable[]) {
    this.#sources = sources;
  }

  /** Takes the next piece of the answer, already inert; returns the new quotes. */
  push(piece: string): readonly SupportingQuote[] {
    this.#answer += piece;
    this.#hasPending ||= [...piece.matchAll(citation)].some(([, digits]) => !this.#quotes.has(Number(digits)));
    if (!this.#hasPending || this.#passes >= maxPasses) return [];
    this.#passes++;
    const { sentences } = checkAnswer(this.#answer, (n) => this.#isSource(n));
    // The last sentence may be incomplete.
    const line = this.#answer.lastIndexOf('\n');
    const found = this.#quotesOf(sentences.filter(({ to }, i) => i < sentences.length - 1 || to <= line));
    this.#hasPending = sentences.some(({ cites }) => cites.some((n) => !this.#quotes.has(n)));
    return found;
  }

  /** One quote for each source that the whole answer cites. */
  end(sentences: readonly CheckedSentence[], cited: readonly number[]): readonly SupportingQuote[] {
    this.#quotesOf(sentences);
    return cited.flatMap((n) => this.#quotes.get(n) ?? []);
  }

  #isSource(n: number): boolean {
    return n >= 1 && n <= this.#sources.length;
  }

  /** The quotes for sources that these sentences are the first to cite. */
  #quotesOf(sentences: readonly CheckedSentence[]): readonly SupportingQuote[] {
    const found: SupportingQuote[] = [];
    for (const { from, to, cites } of sentences) {
      for (const n of cites) {
        if (this.#quotes.has(n)) continue;
        // A source without a statement is cited as a whole.
        const support = citationSpanOf(this.#answer.slice(from, to), this.#sources[n - 1] as Quotable) ?? { from: 0, to: 0, share: 0 };
        const quote = { n, ...support };
        this.#quotes.set(n, quote);
        found.push(quote);
      }
    }
    return found;
  }
}
