/** A slice of a scanned text, with the words and marks in it. */

import { type Scan, Scanner, tokenize } from './words/tokens.ts';

const slash = 47;

export interface TextSlice {
  readonly text: string;
  /** The scan of the whole text. */
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

export function sliceText({ text, from, to }: TextSlice): string {
  return text.slice(from, to);
}

/** Whether a slice contains a `://`. */
export function containsLink({ scan, firstMark, endMark }: TextSlice): boolean {
  if (!scan.hasLink) return false;
  for (let mark = firstMark; mark < endMark; mark++) if (scan.units[scan.marks[mark] as number] === slash) return true;
  return false;
}

/** A whole text as a slice; by default valid until the next call. */
export function wholeSlice(text: string, scan = tokenize(text)): TextSlice {
  return { text, scan, from: 0, to: text.length, firstWord: 0, endWord: scan.count, firstMark: 0, endMark: scan.markCount };
}

/** For slices that begin or end within a word. */
const partScanner = new Scanner();

/** Cuts a scanned text into consecutive slices. Cost: one pass over the words and marks for all of them. */
export class TextSlicer {
  readonly #text: string;
  readonly #scan: Scan;
  #word = 0;
  #mark = 0;

  constructor(text: string, scan: Scan) {
    this.#text = text;
    this.#scan = scan;
  }

  /** The slice [from, to), not before the previous one; valid until the next call. It is scanned separately if it begins or ends within a word. */
  next(from: number, to: number): TextSlice {
    const { count, starts, ends, markCount, marks } = this.#scan;
    let [word, mark] = [this.#word, this.#mark];
    while (word < count && (ends[word] as number) <= from) word++;
    const firstWord = word;
    while (word < count && (starts[word] as number) < to) word++;
    while (mark < markCount && (marks[mark] as number) < from) mark++;
    const firstMark = mark;
    while (mark < markCount && (marks[mark] as number) < to) mark++;
    const isCut = word > firstWord && ((starts[firstWord] as number) < from || (ends[word - 1] as number) > to);
    // The last word may continue in the next slice.
    [this.#word, this.#mark] = [isCut ? firstWord : word, mark];
    if (isCut) return wholeSlice(this.#text.slice(from, to), partScanner.scan(this.#text.slice(from, to)));
    return { text: this.#text, scan: this.#scan, from, to, firstWord, endWord: word, firstMark, endMark: mark };
  }
}
