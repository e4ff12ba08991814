/**
 * Writes documents as segments.
 *
 * The row of a segment comes first, so that all that is left of a push that was killed can be found, and gets its digest last, once its
 * postings and chunks are there. It is found again by that, so that such a push resumes.
 */

import { createHash } from 'node:crypto';
import type { ContentId } from '../../../engine/document.ts';
import type { Segment } from '../../../engine/index/segment.ts';
import { finishYielding, type Yield } from '../../../engine/util/steps.ts';
import { publishedVersion } from '../../../engine/version.ts';
import type { Publishable } from '../../published.ts';
import type { PublishedContent } from '../../publishedFiles.ts';
import { SharedIndexError } from '../../sharedIndexError.ts';
import type { CommitSegment } from '../commit.ts';
import type { Connection } from '../connection.ts';
import { type ChunkRow, type SegmentRows, segmentRows } from '../segmentRows.ts';
import { byteaArray, intArray } from '../values.ts';
import { isKept, type Lease, renew } from './lease.ts';

/** Rows in one statement. */
const rowsAtOnce = 4000;
/** Bytes of posting lists in one statement. */
const bytesAtOnce = 8 << 20;

/** Where the documents come from, and where they go. */
export interface Writing {
  readonly connection: Connection;
  readonly lease: Lease;
  readonly source: Publishable;
  /** Awaited between steps. */
  readonly yieldThread: Yield;
  /** Segments of more chunks are divided, which bounds the memory of a push. One document may have more. */
  readonly maxChunks: number;
}

export interface WrittenSegment extends Pick<Segment, 'paths' | 'firstChunkOf' | 'chunkCount'> {
  readonly id: number;
}

/**
 * @param paths ascending.
 * @param before segments of the commit that is replaced.
 * Throws `SharedIndexError`.
 */
export async function writeSegments(
  writing: Writing,
  paths: readonly string[],
  before: readonly CommitSegment[] = [],
): Promise<readonly WrittenSegment[]> {
  const { source, maxChunks } = writing;
  const dead = before.filter(({ deadRows }) => deadRows > 0).map(({ id }) => id);
  const written: WrittenSegment[] = [];
  let group: string[] = [];
  let chunks = 0;
  const write = async (): Promise<void> => {
    if (group.length > 0) written.push(await writeSegment(writing, new Set(group), dead));
    group = [];
    chunks = 0;
  };
  for (const path of paths) {
    const own = source.index.chunkCount(path);
    if (own === undefined) throw new SharedIndexError('sharedIncomplete');
    if (chunks + own > maxChunks) await write();
    group.push(path);
    chunks += own;
  }
  await write();
  return written;
}

/** Identifies what a segment is made of. */
function segmentDigest({ paths }: Segment, contents: readonly PublishedContent[]): string {
  const sum = createHash('sha256').update(publishedVersion);
  for (const [i, { hash, language }] of contents.entries()) sum.update(JSON.stringify([paths[i], hash, language]));
  return sum.digest('hex');
}

/**
 * Writes a segment unless it is there. One from which the segments `dead` take away counts is not used again: its documents had been deleted
 * in the commit, before it was written without them.
 */
async function writeSegment(
  { connection, lease, source, yieldThread }: Writing,
  group: ReadonlySet<string>,
  dead: readonly number[],
): Promise<WrittenSegment> {
  const { repository, id: lessee } = lease;
  const segment = await finishYielding(
    source.index.slice((path) => group.has(path)),
    yieldThread,
  );
  if (segment === undefined) throw new SharedIndexError('sharedIncomplete');
  const { paths, firstChunkOf, chunkCount } = segment;
  const contents: PublishedContent[] = [];
  for (const path of paths) contents.push({ ...(source.contents.get(path) as ContentId), git: await source.git?.(path) });
  const digest = segmentDigest(segment, contents);
  await renew(connection, lease);
  const [known] = await connection.query(
    `update meshrag.segment s set lease = $1 where repository = $2 and digest = $3
and not exists (select from meshrag.dead d where d.segment = any($4::integer[]) and d.target = s.id) returning id`,
    [lessee, repository, digest, intArray(dead)],
  );
  if (known !== undefined) return { id: Number(known.id), paths, firstChunkOf, chunkCount };
  const { files, lengths, traits, postings, chunkRows } = segmentRows(segment, contents, source.lexicons);
  const [row] = await connection.query(
    'insert into meshrag.segment (repository, lease, chunks, dead, files, lengths, traits) values ($1, $2, $3, 0, $4, $5, $6) returning id',
    [repository, lessee, chunkCount, files, lengths, traits],
  );
  const id = Number(row?.id);
  await writePostings(connection, id, postings, yieldThread);
  await writeChunks(connection, id, chunkRows(), yieldThread);
  const whole = await connection.query('update meshrag.segment set digest = $1 where id = $2 and gone is null returning id', [digest, id]);
  // It had been suspended, and its lease had expired.
  if (whole.length === 0) throw new SharedIndexError('sharedGone');
  return { id, paths, firstChunkOf, chunkCount };
}

async function writePostings(connection: Connection, id: number, postings: SegmentRows['postings'], yieldThread: Yield): Promise<void> {
  for (let from = 0; from < postings.length; ) {
    let [to, bytes] = [from, 0];
    while (to < postings.length && to - from < rowsAtOnce && bytes < bytesAtOnce) bytes += postings[to++]?.data.length ?? 0;
    const part = postings.slice(from, to);
    await connection.query(
      `insert into meshrag.posting (segment, id, key, size, text, data)
select $1::integer, ($1::integer::bigint << 32) + $2 + at, key, size, text, data
from rows from (pg_catalog.unnest($3::uuid[]), pg_catalog.unnest($4::integer[]), pg_catalog.unnest($5::bytea[]), pg_catalog.unnest($6::bytea[]))
  with ordinality r (key, size, text, data, at) where ${isKept}`,
      [
        id,
        from - 1,
        `{${part.map(({ key }) => key).join(',')}}`,
        intArray(part.map(({ size }) => size)),
        byteaArray(part.map(({ text }) => text)),
        byteaArray(part.map(({ data }) => data)),
      ],
    );
    from = to;
    await yieldThread();
  }
}

async function writeChunks(connection: Connection, id: number, rows: Iterable<ChunkRow>, yieldThread: Yield): Promise<void> {
  let part: ChunkRow[] = [];
  let from = 0;
  const write = async (): Promise<void> => {
    await connection.query(
      `insert into meshrag.chunk (id, head, keys, forms, terms)
select ($1::bigint << 32) + $2 + at, head, keys::integer[], forms, terms::integer[]
from rows from (pg_catalog.unnest($3::bytea[]), pg_catalog.unnest($4::text[]), pg_catalog.unnest($5::bytea[]), pg_catalog.unnest($6::text[]))
  with ordinality r (head, keys, forms, terms, at) where ${isKept}`,
      [
        ...[id, from - 1],
        ...[byteaArray(part.map(({ head }) => head)), part.map(({ keys }) => intArray(keys))],
        ...[byteaArray(part.map(({ forms }) => forms)), part.map(({ terms }) => intArray(terms))],
      ],
    );
    from += part.length;
    part = [];
    await yieldThread();
  };
  for (const row of rows) {
    part.push(row);
    if (part.length === rowsAtOnce) await write();
  }
  if (part.length > 0) await write();
}
