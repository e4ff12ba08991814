/** Code spans of Markdown. Cost: linear in the line. */

import type { Span } from './spans.ts';

/**
 * The code spans of a line, each between two equal runs of backticks, paired as in CommonMark. `isOpen` if a run has no partner or follows a
 * backslash, so that it may pair with a run on another line.
 */
export function codeSpans(text: string): { readonly spans: readonly Span[]; readonly isOpen: boolean } {
  if (!text.includes('`')) return { spans: [], isOpen: false };
  const runs = [...text.matchAll(/`+/g)].map(({ 0: run, index }) => ({ from: index, to: index + run.length, length: run.length }));
  const next = new Array<number>(runs.length).fill(-1);
  const latest = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length } = runs[i] as Span & { length: number };
    next[i] = latest.get(length) ?? -1;
    latest.set(length, i);
  }
  const spans: Span[] = [];
  let isOpen = text.includes('\\`');
  for (let i = 0; i < runs.length; i++) {
    const partner = next[i] as number;
    if (partner < 0) isOpen = true;
    else {
      spans.push({ from: (runs[i] as Span).from, to: (runs[partner] as Span).to });
      i = partner;
    }
  }
  return { spans, isOpen };
}
