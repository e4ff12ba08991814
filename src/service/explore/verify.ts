/** What an index says, independent of its history and of where it is kept: as a digest, and compared with a fresh one of the same files. */

import type { IndexReader, KeyOfChunk } from '../../engine/index/reader.ts';
import { joinSnapshots, type Snapshot } from '../../engine/index/snapshot.ts';
import { createLexicons } from '../../engine/text/words/lexicon.ts';
import { digestOfEntries, digestOfLines } from '../../storage/digest.ts';
import { FolderIndex } from '../folder/folderIndex.ts';
import { TimeSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { Community } from '../types/results.ts';
import { communitiesIn } from './communities.ts';

type Communities = readonly Community[];
/** What is said of each thing, by its name. */
type Facts = ReadonlyMap<string, string>;

/** Chunks, terms and keys are read in groups, yielding to the event loop between them. */
const groupSize = 2000;

/** SHA-256 over paths, file hashes, chunks with their keys, all postings, and communities. */
export async function digestOfFolder(folder: FolderIndex, communities: Communities = []): Promise<string> {
  const facts = await factsIn(folder, communities);
  return digestOfLines(facts.flatMap((some) => [...some].map(([name, said]) => `${name} ${said}`)));
}

/**
 * Rebuilds the index in memory and describes the first difference; `undefined` if there is none. Takes as long as a build and needs the memory of a
 * second index.
 *
 * @param communities the folder's, if they are compared, too.
 */
export async function findDifference(folder: FolderIndex, communities?: Communities, signal?: AbortSignal): Promise<string | undefined> {
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
    if (folder.snapshot() === undefined || rebuilt.snapshot() === undefined) return `${folder.folder} cannot be read`;
    const reader = rebuilt.reader();
    const again = communities && reader && (await communitiesIn(reader, folder.folder, () => yieldToEventLoop(signal))).answer.communities;
    const [stored, fresh] = [await factsIn(folder, communities, signal), await factsIn(rebuilt, again, signal)];
    for (const [kind, known] of stored.entries()) {
      const wanted = fresh[kind] ?? new Map();
      for (const name of new Set([...known.keys(), ...wanted.keys()])) {
        if (!known.has(name)) return `${name} is missing from the index`;
        if (!wanted.has(name)) return `${name} is in the index but not among the files`;
        if (known.get(name) !== wanted.get(name)) return `${name} differs in the index`;
      }
    }
    return undefined;
  } finally {
    signal?.removeEventListener('abort', stop);
    await rebuilt.close();
  }
}

/** Of each kind; what differs in one shows in the next ones, too. */
async function factsIn(folder: FolderIndex, communities: Communities = [], signal?: AbortSignal): Promise<readonly Facts[]> {
  const files = new Map([...folder.contents.data.index.paths()].map((path) => [path, folder.hashOf(path) ?? '']));
  const groups = new Map(
    communities.map(({ id, name, chunks }) => {
      const places = chunks.map(({ path, startLine, endLine, startColumn = 0 }) => `${path}:${startLine}-${endLine}+${startColumn}`);
      return [`community ${id}`, JSON.stringify([name, ...places.sort()])];
    }),
  );
  const snapshot = folder.snapshot();
  // It cannot be read now.
  if (snapshot === undefined) return [files];
  const reader = joinSnapshots([snapshot], snapshot.lexicons);
  const { places, chunks } = await chunksIn(reader, snapshot, signal);
  const rankOf = new Map([...chunks.keys()].sort().map((place, rank) => [place, rank]));
  const ranks = Int32Array.from(places, (place) => rankOf.get(place) ?? -1);
  const sums = new Map(Object.entries({ 'the number of chunks': `${reader.liveCount}`, 'the length of chunks': `${reader.totalLength}` }));
  return [files, sums, chunks, await postingsIn(reader, snapshot, ranks, signal), groups];
}

/** The live chunks, and the place of each chunk by its id. */
async function chunksIn(
  reader: IndexReader,
  { segments }: Snapshot,
  signal?: AbortSignal,
): Promise<{ readonly places: readonly string[]; readonly chunks: Facts }> {
  const all = Array.from({ length: reader.chunkCount }, (_, chunk) => chunk);
  const infos = await reader.chunkInfo(all);
  const places = infos.map(({ path, startLine, startColumn }) => `the chunk at ${path}:${startLine}:${startColumn}`);
  const deleted = segments.flatMap((one) => Array.from({ length: one.segment.chunkCount }, (_, chunk) => one.tombstones?.[chunk] === 1));
  const chunks = new Map<string, string>();
  for (let from = 0; from < all.length; from += groupSize) {
    const live = all.slice(from, from + groupSize).filter((chunk) => !deleted[chunk]);
    const keys = await reader.chunkKeys(live);
    for (const [i, chunk] of live.entries()) {
      const shown = (keys[i] as readonly KeyOfChunk[]).map(({ text, roles, places: bits }) => [text, roles, bits].join(' '));
      const rest = { ...infos[chunk], length: reader.lengths[chunk], traits: reader.traits[chunk], keys: shown.sort() };
      chunks.set(places[chunk] as string, JSON.stringify(rest));
    }
    await yieldToEventLoop(signal);
  }
  return { places, chunks };
}

/**
 * The lists of all terms and keys that a live chunk has.
 *
 * @param ranks of the chunks, by their places.
 */
async function postingsIn(reader: IndexReader, snapshot: Snapshot, ranks: Int32Array, signal?: AbortSignal): Promise<Facts> {
  const postings = new Map<string, string>();
  for (const kind of ['terms', 'keys'] as const) {
    const texts = textsIn(snapshot, kind).sort();
    for (let from = 0; from < texts.length; from += groupSize) {
      const group = texts.slice(from, from + groupSize);
      const lists = kind === 'terms' ? await reader.termPostings(group) : (await reader.findKeys(group)).map((one) => one.postings);
      for (const [i, list] of lists.entries())
        if (list.size > 0) postings.set(`${JSON.stringify(group[i])} among the ${kind}`, digestOfEntries(list, ranks));
      await yieldToEventLoop(signal);
    }
  }
  return postings;
}

/** The texts of all terms or keys in a snapshot, including those of dead chunks. */
function textsIn({ segments, lexicons }: Snapshot, kind: 'terms' | 'keys'): string[] {
  const ids = new Set(segments.flatMap(({ segment }) => [...segment[kind].ids]));
  return [...ids].map((id) => lexicons[kind].text(id));
}
