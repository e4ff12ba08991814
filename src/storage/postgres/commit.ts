/** A published commit as it is opened: its segments with their files and what is deleted, read at once. */

import { algorithmVersion, savedFormat } from '../../engine/index.ts';
import type { PublishedContent } from '../published.ts';
import { type SegmentFiles, unpackBytes, unpackFiles, unpackInts, unpackTombstones } from './codec.ts';
import type { Connection, Row } from './connection.ts';
import { SharedIndexError } from './sharedIndexError.ts';

/** Raised with every change of the columns of a segment or a commit. */
const columnsVersion = 5;
/** What stored segments depend on: the analysis, the names of paths, and the columns. */
export const publishedVersion = `${algorithmVersion}.${savedFormat}.${columnsVersion}`;

interface SegmentColumns extends SegmentFiles {
  readonly id: number;
  /** Id of the one that has written it. */
  readonly repository: number;
  readonly chunkCount: number;
  /** Rows of `dead` that belong to it; it has no documents then. */
  readonly deadRows: number;
  /** First chunk of each document. */
  readonly firstChunkOf: Int32Array;
  readonly lengths: Int32Array;
  readonly traits: Uint8Array;
}

/** A segment as a commit has it. */
export interface CommitSegment extends SegmentColumns {
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
  /** Identifies the tables: in others, the same numbers are of something else. */
  readonly tables: string;
  /** What it was published under. */
  readonly name: string;
  readonly version: string;
  /** The revision of version control; absent outside of any. */
  readonly revision: string | undefined;
  /** Of the contents of its files, see `push/sharing.ts`. */
  readonly sketch: readonly number[];
  /** Digest of its files. */
  readonly contents: string;
  readonly segments: readonly CommitSegment[];
  readonly files: CommitFiles;
}

/** The live files of a commit, by path. A number is kept for each, no object. */
export class CommitFiles implements Iterable<readonly [string, CommitFile]> {
  readonly #segments: readonly CommitSegment[];
  /** Numbers of the documents of all segments, one after the other. */
  readonly #numbers = new Map<string, number>();
  /** Number of the first document of each segment. */
  readonly #firsts: readonly number[];

  constructor(segments: readonly CommitSegment[]) {
    this.#segments = segments;
    let count = 0;
    this.#firsts = segments.map(({ paths, deleted }) => {
      const first = count;
      for (const [position, path] of paths.entries()) if (deleted[position] === 0) this.#numbers.set(path, first + position);
      count += paths.length;
      return first;
    });
  }

  get size(): number {
    return this.#numbers.size;
  }

  keys(): Iterable<string> {
    return this.#numbers.keys();
  }

  get(path: string): CommitFile | undefined {
    const number = this.#numbers.get(path);
    return number === undefined ? undefined : this.#fileAt(number);
  }

  *[Symbol.iterator](): Generator<readonly [string, CommitFile]> {
    for (const [path, number] of this.#numbers) yield [path, this.#fileAt(number)];
  }

  #fileAt(number: number): CommitFile {
    const segment = this.#firsts.findLastIndex((first) => first <= number);
    const position = number - (this.#firsts[segment] as number);
    const { contentOf } = this.#segments[segment] as CommitSegment;
    return {
      ...{ segment, position },
      get content() {
        return contentOf(position);
      },
    };
  }
}

/** The repository of a name: `my-app@feature` is a branch of `my-app`, with which it shares segments. */
export function repositoryOf(name: string): string {
  const at = name.indexOf('@', 1);
  return at < 0 ? name : name.slice(0, at);
}

/**
 * The current commit of the first of some names that has one. Two round trips, or one if it is the one that is known, whose segments are
 * not read again in any case. Throws `SharedIndexError`.
 */
export async function readCommit(connection: Connection, names: readonly string[], known?: Commit): Promise<Commit | undefined> {
  const [row] = await connection.query(
    `select c.id, c.tableoid as tables, h.name, c.version, c.revision, c.sketch, c.contents, c.segments, c.tombstones
from pg_catalog.unnest($1::text[]) with ordinality n (name, at)
join meshrag.head h on h.name = n.name join meshrag.commit c on c.id = h.commit order by n.at limit 1`,
    [names],
  );
  if (row === undefined) return undefined;
  const same = known?.tables === row.tables ? known : undefined;
  if (same?.id === Number(row.id)) return same;
  // Another version may have other columns.
  const ids = row.version === publishedVersion ? (row.segments as readonly number[]) : [];
  const found = new Map<number, SegmentColumns>((same?.segments ?? []).map((segment) => [segment.id, segment]));
  const rows = await connection.query(
    'select id, repository, chunks, dead, files, lengths, traits from meshrag.segment where id = any($1::integer[])',
    [ids.filter((id) => !found.has(id))],
  );
  for (const one of rows) found.set(Number(one.id), columnsOf(one));
  const tombstones = row.tombstones as readonly Buffer[];
  const segments = ids.map((id, i) => segmentOf(found.get(id), tombstones[i]));
  const { id, tables, name, version, revision } = row;
  return {
    ...{
      id: Number(id),
      tables: String(tables),
      name: String(name),
      version: String(version),
      revision: revision === null ? undefined : String(revision),
    },
    ...{ sketch: row.sketch as readonly number[], contents: String(row.contents), segments, files: new CommitFiles(segments) },
  };
}

function columnsOf(row: Row): SegmentColumns {
  const files = unpackFiles(row.files as Buffer);
  const chunkCount = Number(row.chunks);
  const firstChunkOf = new Int32Array(files.paths.length);
  let chunk = 0;
  for (const [position, count] of files.chunks.entries()) {
    firstChunkOf[position] = chunk;
    chunk += count;
  }
  if (chunk !== chunkCount) throw new SharedIndexError('sharedDamaged');
  return {
    ...files,
    ...{ id: Number(row.id), repository: Number(row.repository), chunkCount, deadRows: Number(row.dead), firstChunkOf },
    lengths: unpackInts(row.lengths as Buffer, chunkCount),
    traits: unpackBytes(row.traits as Buffer, chunkCount),
  };
}

function segmentOf(columns: SegmentColumns | undefined, dead: Buffer | undefined): CommitSegment {
  // Collected between the two statements: another commit has replaced this one long ago.
  if (columns === undefined) throw new SharedIndexError('sharedGone');
  if (dead === undefined) throw new SharedIndexError('sharedDamaged');
  // The bits of the documents follow those of the chunks.
  const bits = unpackTombstones(dead, columns.chunkCount + columns.paths.length);
  return { ...columns, tombstones: bits.subarray(0, columns.chunkCount), deleted: bits.subarray(columns.chunkCount) };
}
