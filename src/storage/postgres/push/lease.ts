/**
 * What a push holds while it runs, and what is collected because nobody holds it.
 *
 * A lease is a row that keeps a commit and the segments that refer to it until a time. A push renews its own with each segment, and gives
 * it back at its end; that of a push that was killed expires, and until then the push can be resumed with the segments it had written.
 */

import type { Connection } from '../connection.ts';

/** How long a lease holds, in hours. */
const leaseHours = 24;
/** How long a commit is kept that was replaced, for readers that are about to ask it. */
const keptMinutes = 10;
/** How long rows outlive the last statement that could find their segment, which is longer than any statement takes. */
const graceMinutes = 5;

export interface Lease {
  readonly id: number;
  readonly repository: number;
}

const until = `pg_catalog.now() + pg_catalog.make_interval(hours => ${leaseHours})`;

/** Holds nothing yet but the segments that will refer to it. */
export async function takeLease(connection: Connection, repository: number): Promise<Lease> {
  const [row] = await connection.query(`insert into meshrag.lease (until) values (${until}) returning id`);
  return { id: Number(row?.id), repository };
}

/** @param commit to hold from now on, instead of the one before; that one if absent. */
export async function renew(connection: Connection, { id }: Lease, commit?: number): Promise<void> {
  await connection.query(`update meshrag.lease set until = ${until}, commit = coalesce($2, commit) where id = $1`, [id, commit ?? null]);
}

export async function giveBack(connection: Connection, { id }: Lease): Promise<void> {
  await connection.query('delete from meshrag.lease where id = $1', [id]);
}

/** Condition of writing rows of the segment `$1`: nobody would find them if it was collected during a suspension. */
export const isKept = 'exists (select 1 from meshrag.segment s where s.id = $1 and s.gone is null)';

/** In a transaction: commits are written and collected one after the other. Few roles may lock the row, and none needs to. */
export async function lockCommits(connection: Connection): Promise<void> {
  await connection.query('select 1 from meshrag.schema for update');
}

/**
 * Removes commits that have no name and were replaced some time ago, and segments without a commit, unless a lease holds them, and replies of
 * repositories without a name. A segment
 * goes in two steps: no statement finds it after the first, and its rows go some minutes later, so that a statement finds all or none.
 *
 * @param minutes how long both are kept. Tests shorten it.
 */
export async function collect(connection: Connection, minutes = { kept: keptMinutes, grace: graceMinutes }): Promise<void> {
  const { kept, grace } = minutes;
  await connection.query('delete from meshrag.lease where until <= pg_catalog.now()');
  await connection.transaction(async () => {
    await lockCommits(connection);
    await connection.query(
      `delete from meshrag.commit c where coalesce(c.replaced, c.made) <= pg_catalog.now() - pg_catalog.make_interval(mins => $1)
and not exists (select 1 from meshrag.head h where h.commit = c.id) and not exists (select 1 from meshrag.lease l where l.commit = c.id)`,
      [kept],
    );
    await connection.query(
      `update meshrag.segment s set gone = pg_catalog.now(), digest = null where s.gone is null
and s.id not in (select pg_catalog.unnest(c.segments) from meshrag.commit c)
and not exists (select 1 from meshrag.lease l where l.id = s.lease)`,
    );
    await connection.query('delete from meshrag.reply p where not exists (select 1 from meshrag.head h where h.repository = p.repository)');
  });
  const rows = await connection.query(
    'select id from meshrag.segment where gone <= pg_catalog.now() - pg_catalog.make_interval(mins => $1)',
    [grace],
  );
  for (const { id } of rows) await connection.transaction(() => remove(connection, Number(id)));
}

async function remove(connection: Connection, segment: number): Promise<void> {
  const [own] = await connection.query('select id from meshrag.segment where id = $1 for update skip locked', [segment]);
  // Another push is removing it.
  if (own === undefined) return;
  for (const table of ['chunk', 'posting'])
    await connection.query(`delete from meshrag.${table} where id >= $1::bigint << 32 and id < ($1::bigint + 1) << 32`, [segment]);
  await connection.query('delete from meshrag.dead where segment = $1', [segment]);
  await connection.query('delete from meshrag.segment where id = $1', [segment]);
}
