/** The lines of a text, with what chunking needs to know about them. */

import { type Scan, tokenize, wordsIn } from './words/tokens.ts';

export interface Lines {
  readonly text: string;
  readonly count: number;
  /** Offset of the start of line i (0-based); one more entry holds the length of the text. */
  readonly starts: Int32Array;
  /** Whether every code unit is ASCII, so that it is one byte. */
  readonly isAscii: boolean;
}

/** Splits a text as editors do (see `Scan`). */
export function linesOf(text: string): Lines {
  const lines = linesIn(text, tokenize(text));
  return { ...lines, starts: lines.starts.slice(0, lines.count + 1) };
}

/** The lines of a scanned text; valid until the next scan. */
export function linesIn(text: string, { lineCount, lineStarts, isAscii }: Scan): Lines {
  return { text, count: lineCount, starts: lineStarts, isAscii };
}

/** Line i without its line break. */
export function lineAt(lines: Lines, i: number): string {
  let end = lines.starts[i + 1] as number;
  const start = lines.starts[i] as number;
  while (end > start && (lines.text.charCodeAt(end - 1) === 10 || lines.text.charCodeAt(end - 1) === 13)) end--;
  return lines.text.slice(start, end);
}

/** Whether a line has a letter or digit: one without is blank, a bracket, a rule, or the bare mark of a comment. */
export function hasWords(line: string): boolean {
  return wordsIn(line).length > 0;
}

/** A cursor that returns the line (0-based) of an offset. Ascending offsets cost one pass over the lines; each step back starts another. */
export function lineCursor({ starts, count }: Pick<Lines, 'starts' | 'count'>): (offset: number) => number {
  let line = 0;
  return (offset) => {
    if (offset < (starts[line] as number)) line = 0;
    while (line + 1 < count && (starts[line + 1] as number) <= offset) line++;
    return line;
  };
}

/** The length in bytes of a part of a text in UTF-8; a lone surrogate counts 3, like the replacement character. */
export function byteLength(text: string, from = 0, to = text.length): number {
  let bytes = to - from;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes++;
    // A pair takes four bytes: its two units plus two.
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

/** The width of the leading white space, with 4 per tab; -1 for a blank line. */
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

/** Whether a line is blank. */
export function isBlankAt({ text, starts }: Lines, i: number): boolean {
  const end = starts[i + 1] as number;
  for (let at = starts[i] as number; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 32 && unit !== 9 && text.charAt(at).trim() !== '') return false;
  }
  return true;
}
