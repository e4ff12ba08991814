/** The documents of an index at one time, for work that takes long: some of them as one segment. Changes of the index do not show. */

import type { Steps } from '../util/steps.ts';
import { type MergeSource, mergeSteps } from './mergeSegments.ts';
import { countChunks, inMemory, type Segment } from './segment.ts';

/** A segment with its deleted documents; neither changes any more. */
export interface FrozenSegment {
  readonly segment: Segment;
  readonly documentTombstones: Uint8Array | undefined;
}

export class FrozenIndex {
  readonly #parts: readonly FrozenSegment[];
  readonly #chunks = new Map<string, number>();

  constructor(parts: readonly FrozenSegment[]) {
    this.#parts = parts;
    for (const { segment, documentTombstones } of parts) {
      for (const [position, path] of segment.paths.entries()) {
        if (!documentTombstones?.[position]) this.#chunks.set(path, countChunks(segment, position));
      }
    }
  }

  /** Number of chunks of a path; undefined if it has no document. */
  chunkCount(path: string): number | undefined {
    return this.#chunks.get(path);
  }

  /** The documents of the wanted paths as one segment, in the order of the index; undefined if there are none. Cost: that of a merge. */
  *slice(isWanted: (path: string) => boolean): Steps<Segment | undefined> {
    const sources: MergeSource[] = [];
    for (const { segment, documentTombstones } of this.#parts) {
      const isLeftOut = Uint8Array.from(segment.paths, (path, position) => (documentTombstones?.[position] || !isWanted(path) ? 1 : 0));
      if (isLeftOut.every((left) => left === 1)) continue;
      const tombstones = Uint8Array.from(segment.documentOf, (position) => isLeftOut[position] as number);
      sources.push({ segment: inMemory(segment), tombstones, documentTombstones: isLeftOut });
    }
    return sources.length === 0 ? undefined : (yield* mergeSteps(sources)).segment;
  }
}
