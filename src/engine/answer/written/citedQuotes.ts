/**
 * The quotes for the citations of an answer while it streams: for each mark, the statement of its source that supports what the mark covers. It
 * is found as soon as the mark's sentence is complete and never changes, so that a mark always leads to one place.
 * Cost: for each piece with a new mark, one pass over the answer; for each mark, one over its source.
 */

import { type Cited, citationSpanOf, type Quotable } from './citationSpan.ts';
import { type CheckedMark, checkAnswer, citation } from './citations.ts';
import type { Mark } from './marks.ts';

/** A span of a source that supports what cites it. */
export interface SupportingQuote {
  readonly n: number;
  /** UTF-16 offsets in the source's text, end exclusive; both 0 for the whole source. */
  readonly from: number;
  readonly to: number;
  /** Share of the cited terms in it, 0 to 1. */
  readonly share: number;
}

/** Max passes over a streaming answer; what is cited after them is found at its end. */
const maxPasses = 60;
/** Marks with a quote of their own; further ones lead to their source. */
const maxQuotes = 400;

export class CitedQuotes {
  readonly #sources: readonly Quotable[];
  readonly #written: readonly Mark[];
  /** One for each mark, in order. */
  readonly #quotes: SupportingQuote[] = [];
  #answer = '';
  #passes = 0;
  /** Whether a mark has no quote yet. */
  #hasPending = false;

  /** `written` are the marks as the model wrote them, filled while the answer arrives. */
  constructor(sources: readonly Quotable[], written: readonly Mark[] = []) {
    this.#sources = sources;
    this.#written = written;
  }

  /** Takes the next piece of the answer, already inert; returns the new quotes. */
  push(piece: string): readonly SupportingQuote[] {
    this.#answer += piece;
    this.#hasPending ||= piece.search(citation) >= 0;
    if (!this.#hasPending || this.#passes >= maxPasses) return [];
    this.#passes++;
    const { sentences, marks } = checkAnswer(this.#answer, (n) => this.#isSource(n));
    // The last sentence may be incomplete.
    const line = this.#answer.lastIndexOf('\n');
    const end = Math.max(line, sentences.at(-2)?.to ?? -1);
    const found = this.#quotesOf(marks, end);
    this.#hasPending = marks.length > this.#quotes.length;
    return found;
  }

  /** One quote for each mark of the whole answer. */
  end(marks: readonly CheckedMark[]): readonly SupportingQuote[] {
    this.#quotesOf(marks, this.#answer.length);
    return this.#quotes;
  }

  #isSource(n: number): boolean {
    return n >= 1 && n <= this.#sources.length;
  }

  /** The quotes for further marks before `end`. */
  #quotesOf(marks: readonly CheckedMark[], end: number): readonly SupportingQuote[] {
    const known = this.#quotes.length;
    for (let i = known; i < marks.length; i++) {
      const mark = marks[i] as CheckedMark;
      if (mark.to > end) break;
      const source = this.#sources[mark.n - 1] as Quotable;
      // A source without a statement is cited as a whole.
      const support = (i < maxQuotes ? citationSpanOf(this.#citedBy(marks, i), source) : undefined) ?? { from: 0, to: 0, share: 0 };
      this.#quotes.push({ n: mark.n, ...support });
    }
    return this.#quotes.slice(known);
  }

  #citedBy(marks: readonly CheckedMark[], i: number): Cited {
    const { n, from, covers } = marks[i] as CheckedMark;
    const start = Math.max(
      covers.at(-1)?.from ?? from,
      ...marks.slice(Math.max(0, i - 9), i).map((one) => (isAdjacent(this.#answer, one.to, from) ? 0 : one.to)),
    );
    const written = this.#written[i];
    const text = covers.map((one) => this.#answer.slice(one.from, one.to)).join('\n');
    return {
      text,
      focus: covers.length > 1 ? text : this.#answer.slice(start, from),
      lines: written?.n === n ? written.lines : undefined,
    };
  }
}

/** Whether only marks and blanks stand between. */
function isAdjacent(answer: string, from: number, to: number): boolean {
  return answer.slice(from, to).replace(citation, '').trim() === '';
}
