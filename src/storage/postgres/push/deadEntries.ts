/**
 * Counts of what is deleted (`dead`, see `schema.ts`): of the chunks of other segments, by key.
 *
 * A push adds a segment of such counts. Segments of similar size are merged on the server, so that a commit has a logarithmic number of them.
 */

import { packFiles, packNumbers } from '../codec.ts';
import type { CommitSegment } from '../commit.ts';
import { entriesIn } from '../fetch.ts';
import { intArray } from '../values.ts';
import { isKept, renew } from './lease.ts';
import { mergedCount } from './mergedCount.ts';
import type { Deletion, Listed } from './writeCommit.ts';
import type { Writing } from './writeSegments.ts';

const rowsAtOnce = 10_000;

/** The segment with the counts of chunks that die; undefined if none do. */
export async function writeDead(
  { connection, lease, yieldThread }: Writing,
  deletions: readonly Pick<Deletion<Listed>, 'segment' | 'chunks'>[],
): Promise<Listed | undefined> {
  const dying = deletions.filter(({ chunks }) => chunks.length > 0);
  if (dying.length === 0) return undefined;
  const id = await newSegment({ connection, lease });
  let rows = 0;
  for (const { segment, chunks } of dying) {
    const entries = [...(await entriesIn(connection, chunks))];
    for (let from = 0; from < entries.length; from += rowsAtOnce) {
      const part = entries.slice(from, from + rowsAtOnce);
      await connection.query(
        `insert into meshrag.dead (segment, key, target, count)
select $1, key, $2, count from rows from (pg_catalog.unnest($3::uuid[]), pg_catalog.unnest($4::integer[])) r (key, count) where ${isKept}
order by key`,
        [id, segment.id, `{${part.map(([key]) => key).join(',')}}`, intArray(part.map(([, count]) => count))],
      );
    }
    rows += entries.length;
    await yieldThread();
  }
  await connection.query('update meshrag.segment set dead = $1 where id = $2', [rows, id]);
  return { id, chunkCount: 0 };
}

/** Those that are merged into one; none if it were a single one. */
export function deadToMerge(segments: readonly CommitSegment[]): readonly CommitSegment[] {
  const sorted = segments.filter(({ deadRows }) => deadRows > 0).sort((a, b) => a.deadRows - b.deadRows);
  const count = mergedCount(sorted.map(({ deadRows }) => deadRows));
  return count > 1 ? sorted.slice(0, count) : [];
}

/** A segment with the counts of several, as far as they are of these targets. */
export async function mergeDead(
  { connection, lease }: Pick<Writing, 'connection' | 'lease'>,
  merged: readonly CommitSegment[],
  targets: readonly number[],
): Promise<Listed> {
  const id = await newSegment({ connection, lease });
  await connection.query(
    `with merged as (
  insert into meshrag.dead (segment, key, target, count)
  select $1, key, target, pg_catalog.sum(count) from meshrag.dead
  where segment = any($2::integer[]) and target = any($3::integer[]) and ${isKept} group by key, target order by key, target
  returning 1
)
update meshrag.segment set dead = (select pg_catalog.count(*) from merged) where id = $1`,
    [id, merged.map((one) => one.id), targets],
  );
  return { id, chunkCount: 0 };
}

async function newSegment({ connection, lease }: Pick<Writing, 'connection' | 'lease'>): Promise<number> {
  await renew(connection, lease);
  const none = packNumbers(new Uint8Array(0));
  const [row] = await connection.query(
    'insert into meshrag.segment (repository, lease, chunks, dead, files, lengths, traits) values ($1, $2, 0, 0, $3, $4, $4) returning id',
    [lease.repository, lease.id, packFiles({ paths: [], firstChunkOf: new Int32Array(0), chunkCount: 0 }, []), none],
  );
  return Number(row?.id);
}
