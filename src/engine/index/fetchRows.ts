/**
 * Fetches rows of segments that lie on another machine, before they are read. What is asked for in one turn of the event loop is fetched together,
 * so that a question waits as often as it waits for a reader (`reader.ts`).
 *
 * Cost: nothing for segments on this machine.
 */

import { positionOf } from '../util/sorted.ts';
import type { DeletedChunks } from './deletions.ts';
import type { EntryRows } from './entryRows.ts';
import type { Segment } from './segment.ts';

/** A row by its number. */
export interface RowAt {
  readonly rows: EntryRows;
  readonly row: number;
}

export async function fetchRows(wanted: readonly RowAt[]): Promise<void> {
  await Promise.all(wanted.map(({ rows, row }) => rows.fetch?.(rows.starts[row] as number, rows.starts[row + 1] as number)));
}

/** Fetches the posting lists of terms or keys; those of ids that are negative, or that a segment lacks, are none. */
export async function fetchPostings(
  parts: readonly { readonly segment: Segment }[],
  of: 'terms' | 'keys',
  ids: readonly number[],
): Promise<void> {
  const rowsElsewhere = parts.map(({ segment }) => segment[of]).filter((rows) => rows.fetch !== undefined);
  await fetchRows(
    rowsElsewhere.flatMap((rows) => ids.map((id) => ({ rows, row: positionOf(rows.ids, id) })).filter(({ row }) => row >= 0)),
  );
}

/** Fetches what tells how many of the deleted chunks have these terms, or any key. */
export async function fetchDeleted(parts: readonly DeletedChunks[], of: 'terms' | 'keys', ids: readonly number[] = []): Promise<void> {
  const changed = parts.filter(({ segment, deletedCount }) => deletedCount > 0 && segment[of].fetch !== undefined);
  if (of === 'terms') await fetchPostings(changed, of, ids);
  else
    await fetchRows(
      changed.flatMap(({ segment, deletedChunks, deletedCount }) =>
        deletedChunks.slice(0, deletedCount).map((row) => ({ rows: segment.chunkKeys, row })),
      ),
    );
}
