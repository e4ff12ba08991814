/** A stretch of a scanned text, with which words and marks lie in it. */

import { type Scan, Scanner, scanned } from './words/tokens.ts';

const slash = 47;

export interface Stretch {
  readonly text: string;
  /** Of the whole text. */
  readonly scan: Scan;
  /** Offsets, end exclusive. */
  readonly from: number;
  readonly to: number;
  /** Positions in the columns of the scan, ends exclusive. */
  readonly firstWord: number;
  readonly endWord: number;
  readonly firstMark: number;
  readonly endMark: number;
}

/** The text of a stretch. */
export function ownText({ text, from, to }: Stretch): string {
  return text.slice(from, to);
}

/** Whether a stretch holds a `://`. */
export function holdsLink({ scan, firstMark, endMark }: Stretch): boolean {
  if (!scan.hasLink) return false;
  for (let mark = firstMark; mark < endMark; mark++) if (scan.units[scan.marks[mark] as number] === slash) return true;
  return false;
}

/** A whole text; good until the next text is scanned so. */
export function wholeStretch(text: string, scan = scanned(text)): Stretch {
  return { text, scan, from: 0, to: text.length, firstWord: 0, endWord: scan.count, firstMark: 0, endMark: scan.markCount };
}

/** Of pieces of lines. */
const pieceScanner = new Scanner();

/** Cuts a scanned text into stretches, one after the other. Cost: one pass over the words and marks for all of them. */
export class StretchCutter {
  readonly #text: string;
  readonly #scan: Scan;
  #word = 0;
  #mark = 0;

  constructor(text: string, scan: Scan) {
    this.#text = text;
    this.#scan = scan;
  }

  /** The stretch from `from` to `to`, not before the last one; good until the next. Where it begins or ends within a word it is scanned by itself. */
  next(from: number, to: number): Stretch {
    const { count, starts, ends, markCount, marks } = this.#scan;
    let [word, mark] = [this.#word, this.#mark];
    while (word < count && (ends[word] as number) <= from) word++;
    const firstWord = word;
    while (word < count && (starts[word] as number) < to) word++;
    while (mark < markCount && (marks[mark] as number) < from) mark++;
    const firstMark = mark;
    while (mark < markCount && (marks[mark] as number) < to) mark++;
    const isCut = word > firstWord && ((starts[firstWord] as number) < from || (ends[word - 1] as number) > to);
    // The word at the end may go on in the next stretch.
    [this.#word, this.#mark] = [isCut ? firstWord : word, mark];
    if (isCut) return wholeStretch(this.#text.slice(from, to), pieceScanner.scan(this.#text.slice(from, to)));
    return { text: this.#text, scan: this.#scan, from, to, firstWord, endWord: word, firstMark, endMark: mark };
  }
}
