/** What a question needs of a published commit, as one statement whatever it asks for: one round trip. */

import { SharedIndexError } from '../sharedIndexError.ts';
import type { Connection } from './connection.ts';

/** A chunk by its segment and its number there. */
export interface ChunkAt {
  readonly segment: number;
  readonly chunk: number;
}

export interface FetchRequest {
  /** Keys (`keyOf`) whose posting lists are wanted. */
  readonly postings: readonly string[];
  /** Keys whose counts are wanted. */
  readonly counts: readonly string[];
  /** Chunks whose heads are wanted. */
  readonly heads: readonly ChunkAt[];
  /** Chunks whose keys are wanted, with texts and counts. */
  readonly keys: readonly ChunkAt[];
}

/** The kinds of rows that come back. */
export const Kind = {
  /** A posting list of `a` entries. */
  Posting: 0,
  /** How many live chunks have `key`, `a`: of the keys whose counts are asked for and of the keys of chunks. */
  Count: 1,
  /** The head of the chunk `number`. */
  Head: 2,
  /** The `a` forms of the keys of the chunk `number`. */
  Forms: 3,
  /** The key that has `number` in the segment, and its text as `data`. */
  Key: 4,
  /** How many of the segments are there, `a`. */
  Segments: 5,
} as const;

export interface FetchedRow {
  readonly kind: number;
  readonly segment: number;
  readonly number: number;
  readonly a: number;
  /** As of `keyOf`. */
  readonly key: string | null;
  readonly data: Buffer | null;
}

/** The `id` of a row: see `schema.ts`. */
function idOf({ segment, chunk }: ChunkAt): string {
  return String((BigInt(segment) << 32n) | BigInt(chunk));
}

const hexOf = (key: string): string => `pg_catalog.encode(pg_catalog.uuid_send(${key}), 'hex')`;
const place = '(id >> 32)::integer as segment, (id & 4294967295)::integer as number';
/** Whether two segments are of one commit: others may have what this one has not any more. */
const isOfOneCommit = (one: string, other: string): string =>
  [one, other].map((segment) => `($6::integer[])[pg_catalog.array_position($1::integer[], ${segment})]`).join(' = ');
const counted = '($3::uuid[] || (select pg_catalog.array_agg(key) from own)::uuid[])';
/** A constant to the planner, which drops parts that nobody asks for. */
const isAsked = (list: string): string => `pg_catalog.cardinality(${list}) > 0`;

/**
 * Rows are found by arrays of their ids and keys, never by a join, so that each server of several is asked once for each part, all at the same time;
 * what one part needs of another goes there as an array, too.
 */
const statement = `
with asked as materialized (
  select id, keys, forms from meshrag.chunk where id = any($5::bigint[])
), own as materialized (
  select id, key, text from meshrag.posting where ${isAsked('$5::bigint[]')} and id = any((
    select pg_catalog.array_agg(distinct (a.id >> 32 << 32) + n.number) from asked a cross join pg_catalog.unnest(a.keys) n (number)
  )::bigint[])
)
select ${Kind.Posting} as kind, segment, 0 as number, size as a, ${hexOf('key')} as key, data
from meshrag.posting where segment = any($1::integer[]) and key = any($2::uuid[])
union all
select ${Kind.Count}, 0, 0, pg_catalog.sum(live)::integer, ${hexOf('key')}, null from (
  select key, size as live from meshrag.posting where segment = any($1::integer[]) and key = any(${counted})
  union all
  select key, -count from meshrag.dead where segment = any($1::integer[]) and key = any(${counted}) and ${isOfOneCommit('segment', 'target')}
) l where ${isAsked('$3::uuid[]')} or ${isAsked('$5::bigint[]')} group by key
union all
select ${Kind.Head}, ${place}, 0, null, head from meshrag.chunk where id = any($4::bigint[])
union all
select ${Kind.Forms}, ${place}, pg_catalog.cardinality(keys), null, forms from asked
union all
select ${Kind.Key}, ${place}, 0, ${hexOf('key')}, text from own
union all
select ${Kind.Segments}, 0, 0, pg_catalog.count(*)::integer, null, null from meshrag.segment
where id = any($1::integer[]) and gone is null`;

/**
 * @param commits the segments of each, which differ.
 * Cost: an index look-up for each key and segment. Throws `SharedIndexError`, also where a segment is not there any more: what is left must
 * not be ranked.
 */
export async function fetchRows(
  connection: Connection,
  commits: readonly (readonly number[])[],
  { postings, counts, heads, keys }: FetchRequest,
): Promise<readonly FetchedRow[]> {
  const segments = commits.flat();
  const commitOf = commits.flatMap((ids, i) => ids.map(() => i));
  const values = [segments, postings, counts, heads.map(idOf), keys.map(idOf), commitOf];
  const rows = (await connection.query(statement, values)) as unknown as readonly FetchedRow[];
  if (rows.find(({ kind }) => kind === Kind.Segments)?.a !== segments.length) throw new SharedIndexError('sharedGone');
  return rows;
}

/**
 * How many entries each term and key has in some chunks, by key: what dies with them. Throws `SharedIndexError`.
 */
export async function entriesIn(connection: Connection, chunks: readonly ChunkAt[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let from = 0; from < chunks.length; from += chunksAtOnce) {
    const numbered = await connection.query(
      `select (c.id >> 32 << 32) + n.number as id, pg_catalog.count(*)::integer as count
from meshrag.chunk c cross join pg_catalog.unnest(c.keys || c.terms) n (number) where c.id = any($1::bigint[]) group by 1`,
      [chunks.slice(from, from + chunksAtOnce).map(idOf)],
    );
    const countOf = new Map(numbered.map(({ id, count }) => [id, Number(count)]));
    const rows = await connection.query(`select id, ${hexOf('key')} as key from meshrag.posting where id = any($1::bigint[])`, [
      [...countOf.keys()],
    ]);
    for (const { id, key } of rows) counts.set(String(key), (counts.get(String(key)) ?? 0) + (countOf.get(id) ?? 0));
  }
  return counts;
}

const chunksAtOnce = 1000;
