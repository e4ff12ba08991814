/** Statistics of an index for its report. */

import { keyCountsOf, type Snapshot } from '../../engine/index/snapshot.ts';
import { indexVersion } from '../../engine/version.ts';

/** Live chunks. */
export function chunksIn({ segments }: Snapshot): number {
  let chunks = 0;
  for (const { segment, tombstones } of segments) {
    chunks += segment.chunkCount;
    if (tombstones !== undefined) for (const mark of tombstones) chunks -= mark;
  }
  return chunks;
}

/** Distinct keys of the live chunks. Cost: one pass over the keys, but where one segment has them all. */
function keysIn({ segments, lexicons }: Snapshot): number {
  const [first, ...others] = segments;
  if (first !== undefined && others.length === 0 && first.tombstones === undefined) return first.segment.keys.ids.length;
  let count = 0;
  for (const chunks of keyCountsOf(segments, lexicons)) if (chunks > 0) count++;
  return count;
}

/** `keysIn`, cached per generation; the last count while the index `isGrowing`, which would be counted again for each report. */
export function createKeyCount(): (snapshot: Snapshot, isGrowing: boolean) => number {
  let last = { generation: -1, count: 0 };
  return (snapshot, isGrowing) => {
    const { generation } = snapshot;
    if (isGrowing || last.generation === generation) return last.count;
    try {
      last = { generation, count: keysIn(snapshot) };
    } catch {
      // Unreadable saved segments are rebuilt by the next query; a report goes on as far as it can.
    }
    return last.count;
  };
}

/** The versions shown in the report. */
export function versions(): Readonly<Record<string, string>> {
  return {
    index: indexVersion,
    node: process.versions.node,
    ...(process.versions.sqlite === undefined ? {} : { sqlite: process.versions.sqlite }),
  };
}
