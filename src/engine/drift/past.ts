/** Texts about the past: retired names belong there. */

import type { Heading } from '../text/documents/document.ts';
import { readDocument } from '../text/documents/readDocument.ts';
import type { Language } from '../text/languages.ts';
import { linesOf } from '../text/lines.ts';

const recordPath =
  /(?:^|\/)(?:[^/]*(?:change|changes|changelog|history|news|releas|migrat|upgrad|deprecat|breaking|whats-?new|todo|roadmap|authors|contributors)[^/]*|blog|adr|rfcs?|proposals?|archive|changesets?|\.changeset)(?:\/|$|\.[a-z]+$)/i;

/** Whether a document records history: a change log, release notes, a migration guide. */
export function isRecord(path: string): boolean {
  return recordPath.test(path);
}

/** Words about a removal, valid for the nearby lines. */
const removalWords =
  /\b(?:remov(?:e[ds]?|al|ing)|renam\w+|replac(?:e[ds]?|ing)|no longer|not anymore|former(?:ly)?|used to|was called|were called|dropp?(?:ed|s|ing)?|superseded?|now (?:called|named)|gone|dead code|moved (?:from|out of))\b|\.\. (?:deprecated|version\w+)::/i;
/** Words about an older state, valid for their own line only, since elsewhere they may refer to anything. */
const olderWords =
  /\b(?:previous(?:ly)?|legacy|obsolete|migrat\w+|older|old|earlier|before v?\d|until v?\d|prior to|backwards?[- ]compat\w*|originally|historical(?:ly)?|upgrad\w+)\b/i;
const linesAround = 2;
/** Range of the nearby lines, in UTF-16 units: a text may be one line. */
const reach = 1000;

/** Whether the lines around an offset are about the past. */
export function isAboutThePast(whole: string, position: number): boolean {
  const first = Math.max(0, position - reach);
  const text = whole.slice(first, position + reach);
  const offset = position - first;
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = endOfLine(text, offset);
  if (olderWords.test(text.slice(start, end)) || /\binstead of\s+\W{0,6}$/i.test(text.slice(start, offset))) return true;
  let from = start;
  for (let i = 0; i < linesAround && from > 0; i++) {
    const above = text.lastIndexOf('\n', from - 2) + 1;
    if (text.slice(above, from).trim() === '') break;
    from = above;
  }
  let to = end;
  for (let i = 0; i < linesAround && to < text.length; i++) {
    const next = endOfLine(text, to + 1);
    if (text.slice(to, next).trim() === '') break;
    to = next;
  }
  return removalWords.test(text.slice(from, to));
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

const pastHeading = /\b(?:migrat\w*|upgrad\w*|remov(?:ed|als?)|legacy|breaking changes?|coming from|moving from)\b/i;

/** A cursor over ascending offsets of a document: whether the heading above is about migration or removal. */
export function pastSectionCursor(text: string, language: Language): (offset: number) => boolean {
  const lines = linesOf(text);
  const { headings } = readDocument(lines, language);
  let next = 0;
  let isPast = false;
  return (offset) => {
    for (; next < headings.length; next++) {
      const { line, title } = headings[next] as Heading;
      if ((lines.starts[line] as number) >= offset) break;
      isPast = pastHeading.test(title);
    }
    return isPast;
  };
}
