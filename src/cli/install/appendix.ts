/** A part at the end of a text, in the style of the text, and its exact removal. */

/** The text's own line break. */
export function lineBreakIn(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** The text of a new file that consists of the part. */
export function newFile(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

/** Adds the lines after a blank one. Only a text with a line break at its end has one after them: that tells the two apart. */
export function append(text: string, lines: readonly string[]): string {
  const lineBreak = lineBreakIn(text);
  const part = lines.join(lineBreak);
  if (text === '') return part;
  return text.endsWith(lineBreak) ? `${text}${lineBreak}${part}${lineBreak}` : `${text}${lineBreak}${lineBreak}${part}`;
}

/** The text before the part was added, `undefined` if that was a file that did not exist; the part is [start, end). */
export function withoutPart(text: string, start: number, end: number): string | undefined {
  const lines = text.slice(start, end).split(/\r\n|\n|\r/);
  if (text === newFile(lines)) return undefined;
  const lineBreak = lineBreakIn(text);
  const before = text.slice(0, start);
  const origins = ['', lineBreak, lineBreak + lineBreak]
    .filter((gap) => before.endsWith(gap))
    .map((gap) => before.slice(0, start - gap.length));
  const origin = origins.find((one) => append(one, lines) === text);
  if (origin !== undefined) return origin;
  // There is something after it: the blank line before it goes with it, or the one after it.
  const after = text.slice(end);
  const gap = lineBreak + lineBreak;
  if (before.endsWith(gap) && after.startsWith(lineBreak)) return before.slice(0, -lineBreak.length) + after.slice(lineBreak.length);
  return before + (after.startsWith(lineBreak) ? after.slice(lineBreak.length) : after);
}
