/**
 * The lines behind the numbers of an answer while it grows: of each source that is cited, the statement that bears out the first sentence
 * which cites it. Found as soon as that sentence is whole, and the same at the end, so that whatever is shown of a number leads to one place.
 * Cost: one pass over the answer for each number that is new, and one over its source.
 */

import { type Quotable, supportOf } from './citationSpan.ts';
import { type CheckedSentence, checkAnswer } from './citations.ts';

/** A stretch of a source that bears out what cites it. */
export interface SupportingQuote {
  readonly n: number;
  /** UTF-16 offsets in the source's text, end exclusive; both 0 where the whole source is meant. */
  readonly from: number;
  readonly to: number;
  /** Share of the sentence's terms that it holds, 0 to 1. */
  readonly share: number;
}

/** A growing answer is looked through this often at most; what is cited later is known at its end. */
const maxLooks = 60;

export class CitedQuotes {
  readonly #sources: readonly Quotable[];
  readonly #known = new Map<number, SupportingQuote>();
  #answer = '';
  #looks = 0;
  /** Whether a number was said of which nothing is known yet. */
  #isOwing = false;

  constructor(sources: readonly Quotable[]) {
    this.#sources = sources;
  }

  /** The next piece of the answer, which is inert already; returns the quotes that are known since. */
  push(piece: string): readonly SupportingQuote[] {
    this.#answer += piece;
    this.#isOwing ||= [...piece.matchAll(/\[(\d{1,4})\]/g)].some(([, digits]) => !this.#known.has(Number(digits)));
    if (!this.#isOwing || this.#looks >= maxLooks) return [];
    this.#looks++;
    const { sentences } = checkAnswer(this.#answer, (n) => this.#isSource(n));
    // The last sentence may go on.
    const line = this.#answer.lastIndexOf('\n');
    const found = this.#quotesOf(sentences.filter(({ to }, i) => i < sentences.length - 1 || to <= line));
    this.#isOwing = sentences.some(({ cites }) => cites.some((n) => !this.#known.has(n)));
    return found;
  }

  /** One for each of the sources that the whole answer cites. */
  end(sentences: readonly CheckedSentence[], cited: readonly number[]): readonly SupportingQuote[] {
    this.#quotesOf(sentences);
    return cited.flatMap((n) => this.#known.get(n) ?? []);
  }

  #isSource(n: number): boolean {
    return n >= 1 && n <= this.#sources.length;
  }

  /** The quotes of what these sentences are the first to cite. */
  #quotesOf(sentences: readonly CheckedSentence[]): readonly SupportingQuote[] {
    const found: SupportingQuote[] = [];
    for (const { from, to, cites } of sentences) {
      for (const n of cites) {
        if (this.#known.has(n)) continue;
        // A source without a statement is cited as a whole.
        const support = supportOf(this.#answer.slice(from, to), this.#sources[n - 1] as Quotable) ?? { from: 0, to: 0, share: 0 };
        const quote = { n, ...support };
        this.#known.set(n, quote);
        found.push(quote);
      }
    }
    return found;
  }
}
