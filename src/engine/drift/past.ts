/** Texts that speak of what was: a name that is gone belongs there. */

const recordPath =
  /(?:^|\/)(?:[^/]*(?:change|changes|changelog|history|news|releas|migrat|upgrad|deprecat|breaking|whats-?new|todo|roadmap|authors|contributors)[^/]*|blog|adr|rfcs?|proposals?|archive|changesets?|\.changeset)(?:\/|$|\.[a-z]+$)/i;

/** Whether a document records history: a changelog, release notes, a guide for those who come from an older version. */
export function isRecord(path: string): boolean {
  return recordPath.test(path);
}

/** Say that something is gone, wherever they stand near it. */
const goneWords =
  /\b(?:remov(?:e[ds]?|al|ing)|renam\w+|replac(?:e[ds]?|ing)|no longer|not anymore|former(?:ly)?|used to|was called|were called|dropp?(?:ed|s|ing)?|superseded?|now (?:called|named)|gone|dead code|moved (?:from|out of))\b|\.\. (?:deprecated|version\w+)::/i;
/** Tell of an older state on their own line; elsewhere they may be about anything. */
const olderWords =
  /\b(?:previous(?:ly)?|legacy|obsolete|migrat\w+|older|old|earlier|before v?\d|until v?\d|prior to|backwards?[- ]compat\w*|originally|historical(?:ly)?|upgrad\w+)\b/i;
const linesAround = 2;
/** How far the lines around are read, in UTF-16 units: a text may be one line. */
const reach = 1000;

/** Whether the lines around an offset tell of the past. */
export function tellsOfThePast(whole: string, position: number): boolean {
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
  return goneWords.test(text.slice(from, to));
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

const headingOfThePast = /\b(?:migrat\w*|upgrad\w*|remov(?:ed|als?)|legacy|breaking changes?|coming from|moving from)\b/i;

/** A cursor that tells, of ascending offsets in a Markdown document, whether the heading above says how to leave something behind. */
export function sectionsOfThePast(text: string): (offset: number) => boolean {
  const headings = text.matchAll(/^#{1,6}[ \t]+(.+)$/gm);
  let next = headings.next();
  let isPast = false;
  return (offset) => {
    for (; !next.done && next.value.index < offset; next = headings.next()) isPast = headingOfThePast.test(next.value[1] as string);
    return isPast;
  };
}
