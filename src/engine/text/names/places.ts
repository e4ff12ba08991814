/**
 * Places: the sentences of prose and the ten-line blocks of code. A chunk has at most 31, so occurrences fit in a bit mask.
 *
 * Words in the same place co-occur; question coverage and entity proximity are measured by that.
 * Cost: one pass over the line starts or the sentence ends.
 */

import { sentenceEnds } from '../sentences.ts';
import { sliceText, type TextSlice } from '../textSlice.ts';

/** Max places of a chunk; longer chunks merge neighbouring sentences. */
export const maxPlaces = 31;
/** The mask of what applies to the whole chunk, such as its title. */
export const everywhere = 0xffffffff;
/** Lines of code in one place. */
const linesPerPlace = 10;
const lineFeed = 10;

/** End offsets of the places of a text, ascending; the last is the length of the text. */
export type PlaceEnds = readonly number[];

function lineBlockEnds({ scan, from, to, firstMark, endMark }: TextSlice): number[] {
  const { units, marks } = scan;
  const ends: number[] = [];
  let lines = 0;
  for (let mark = firstMark; mark < endMark; mark++) {
    const at = marks[mark] as number;
    if (units[at] === lineFeed && at + 1 < to && ++lines % linesPerPlace === 0) ends.push(at + 1 - from);
  }
  ends.push(to - from);
  return ends;
}

/** The places of a slice, by offsets in it. */
export function placesOf(slice: TextSlice, kind: 'doc' | 'code'): PlaceEnds {
  return merged(kind === 'doc' ? sentenceEnds(sliceText(slice)) : lineBlockEnds(slice));
}

function merged(ends: readonly number[]): PlaceEnds {
  if (ends.length <= maxPlaces) return ends;
  return Array.from({ length: maxPlaces }, (_, i) => ends[Math.floor(((i + 1) * ends.length) / maxPlaces) - 1] as number);
}

/** A cursor that returns the place of ascending offsets. */
export function placeCursor(ends: PlaceEnds): (offset: number) => number {
  let place = 0;
  return (offset) => {
    while (place + 1 < ends.length && offset >= (ends[place] as number)) place++;
    return place;
  };
}

/** The place of one offset. */
export function placeAt(ends: PlaceEnds, offset: number): number {
  return placeCursor(ends)(offset);
}
