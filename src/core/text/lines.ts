/** The lines of a text and what a chunker asks of them. */

export interface Lines {
  readonly text: string;
  readonly count: number;
  /** Offset where line i (0-based) begins; one more entry holds the length of the text. */
  readonly starts: Int32Array;
  /** Whether every unit is ASCII, so that a unit is a byte. */
  readonly isAscii: boolean;
}

/** Splits at `\n`, `\r\n` and a lone `\r`, as editors do; a text that ends with a line break has no empty line after it. */
export function linesOf(text: string): Lines {
  let found = 1;
  const hasReturns = text.includes('\r');
  for (let end = lineEnd(text, 0, hasReturns); end > 0; end = lineEnd(text, end, hasReturns)) {
    if (found + 1 >= starts.length) grow();
    starts[found++] = end;
  }
  if (found > 1 && starts[found - 1] === text.length) found--;
  const count = text.length === 0 ? 0 : found;
  starts[count] = text.length;
  const own = starts.slice(0, count + 1);
  starts[0] = 0;
  return { text, count, starts: own, isAscii: !beyondAscii.test(text) };
}

const beyondAscii = /[^\0-\x7f]/;

/** The offset after the next line break, or 0 where there is none. */
function lineEnd(text: string, from: number, hasReturns: boolean): number {
  if (!hasReturns) return text.indexOf('\n', from) + 1;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) return at + 1;
  }
  return 0;
}

/** Used again for each text. */
let starts = new Int32Array(1024);

function grow(): void {
  const larger = new Int32Array(starts.length * 2);
  larger.set(starts);
  starts = larger;
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
