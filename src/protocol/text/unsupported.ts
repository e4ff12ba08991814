/**
 * Marks the sentences of a model's answer that cite no source: with a character at their ends, which each renderer draws in its own way.
 */

import { settledEnd } from '../../engine/answer/written/answerParts.ts';
import { checkAnswer } from '../../engine/answer/written/citations.ts';
import type { TextSpan } from '../places.ts';

/** A private-use character, which has no meaning in any text. */
export const unsupportedMarker = '\ue000';

/** The answer with a marker after each sentence that cites no source. */
export function withUnsupportedMarkers(answer: string, unsupported: readonly Pick<TextSpan, 'to'>[]): string {
  let marked = '';
  let from = 0;
  for (const { to } of unsupported) {
    marked += withoutMarkers(answer.slice(from, to)) + unsupportedMarker;
    from = to;
  }
  return marked + withoutMarkers(answer.slice(from));
}

export function withoutMarkers(text: string): string {
  return text.replaceAll(unsupportedMarker, '');
}

/**
 * The markers of an answer that is still streaming. A sentence that cites nothing is passed on, but what follows it is held back until no number
 * at the end of its paragraph or list can cover it. Checks the text so far with each piece, which is cheap for answers of a few thousand characters.
 */
export class StreamedMarkers {
  readonly #isKnown: (n: number) => boolean;
  #text = '';
  /** End of what was passed on. */
  #sent = 0;

  /** `isKnown` tests whether a number refers to a source. */
  constructor(isKnown: (n: number) => boolean) {
    this.#isKnown = isKnown;
  }

  /** The text that can be shown after the next piece, with its markers. */
  push(piece: string): string {
    this.#text += withoutMarkers(piece);
    return this.#upTo(settledEnd(this.#text));
  }

  /** The rest of the answer. */
  end(): string {
    return this.#upTo(this.#text.length + 1);
  }

  #upTo(settled: number): string {
    const { unsupported } = checkAnswer(this.#text, this.#isKnown);
    const ends = unsupported.map(({ to }) => to).filter((to) => to >= this.#sent);
    const limit = ends.find((to) => to >= settled) ?? this.#text.length;
    let marked = '';
    for (const to of ends.filter((end) => end < settled)) {
      marked += this.#text.slice(this.#sent, to) + unsupportedMarker;
      this.#sent = to + 1;
      marked += this.#text.slice(to, to + 1);
    }
    marked += this.#text.slice(this.#sent, limit);
    this.#sent = Math.max(this.#sent, limit);
    return marked;
  }
}
