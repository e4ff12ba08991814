/** A published commit as it is opened: its segments with their files and what is deleted, read at once. */

import { concatColumns, type JoinedColumns } from '../../engine/index/joinedColumns.ts';
import { Budget } from '../../engine/util/budget.ts';
import { publishedVersion } from '../../engine/version.ts';
import { type PublishedDocuments, PublishedFiles } from '../publishedFiles.ts';
import { SharedIndexError } from '../sharedIndexError.ts';
import { unpackBytes, unpackFiles, unpackInts, unpackTombstones } from './codec.ts';
import type { Connection, Row } from './connection.ts';

interface SegmentColumns extends PublishedDocuments, JoinedColumns {
  readonly id: number;
  /** Id of the one that has written it. */
  readonly repository: number;
  /** Rows of `dead` that belong to it; it has no documents then. */
  readonly deadRows: number;
}

/** A segment as a commit has it. */
export interface CommitSegment extends SegmentColumns {
  /** 1 for each deleted chunk. */
  readonly tombstones: Uint8Array;
  /** 1 for each deleted document, those without chunks included. */
  readonly deleted: Uint8Array;
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
  /** Of the chunks of all segments; each segment has a view of its own part. */
  readonly columns: JoinedColumns;
  readonly files: PublishedFiles;
}

/** The repository of a name: `my-app@feature` is a branch of `my-app`, with which it shares segments. */
export function repositoryOf(name: string): string {
  const at = name.indexOf('@', 1);
  return at < 0 ? name : name.slice(0, at);
}

/** What all segments of a commit may take together. */
interface CommitBudgets {
  readonly files: Budget;
  readonly columns: Budget;
}

/** Columns of numbers compress further than a list of files. */
const columnWeight = 2;

/** Segments that are read at once: some megabytes, most of which are garbage when they are unpacked. */
const segmentsAtOnce = 4;

/**
 * The current commit of the first of some names that has one. One round trip, and one for each `segmentsAtOnce` segments that are not those
 * of the commit that is known. Throws `SharedIndexError`.
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
  const budgets = { files: new Budget(), columns: new Budget() };
  const found = new Map<number, SegmentColumns>((same?.segments ?? []).map((segment) => [segment.id, segment]));
  const wanted = ids.filter((id) => !found.has(id));
  for (let from = 0; from < wanted.length; from += segmentsAtOnce) {
    const rows = await connection.query(
      'select id, repository, chunks, dead, files, lengths, traits from meshrag.segment where id = any($1::integer[])',
      [wanted.slice(from, from + segmentsAtOnce)],
    );
    for (const one of rows) {
      const loaded = [one.files, one.lengths, one.traits].map((column) => (column as Buffer).length) as [number, number, number];
      budgets.files.grant(loaded[0]);
      budgets.columns.grant(columnWeight * (loaded[1] + loaded[2]));
      connection.grant(loaded[0] + loaded[1] + loaded[2]);
      found.set(Number(one.id), readColumns(one, budgets));
    }
  }
  const tombstones = row.tombstones as readonly Buffer[];
  const whole = ids.map((id, i) => readSegment(found.get(id), tombstones[i], budgets.columns));
  const columns = concatColumns(whole);
  let end = 0;
  const segments = whole.map((segment) => {
    const from = end;
    end += segment.chunkCount;
    return { ...segment, lengths: columns.lengths.subarray(from, end), traits: columns.traits.subarray(from, end) };
  });
  const { id, tables, name, version, revision } = row;
  return {
    ...{
      id: Number(id),
      tables: String(tables),
      name: String(name),
      version: String(version),
      revision: revision === null ? undefined : String(revision),
    },
    ...{ sketch: row.sketch as readonly number[], contents: String(row.contents) },
    ...{ segments, columns, files: new PublishedFiles(segments) },
  };
}

function readColumns(row: Row, budgets: CommitBudgets): SegmentColumns {
  const files = unpackFiles(row.files as Buffer, budgets.files);
  const { chunkCount } = files;
  if (chunkCount !== Number(row.chunks)) throw new SharedIndexError('sharedDamaged');
  return {
    ...files,
    ...{ id: Number(row.id), repository: Number(row.repository), deadRows: Number(row.dead) },
    lengths: unpackInts(row.lengths as Buffer, chunkCount, budgets.columns),
    traits: unpackBytes(row.traits as Buffer, chunkCount, budgets.columns),
  };
}

function readSegment(columns: SegmentColumns | undefined, dead: Buffer | undefined, budget: Budget): CommitSegment {
  // Collected between the two statements: another commit has replaced this one long ago.
  if (columns === undefined) throw new SharedIndexError('sharedGone');
  if (dead === undefined) throw new SharedIndexError('sharedDamaged');
  // The bits of the documents follow those of the chunks.
  const bits = unpackTombstones(dead, columns.chunkCount + columns.paths.length, budget);
  return { ...columns, tombstones: bits.subarray(0, columns.chunkCount), deleted: bits.subarray(columns.chunkCount) };
}
