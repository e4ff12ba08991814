/** Which part of a source supports a sentence that cites it: the sentence, or line of code, that shares most of its terms. One pass over the source. */

import type { ChunkKind } from '../../document.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { overlap, type Span } from '../../text/spans.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import { lineStarts } from '../../util/strings.ts';
import { citation } from './citations.ts';

/** A text to quote from. */
export interface Quotable {
  readonly text: string;
  readonly kind: ChunkKind;
  /** Spans that are never quoted. */
  readonly secrets: readonly Span[];
}

/** Longer spans are cut. UTF-16 units. */
const maxLength = 320;

/** The span of the source to show for a sentence, and the share of the sentence's terms in it; undefined for a source without words. */
export function citationSpanOf(sentence: string, source: Quotable): (Span & { readonly share: number }) | undefined {
  const sentenceTerms = countTerms(sentence.replace(citation, ' '));
  let best: (Span & { readonly share: number }) | undefined;
  for (const { from, to } of source.kind === 'code' ? linesOf(source.text) : sentencesOf(source.text)) {
    if (source.secrets.some((secret) => overlap(secret, { from, to }))) continue;
    const terms = countTerms(source.text.slice(from, to));
    if (terms.size === 0) continue;
    let shared = 0;
    for (const term of sentenceTerms.keys()) if (terms.has(term)) shared++;
    const share = sentenceTerms.size === 0 ? 0 : shared / sentenceTerms.size;
    if (best === undefined || share > best.share) best = { from, to: Math.min(to, from + maxLength), share };
  }
  return best;
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
