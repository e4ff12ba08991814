/** Stretches of a text made smaller: without blanks around them, no longer than a limit, without what only marks. Linear in the stretch. */

import { isLowSurrogate } from '../text/lines.ts';
import type { Span } from '../text/spans.ts';

/** A stretch without the white space at its ends. */
export function trimmed(text: string, from: number, to: number): Span {
  let [a, b] = [from, to];
  while (a < b && /\s/.test(text.charAt(a))) a++;
  while (b > a && /\s/.test(text.charAt(b - 1))) b--;
  return { from: a, to: b };
}

/** Cuts at the last blank before the limit, or at the limit where there is none near it. */
export function limited(text: string, { from, to }: Span, longest: number): Span {
  if (to - from <= longest) return { from, to };
  const blank = text.lastIndexOf(' ', from + longest);
  const cut = blank > from + longest / 2 ? blank : from + longest;
  return trimmed(text, from, isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut);
}

/** Cuts at the end of the last line that lies before the limit; a first line that is longer is cut between words. */
export function limitedToLines(text: string, { from, to }: Span, longest: number): Span {
  if (to - from <= longest) return { from, to };
  const end = text.lastIndexOf('\n', from + longest);
  return end > from ? trimmed(text, from, end) : limited(text, { from, to }, longest);
}

/** The lines of a stretch, each with its line break. */
export function linesOf(text: string, from = 0, to = text.length): readonly Span[] {
  const lines: Span[] = [];
  for (let at = from; at < to; ) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 || feed >= to ? to : feed + 1;
    lines.push({ from: at, to: end });
    at = end;
  }
  return lines;
}

/** A line of signs alone, which draws a rule or underlines a heading. */
export const ruleLine = /^([=\-~^"'`#*+.:<>_|])\1{2,}\s*$/;
