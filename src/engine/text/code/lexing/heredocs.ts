/** Texts that begin in the line after the one that announces them, and end with a line that has their name alone. */

import { trimEndOf } from '../../../util/strings.ts';
import { Class, classOf } from '../../words/characters.ts';

const Char = { Quote: 34, Apostrophe: 39, Hyphen: 45, Dot: 46, Less: 60, Backslash: 92, Backtick: 96, Tilde: 126 } as const;

/** A text that begins in the next line. */
interface Heredoc {
  readonly name: string;
  /** Whether the line that ends it may be indented. */
  readonly isIndented: boolean;
  /** The end of what announces it. */
  readonly end: number;
}

/** What announces a text at an offset: `<<-"NAME"`, `<<~NAME`, in PHP `<<<NAME`; a here-string of a shell announces none. */
function heredocAt(text: string, at: number, isTripled: boolean, hasDots: boolean): Heredoc | undefined {
  let from = at + 2;
  if ((text.charCodeAt(from) === Char.Less) !== isTripled) return undefined;
  if (isTripled) from++;
  const mark = text.charCodeAt(from);
  const isIndented = isTripled || mark === Char.Hyphen || mark === Char.Tilde;
  if (mark === Char.Hyphen || mark === Char.Tilde) from++;
  if ([Char.Quote, Char.Apostrophe, Char.Backtick, Char.Backslash].some((quote) => quote === text.charCodeAt(from))) from++;
  let end = from;
  const isInName = (unit: number): boolean => classOf(text.charCodeAt(unit)) >= Class.Lower;
  while (end < from + 80 && (isInName(end) || (hasDots && text.charCodeAt(end) === Char.Dot && isInName(end + 1)))) end++;
  const first = classOf(text.charCodeAt(from));
  if (end === from || first === Class.Digit) return undefined;
  const isQuoted = [Char.Quote, Char.Apostrophe, Char.Backtick].some((quote) => quote === text.charCodeAt(end));
  return { name: text.slice(from, end), isIndented, end: isQuoted ? end + 1 : end };
}

/** What a line may have around the name that ends a text, in units. */
const maxAround = 200;

export class Heredocs {
  readonly #text: string;
  #announced: Heredoc[] = [];
  /** Names of texts that no line ends, from an offset on. */
  readonly #missing = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  get areAnnounced(): boolean {
    return this.#announced.length > 0;
  }

  /** Reads the announcement at an offset, which may need a mark or a third sign; returns where it ends, or -1 if it is none. */
  announce(
    at: number,
    { isTripled, needsMark, hasDots }: { readonly isTripled: boolean; readonly needsMark: boolean; readonly hasDots: boolean },
  ): number {
    const found = heredocAt(this.#text, at, isTripled, hasDots);
    if (found === undefined || (needsMark && !found.isIndented)) return -1;
    this.#announced.push(found);
    return found.end;
  }

  /** Passes over the announced texts, which begin at the start of a line; returns where the name of the last one ends. */
  pass(start: number, add: (from: number, to: number) => void): number {
    let from = start;
    for (const { name, isIndented } of this.#announced) {
      const end = this.#endOf(from, name, isIndented);
      if (end < 0) break;
      add(from, end);
      from = end;
    }
    this.#announced = [];
    return from;
  }

  /** The end of the name that a line begins with and nothing but marks follows; -1 if there is none. */
  #endOf(from: number, name: string, isIndented: boolean): number {
    const known = this.#missing.get(name);
    if (known !== undefined && from >= known) return -1;
    const text = this.#text;
    const max = name.length + maxAround;
    for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + name.length)) {
      const lineStart = text.lastIndexOf('\n', at - 1) + 1;
      const next = text.indexOf('\n', at);
      const end = next < 0 ? text.length : next;
      const isAlone = lineStart >= from && end - lineStart < max && trimEndOf(text.slice(lineStart, end).trim(), ';,)') === name;
      if (isAlone && (isIndented || lineStart === at)) return at + name.length;
      if (end - lineStart >= max) at = end - name.length;
    }
    this.#missing.set(name, from);
    return -1;
  }
}
