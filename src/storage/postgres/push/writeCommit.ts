/** The last step of a push: one row makes its commit visible. */

import { chunksEnd, type Segment } from '../../../engine/index/segment.ts';
import { publishedVersion } from '../../../engine/version.ts';
import { packTombstones } from '../codec.ts';
import type { Commit } from '../commit.ts';
import type { Connection } from '../connection.ts';
import type { ChunkAt } from '../fetch.ts';
import { byteaArray, intArray } from '../values.ts';
import { lockCommits } from './lease.ts';

/** A segment of a commit, with what is deleted in it, if anything is. */
export interface Listed {
  readonly id: number;
  readonly chunkCount: number;
  readonly tombstones?: Uint8Array;
  readonly deleted?: Uint8Array;
}

/** What a commit says of its files. */
export type About = Pick<Commit, 'revision' | 'sketch' | 'contents'>;

/** A segment in which more documents are deleted, and what dies with them. */
export interface Deletion<One> {
  readonly segment: One & Required<Listed>;
  readonly documents: number;
  readonly chunks: readonly ChunkAt[];
}

/** @param isDeleted asked of the documents that were not. */
export function deleteDocuments<One extends Listed & Pick<Segment, 'paths' | 'firstChunkOf'>>(
  segment: One,
  isDeleted: (path: string, position: number) => boolean,
): Deletion<One> {
  const { id, paths, chunkCount } = segment;
  const deleted = segment.deleted?.slice() ?? new Uint8Array(paths.length);
  const tombstones = segment.tombstones?.slice() ?? new Uint8Array(chunkCount);
  const chunks: ChunkAt[] = [];
  let documents = 0;
  for (const [position, path] of paths.entries()) {
    if (deleted[position] === 1 || !isDeleted(path, position)) continue;
    documents++;
    deleted[position] = 1;
    const end = chunksEnd(segment, position);
    for (let chunk = segment.firstChunkOf[position] as number; chunk < end; chunk++) {
      tombstones[chunk] = 1;
      chunks.push({ segment: id, chunk });
    }
  }
  return { segment: { ...segment, tombstones, deleted }, documents, chunks };
}

export function liveChunks({ chunkCount, tombstones }: Listed): number {
  return chunkCount - (tombstones?.reduce((sum, dead) => sum + dead, 0) ?? 0);
}

/** @returns whether the commit is current: not if another one was published under the name since `base` was read, or a segment collected. */
export async function writeCommit(
  connection: Connection,
  repository: number,
  base: Commit | undefined,
  name: string,
  segments: readonly Listed[],
  { revision, sketch, contents }: About,
): Promise<boolean> {
  const ids = segments.map(({ id }) => id);
  const none = new Uint8Array(0);
  const bits = segments.map(({ tombstones = none, deleted = none }) => packTombstones(Buffer.concat([tombstones, deleted])));
  // That of another name may have been replaced.
  const before = base?.name === name ? String(base.id) : null;
  return connection.transaction(async () => {
    await lockCommits(connection);
    const [row] = await connection.query(
      `select (select h.commit from meshrag.head h where h.name = $1) as commit,
(select pg_catalog.count(*)::integer from meshrag.segment s where s.id = any($2::integer[]) and s.gone is null) as count`,
      [name, ids],
    );
    if ((row?.commit ?? null) !== before || row?.count !== ids.length) return false;
    const [commit] = await connection.query(
      `insert into meshrag.commit (repository, version, revision, sketch, segments, tombstones, contents)
values ($1, $2, $3, $4, $5, $6::bytea[], $7) returning id`,
      [repository, publishedVersion, revision ?? null, intArray(sketch), ids, byteaArray(bits), contents],
    );
    await connection.query('update meshrag.commit set replaced = pg_catalog.now() where id = $1', [before]);
    await connection.query(
      'insert into meshrag.head (name, repository, commit) values ($1, $2, $3) on conflict (name) do update set commit = excluded.commit',
      [name, repository, commit?.id],
    );
    return true;
  });
}
