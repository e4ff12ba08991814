/** Cuts an answer at its citations, so that each quote stands with its number. Pure, without a document. */

import { withoutMarks } from '../core/answer/commentText.ts';
import type { QuoteForm } from '../core/answer/statement.ts';
import type { WireCitation } from './places.ts';

export interface Segment {
  readonly text: string;
  /** Positions of the citations that follow the text, in the answer's list. */
  readonly cited: readonly number[];
  /** Code in the editor's font with its white space, the words of a comment in one line, or markdown. */
  readonly form: Exclude<QuoteForm, 'example'>;
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
    segments.push({ text: shownQuote(citation), cited: [i], form: shownForm(citation) });
    from = found.to;
  }
  return [...segments, ...atNumbers(answer.slice(from), citations)];
}

function formOf({ form, path }: WireCitation): QuoteForm {
  return form ?? (proseFile.test(path) ? 'prose' : 'code');
}

function shownForm(citation: WireCitation): Segment['form'] {
  const form = formOf(citation);
  return form === 'example' ? 'code' : form;
}

/** A quote as it is shown. */
export function shownQuote(citation: WireCitation): string {
  const form = formOf(citation);
  if (form === 'code') return outdent(citation.quote);
  const said = withoutMarks(citation.quote, form);
  return form === 'example' ? said : withoutReferences(withoutRoles(said.trim()));
}

/** Roles of reStructuredText, as in ``:class:`~flask.Flask` ``, mean nothing to readers: what they are about stays, as code. */
function withoutRoles(text: string): string {
  return text.replace(
    /(?<![\w:`]):[a-z]+(?::[a-z]+)?:`[~!]?([^`<\n]{1,200}?)(?:\s*<[^`\n]{0,200}>)?`/g,
    (_, said: string) => `\`${said}\``,
  );
}

/** Links of markdown whose targets stand elsewhere, as in `[guide][docs.guide]`: their words stay. Numbers may be notes. */
function withoutReferences(text: string): string {
  return text.replace(/(?<![\w\])`!])\[(?!\d+\])([^[\]\n]{1,200})\]\[[^[\]\n]{0,200}\]/g, (_, said: string) => said);
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
    segments.push({ text: text.slice(from, match.index).trim(), cited, form: 'prose' });
    from = match.index + match[0].length;
  }
  const rest = text.slice(from).trim();
  return rest === '' ? segments : [...segments, { text: rest, cited: [], form: 'prose' }];
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
