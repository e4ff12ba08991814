/** Cuts an answer at its citations, so that each quote stands with its number. Pure, without a document. */

import type { WireCitation } from '../../protocol/places.ts';

export interface Segment {
  readonly text: string;
  /** Numbers of the citations that follow the text. */
  readonly citations: readonly number[];
  /** Drawn in the editor's font with its white space. */
  readonly isCode: boolean;
}

const proseFile = /\.(md|markdown|mdx|txt|rst|adoc|org|ipynb)$/i;

/** The segments in order; text in brackets that is no citation's number stays text. */
export function segmentsOf(answer: string, citations: readonly WireCitation[]): Segment[] {
  const known = new Map(citations.map((citation) => [citation.n, citation]));
  const segments: Segment[] = [];
  let start = 0;
  for (const match of answer.matchAll(/(?:\s*\[\d{1,4}\])+/g)) {
    const numbers = [...match[0].matchAll(/\d+/g)].map((digits) => Number(digits[0]));
    if (!numbers.every((n) => known.has(n))) continue;
    const text = trimBlankLines(answer.slice(start, match.index));
    start = match.index + match[0].length;
    const cited = numbers.map((n) => known.get(n)).filter((citation) => citation !== undefined);
    const isCode = cited.some((citation) => !proseFile.test(citation.path)) && cited.some((citation) => sameText(citation.quote, text));
    segments.push({ text: isCode ? outdent(text) : text.trim(), citations: numbers, isCode });
  }
  const rest = answer.slice(start).trim();
  if (rest !== '') segments.push({ text: rest, citations: [], isCode: false });
  return segments;
}

function sameText(a: string, b: string): boolean {
  return a.replace(/\s+/g, ' ').trim() === b.replace(/\s+/g, ' ').trim();
}

function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

/** Removes the indent that all lines share. */
function outdent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(shared)).join('\n');
}
