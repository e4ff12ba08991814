/**
 * Publishes the index of a folder under a name.
 *
 * What differs from the current commit of the name goes into a new segment, together with the documents of the small segments before it,
 * so that their number stays logarithmic; the other segments are kept, with tombstones for what was replaced. Each segment is written in a
 * transaction of its own and found again by its digest, so that a push that was killed resumes. The commit is written last, and only if
 * nobody has published meanwhile: otherwise the push starts over from the commit of the other, with the segments that are there.
 *
 * Cost: in proportion to what differs; documents are merged a logarithmic number of times.
 */

import { createHash } from 'node:crypto';
import { type ContentId, chunksIn, type IndexedDocument, pathNames } from '../../engine/index.ts';
import type { Publishable, PublishedContent, Pushed } from '../published.ts';
import { packTombstones } from './codec.ts';
import { type Commit, type CommitSegment, type Head, publishedVersion, readHead } from './commit.ts';
import type { Connection } from './connection.ts';
import { type ChunkAt, entriesIn } from './fetch.ts';
import { migrate } from './schema.ts';
import { type ChunkRow, type SegmentRows, segmentRows } from './segmentRows.ts';
import { SharedIndexError } from './sharedIndexError.ts';
import { byteaArray, intArray } from './values.ts';

/** A segment is merged with what follows while it is smaller than this many times that, and rewritten when a quarter of it is deleted. */
const mergeFactor = 4;
/** Segments of more chunks are divided, which bounds the memory of a push. */
const defaultMaxChunks = 1 << 15;
const maxAttempts = 20;
/** Rows in one statement. */
const rowsAtOnce = 4000;
/** Bytes of posting lists in one statement. */
const bytesAtOnce = 8 << 20;
/** How long what is not referred to any more is kept for readers of an older commit, and for pushes that resume. */
export const keptHours = 24;

/**
 * Makes the tables if there are none. Throws `SharedIndexError`; what is written until then is found by the next push, or collected.
 *
 * @param turn awaited between steps.
 * @param maxChunks of a segment, unless one document has more.
 */
export async function push(
  connection: Connection,
  name: string,
  source: Publishable,
  turn: () => Promise<void>,
  maxChunks = defaultMaxChunks,
): Promise<Pushed> {
  await migrate(connection);
  await connection.query('insert into meshrag.repository (name) values ($1) on conflict (name) do nothing', [name]);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const head = (await readHead(connection, name)) as Head;
    const plan = planOf(head.commit, source.contents);
    if (plan.isSame) return { ...figures(head.commit as Commit), added: 0, removed: 0 };
    const written = await writeSegments(connection, head.repository, plan, { source, turn, maxChunks });
    if (!(await writeCommit(connection, head, plan, written, source.revision))) continue;
    await collect(connection, head.repository);
    const after = (await readHead(connection, name)) as Head;
    return { ...figures(after.commit as Commit), added: plan.added, removed: plan.removed };
  }
  throw new SharedIndexError('sharedPushed');
}

function figures({ files, segments }: Commit): Pick<Pushed, 'files' | 'chunks' | 'segments'> {
  let chunks = 0;
  for (const { tombstones } of segments) for (const dead of tombstones) chunks += 1 - dead;
  return { files: files.size, chunks, segments: segments.length };
}

/** A segment that is kept, with what is deleted after the push. */
interface KeptSegment {
  readonly segment: CommitSegment;
  readonly tombstones: Uint8Array;
  readonly deleted: Uint8Array;
}

interface Plan {
  readonly isSame: boolean;
  readonly kept: readonly KeptSegment[];
  /** The later segments, whose live documents are written again. */
  readonly merged: readonly CommitSegment[];
  /** Paths to write. */
  readonly paths: readonly string[];
  /** Chunks of kept segments that die. */
  readonly dying: readonly ChunkAt[];
  readonly added: number;
  readonly removed: number;
}

