/** For code that may not import the engine: where the text of an answer cites. */

import { citedNumbers } from '../../engine/answer/written/citations.ts';

/** The bracketed numbers of a text with their ranges, in order; in code they are indexes and skipped. */
export function numbersOf(text: string): ReturnType<typeof citedNumbers> {
  return citedNumbers(text);
}
