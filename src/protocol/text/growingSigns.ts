/**
 * The markers of `unsupported.ts` for an answer that is still streaming: a sentence gets its marker when the next one begins, since a
 * number may still follow its full stop. Checks the text so far with each piece, which is cheap for answers of a few thousand characters.
 */

import { checkAnswer } from '../../engine/index.ts';
import { unsupportedMarker, withoutMarkers } from './unsupported.ts';

export class GrowingSigns {
  readonly #isKnown: (n: number) => boolean;
  #text = '';
  /** End of the last sentence that was checked. */
  #judged = 0;

  /** `isKnown` tests whether a number refers to a source. */
  constructor(isKnown: (n: number) => boolean) {
    this.#isKnown = isKnown;
  }

  /** The next piece of the answer, with the markers that are due. */
  push(piece: string): string {
    const before = this.#text.length;
    this.#text += withoutMarkers(piece);
    return this.#signed(before, (to) => /\S/.test(this.#text.slice(to)));
  }

  /** Markers that are due at the end of the answer. */
  end(): string {
    return this.#signed(this.#text.length, () => true);
  }

  #signed(before: number, isWhole: (to: number) => boolean): string {
    let signed = '';
    let at = before;
    for (const { to } of checkAnswer(this.#text, this.#isKnown).unsupported) {
      if (to <= this.#judged || !isWhole(to)) continue;
      this.#judged = to;
      signed += this.#text.slice(at, to) + unsupportedMarker;
      at = Math.max(at, to);
    }
    return signed + this.#text.slice(at);
  }
}
