/**
 * Marks the sentences of a model's answer that cite no source: with a character at their ends, which each renderer draws in its own way.
 */

import type { TextSpan } from '../places.ts';

/** A private-use character, which has no meaning in any text. */
export const unsupportedMarker = '\ue000';

/** The answer with a marker after each sentence that cites no source. */
export function withUnsupportedMarkers(answer: string, unsupported: readonly Pick<TextSpan, 'to'>[]): string {
  let marked = '';
  let from = 0;
  for (const { to } of unsupported) {
    marked += withoutMarkers(answer.slice(from, to)) + unsupportedMarker;
    from = to;
  }
  return marked + withoutMarkers(answer.slice(from));
}

export function withoutMarkers(text: string): string {
  return text.replaceAll(unsupportedMarker, '');
}
