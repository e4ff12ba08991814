/**
 * Takes the lines that ask for a look out of a reply while it arrives: they are never shown. What may become such a line is held back until it
 * is known; any other text is passed on at once. One pass over the reply.
 */

import { type Look, lookAt, lookLine, maxLooks, readLook } from './look.ts';

/** Longer lines are cut. UTF-16 units. */
const maxLineLength = 1000;

export class LookLines {
  /** What the reply asks for, without duplicates. */
  readonly looks: Look[] = [];
  #line = '';
  /** Whether the beginning of the line was passed on. */
  #isText = false;

  /** Takes the next piece; returns what is no such line. */
  push(piece: string): string {
    const parts = piece.split('\n');
    return parts.map((part, i) => (i < parts.length - 1 ? this.#add(`${part}\n`, true) : this.#add(part, false))).join('');
  }

  end(): string {
    return this.#add('', true);
  }

  #add(part: string, isWhole: boolean): string {
    if (this.#isText) {
      this.#isText = !isWhole;
      return part;
    }
    const line = this.#line + part;
    if (lookAt(line, !isWhole && line.length <= maxLineLength) === undefined) {
      this.#line = '';
      this.#isText = !isWhole && line !== '';
      return line;
    }
    this.#line = isWhole ? '' : line.slice(0, maxLineLength);
    if (isWhole) this.#keep(readLook(line.slice(0, maxLineLength)));
    return '';
  }

  #keep(look: Look | undefined): void {
    const isKnown = (one: Look): boolean => look !== undefined && lookLine(one) === lookLine(look);
    if (look !== undefined && this.looks.length < maxLooks && !this.looks.some(isKnown)) this.looks.push(look);
  }
}
