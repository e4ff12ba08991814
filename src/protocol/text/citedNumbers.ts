/** For those who may not import core: where the text of an answer cites. */

import { citedNumbers } from '../../engine/answer/written/citations.ts';

/** The numbers in brackets of a text with their stretches, in order; in code they are indexes and left out. */
export function numbersOf(text: string): ReturnType<typeof citedNumbers> {
  return citedNumbers(text);
}
