/** The lines of a text and what a chunker asks of them. */

import { type Scan, scanned } from './words/tokens.ts';

export interface Lines {
  readonly text: string;
  readonly count: number;
  /** Offset where line i (0-based) begins; one more entry holds the length of the text. */
  readonly starts: Int32Array;
  /** Whether every unit is ASCII, so that a unit is a byte. */
  readonly isAscii: boolean;
  /** The signs and the groups of words that each line may hold; see `Scan`. */
  readonly signs: Int32Array;
  readonly words: Uint8Array;
}

/** Splits a text as editors do (see `Scan`). */
export function linesOf(text: string): Lines {
  const { lineCount, lineStarts, lineSigns, lineWords, isAscii } = scanned(text);
  const [starts, signs, words] = [lineStarts.slice(0, lineCount + 1), lineSigns.slice(0, lineCount), lineWords.slice(0, lineCount)];
  return { text, count: lineCount, starts, isAscii, signs, words };
}

/** The lines of a text that was scanned: good until the next scan. */
export function linesIn(text: string, { lineCount, lineStarts, lineSigns, lineWords, isAscii }: Scan): Lines {
  return { text, count: lineCount, starts: lineStarts, isAscii, signs: lineSigns, words: lineWords };
}

/** Line i without its line break. */
export function lineAt(lines: Lines, i: number): string {
  let end = lines.starts[i + 1] as number;
  const start = lines.starts[i] as number;
  while (end > start && (lines.text.charCodeAt(end - 1) === 10 || lines.text.charCodeAt(end - 1) === 13)) end--;
  return lines.text.slice(start, end);
}

/** The bytes of a text's part in UTF-8; half of a surrogate pair alone counts 3, as its replacement sign does. */
export function byteLength(text: string, from = 0, to = text.length): number {
  let bytes = to - from;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes++;
    // A pair is four bytes in all: two units and two more.
    else if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < to && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

/** Whether a code unit is the second half of a surrogate pair; a text is never cut before one. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The width of the leading white space, a tab counting 4; -1 for a blank line. */
export function indentAt({ text, starts }: Lines, i: number): number {
  const end = starts[i + 1] as number;
  let width = 0;
  for (let at = starts[i] as number; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 32) width++;
    else if (unit === 9) width += 4;
    else return unit === 10 || unit === 13 ? -1 : width;
  }
  return -1;
}

/** Whether a line holds nothing but white space. */
export function isBlankAt(lines: Lines, i: number): boolean {
  return lines.signs[i] === 0 && lines.words[i] === 0 && lineAt(lines, i).trim() === '';
}
