/** The communities of a commit as bytes: columns as compressed JSON, ascending numbers as differences. */

import zlib from 'node:zlib';
import type { ContentId } from '../../engine/document.ts';
import type { PlacedChunk, PlacedCommunities } from '../../engine/graph/placedCommunities.ts';
import { Budget } from '../../engine/util/budget.ts';
import { isList, isPath } from '../fileLog.ts';
import { unpackJson } from './codec.ts';
import type { PublishedIndex } from './publishedReaders.ts';
import { SharedIndexError } from './sharedIndexError.ts';

const placeNumbers = ['startLine', 'endLine', 'startColumn', 'endColumn'] as const;

/** Communities, and how far they are those of a commit. */
export interface ReadCommunities {
  readonly communities: PlacedCommunities;
  /** Paths in them that have another content in the commit, or none. */
  readonly others: readonly string[];
  /** Whether they were found in the files of the commit. */
  readonly isCurrent: boolean;
}

/**
 * The communities of a commit; the newest of its repository until a push has stored them, and none before the first are there. One round trip;
 * throws `SharedIndexError`.
 */
export async function readCommunities({ connection, commit }: PublishedIndex): Promise<ReadCommunities> {
  const { id, contents, segments, files } = commit;
  const [row] = await connection.query(
    `select o.contents, o.data from meshrag.communities o
where o.repository = (select c.repository from meshrag.commit c where c.id = $1) order by o.contents = $2 desc, o.id desc limit 1`,
    [id, contents],
  );
  if (row === undefined) return { communities: { chunks: [], communities: [] }, others: [], isCurrent: false };
  const found = unpackCommunities(row.data as Buffer, (path, start) => {
    const file = files.get(path);
    if (!file?.content.hash.startsWith(start)) return undefined;
    return segments[file.segment]?.chunks[file.position] ?? 0;
  });
  return { ...found, isCurrent: row.contents === contents };
}

/** Of the hash of a content. */
const startLength = 12;

/** The columns of chunks, then those of communities. */
interface Columns {
  /** Of the chunks, each once. */
  readonly paths: readonly string[];
  /** What the hash of each content starts with. */
  readonly starts: readonly string[];
  /** How many chunks each path has here. */
  readonly counts: readonly number[];
  readonly ordinals: readonly number[];
  readonly places: readonly (readonly number[])[];
  readonly titles: readonly string[];
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly labels: readonly (readonly string[])[];
  readonly entities: readonly (readonly string[])[];
  readonly members: readonly (readonly number[])[];
}

/** @param contents by path. */
export function packCommunities({ chunks, communities }: PlacedCommunities, contents: ReadonlyMap<string, ContentId>): Buffer {
  const [paths, counts]: [string[], number[]] = [[], []];
  for (const { path } of chunks) {
    if (paths.at(-1) !== path) counts[paths.push(path) - 1] = 0;
    (counts[paths.length - 1] as number)++;
  }
  const columns: Columns = {
    ...{ paths, starts: paths.map((path) => contents.get(path)?.hash.slice(0, startLength) ?? ''), counts },
    ordinals: differences(chunks.map(({ ordinal }) => ordinal)),
    places: placeNumbers.map((name) => differences(chunks.map((chunk) => chunk[name]))),
    titles: chunks.map(({ title }) => title),
    ids: communities.map(({ id }) => id),
    names: communities.map(({ name }) => name),
    labels: communities.map(({ labels }) => labels),
    entities: communities.map(({ entities }) => entities),
    members: communities.map((one) => differences([...one.chunks])),
  };
  return zlib.deflateSync(JSON.stringify(columns));
}

/**
 * @param chunksOf number of chunks of a path; undefined if its content has a hash that starts otherwise.
 * Throws a `SharedIndexError` for bytes that are no communities of such chunks.
 */
export function unpackCommunities(
  packed: Buffer,
  chunksOf: (path: string, start: string) => number | undefined,
): Omit<ReadCommunities, 'isCurrent'> {
  const columns = columnsIn(unpackJson(packed, new Budget(packed.length)));
  if (columns === undefined) throw new SharedIndexError('sharedDamaged');
  const { paths, starts, counts, titles, ids, names, labels, entities } = columns;
  const others: string[] = [];
  const ordinals = sums(columns.ordinals);
  const places = columns.places.map(sums) as [number[], number[], number[], number[]];
  const chunks: PlacedChunk[] = [];
  for (const [p, path] of paths.entries()) {
    const limit = chunksOf(path, starts[p] as string);
    if (limit === undefined) others.push(path);
    for (const end = chunks.length + (counts[p] as number); chunks.length < end; ) {
      const i = chunks.length;
      const [ordinal, title] = [ordinals[i] as number, titles[i]];
      if (title === undefined || !(ordinal >= 0 && ordinal < (limit ?? Number.POSITIVE_INFINITY)))
        throw new SharedIndexError('sharedDamaged');
      const [startLine, endLine, startColumn, endColumn] = places.map((column) => column[i]) as [number, number, number, number];
      chunks.push({ path, ordinal, title, startLine, endLine, startColumn, endColumn });
    }
  }
  const communities = ids.map((id, i) => {
    const members = Int32Array.from(sums(columns.members[i] as readonly number[]));
    if (!members.every((position) => position >= 0 && position < chunks.length)) throw new SharedIndexError('sharedDamaged');
    return { id, name: names[i] as string, labels: labels[i] as string[], entities: entities[i] as string[], chunks: members };
  });
  if (chunks.length !== titles.length) throw new SharedIndexError('sharedDamaged');
  return { communities: { chunks, communities }, others };
}

/** The columns, if each has its type and those that belong together are equally long. */
function columnsIn(value: unknown): Columns | undefined {
  const isText = (value: unknown): value is string => typeof value === 'string';
  const isNumber = (value: unknown): value is number => Number.isInteger(value);
  const isCount = (value: unknown): value is number => isNumber(value) && value >= 0;
  const areTexts = (value: unknown): value is string[] => isList(value, isText);
  const areNumbers = (value: unknown): value is number[] => isList(value, isNumber);
  const isEven = (...lists: readonly (readonly unknown[])[]): boolean => new Set(lists.map(({ length }) => length)).size === 1;
  const all = (value ?? {}) as Record<keyof Columns, unknown>;
  const { paths, starts, counts, ordinals, places, titles, ids, names, labels, entities, members } = all;
  const areChunks = isList(paths, isPath) && areTexts(starts) && isList(counts, isCount) && areNumbers(ordinals) && areTexts(titles);
  if (!(areChunks && isList(places, areNumbers) && places.length === placeNumbers.length)) return undefined;
  const areCommunities = areTexts(ids) && areTexts(names) && isList(labels, areTexts) && isList(entities, areTexts);
  if (!(areCommunities && isList(members, areNumbers))) return undefined;
  const isWhole = isEven(paths, starts, counts) && isEven(ordinals, titles, ...places) && isEven(ids, names, labels, entities, members);
  return isWhole ? (all as unknown as Columns) : undefined;
}

function differences(numbers: readonly number[]): number[] {
  return numbers.map((number, i) => number - (numbers[i - 1] ?? 0));
}

function sums(differing: readonly number[]): number[] {
  let sum = 0;
  return differing.map((difference) => (sum += difference));
}
