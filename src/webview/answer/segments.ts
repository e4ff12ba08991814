/** Cuts an answer at its citations, so that each quote stands with its number. Pure, without a document. */

import type { WireCitation } from '../../protocol/places.ts';

export interface Segment {
  readonly text: string;
  /** Positions of the citations that follow the text, in the answer's list. */
  readonly cited: readonly number[];
  /** Drawn in the editor's font with its white space. */
  readonly isCode: boolean;
}

const proseFile = /\.(md|markdown|mdx|txt|text|rst|adoc|asciidoc|org|tex)$/i;

/** A quote with its number, where the answer holds it from a position on. */
interface Found {
  readonly from: number;
  readonly to: number;
}

/**
 * The segments in order. Quotes are looked for as they are, so that brackets inside a quote are not taken for numbers; where an answer
 * is not made of its quotes, it is cut at the numbers themselves.
 */
export function segmentsOf(answer: string, citations: readonly WireCitation[]): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const [i, citation] of citations.entries()) {
    const found = findQuote(answer, citation, from);
    if (!found) continue;
    segments.push(...atNumbers(answer.slice(from, found.from), citations));
    const isCode = !proseFile.test(citation.path);
    segments.push({ text: isCode ? outdent(citation.quote) : unwrap(citation.quote), cited: [i], isCode });
    from = found.to;
  }
  return [...segments, ...atNumbers(answer.slice(from), citations)];
}

function findQuote(answer: string, { quote, n }: WireCitation, start: number): Found | undefined {
  const number = `[${n}]`;
  for (let from = answer.indexOf(quote, start); quote !== '' && from >= 0; from = answer.indexOf(quote, from + 1)) {
    const rest = answer.slice(from + quote.length);
    const gap = rest.length - rest.trimStart().length;
    if (rest.startsWith(number, gap)) return { from, to: from + quote.length + gap + number.length };
  }
  return undefined;
}

/** Text that is no quote; numbers in brackets that are citations become references to them. */
function atNumbers(text: string, citations: readonly WireCitation[]): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(/(?:\s*\[\d{1,4}\])+/g)) {
    const numbers = [...match[0].matchAll(/\d+/g)].map((digits) => Number(digits[0]));
    const cited = numbers.map((n) => citations.findIndex((citation) => citation.n === n));
    if (cited.includes(-1)) continue;
    segments.push({ text: unwrap(text.slice(from, match.index)), cited, isCode: false });
    from = match.index + match[0].length;
  }
  const rest = unwrap(text.slice(from));
  return rest === '' ? segments : [...segments, { text: rest, cited: [], isCode: false }];
}

/** Joins the lines of a paragraph; lists, tables, quotes and headings keep theirs. */
function unwrap(text: string): string {
  return text
    .trim()
    .replace(/[ \t]*\r?\n(?![ \t]*(?:[-*+|>#]|\d+[.)]|\r?\n))[ \t]*(?=\S)/g, (gap, at: number, whole: string) =>
      whole[at - 1] === '\n' ? gap : ' ',
    );
}

/** Removes the indent that all lines share; a quote may begin behind the indent of its first line. */
function outdent(text: string): string {
  const [first = '', ...lines] = text.split('\n');
  const indentOf = (line: string) => line.length - line.trimStart().length;
  const rest = lines.filter((line) => line.trim() !== '').map(indentOf);
  if (rest.length === 0) return first.trim();
  const isCut = indentOf(first) === 0;
  const shared = Math.min(...rest, isCut ? Number.MAX_SAFE_INTEGER : indentOf(first));
  return [isCut ? first : first.slice(shared), ...lines.map((line) => line.slice(shared))].join('\n').trimEnd();
}

/** A piece of a line of markdown. */
export interface Span {
  readonly text: string;
  readonly kind: 'plain' | 'code' | 'strong' | 'link';
  /** Where a link would lead. It is shown and never followed: a quote's links are data. */
  readonly target?: string;
}

const marks = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|!?\[([^\]\n]*)\]\(([^()\s]*)(?:\s+"[^"\n]*")?\)/g;

/** Pieces of a markdown text in turn: code, strong text and inert links among plain text. Everything else stays as it is written. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const plain = (to: number) => to > from && spans.push({ text: text.slice(from, to), kind: 'plain' });
  for (const match of text.matchAll(marks)) {
    plain(match.index);
    from = match.index + match[0].length;
    const [, code, strong, label, target] = match;
    if (code !== undefined) spans.push({ text: code, kind: 'code' });
    else if (strong !== undefined) spans.push({ text: strong, kind: 'strong' });
    else spans.push({ text: label || (target ?? ''), kind: 'link', target });
  }
  plain(text.length);
  return spans;
}
