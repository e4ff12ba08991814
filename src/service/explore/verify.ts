/** Compares an index with a fresh one built from the same files, down to every posting. */

import type { IndexReader, KeyOfChunk, Postings } from '../../engine/index/reader.ts';
import { joinSnapshots, type Snapshot } from '../../engine/index/snapshot.ts';
import { createLexicons } from '../../engine/text/words/lexicon.ts';
import { digestOfEntries, digestOfLines } from '../../storage/digest.ts';
import { FolderIndex } from '../folder/folderIndex.ts';
import { TimeSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { CommunitiesAnswer } from '../types/results.ts';
import { communitiesIn, noCommunities } from './communities.ts';

/**
 * The canonical digest of a folder's index: SHA-256 over paths, file hashes, chunks with their terms and keys, and communities. It depends on
 * content alone, not on history, insertion order or where the index is kept.
 */
export async function digestOfFolder(
  folder: FolderIndex,
  { communities }: CommunitiesAnswer = noCommunities(folder.folder),
): Promise<string> {
  const snapshot = folder.snapshot();
  const lines = communities.map(({ id, name, chunks }) =>
    JSON.stringify([
      id,
      name,
      ...chunks.map(({ path, startLine, endLine, startColumn = 0 }) => `${path}:${startLine}-${endLine}+${startColumn}`).sort(),
    ]),
  );
  for (const path of folder.contents.data.index.paths()) lines.push(JSON.stringify([path, folder.hashOf(path)]));
  if (snapshot === undefined) return digestOfLines(lines);
  const reader = joinSnapshots([snapshot], snapshot.lexicons);
  const { places, descriptions } = await comparableChunks(reader, snapshot);
  for (const [place, description] of descriptions) lines.push(`${place} ${description}`);
  const rankOf = new Map([...descriptions.keys()].sort().map((place, rank) => [place, rank]));
  const ranks = Int32Array.from(places, (place) => rankOf.get(place) ?? -1);
  const terms = [...new Set(textsIn(snapshot, 'terms'))].sort();
  for (let from = 0; from < terms.length; from += groupSize) {
    const group = terms.slice(from, from + groupSize);
    for (const [i, postings] of (await reader.termPostings(group)).entries()) {
      if (postings.size > 0) lines.push(`${group[i]} ${digestOfEntries(postings, ranks)}`);
    }
    await yieldToEventLoop();
  }
  return digestOfLines(lines);
}

/**
 * Rebuilds the index in memory and describes the first difference, also of the folder's communities; `undefined` if there is none. Takes as long as a build and needs the memory of a second index.
 */
export async function findDifference(
  folder: FolderIndex,
  communities: CommunitiesAnswer | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const rebuilt = new FolderIndex(
    folder.folder,
    { settings: folder.options.settings, runGit: folder.options.runGit },
    { lexicons: createLexicons(), timeSlices: new TimeSlices(), onChange: () => undefined },
  );
  const stop = (): void => void rebuilt.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await rebuilt.update();
    signal?.throwIfAborted();
    return differentDocument(folder, rebuilt) ?? (await differentReader(folder, rebuilt, communities, signal));
  } finally {
    signal?.removeEventListener('abort', stop);
    await rebuilt.close();
  }
}

function differentDocument(folder: FolderIndex, rebuilt: FolderIndex): string | undefined {
  const [stored, fresh] = [folder.contents.data.index, rebuilt.contents.data.index];
  for (const path of [...new Set([...stored.paths(), ...fresh.paths()])].sort()) {
    if (!stored.has(path)) return `${path} is missing from the index`;
    if (!fresh.has(path)) return `${path} is in the index but not among the files`;
    if (folder.hashOf(path) !== rebuilt.hashOf(path)) return `${path} has another content than the index says`;
  }
  return undefined;
}

async function differentReader(
  folder: FolderIndex,
  rebuilt: FolderIndex,
  communities: CommunitiesAnswer | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const [stored, fresh] = [folder.snapshot(), rebuilt.snapshot()];
  if (stored === undefined || fresh === undefined) return `${folder.folder} cannot be read`;
  const readers = [joinSnapshots([stored], stored.lexicons), joinSnapshots([fresh], fresh.lexicons)] as const;
  for (const count of ['liveCount', 'totalLength'] as const) {
    const [one, other] = [readers[0][count], readers[1][count]];
    if (one !== other) return `${count} is ${one} in the index and ${other} when rebuilt`;
  }
  const chunks = await Promise.all([comparableChunks(readers[0], stored, signal), comparableChunks(readers[1], fresh, signal)]);
  const different = differentChunk(...chunks) ?? (await differentPostings(readers, chunks, [stored, fresh], signal));
  if (different !== undefined) return different;
  const one = communities ?? { communities: [] };
  const { answer: other } = await communitiesIn(readers[1], folder.folder, () => yieldToEventLoop(signal));
  const at = one.communities.findIndex((community, i) => JSON.stringify(community) !== JSON.stringify(other.communities[i]));
  if (at >= 0) return `community ${JSON.stringify(one.communities[at]?.name)} differs`;
  return one.communities.length === other.communities.length ? undefined : 'the rebuilt index has more communities';
}

