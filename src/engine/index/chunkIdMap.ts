/**
 * Which chunks of one snapshot are still in a later one, and where: what is computed from an index can be carried over a change of it.
 *
 * Segments that both hold are compared by their marks; documents of segments that were merged meanwhile are found by their serials,
 * which merges keep. Cost: one pass over the chunks, and a look-up for each document of a merged segment.
 */

import { chunksEnd, type Segment } from './segment.ts';

interface Part {
  readonly segment: Segment;
  readonly dead: Uint8Array | undefined;
}

/** The id in `after` of each chunk of `before`, or -1 where it is dead in either. Ids count through the parts, as in a snapshot. */
export function carriedChunks(before: readonly Part[], after: readonly Part[]): Int32Array {
  const map = new Int32Array(before.reduce((count, { segment }) => count + segment.chunkCount, 0)).fill(-1);
  const places = placesIn(after);
  const kept = new Set(before.map(({ segment }) => segment));
  const moved = documentsOf(places.filter(({ part }) => !kept.has(part.segment)));
  for (const { part, base } of placesIn(before)) {
    const { segment, dead } = part;
    const same = places.find((place) => place.part.segment === segment);
    for (let position = 0; position < segment.paths.length; position++) {
      const [from, to] = [segment.firstChunkOf[position] as number, chunksEnd(segment, position)];
      if (from === to || dead?.[from]) continue;
      const into = same === undefined ? moved.get(segment.firstSerialOf[position] as number) : placeOf(same, from);
      if (into === undefined) continue;
      for (let chunk = from; chunk < to; chunk++) map[base + chunk] = into + chunk - from;
    }
  }
  return map;
}

interface Place {
  readonly part: Part;
  /** Chunks in the parts before. */
  readonly base: number;
}

function placesIn(parts: readonly Part[]): Place[] {
  let base = 0;
  return parts.map((part) => {
    const place = { part, base };
    base += part.segment.chunkCount;
    return place;
  });
}

/** The id of a chunk of the part, unless it is dead: documents die as a whole. */
function placeOf({ part, base }: Place, chunk: number): number | undefined {
  return part.dead?.[chunk] ? undefined : base + chunk;
}

/** The first chunk of each live document, by serial. */
function documentsOf(places: readonly Place[]): Map<number, number> {
  const documents = new Map<number, number>();
  for (const place of places) {
    const { segment } = place.part;
    for (let position = 0; position < segment.paths.length; position++) {
      const from = segment.firstChunkOf[position] as number;
      // A document without chunks has the serial of the next one.
      const chunk = from === chunksEnd(segment, position) ? undefined : placeOf(place, from);
      if (chunk !== undefined) documents.set(segment.firstSerialOf[position] as number, chunk);
    }
  }
  return documents;
}
