/** A published commit as it is opened: its segments with their files and what is deleted, read at once. */

import { algorithmVersion, savedFormat } from '../../engine/index.ts';
import type { PublishedContent } from '../published.ts';
import { type SegmentFiles, unpackBytes, unpackFiles, unpackInts, unpackTombstones } from './codec.ts';
import type { Connection, Row } from './connection.ts';
import { SharedIndexError } from './sharedIndexError.ts';

/** Raised with every change of the columns of a segment. */
const columnsVersion = 2;
/** What stored segments depend on: the analysis, the names of paths, and the columns. */
export const publishedVersion = `${algorithmVersion}.${savedFormat}.${columnsVersion}`;

export interface CommitSegment extends SegmentFiles {
  readonly id: number;
  readonly chunkCount: number;
  /** First chunk of each document. */
  readonly firstChunkOf: Int32Array;
  readonly lengths: Int32Array;
  readonly traits: Uint8Array;
  /** 1 for each deleted chunk. */
  readonly tombstones: Uint8Array;
  /** 1 for each deleted document, those without chunks included. */
  readonly deleted: Uint8Array;
}

/** A live file of a commit. */
export interface CommitFile {
  readonly content: PublishedContent;
  /** Index of the segment in the commit, and of the document there. */
  readonly segment: number;
  readonly position: number;
}

export interface Commit {
  readonly id: number;
  readonly version: string;
  /** The revision of version control; absent outside of any. */
  readonly revision: string | undefined;
  readonly segments: readonly CommitSegment[];
  /** By path. */
  readonly files: ReadonlyMap<string, CommitFile>;
}

/** The number of a repository, and its current commit, if there is one. */
export interface Head {
  readonly repository: number;
  readonly commit: Commit | undefined;
}

/**
 * The current commit of a name; undefined if nobody has published it. Two round trips, or one if it is the one that is known. Throws
 * `SharedIndexError`.
 */
export async function readHead(connection: Connection, name: string, known?: Commit): Promise<Head | undefined> {
  const [row] = await connection.query(
    `select r.id as repository, c.id, c.version, c.revision, c.segments, c.tombstones
from meshrag.repository r left join meshrag.commit c on c.id = r.head where r.name = $1`,
    [name],
  );
  if (row === undefined) return undefined;
  const repository = Number(row.repository);
  if (row.id === null) return { repository, commit: undefined };
  if (known !== undefined && known.id === Number(row.id)) return { repository, commit: known };
  const ids = row.segments as readonly number[];
  const rows = await connection.query('select id, chunks, files, lengths, traits from meshrag.segment where id = any($1::integer[])', [
    ids,
  ]);
  const found = new Map(rows.map((segment) => [Number(segment.id), segment]));
  const tombstones = row.tombstones as readonly Buffer[];
  const segments = ids.map((id, i) => segmentOf(id, found.get(id), tombstones[i]));
  const { id, version, revision } = row;
  const commit = { id: Number(id), version: String(version), revision: revision === null ? undefined : String(revision) };
  return { repository, commit: { ...commit, segments, files: filesOf(segments) } };
}

function segmentOf(id: number, row: Row | undefined, dead: Buffer | undefined): CommitSegment {
  // Collected between the two statements: another commit has replaced this one long ago.
  if (row === undefined) throw new SharedIndexError('sharedGone');
  const files = unpackFiles(row.files as Buffer);
  const chunkCount = Number(row.chunks);
  const firstChunkOf = new Int32Array(files.paths.length);
  let chunk = 0;
  for (const [position, count] of files.chunks.entries()) {
    firstChunkOf[position] = chunk;
    chunk += count;
  }
  if (chunk !== chunkCount || dead === undefined) throw new SharedIndexError('sharedDamaged');
  // The bits of the documents follow those of the chunks.
  const bits = unpackTombstones(dead, chunkCount + files.paths.length);
  return {
    ...files,
    ...{ id, chunkCount, firstChunkOf },
    lengths: unpackInts(row.lengths as Buffer, chunkCount),
    traits: unpackBytes(row.traits as Buffer, chunkCount),
    tombstones: bits.subarray(0, chunkCount),
    deleted: bits.subarray(chunkCount),
  };
}

function filesOf(segments: readonly CommitSegment[]): ReadonlyMap<string, CommitFile> {
  const files = new Map<string, CommitFile>();
  for (const [s, { paths, contents, deleted }] of segments.entries()) {
    for (const [position, path] of paths.entries()) {
      if (deleted[position] === 0) files.set(path, { content: contents[position] as PublishedContent, segment: s, position });
    }
  }
  return files;
}
