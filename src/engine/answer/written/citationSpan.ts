/**
 * Which part of a source supports what cites it: the lines that the mark names, or else the sentence, or line of code, that shares most with it.
 * Terms that are rare in the source count more, those before the mark before a quarter. One pass over the source.
 */

import type { ChunkKind } from '../../document.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { overlap, type Span } from '../../text/spans.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import { lineStarts } from '../../util/strings.ts';
import { citation } from './citations.ts';
import type { MarkedLines } from './marks.ts';

/** A text to quote from. */
export interface Quotable {
  readonly text: string;
  readonly kind: ChunkKind;
  /** The number of its first line in the file. */
  readonly startLine: number;
  /** Spans that are never quoted. */
  readonly secrets: readonly Span[];
}

/** What a mark covers. */
export interface Cited {
  readonly text: string;
  /** The part of it from the mark before. */
  readonly focus: string;
  readonly lines?: MarkedLines | undefined;
}

/** Longer spans are cut. UTF-16 units. */
const maxLength = 320;
/**
 * Sentences or lines in a row that may support a mark together, and what each costs beside the first, as a share of the rarest term's weight. Chosen
 * on recorded replies (`bench/quality/replies.ts`), where twice and half as much differ by one in a hundred.
 */
const maxUnits = 6;
const maxPrice = 1;

/** The span of the source to show, and the share of the terms in it; undefined for a source without words. */
export function citationSpanOf(cited: Cited, source: Quotable): (Span & { readonly share: number }) | undefined {
  const asked = [...countTerms(cited.text.replace(citation, ' ')).keys()];
  const focused = countTerms(cited.focus.replace(citation, ' '));
  const units = (source.kind === 'code' ? linesOf(source.text) : sentencesOf(source.text)).flatMap((span) => {
    const terms = countTerms(source.text.slice(span.from, span.to));
    return terms.size === 0 || source.secrets.some((secret) => overlap(secret, span)) ? [] : { ...span, terms };
  });
  const weights = new Map(
    asked.map((term) => {
      const held = units.filter(({ terms }) => terms.has(term)).length;
      return [term, Math.log(1 + units.length / Math.max(1, held)) * (focused.has(term) ? 1 : 1 / 4)];
    }),
  );
  const named = cited.lines && spanOfLines(source, cited.lines);
  const isNamed = named !== undefined && units.some((unit) => overlap(unit, named));
  const price = maxPrice * Math.max(0, ...weights.values());
  let best: (Span & { readonly share: number; readonly score: number }) | undefined;
  for (const [i, { from }] of units.entries()) {
    const shared = new Set<string>();
    let score = 0;
    for (const { to, terms } of units.slice(i, i + maxUnits)) {
      if (isNamed && !overlap(named, { from, to })) break;
      if (to > from + maxLength && shared.size > 0) break;
      for (const term of asked) {
        if (!terms.has(term) || shared.has(term)) continue;
        shared.add(term);
        score += weights.get(term) ?? 0;
      }
      const share = asked.length === 0 ? 0 : shared.size / asked.length;
      if (best === undefined || score > best.score + 1e-9) best = { from, to: Math.min(to, from + maxLength), share, score };
      score -= price;
    }
  }
  if (best === undefined) return undefined;
  const { score: _, ...found } = best;
  return isNamed ? { ...found, ...named } : found;
}

/** Lines of the file in the source, trimmed; undefined if it has none of them. */
function spanOfLines({ text, startLine, secrets }: Quotable, { from, to }: MarkedLines): Span | undefined {
  const starts = [...lineStarts(text), text.length];
  const [first, last] = [Math.max(0, from - startLine), Math.min(starts.length - 2, to - startLine)];
  const [begin, end] = [starts[first], starts[last + 1]];
  if (begin === undefined || end === undefined || last < first) return undefined;
  const lines = text.slice(begin, Math.min(end, begin + maxLength));
  const span = { from: begin + lines.length - lines.trimStart().length, to: begin + lines.trimEnd().length };
  return span.to <= span.from || secrets.some((secret) => overlap(secret, span)) ? undefined : span;
}

/** The lines of a text, trimmed. */
function linesOf(text: string): readonly Span[] {
  const starts = [...lineStarts(text), text.length];
  const spans = starts.slice(1).map((end, i) => {
    const line = text.slice(starts[i], end);
    return { from: end - line.trimStart().length, to: (starts[i] as number) + line.trimEnd().length };
  });
  return spans.filter((span) => span.to > span.from);
}
