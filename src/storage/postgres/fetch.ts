/** What a question needs of a published commit, as one statement whatever it asks for: one round trip. */

import type { Connection } from './connection.ts';
import { SharedIndexError } from './sharedIndexError.ts';

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
  /** A posting list: `number` is the place of its key in the request, `a` its size. */
  Posting: 0,
  /** A count, `a`, over all segments. */
  Count: 1,
  /** The head of the chunk `number`. */
  Head: 2,
  /** The forms of the keys of the chunk `number`. */
  Forms: 3,
  /** The key that has `number` in the segment: `a` is its count, `data` the key and `text` its text. */
  Key: 4,
  /** How many of the segments are there, `a`. They go with all their rows, in one transaction. */
  Segments: 5,
} as const;

export interface FetchedRow {
  readonly kind: number;
  readonly segment: number;
  readonly number: number;
  readonly a: number;
  readonly text: Buffer | null;
  readonly data: Buffer | null;
}

/** The rows of a key in a segment, and those of a chunk. A limit of its own keeps each a look-up, whatever the server knows of the tables. */
const postingAt = (column: 'key' | 'number', segment: string, value: string): string =>
  `lateral (select * from meshrag.posting where segment = ${segment} and ${column} = ${value} limit 1) p`;
/** The numbers of live chunks of keys, by segments that raise or lower them. */
const live = (keys: string): string => `(
  select k.key, p.size as live from pg_catalog.unnest(${keys}) k (key)
  cross join pg_catalog.unnest($1::integer[]) s (id) cross join ${postingAt('key', 's.id', 'k.key')}
  union all
  select d.key, -d.count from meshrag.dead d
  where d.segment = any($1::integer[]) and d.key = any(${keys}) and d.target = any($1::integer[])
) l`;
const chunkAt = 'lateral (select * from meshrag.chunk where segment = w.segment and chunk = w.chunk limit 1) c';

const statement = `
with asked as materialized (
  select c.segment, c.chunk, c.keys, c.forms
  from rows from (pg_catalog.unnest($6::integer[]), pg_catalog.unnest($7::integer[])) w (segment, chunk)
  cross join ${chunkAt}
), own as materialized (
  select p.segment, p.number, p.key, p.text
  from (select distinct a.segment, n.number from asked a cross join pg_catalog.unnest(a.keys) n (number)) d
  cross join ${postingAt('number', 'd.segment', 'd.number')}
), counted as materialized (
  select key, pg_catalog.sum(live)::integer as count from ${live('(select pg_catalog.array_agg(distinct key) from own)::uuid[]')} group by key
)
select ${Kind.Posting} as kind, p.segment, w.at::integer as number, p.size as a, null::bytea as text, p.data
from pg_catalog.unnest($2::uuid[]) with ordinality w (key, at)
cross join pg_catalog.unnest($1::integer[]) s (id)
cross join ${postingAt('key', 's.id', 'w.key')}
union all
select ${Kind.Count}, 0, w.at::integer, pg_catalog.sum(live)::integer, null, null
from pg_catalog.unnest($3::uuid[]) with ordinality w (key, at)
join ${live('(select pg_catalog.array_agg(distinct k) from pg_catalog.unnest($3::uuid[]) k)::uuid[]')} on l.key = w.key group by w.at
union all
select ${Kind.Head}, c.segment, c.chunk, 0, null, c.head
from rows from (pg_catalog.unnest($4::integer[]), pg_catalog.unnest($5::integer[])) w (segment, chunk)
cross join ${chunkAt}
union all
select ${Kind.Forms}, segment, chunk, pg_catalog.cardinality(keys), null, forms from asked
union all
select ${Kind.Key}, o.segment, o.number, c.count, o.text, pg_catalog.uuid_send(o.key)
from own o cross join lateral (select count from counted where key = o.key limit 1) c
union all
select ${Kind.Segments}, 0, 0, pg_catalog.count(*)::integer, null, null from meshrag.segment
where id = any($1::integer[]) and gone is null`;

/**
 * Cost: an index look-up for each key and segment. Throws `SharedIndexError`, also where a segment is not there any more: what is left must
 * not be ranked.
 */
export async function fetchRows(
  connection: Connection,
  segments: readonly number[],
  request: FetchRequest,
): Promise<readonly FetchedRow[]> {
  const { postings, counts, heads, keys } = request;
  const of = (list: readonly ChunkAt[], name: keyof ChunkAt): readonly number[] => list.map((one) => one[name]);
  const values = [segments, postings, counts, of(heads, 'segment'), of(heads, 'chunk'), of(keys, 'segment'), of(keys, 'chunk')];
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
    const part = chunks.slice(from, from + chunksAtOnce);
    const rows = await connection.query(
      `select pg_catalog.uuid_send(p.key) as key, pg_catalog.count(*)::integer as count
from rows from (pg_catalog.unnest($1::integer[]), pg_catalog.unnest($2::integer[])) w (segment, chunk)
cross join ${chunkAt}
cross join lateral (select pg_catalog.unnest(c.terms) as number union all select pg_catalog.unnest(c.keys)) n
cross join ${postingAt('number', 'c.segment', 'n.number')}
group by p.key`,
      [part.map(({ segment }) => segment), part.map(({ chunk }) => chunk)],
    );
    for (const { key, count } of rows) {
      const name = (key as Buffer).toString('hex');
      counts.set(name, (counts.get(name) ?? 0) + Number(count));
    }
  }
  return counts;
}

const chunksAtOnce = 1000;
