/**
 * The statements of a source: sentences of prose, comments and lines of code, as verbatim stretches of its text.
 *
 * Headings, rules and table borders say nothing by themselves and are left out. A comment counts as one statement up to its full stop,
 * at most four lines. Cost: one pass over the text.
 */

import type { ChunkKind } from '../document.ts';
import { isLowSurrogate } from '../text/lines.ts';
import { placeEnds } from '../text/places.ts';
import type { Span } from '../text/spans.ts';

/** A stretch of a text that says something. */
export interface Statement extends Span {
  /** A whole sentence, of prose or of a comment, as against a line of code or a fragment. */
  readonly isSentence: boolean;
}

const longest = 320;
const shortest = 8;
const mostCommentLines = 4;

function trimmed(text: string, from: number, to: number): Span {
  let [a, b] = [from, to];
  while (a < b && /\s/.test(text.charAt(a))) a++;
  while (b > a && /\s/.test(text.charAt(b - 1))) b--;
  return { from: a, to: b };
}

/** Cuts at the last blank before the limit, or at the limit where there is none near it. */
function limited(text: string, { from, to }: Span): Span {
  if (to - from <= longest) return { from, to };
  const blank = text.lastIndexOf(' ', from + longest);
  const cut = blank > from + longest / 2 ? blank : from + longest;
  return { from, to: isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut };
}

const rule = /^([=\-~^"'`#*+.:<>_|])\1{2,}\s*$/;
const noStatement = /^(?:#{1,6}\s|```|~~~|\|[\s|:-]+\|?$|\.\. |<h\d|<\/?\w+>$)/;
/** Images, links and tags: what is left of a line of badges is nothing. */
const markup = /!?\[(?:!\[[^\]]*\]\([^)]*\)|[^\]]*)\]\([^)]*\)|<[^>]*>/g;

/** A heading with the rule below it, or markup without words. */
function isFurniture(said: string): boolean {
  const lines = said.split('\n');
  return noStatement.test(said) || lines.some((line) => rule.test(line.trim())) || !/\p{L}{2}/u.test(said.replace(markup, ''));
}

/** Where a stretch goes on below the headings and rules that stand right above its first sentence. */
function belowHeadings(text: string, from: number, to: number): number {
  let at = from;
  for (let end = text.indexOf('\n', at); end >= 0 && end < to; end = text.indexOf('\n', at)) {
    const isHeading = /^#{1,6}\s/.test(text.slice(at, end)) || rule.test(text.slice(at, end).trim());
    const under = text.indexOf('\n', end + 1);
    const isUnderlined = under >= 0 && under < to && rule.test(text.slice(end + 1, under).trim());
    if (!isHeading && !isUnderlined) break;
    at = (isHeading ? end : under) + 1;
  }
  return at;
}

function proseStatements(text: string): Statement[] {
  const found: Statement[] = [];
  let from = 0;
  for (const end of placeEnds(text, 'doc')) {
    for (const part of text.slice(from, end).split(/(?<=\n[ \t]*\n)/)) {
      const whole = trimmed(text, from, from + part.length);
      const range = limited(text, trimmed(text, belowHeadings(text, whole.from, whole.to), whole.to));
      const said = text.slice(range.from, range.to);
      if (!isFurniture(said)) found.push({ ...range, isSentence: /[.!?。！？]["')\]]*$/.test(said) && said.length > 20 });
      from += part.length;
    }
  }
  return found;
}

const comment = /^\s*(?:\/\/[/!]?|\/\*\*?|\*(?!\/)|#(?![!\w[])|--|;|%|"""|''')\s?/;

interface Line extends Span {
  readonly isComment: boolean;
}

/** Lines with whether they belong to a comment or a documentation string. */
function codeLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let from = 0;
  let quote = '';
  for (const line of text.split(/(?<=\n)/)) {
    const marks = line.match(/"""|'''/g) ?? [];
    const inside = quote !== '';
    if (marks.length % 2 === 1) quote = inside ? '' : (marks[0] as string);
    lines.push({
      from,
      to: from + line.length,
      isComment: inside || (marks.length > 0 && /^\s*[rbu]*(?:"""|''')/i.test(line)) || comment.test(line),
    });
    from += line.length;
  }
  return lines;
}

function codeStatements(text: string): Statement[] {
  const found: Statement[] = [];
  const lines = codeLines(text);
  for (let i = 0; i < lines.length; ) {
    const first = lines[i] as Line;
    let last = i;
    const ends = (at: number): boolean => /[.:!?]["')`*/]*\s*$/.test(text.slice((lines[at] as Line).from, (lines[at] as Line).to));
    if (first.isComment) {
      while (last + 1 < lines.length && last - i + 1 < mostCommentLines && !ends(last) && (lines[last + 1] as Line).isComment) last++;
    }
    const range = limited(text, trimmed(text, first.from, (lines[last] as Line).to));
    found.push({ ...range, isSentence: first.isComment && ends(last) });
    i = last + 1;
  }
  return found;
}

/** The statements of a text that hold at least a word, in order. */
export function statementsOf(text: string, kind: ChunkKind): readonly Statement[] {
  const all = kind === 'code' ? codeStatements(text) : proseStatements(text);
  return all.filter(({ from, to }) => to - from >= shortest && /[\p{L}\p{N}]{2}/u.test(text.slice(from, to)));
}
