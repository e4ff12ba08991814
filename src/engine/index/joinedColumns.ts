/**
 * Per-chunk columns of several segments, joined into one index. A change appends a small segment, so the columns joined before are kept and
 * only the new chunks are appended; earlier readers see their prefix.
 *
 * Cost: linear in the new chunks, or in all chunks if other segments than the last ones changed. Memory: an eighth more than is used.
 */

import type { Segment } from './segment.ts';

export interface JoinedColumns {
  readonly lengths: Int32Array;
  readonly traits: Uint8Array;
}

/** The columns of several parts, one after the other; not copied if one has all chunks. */
export function concatColumns(parts: readonly JoinedColumns[]): JoinedColumns {
  const count = parts.reduce((sum, { lengths }) => sum + lengths.length, 0);
  const only = parts.find(({ lengths }) => lengths.length === count);
  if (only !== undefined) return only;
  const joined = { lengths: new Int32Array(count), traits: new Uint8Array(count) };
  let at = 0;
  for (const { lengths, traits } of parts) {
    joined.lengths.set(lengths, at);
    joined.traits.set(traits, at);
    at += lengths.length;
  }
  return joined;
}

/** Columns that start with those of `segments`; the rest may be written. */
interface Joined extends JoinedColumns {
  readonly segments: Segment[];
  used: number;
}

/** The latest columns, by their first segment. */
const joinedByFirst = new WeakMap<Segment, Joined>();

/** The columns of segments, one after the other. Read only. */
export function joinColumns(segments: readonly Segment[]): JoinedColumns {
  const [first] = segments;
  if (first === undefined) return { lengths: new Int32Array(0), traits: new Uint8Array(0) };
  if (segments.length === 1) return first;
  const count = segments.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  let joined = joinedByFirst.get(first);
  if (joined === undefined || joined.lengths.length < count || !startsWith(segments, joined.segments)) {
    const room = Math.ceil(count * 1.125);
    joined = { lengths: new Int32Array(room), traits: new Uint8Array(room), segments: [], used: 0 };
    joinedByFirst.set(first, joined);
  }
  for (const segment of segments.slice(joined.segments.length)) {
    joined.lengths.set(segment.lengths, joined.used);
    joined.traits.set(segment.traits, joined.used);
    joined.segments.push(segment);
    joined.used += segment.chunkCount;
  }
  return { lengths: joined.lengths.subarray(0, count), traits: joined.traits.subarray(0, count) };
}

function startsWith(segments: readonly Segment[], prefix: readonly Segment[]): boolean {
  return prefix.length <= segments.length && prefix.every((segment, i) => segment === segments[i]);
}
