import type { PanelWords } from '../panels/panelWords.ts';
import type { AskResult } from '../places.ts';
import { fill } from './serverWords.ts';

/** One sentence for each aspect of the answer's state, the one that introduces places last; none if the answer speaks for itself. */
export function stateTexts(
  words: PanelWords,
  { state, summary, lookedFor, missing }: Pick<AskResult, 'state' | 'summary' | 'lookedFor' | 'missing'>,
): string[] {
  const notFound = missing.length > 0 ? [fill(words.missing, missing.join(', '))] : [];
  if (summary !== undefined && state !== 'nothing') return [summary];
  if (state === 'sure') return [];
  if (state === 'unsure') return [...notFound, words.unsure];
  if (lookedFor.length === 0) return [words.noWords, ...notFound];
  return [words.nothing, ...(missing.length > 0 ? notFound : [fill(words.lookedFor, lookedFor.join(', '))])];
}
