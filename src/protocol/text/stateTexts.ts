import type { PanelWords } from '../panels/panelWords.ts';
import type { AskResult } from '../places.ts';
import { fill } from './serverWords.ts';

export type StateFacts = Pick<AskResult, 'state' | 'summary' | 'lookedFor' | 'missing'> & {
  readonly blocks: readonly Pick<AskResult['blocks'][number], 'subject' | 'path'>[];
};

/**
 * One sentence for each aspect of the answer's state: what occurs nowhere, and what the closest places are about, which introduces them; none if
 * the answer speaks for itself.
 */
export function stateTexts(words: PanelWords, { state, summary, lookedFor, missing, blocks: [first] }: StateFacts): string[] {
  const notFound = missing.length > 0 ? [fill(words.missing, missing.join(', '))] : [];
  if (summary !== undefined && state !== 'notHere') return summary.split(/ ?\n/);
  if (state === 'answer') return [];
  if (state === 'closest') return [...notFound, ...(first === undefined ? [] : [fill(words.closest, first.subject || first.path)])];
  if (lookedFor.length === 0) return [words.noWords];
  return missing.length > 0 ? notFound : [words.nothing, fill(words.lookedFor, lookedFor.join(', '))];
}
