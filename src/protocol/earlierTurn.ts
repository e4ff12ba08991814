/** A question of a thread as sent along with the next one. */

import type { QuotedFile, WireTurn } from './places.ts';

/** An empty answer counts as none. */
export function earlierTurn(question: string, answer: string, citations: readonly QuotedFile[]): WireTurn {
  const quoted = new Map(citations.map(({ uri, fileHash }) => [`${uri} ${fileHash}`, { uri, fileHash }]));
  return { question, answer: answer || undefined, quoted: [...quoted.values()] };
}
