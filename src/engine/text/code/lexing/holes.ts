/** Strings with code inside: `f"{count(items)}"`, `"#{total}"`. The code is code, and its own strings are strings again. */

import type { Comments } from '../syntax.ts';
import { Zone, type ZoneSink } from './zone.ts';

const Char = { Quote: 34, Apostrophe: 39, Opening: 40, Closing: 41, Backslash: 92 } as const;

/** Between the prefix of a string and its quote there may be one more letter: `rf"`, `fr"`. */
const maxPrefix = 2;

/** Adds the zones of the text in quotes from `from` to `to`. */
export function addQuoted(text: string, from: number, to: number, zone: number, holes: Comments['holes'], zones: ZoneSink): void {
  let start = from;
  if (holes !== undefined && hasPrefix(text, from, to, holes.prefix)) {
    const { open } = holes;
    for (let at = from; at < to; ) {
      if (!text.startsWith(open, at)) at += text.charCodeAt(at) === Char.Backslash ? 2 : 1;
      // A doubled mark means itself.
      else if (open.length === 1 && text.startsWith(open, at + 1)) at += 2;
      else {
        zones.add(start, at + open.length, zone);
        start = at = passCode(text, at + open.length, to, zones);
      }
    }
  }
  zones.add(start, to, zone);
}

/** Whether a string may have holes, by the letters before its first quote. */
function hasPrefix(text: string, from: number, to: number, prefix: string | undefined): boolean {
  if (prefix === undefined) return true;
  let quote = from;
  while (quote < to && !isQuote(text.charCodeAt(quote))) quote++;
  return [...text.slice(Math.max(0, quote - maxPrefix), quote)].some((letter) => prefix.includes(letter));
}

/** Adds the strings in the code of a hole; returns its end, which is that of the string if nothing closes it. */
function passCode(text: string, from: number, to: number, zones: ZoneSink): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (isQuote(unit)) {
      const end = text.indexOf(text.charAt(at), at + 1);
      const next = end < 0 || end >= to ? to : end + 1;
      zones.add(at, next, Zone.String);
      at = next - 1;
    } else if ('([{'.includes(text.charAt(at))) depth++;
    else if (')]}'.includes(text.charAt(at)) && depth-- === 0) return at;
  }
  return to;
}

const isQuote = (unit: number): boolean => unit === Char.Quote || unit === Char.Apostrophe;
