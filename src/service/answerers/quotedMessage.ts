/** A message that the question quotes, such as an error: the places that hold its words, before those that share words with the question. */

import { quotedRuns } from '../../engine/question/quotedRuns.ts';
import type { Answerer } from './answerer.ts';

/** Places of a message that precede the other results. */
const maxPlaces = 3;

export const quotedMessage: Answerer<readonly string[]> = {
  reads({ question }) {
    const runs = quotedRuns(question);
    return runs.length === 0 ? undefined : runs;
  },
  async answer(runs, { rank }) {
    const { results } = await rank(runs.map((run) => `"${run}"`).join(' '), { limit: maxPlaces });
    return results.length === 0 ? undefined : { results, blocks: [], passages: 'after' };
  },
};
