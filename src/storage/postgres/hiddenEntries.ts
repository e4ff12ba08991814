/** How many entries each term and key has in the files of a commit that are hidden, as others lie over them. */

import type { PublishedFile } from '../publishedFiles.ts';
import type { Commit } from './commit.ts';
import type { Connection } from './connection.ts';
import { type ChunkAt, entriesIn } from './fetch.ts';
import { chunkRange } from './publishedChunks.ts';

export type EntryCounts = ReadonlyMap<string, number>;

/** Counts of files of a commit, which are named by segment and position. */
interface Counted {
  readonly files: ReadonlySet<string>;
  readonly counts: Promise<EntryCounts>;
}

/** The last counts of each commit: an edit hides the same files as the one before, or one more. */
const counted = new WeakMap<Commit, Counted>();

/** By key (`keyOf`). Only files that were not hidden before are asked for; all of them where one is not hidden any more. Throws `SharedIndexError`. */
export function hiddenEntries(connection: Connection, commit: Commit, hidden: readonly PublishedFile[]): Promise<EntryCounts> {
  const files = new Map(hidden.map((file) => [`${file.segment} ${file.position}`, file]));
  const last = counted.get(commit);
  const known = last !== undefined && [...last.files].every((name) => files.has(name)) ? last : undefined;
  if (known?.files.size === files.size) return known.counts;
  const added = [...files].filter(([name]) => known?.files.has(name) !== true).map(([, file]) => file);
  const counts = Promise.all([
    known?.counts,
    entriesIn(
      connection,
      added.flatMap((file) => chunksIn(commit, file)),
    ),
  ]).then(summed);
  const next = { files: new Set(files.keys()), counts };
  counted.set(commit, next);
  counts.catch(() => counted.get(commit) === next && counted.delete(commit));
  return counts;
}

function chunksIn(commit: Commit, file: PublishedFile): readonly ChunkAt[] {
  const { first, end } = chunkRange(commit, file);
  const segment = commit.segments[file.segment]?.id as number;
  return Array.from({ length: end - first }, (_, i) => ({ segment, chunk: first + i }));
}

function summed([before, added]: readonly [EntryCounts | undefined, EntryCounts]): EntryCounts {
  const counts = new Map(before);
  for (const [key, count] of added) counts.set(key, (counts.get(key) ?? 0) + count);
  return counts;
}
