/**
 * Marks the sentences of a model's answer that cite no source: with a character at their ends, which each renderer draws in its own way.
 */

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
 * The markers of an answer that is still streaming: a sentence gets its marker when the next one begins, since a number may still follow its
 * full stop. Checks the text so far with each piece, which is cheap for answers of a few thousand characters.
 */
export class StreamedMarkers {
  readonly #isKnown: (n: number) => boolean;
  #text = '';
  /** End of the last sentence that was checked. */
  #checked = 0;

  /** `isKnown` tests whether a number refers to a source. */
  constructor(isKnown: (n: number) => boolean) {
    this.#isKnown = isKnown;
  }

  /** The next piece of the answer, with the markers that are due. */
  push(piece: string): string {
    const before = this.#text.length;
    this.#text += withoutMarkers(piece);
    return this.#withMarkers(before, (to) => /\S/.test(this.#text.slice(to)));
  }

  /** Markers that are due at the end of the answer. */
  end(): string {
    return this.#withMarkers(this.#text.length, () => true);
  }

  #withMarkers(before: number, isWhole: (to: number) => boolean): string {
    let marked = '';
    let at = before;
    for (const { to } of checkAnswer(this.#text, this.#isKnown).unsupported) {
      if (to <= this.#checked || !isWhole(to)) continue;
      this.#checked = to;
      marked += this.#text.slice(at, to) + unsupportedMarker;
      at = Math.max(at, to);
    }
    return marked + this.#text.slice(at);
  }
}