/** Terms and keys are compared in groups, yielding to the event loop between them. */
const groupSize = 2000;

/** The live chunks of an index in a form that does not depend on ids. */
interface ComparableChunks {
  /** Path and position, by chunk id. */
  readonly places: readonly string[];
  /** All data, by place. */
  readonly descriptions: ReadonlyMap<string, string>;
}

async function comparableChunks(reader: IndexReader, { segments }: Snapshot, signal?: AbortSignal): Promise<ComparableChunks> {
  const all = Array.from({ length: reader.chunkCount }, (_, chunk) => chunk);
  const infos = await reader.chunkInfo(all);
  const places = infos.map(({ path, startLine, startColumn }) => `${path}:${startLine}:${startColumn}`);
  const deleted = segments.flatMap((one) => Array.from({ length: one.segment.chunkCount }, (_, chunk) => one.tombstones?.[chunk] === 1));
  const descriptions = new Map<string, string>();
  for (let from = 0; from < all.length; from += groupSize) {
    const live = all.slice(from, from + groupSize).filter((chunk) => !deleted[chunk]);
    const keys = await reader.chunkKeys(live);
    for (const [i, chunk] of live.entries()) {
      const shown = (keys[i] as readonly KeyOfChunk[]).map(({ text, roles, places: bits }) => [text, roles, bits].join(' '));
      const rest = { ...infos[chunk], length: reader.lengths[chunk], traits: reader.traits[chunk], keys: shown.sort() };
      descriptions.set(places[chunk] as string, JSON.stringify(rest));
    }
    await yieldToEventLoop(signal);
  }
  return { places, descriptions };
}

function differentChunk(one: ComparableChunks, other: ComparableChunks): string | undefined {
  for (const place of new Set([...one.descriptions.keys(), ...other.descriptions.keys()])) {
    if (one.descriptions.get(place) !== other.descriptions.get(place)) return `the chunk at ${place} differs in the index`;
  }
  return undefined;
}

/** The texts of all terms or keys in a snapshot, including those of dead chunks. */
function textsIn({ segments, lexicons }: Snapshot, of: 'terms' | 'keys'): string[] {
  const ids = new Set<number>();
  for (const { segment } of segments) for (const id of segment[of].ids) ids.add(id);
  return [...ids].map((id) => lexicons[of].text(id));
}

async function differentPostings(
  readers: readonly [IndexReader, IndexReader],
  chunks: readonly [ComparableChunks, ComparableChunks],
  snapshots: readonly [Snapshot, Snapshot],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const terms = new Set(snapshots.flatMap((snapshot) => textsIn(snapshot, 'terms')));
  const keys = new Set(snapshots.flatMap((snapshot) => textsIn(snapshot, 'keys')));
  const postingsOf = { term: (reader: IndexReader, group: string[]) => reader.termPostings(group), key: postingsOfKeys };
  for (const [what, all] of [
    ['term', terms],
    ['key', keys],
  ] as const) {
    const sorted = [...all].sort();
    for (let from = 0; from < sorted.length; from += groupSize) {
      const group = sorted.slice(from, from + groupSize);
      const [one, other] = await Promise.all(readers.map((reader) => postingsOf[what](reader, group)));
      const at = group.findIndex((_, i) => canonical(one?.[i], chunks[0].places) !== canonical(other?.[i], chunks[1].places));
      if (at >= 0) return `${what} ${JSON.stringify(group[at])} has other places in the index than when rebuilt`;
      await yieldToEventLoop(signal);
    }
  }
  return undefined;
}

async function postingsOfKeys(reader: IndexReader, keys: readonly string[]): Promise<readonly Postings[]> {
  return (await reader.findKeys(keys)).map(({ postings }) => postings);
}

/** Postings as a text that does not depend on ids. */
function canonical(postings: Postings | undefined, places: readonly string[] | undefined): string {
  if (postings === undefined || places === undefined) return '';
  const entries = [];
  for (let i = 0; i < postings.size; i++)
    entries.push(`${places[postings.chunks[i] as number]} ${postings.values[i]} ${postings.places[i]}`);
  return entries.sort().join('\n');
}
