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
  const [row] = await connection.query(`insert into meshrag.lease (repository, until) values ($1, ${until}) returning id`, [repository]);
  return { id: Number(row?.id), repository };
}

/** @param commit to hold from now on, instead of the one before; that one if absent. */
export async function renew(connection: Connection, { id }: Lease, commit?: number): Promise<void> {
  await connection.query(`update meshrag.lease set until = ${until}, commit = coalesce($2, commit) where id = $1`, [id, commit ?? null]);
}

export async function giveBack(connection: Connection, { id }: Lease): Promise<void> {
  await connection.query('delete from meshrag.lease where id = $1', [id]);
}

/**
 * Removes commits that have no name and were replaced some time ago, and segments without a commit, unless a lease holds them. A segment
 * goes in two steps: no statement finds it after the first, and its rows go some minutes later, so that a statement finds all or none.
 *
 * @param minutes how long both are kept. Tests shorten it.
 */
export async function collect(
  connection: Connection,
  repository: number,
  minutes = { kept: keptMinutes, grace: graceMinutes },
): Promise<void> {
  const { kept, grace } = minutes;
  await connection.query('delete from meshrag.lease where repository = $1 and until <= pg_catalog.now()', [repository]);
  await connection.transaction(async () => {
    await connection.query('select 1 from meshrag.repository where id = $1 for update', [repository]);
    await connection.query(
      `delete from meshrag.commit c where c.repository = $1
and coalesce(c.replaced, c.made) <= pg_catalog.now() - pg_catalog.make_interval(mins => $2)
and not exists (select 1 from meshrag.head h where h.commit = c.id) and not exists (select 1 from meshrag.lease l where l.commit = c.id)`,
      [repository, kept],
    );
    await connection.query(
      `delete from meshrag.communities where repository = $1
and id not in (select c.communities from meshrag.commit c where c.repository = $1)`,
      [repository],
    );
    await connection.query(
      `update meshrag.segment s set gone = pg_catalog.now(), digest = null where s.repository = $1 and s.gone is null
and s.id not in (select pg_catalog.unnest(c.segments) from meshrag.commit c where c.repository = $1)
and not exists (select 1 from meshrag.lease l where l.id = s.lease)`,
      [repository],
    );
  });
  const rows = await connection.query(
    `select id from meshrag.segment where repository = $1 and gone <= pg_catalog.now() - pg_catalog.make_interval(mins => $2)`,
    [repository, grace],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const id of ids) {
    await connection.query('delete from meshrag.chunk where id >= $1::bigint << 32 and id < ($1::bigint + 1) << 32', [id]);
    await connection.query('delete from meshrag.posting where id >= $1::bigint << 32 and id < ($1::bigint + 1) << 32', [id]);
  }
  await connection.query('delete from meshrag.dead where segment = any($1::integer[])', [ids]);
  await connection.query('delete from meshrag.segment where id = any($1::integer[])', [ids]);
}
