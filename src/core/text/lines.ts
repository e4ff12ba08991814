/** The lines of a text and what a chunker asks of them. */

export interface Lines {
  readonly text: string;
  readonly count: number;
  /** Offset where line i (0-based) begins; one more entry holds the length of the text. */
  readonly starts: Int32Array;
}

/** Splits at `\n`, `\r\n` and a lone `\r`, as editors do; a text that ends with a line break has no empty line after it. */
export function linesOf(text: string): Lines {
  const starts: number[] = [0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  if (starts.length > 1 && starts[starts.length - 1] === text.length) starts.pop();
  const count = text.length === 0 ? 0 : starts.length;
  return { text, count, starts: Int32Array.from([...starts.slice(0, count), text.length]) };
}

/** Line i without its line break. */
export function lineAt(lines: Lines, i: number): string {
  let end = lines.starts[i + 1] as number;
  const start = lines.starts[i] as number;
  while (end > start && (lines.text.charCodeAt(end - 1) === 10 || lines.text.charCodeAt(end - 1) === 13)) end--;
  return lines.text.slice(start, end);
}

/** The bytes of a text in UTF-8; half of a surrogate pair alone counts 3, as its replacement sign does. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes++;
    // A pair is four bytes in all: two units and two more.
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) {
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
export function indentOf(line: string): number {
  let width = 0;
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (unit === 32) width++;
    else if (unit === 9) width += 4;
    else return width;
  }
  return -1;
}
