/**
 * Maps the chunk ids of one snapshot to a later one, so that data derived from an index survives changes of it.
 *
 * Segments that are in both are found by identity; documents of segments merged since then by their serials, which merges preserve. Cost:
 * one pass over the chunks, and a look-up for each document of a merged segment.
 */

import { chunksEnd, type Segment } from './segment.ts';

interface Part {
  readonly segment: Segment;
  readonly tombstones: Uint8Array | undefined;
}

/** For each chunk of `before` its id in `after`, or -1 if it is deleted in either. Ids run through the parts, as in a snapshot. */
export function mapChunkIds(before: readonly Part[], after: readonly Part[]): Int32Array {
  const map = new Int32Array(before.reduce((count, { segment }) => count + segment.chunkCount, 0)).fill(-1);
  const basedParts = withBases(after);
  const kept = new Set(before.map(({ segment }) => segment));
  const moved = firstChunksBySerial(basedParts.filter(({ part }) => !kept.has(part.segment)));
  for (const { part, base } of withBases(before)) {
    const { segment, tombstones } = part;
    const same = basedParts.find((basedPart) => basedPart.part.segment === segment);
    for (let position = 0; position < segment.paths.length; position++) {
      const [from, to] = [segment.firstChunkOf[position] as number, chunksEnd(segment, position)];
      if (from === to || tombstones?.[from]) continue;
      const into = same === undefined ? moved.get(segment.firstSerialOf[position] as number) : idInPart(same, from);
      if (into === undefined) continue;
      for (let chunk = from; chunk < to; chunk++) map[base + chunk] = into + chunk - from;
    }
  }
  return map;
}

interface BasedPart {
  readonly part: Part;
  /** Number of chunks in the preceding parts. */
  readonly base: number;
}

function withBases(parts: readonly Part[]): BasedPart[] {
  let base = 0;
  return parts.map((part) => {
    const basedPart = { part, base };
    base += part.segment.chunkCount;
    return basedPart;
  });
}

/** The id of a chunk of the part, unless it is deleted. Checking one chunk is enough: documents are deleted as a whole. */
function idInPart({ part, base }: BasedPart, chunk: number): number | undefined {
  return part.tombstones?.[chunk] ? undefined : base + chunk;
}

/** The first chunk of each live document, by serial. */
function firstChunksBySerial(basedParts: readonly BasedPart[]): Map<number, number> {
  const documents = new Map<number, number>();
  for (const basedPart of basedParts) {
    const { segment } = basedPart.part;
    for (let position = 0; position < segment.paths.length; position++) {
      const from = segment.firstChunkOf[position] as number;
      // A document without chunks shares its serial with the next one.
      const chunk = from === chunksEnd(segment, position) ? undefined : idInPart(basedPart, from);
      if (chunk !== undefined) documents.set(segment.firstSerialOf[position] as number, chunk);
    }
  }
  return documents;
}