function planOf(base: Commit | undefined, contents: ReadonlyMap<string, ContentId>): Plan {
  const from = base?.version === publishedVersion ? base : undefined;
  const isNow = (path: string, content: ContentId): boolean => {
    const now = contents.get(path);
    return now?.hash === content.hash && now.language === content.language;
  };
  const added = [...contents.keys()].filter((path) => {
    const before = from?.files.get(path);
    return before === undefined || !isNow(path, before.content);
  });
  const gone = [...(from?.files ?? [])].filter(([path, { content }]) => !isNow(path, content));
  const segments = (from?.segments ?? []).map(
    (segment): KeptSegment => ({
      ...{ segment, tombstones: segment.tombstones.slice(), deleted: segment.deleted.slice() },
    }),
  );
  const dying: ChunkAt[][] = segments.map(() => []);
  for (const [, { segment: s, position }] of gone) {
    const { segment, tombstones, deleted } = segments[s] as KeptSegment;
    const first = segment.firstChunkOf[position] as number;
    for (let chunk = first; chunk < first + (segment.chunks[position] as number); chunk++) {
      tombstones[chunk] = 1;
      dying[s]?.push({ segment: segment.id, chunk });
    }
    deleted[position] = 1;
  }
  const keptCount = keptSegments(segments, added.length);
  const merged = segments.slice(keptCount);
  const again = merged.flatMap(({ segment, deleted }) => segment.paths.filter((_, position) => deleted[position] === 0));
  return {
    isSame: from !== undefined && added.length === 0 && gone.length === 0,
    kept: segments.slice(0, keptCount),
    merged: merged.map(({ segment }) => segment),
    paths: [...added, ...again].sort(),
    dying: dying.slice(0, keptCount).flat(),
    added: added.length,
    removed: gone.length,
  };
}

/** How many of the first segments are kept; sizes are numbers of documents. */
function keptSegments(segments: readonly KeptSegment[], added: number): number {
  const live = ({ deleted }: KeptSegment): number => deleted.reduce((sum, dead) => sum + 1 - dead, 0);
  let [count, size] = [segments.length, added];
  while (count > 0) {
    const next = live(segments[count - 1] as KeptSegment);
    if (next > size * mergeFactor) break;
    size += next;
    count--;
  }
  const worn = segments.findIndex(
    ({ segment, deleted }) => (segment.paths.length - live({ segment, deleted, tombstones: deleted })) * mergeFactor > segment.paths.length,
  );
  return worn < 0 ? count : Math.min(count, worn);
}

interface PlacedDocument {
  readonly document: IndexedDocument;
  readonly content: PublishedContent;
}

async function documentAt({ contents, document, git }: Publishable, path: string): Promise<PlacedDocument> {
  const content = contents.get(path) as ContentId;
  const columns = document(content);
  if (columns === undefined) throw new SharedIndexError('sharedIncomplete');
  return { document: { path, names: pathNames(path), columns }, content: { ...content, git: await git?.(path) } };
}

async function writeSegments(
  connection: Connection,
  repository: number,
  plan: Plan,
  { source, turn, maxChunks }: { readonly source: Publishable; readonly turn: () => Promise<void>; readonly maxChunks: number },
): Promise<readonly number[]> {
  const dead = await deadEntries(connection, plan);
  const written: number[] = [];
  let group: PlacedDocument[] = [];
  let chunks = 0;
  const write = async (isLast: boolean): Promise<void> => {
    if (group.length === 0 && !(isLast && dead.size > 0)) return;
    const own = isLast ? dead : new Map<string, number>();
    const segment = () =>
      segmentRows(
        group.map(({ document }) => document),
        group.map(({ content }) => content),
        source.lexicons,
        own,
      );
    written.push(await writeSegment(connection, repository, digestOf(group, own), segment, turn));
    group = [];
    chunks = 0;
  };
  for (const path of plan.paths) {
    const placed = await documentAt(source, path);
    const own = chunksIn(placed.document.columns);
    if (chunks > 0 && chunks + own > maxChunks) await write(false);
    group.push(placed);
    chunks += own;
    await turn();
  }
  await write(true);
  return written;
}

