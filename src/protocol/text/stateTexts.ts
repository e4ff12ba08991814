import type { AskResult } from '../places.ts';
import { t } from './translate.ts';

export type StateFacts = Pick<AskResult, 'state' | 'summary' | 'lookedFor' | 'missing'> & {
  readonly blocks: readonly Pick<AskResult['blocks'][number], 'subject' | 'path'>[];
};

/**
 * One sentence for each aspect of the answer's state: what occurs nowhere, and what the closest places are about, which introduces them; none if
 * the answer speaks for itself.
 */
export function stateTexts({ state, summary, lookedFor, missing, blocks: [first] }: StateFacts): string[] {
  const notFound = missing.length > 0 ? [t('Nothing in this workspace mentions {0}.', missing.join(', '))] : [];
  if (summary !== undefined && state !== 'notHere') return summary.split(/ ?\n/);
  if (state === 'answer') return [];
  if (state === 'closest')
    return [
      ...notFound,
      ...(first === undefined ? [] : [t('The closest place is {0}. It may not answer the question.', first.subject || first.path)]),
    ];
  if (lookedFor.length === 0) return [t('The question contains no word to search for.')];
  return missing.length > 0
    ? notFound
    : [t('Nothing in this workspace matches the question.'), t('Looked for: {0}.', lookedFor.join(', '))];
}
