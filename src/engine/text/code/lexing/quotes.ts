/**
 * Where strings in quotes end. Each unit is looked at once for each kind of quote: up to where a quote is known not to be closed, no further one
 * is looked for.
 */

import type { Lexis } from './lexis.ts';

const Char = { LineFeed: 10, Quote: 34, Dollar: 36, Apostrophe: 39, Opening: 40, Closing: 41, Backslash: 92 } as const;

/** A string of several lines is read up to this many units. */
const maxString = 200_000;
/** A command inside a string is read up to this many units. */
const maxSubstitution = 2000;

export class Quotes {
  readonly #units: Uint16Array;
  readonly #length: number;
  readonly #lexis: Lexis;
  /** For each kind of quote, the offset up to which it is known not to be closed. */
  readonly #unclosed = new Map<number, number>();
  /** The offset up to which a command inside a string is known to have no end. */
  #openSubstitution = 0;

  constructor(units: Uint16Array, length: number, lexis: Lexis) {
    this.#units = units;
    this.#length = length;
    this.#lexis = lexis;
  }

  /** The end of the string that a quote opens, or -1. */
  closing(open: number, quote: number): number {
    if (open < (this.#unclosed.get(quote) ?? 0)) return -1;
    const units = this.#units;
    const { multiline, isDoubled, literal } = this.#lexis;
    const isLong = multiline.includes(quote);
    const max = isLong ? Math.min(this.#length, open + maxString) : this.#length;
    const hasEscapes = !isDoubled && !(literal.includes(quote) && units[open - 1] !== Char.Dollar);
    const substitutes = literal.length > 0 && quote === Char.Quote;
    let at = open + 1;
    for (; at < max; at++) {
      const unit = units[at];
      if (unit === quote) {
        if (!isDoubled || units[at + 1] !== quote) return at + 1;
        at++;
      } else if (unit === Char.Backslash && hasEscapes) at++;
      else if (unit === Char.Dollar && substitutes && units[at + 1] === Char.Opening) at = this.#substitutionEnd(at + 2);
      else if (unit === Char.LineFeed && !isLong) break;
    }
    this.#unclosed.set(quote, at);
    return -1;
  }

  /** The closing bracket of a command inside a string of a shell, which may have strings of its own: `"$(grep "x")"`. */
  #substitutionEnd(from: number): number {
    if (from < this.#openSubstitution) return from;
    const units = this.#units;
    const max = Math.min(this.#length, from + maxSubstitution);
    let depth = 1;
    let quote = 0;
    for (let at = from; at < max; at++) {
      const unit = units[at] as number;
      if (unit === Char.Backslash && quote !== Char.Apostrophe) at++;
      else if (quote !== 0) quote = unit === quote ? 0 : quote;
      else if (unit === Char.Quote || unit === Char.Apostrophe) quote = unit;
      else if (unit === Char.Opening) depth++;
      else if (unit === Char.Closing && --depth === 0) return at;
    }
    this.#openSubstitution = max;
    return from;
  }
}