/** By how much the new segments lower the counts of the kept ones: what dies now, and what had died by the segments that are merged. */
async function deadEntries(connection: Connection, { merged, dying }: Plan): Promise<ReadonlyMap<string, number>> {
  const dead = new Map(await entriesIn(connection, dying));
  if (merged.length === 0) return dead;
  const ids = merged.map(({ id }) => id);
  const rows = await connection.query(
    `select pg_catalog.uuid_send(key) as key, pg_catalog.sum(dead)::integer as dead
from meshrag.posting where segment = any($1::integer[]) and dead <> 0 group by key`,
    [ids],
  );
  for (const row of rows) add(dead, (row.key as Buffer).toString('hex'), Number(row.dead));
  // These were among them, and are not written again.
  const died = merged.flatMap(({ id, tombstones }) =>
    [...tombstones.keys()].filter((chunk) => tombstones[chunk] === 1).map((chunk) => ({ segment: id, chunk })),
  );
  for (const [key, count] of await entriesIn(connection, died)) add(dead, key, -count);
  for (const [key, count] of dead) if (count === 0) dead.delete(key);
  return dead;
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** Identifies what a segment is made of. */
function digestOf(group: readonly PlacedDocument[], dead: ReadonlyMap<string, number>): string {
  const sum = createHash('sha256').update(publishedVersion);
  for (const { document, content } of group) sum.update(JSON.stringify([document.path, content.hash, content.language]));
  for (const key of [...dead.keys()].sort()) sum.update(`${key} ${dead.get(key)}\n`);
  return sum.digest('hex');
}

/** The id of the segment, which is written unless it is there. */
async function writeSegment(
  connection: Connection,
  repository: number,
  digest: string,
  segment: () => SegmentRows,
  turn: () => Promise<void>,
): Promise<number> {
  const [known] = await connection.query(
    'update meshrag.segment set used = pg_catalog.now() where repository = $1 and digest = $2 returning id',
    [repository, digest],
  );
  if (known !== undefined) return Number(known.id);
  const { chunks, files, lengths, traits, postings, chunkRows } = segment();
  return connection.transaction(async () => {
    const [row] = await connection.query(
      'insert into meshrag.segment (repository, digest, chunks, files, lengths, traits) values ($1, $2, $3, $4, $5, $6) returning id',
      [repository, digest, chunks, files, lengths, traits],
    );
    const id = Number(row?.id);
    await writePostings(connection, id, postings, turn);
    await writeChunks(connection, id, chunkRows(), turn);
    return id;
  });
}

async function writePostings(
  connection: Connection,
  id: number,
  postings: SegmentRows['postings'],
  turn: () => Promise<void>,
): Promise<void> {
  for (let from = 0; from < postings.length; ) {
    let [to, bytes] = [from, 0];
    while (to < postings.length && to - from < rowsAtOnce && bytes < bytesAtOnce) bytes += postings[to++]?.data?.length ?? 0;
    const part = postings.slice(from, to);
    await connection.query(
      `insert into meshrag.posting (segment, number, key, size, dead, text, data)
select $1, $2 + at, key, size, dead, text, data
from rows from (pg_catalog.unnest($3::uuid[]), pg_catalog.unnest($4::integer[]), pg_catalog.unnest($5::integer[]),
  pg_catalog.unnest($6::bytea[]), pg_catalog.unnest($7::bytea[])) with ordinality r (key, size, dead, text, data, at)`,
      [
        id,
        from - 1,
        `{${part.map(({ key }) => key).join(',')}}`,
        intArray(part.map(({ size }) => size)),
        intArray(part.map(({ dead }) => dead)),
        byteaArray(part.map(({ text }) => text)),
        byteaArray(part.map(({ data }) => data)),
      ],
    );
    from = to;
    await turn();
  }
}

async function writeChunks(connection: Connection, id: number, rows: Iterable<ChunkRow>, turn: () => Promise<void>): Promise<void> {
  let part: ChunkRow[] = [];
  let from = 0;
  const write = async (): Promise<void> => {
    await connection.query(
      `insert into meshrag.chunk (segment, chunk, head, keys, forms, terms)
select $1, $2 + at, head, keys::integer[], forms, terms::integer[]
from rows from (pg_catalog.unnest($3::bytea[]), pg_catalog.unnest($4::text[]), pg_catalog.unnest($5::bytea[]), pg_catalog.unnest($6::text[]))
  with ordinality r (head, keys, forms, terms, at)`,
      [
        ...[id, from - 1],
        ...[byteaArray(part.map(({ head }) => head)), part.map(({ keys }) => intArray(keys))],
        ...[byteaArray(part.map(({ forms }) => forms)), part.map(({ terms }) => intArray(terms))],
      ],
    );
    from += part.length;
    part = [];
    await turn();
  };
  for (const row of rows) {
    part.push(row);
    if (part.length === rowsAtOnce) await write();
  }
  if (part.length > 0) await write();
}

/** Makes the commit visible, unless another one was published since `head` was read; returns whether it is. */
async function writeCommit(
  connection: Connection,
  head: Head,
  { kept }: Plan,
  written: readonly number[],
  revision: string | undefined,
): Promise<boolean> {
  const segments = [...kept.map(({ segment }) => segment.id), ...written];
  const tombstones = [
    ...kept.map((one) => packTombstones(Uint8Array.from([...one.tombstones, ...one.deleted]))),
    ...written.map(() => Buffer.alloc(0)),
  ];
  const before = head.commit?.id ?? null;
  return connection.transaction(async () => {
    // One after the other: pushes, and what collects.
    const [row] = await connection.query('select head from meshrag.repository where id = $1 for update', [head.repository]);
    if ((row?.head ?? null) !== (before === null ? null : String(before))) return false;
    const [there] = await connection.query(
      'select pg_catalog.count(*)::integer as count from meshrag.segment where id = any($1::integer[])',
      [segments],
    );
    // Collected since it was found.
    if (there?.count !== segments.length) return false;
    const [commit] = await connection.query(
      `insert into meshrag.commit (repository, version, revision, segments, tombstones)
values ($1, $2, $3, $4, $5::bytea[]) returning id`,
      [head.repository, publishedVersion, revision ?? null, segments, byteaArray(tombstones)],
    );
    await connection.query('update meshrag.commit set replaced = pg_catalog.now() where id = $1', [before]);
    await connection.query('update meshrag.repository set head = $1 where id = $2', [commit?.id, head.repository]);
    return true;
  });
}

/**
 * Removes commits that were replaced, and segments that no commit refers to, `hours` ago: in one transaction, so that a statement of a
 * reader finds all rows of a segment or none.
 */
export async function collect(connection: Connection, repository: number, hours = keptHours): Promise<void> {
  await connection.transaction(async () => {
    await connection.query('select 1 from meshrag.repository where id = $1 for update', [repository]);
    await connection.query(
      `delete from meshrag.commit where repository = $1 and replaced <= pg_catalog.now() - pg_catalog.make_interval(hours => $2)`,
      [repository, hours],
    );
    const rows = await connection.query(
      `delete from meshrag.segment s where s.repository = $1 and s.used <= pg_catalog.now() - pg_catalog.make_interval(hours => $2)
and not exists (select 1 from meshrag.commit c where c.repository = $1 and s.id = any(c.segments)) returning id`,
      [repository, hours],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    await connection.query('delete from meshrag.chunk where segment = any($1::integer[])', [ids]);
    await connection.query('delete from meshrag.posting where segment = any($1::integer[])', [ids]);
  });
}
