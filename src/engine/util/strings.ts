/** Tests and cuts of short strings by sets of characters, given as a string. */

/** White space that occurs in sources. */
export const blanks = ' \t\r\n\f\v\u00a0';

/** The offset of the first character at or after `from` that is not one of the given ones; the length if there is none. */
export function skip(text: string, characters: string, from = 0): number {
  let at = from;
  while (at < text.length && characters.includes(text.charAt(at))) at++;
  return at;
}

/** A text without these characters at its end. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Whether a text consists of these characters alone; true for an empty text. */
export function isOnly(text: string, characters: string): boolean {
  return skip(text, characters) === text.length;
}

/** Whether a text begins with one of these characters. */
export function startsWithAny(text: string, characters: string): boolean {
  return text !== '' && characters.includes(text.charAt(0));
}

/** Whether a text ends with one of these characters. */
export function endsWithAny(text: string, characters: string): boolean {
  return text !== '' && characters.includes(text.charAt(text.length - 1));
}

/** Whether a text has one of these characters. */
export function hasAny(text: string, characters: string): boolean {
  for (const character of characters) if (text.includes(character)) return true;
  return false;
}

/** The offsets at which the lines of a text begin, as editors count them; a final line break begins one more, empty line. */
export function* lineStarts(text: string): Generator<number> {
  yield 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) yield at + 1;
  }
}

/** The words of a text, between white space. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** A text up to the first of these marks at or after `from`. */
export function cutAt(text: string, mark: string, from = 0): string {
  const at = text.indexOf(mark, from);
  return at < 0 ? text : text.slice(0, at);
}

/** A text with all characters but line breaks replaced by spaces. */
export function blanked(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** Number of leading spaces and tabs. */
export function indentLength(line: string): number {
  return skip(line, ' \t');
}

/** The text without percent encoding; as it is where that is wrong. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
