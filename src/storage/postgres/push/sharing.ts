/**
 * What a push may share with other repositories, as a fork does with its origin: segments of those that the same roles may read. Row policies
 * hide a segment with the repository that wrote it, so that sharing shows nothing to anybody.
 */

import type { ContentId } from '../../../engine/document.ts';
import { publishedVersion } from '../../../engine/version.ts';
import type { Commit } from '../commit.ts';
import type { Connection } from '../connection.ts';
import { intArray } from '../values.ts';

const sketchSize = 64;
const sameRoles = 'r.roles is not distinct from (select own.roles from meshrag.repository own where own.id = $1)';

/** The smallest hashes of the contents: the share that two lists of files have in common is about that of their sketches. */
export function sketchContents(contents: ReadonlyMap<string, ContentId>): readonly number[] {
  const hashes = new Set([...contents.values()].map(({ hash }) => Number.parseInt(hash.slice(0, 8), 16) | 0));
  return [...Int32Array.from(hashes).sort().subarray(0, sketchSize)];
}

/** The name with the same readers that has most contents in common with a sketch; undefined if none has more than half of them. */
export async function similarName(connection: Connection, repository: number, sketch: readonly number[]): Promise<string | undefined> {
  const [row] = await connection.query(
    `select h.name from meshrag.head h join meshrag.commit c on c.id = h.commit join meshrag.repository r on r.id = h.repository
cross join pg_catalog.unnest(c.sketch) s (hash) where ${sameRoles} and c.version = $2 and s.hash = any($3::integer[])
group by h.name, c.id having pg_catalog.count(*) * 2 > $4 order by pg_catalog.count(*) desc, c.id desc limit 1`,
    [repository, publishedVersion, intArray(sketch), sketch.length],
  );
  return row === undefined ? undefined : String(row.name);
}

/** Whether all segments of a commit have the readers of the repository, whose roles may have changed. */
export async function hasSameReaders(connection: Connection, repository: number, { segments }: Commit): Promise<boolean> {
  const [row] = await connection.query(
    `select pg_catalog.count(*)::integer as count from meshrag.segment s join meshrag.repository r on r.id = s.repository
where ${sameRoles} and s.id = any($2::integer[])`,
    [repository, intArray(segments.map(({ id }) => id))],
  );
  return row?.count === segments.length;
}
