/**
 * Keeps the segments of a commit few and mostly live, after it has become visible.
 *
 * What is chosen is written again without what is deleted, and takes the place of the old segments in a commit with the same files. If another
 * push was faster, what it has deleted is deleted in the new segments too.
 */

import type { Publishable } from '../../published.ts';
import { isSameContent } from '../../store.ts';
import { type Commit, type CommitSegment, readCommit } from '../commit.ts';
import { deadToMerge, mergeDead, writeDead } from './deadEntries.ts';
import { mergedCount } from './mergedCount.ts';
import { type Deletion, deleteDocuments, type Listed, liveChunks, writeCommit } from './writeCommit.ts';
import { type Writing, type WrittenSegment, writeSegments } from './writeSegments.ts';

/** A segment with a larger share of deleted chunks is written again. */
const maxDeadShare = 1 / 5;
const maxAttempts = 5;

/** Of a segment, what decides whether it is written again. */
type Sized = Pick<CommitSegment, 'id' | 'repository' | 'chunkCount' | 'tombstones' | 'deadRows'>;

/** The one with the largest share of deleted chunks, if it is too large, and the smallest of the repository's own. */
export function segmentsToMerge<One extends Sized>(segments: readonly One[], repository: number, maxChunks: number): readonly One[] {
  const sized = segments.filter(({ deadRows }) => deadRows === 0).map((segment) => ({ segment, live: liveChunks(segment) }));
  sized.sort((a, b) => a.live - b.live);
  const deadShare = ({ segment, live }: (typeof sized)[0]): number => (segment.chunkCount - live) / Math.max(segment.chunkCount, 1);
  const worn = sized.filter((one) => deadShare(one) > maxDeadShare).sort((a, b) => deadShare(b) - deadShare(a))[0];
  const others = sized.filter((one) => one !== worn && one.segment.repository === repository);
  const sizes = others.map(({ live }) => live);
  const small = others.slice(0, mergedCount(sizes, worn?.live, maxChunks));
  if (worn === undefined && small.length < 2) return [];
  return [...(worn === undefined ? [] : [worn]), ...small].map(({ segment }) => segment);
}

/** Whether all live documents of a segment can be written again. */
function isIn({ contents }: Publishable, { paths, contentOf, deleted }: CommitSegment): boolean {
  return paths.every((path, i) => {
    const now = contents.get(path);
    return deleted[i] === 1 || (now !== undefined && isSameContent(now, contentOf(i)));
  });
}

/** @returns how many segments the current commit has then. Throws `SharedIndexError`. */
export async function compact(writing: Writing, commit: Commit | undefined): Promise<number> {
  const { connection, lease, source, maxChunks } = writing;
  const segments = commit?.segments ?? [];
  const merged = segmentsToMerge(segments, lease.repository, maxChunks).filter((segment) => isIn(source, segment));
  const counts = deadToMerge(segments);
  if (merged.length + counts.length === 0) return segments.length;
  const live = merged.flatMap(({ paths, deleted }) => paths.filter((_, position) => deleted[position] === 0));
  const written = await writeSegments(writing, live.sort(), segments);
  const gone = new Set([...merged, ...counts].map(({ id }) => id));
  const targets = segments.map(({ id }) => id).filter((id) => !gone.has(id));
  const added = counts.length === 0 ? [] : [await mergeDead(writing, counts, targets)];
  let now = commit;
  for (let attempt = 0; attempt < maxAttempts && now !== undefined; attempt++) {
    const left = now.segments.filter(({ id }) => !gone.has(id));
    // Another push has written them again.
    if (now.segments.length - left.length < gone.size) break;
    const listed = now.id === commit?.id ? undefined : deletedSince(now, merged, written);
    const dead = await writeDead(writing, listed ?? []);
    const list: readonly Listed[] = [
      ...left,
      ...(listed?.map(({ segment }) => segment) ?? written),
      ...added,
      ...(dead === undefined ? [] : [dead]),
    ];
    if (await writeCommit(connection, lease.repository, now, now.name, list, now)) return list.length;
    now = await readCommit(connection, [now.name], now);
  }
  return now?.segments.length ?? 0;
}

/** What another push has deleted in segments while they were written again. */
function deletedSince(
  now: Commit,
  merged: readonly CommitSegment[],
  written: readonly WrittenSegment[],
): readonly Deletion<WrittenSegment>[] {
  const ids = new Set(merged.map(({ id }) => id));
  const live = new Set<string>();
  for (const { id, paths, deleted } of now.segments) {
    if (ids.has(id)) for (const [position, path] of paths.entries()) if (deleted[position] === 0) live.add(path);
  }
  return written.map((segment) => deleteDocuments(segment, (path) => !live.has(path)));
}
