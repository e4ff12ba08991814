/** Which words of a source bear out a sentence that cites it: the statement with most of the sentence's terms. One pass over the source. */

import type { ChunkKind } from '../document.ts';
import { countTerms } from '../text/countTerms.ts';
import { overlap, type Span } from '../text/spans.ts';
import { statementsOf } from './statements.ts';

/** A text to quote from. */
export interface Quotable {
  readonly text: string;
  readonly kind: ChunkKind;
  /** Never quoted. */
  readonly secrets: readonly Span[];
}

/** The stretch of the source to show for a sentence, and the share of the sentence's terms that it holds; undefined for a source without statements. */
export function supportOf(sentence: string, source: Quotable): (Span & { readonly share: number }) | undefined {
  const wanted = countTerms(sentence.replace(/\[\d{1,4}\]/g, ' '));
  let best: (Span & { readonly share: number }) | undefined;
  for (const { from, to } of statementsOf(source.text, source.kind)) {
    if (source.secrets.some((secret) => overlap(secret, { from, to }))) continue;
    const said = countTerms(source.text.slice(from, to));
    let shared = 0;
    for (const term of wanted.keys()) if (said.has(term)) shared++;
    const share = wanted.size === 0 ? 0 : shared / wanted.size;
    if (best === undefined || share > best.share) best = { from, to, share };
  }
  return best;
}
