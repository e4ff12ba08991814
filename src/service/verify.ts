/** Compares an index with one that is built anew from the same files, down to every posting. */

import type { IndexReader, Postings } from '../core/retrieve/reader.ts';
import { digestOf, documentDigest } from '../index/digest.ts';
import { createLexicons } from '../index/lexicon.ts';
import type { IndexedDocument } from '../index/segment.ts';
import { joinSnapshots, type Snapshot } from '../index/snapshot.ts';
import { communitiesIn } from './communities.ts';
import { FolderIndex } from './folderIndex.ts';
import type { CommunitiesAnswer } from './results.ts';
import { Gate } from './turns.ts';

/** The canonical digest of a folder's index; see `digestOf`. */
export function digestOfFolder(folder: FolderIndex, { communities }: CommunitiesAnswer): string {
  const documents = [...folder.data().index.documents()].map((document) => ({ document, hash: folder.hashOf(document.path) ?? '' }));
  const told = communities.map(({ id, name, chunks }) => ({
    id: `${id} ${name}`,
    members: chunks.map(({ path, startLine, endLine, startColumn = 0 }) => `${path}:${startLine}-${endLine}+${startColumn}`),
  }));
  return digestOf(documents, told);
}

/**
 * Builds the index anew in memory and names the first thing that differs; `undefined` where nothing does. Takes as long as a build and
 * needs the memory of a second index.
 */
export async function findDifference(folder: FolderIndex, signal?: AbortSignal): Promise<string | undefined> {
  const rebuilt = new FolderIndex(
    folder.folder,
    { settings: folder.options.settings, runGit: folder.options.runGit },
    { lexicons: createLexicons(), gate: new Gate(), onChange: () => undefined },
  );
  const stop = (): void => void rebuilt.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await rebuilt.update();
    signal?.throwIfAborted();
    return differentDocument(folder, rebuilt) ?? (await differentReader(folder, rebuilt, signal));
  } finally {
    signal?.removeEventListener('abort', stop);
    await rebuilt.close();
  }
}

function differentDocument(folder: FolderIndex, rebuilt: FolderIndex): string | undefined {
  const stored = byPath(folder);
  const fresh = byPath(rebuilt);
  for (const path of [...new Set([...stored.keys(), ...fresh.keys()])].sort()) {
    const [one, other] = [stored.get(path), fresh.get(path)];
    if (one === undefined) return `${path} is missing from the index`;
    if (other === undefined) return `${path} is in the index but not among the files`;
    const [hash, freshHash] = [folder.hashOf(path) ?? '', rebuilt.hashOf(path) ?? ''];
    if (hash !== freshHash) return `${path} has another content than the index says`;
    if (documentDigest(one, hash) !== documentDigest(other, freshHash)) return `${path} has other chunks, terms or keys in the index`;
  }
  return undefined;
}

async function differentReader(folder: FolderIndex, rebuilt: FolderIndex, signal?: AbortSignal): Promise<string | undefined> {
  const snapshots = [folder.snapshot(), rebuilt.snapshot()];
  if (snapshots[0] === undefined || snapshots[1] === undefined) return `${folder.folder} cannot be read`;
  const readers = snapshots.map((snapshot) => joinSnapshots([snapshot as Snapshot], (snapshot as Snapshot).lexicons)) as [
    IndexReader,
    IndexReader,
  ];
  for (const count of ['liveCount', 'totalLength'] as const) {
    if (readers[0][count] !== readers[1][count])
      return `${count} is ${readers[0][count]} in the index and ${readers[1][count]} when rebuilt`;
  }
  const different = await differentPostings(readers, [...rebuilt.data().index.documents()], signal);
  if (different !== undefined) return different;
  const [one, other] = [await communitiesIn(readers[0], folder.folder, signal), await communitiesIn(readers[1], folder.folder, signal)];
  const at = one.communities.findIndex((community, i) => JSON.stringify(community) !== JSON.stringify(other.communities[i]));
  if (at >= 0) return `community ${JSON.stringify(one.communities[at]?.name)} differs`;
  return one.communities.length === other.communities.length ? undefined : 'the rebuilt index has more communities';
}

/** Terms and keys are asked for in groups, so that the event loop gets its turn. */
const groupSize = 2000;

async function differentPostings(
  readers: readonly [IndexReader, IndexReader],
  documents: readonly IndexedDocument[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const canon = await Promise.all(readers.map(canonicalPlaces));
  const terms = new Set<string>();
  const keys = new Set<string>();
  for (const { names, analysis } of documents) {
    for (const term of names.terms) terms.add(term);
    for (const key of names.keys) keys.add(key);
    for (const chunk of analysis.chunks) {
      for (const { term } of chunk.terms) terms.add(term);
      for (const { key } of chunk.keys) keys.add(key);
    }
  }
  const postingsOf = { term: (reader: IndexReader, group: string[]) => reader.termPostings(group), key: postingsOfKeys };
  for (const [what, all] of [
    ['term', terms],
    ['key', keys],
  ] as const) {
    const sorted = [...all].sort();
    for (let from = 0; from < sorted.length; from += groupSize) {
      signal?.throwIfAborted();
      const group = sorted.slice(from, from + groupSize);
      const [one, other] = await Promise.all(readers.map((reader) => postingsOf[what](reader, group)));
      const at = group.findIndex((_, i) => canonical(one?.[i], canon[0]) !== canonical(other?.[i], canon[1]));
      if (at >= 0) return `${what} ${JSON.stringify(group[at])} has other places in the index than when rebuilt`;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return undefined;
}

async function postingsOfKeys(reader: IndexReader, keys: readonly string[]): Promise<readonly Postings[]> {
  return reader.keyPostings([...(await reader.keyIds(keys))]);
}

async function canonicalPlaces(reader: IndexReader): Promise<readonly string[]> {
  const infos = await reader.chunkInfo(Array.from({ length: reader.chunkCount }, (_, chunk) => chunk));
  return infos.map(({ path, startLine, startColumn }) => `${path}:${startLine}:${startColumn}`);
}

/** Postings as a text that says the same whatever the ids are. */
function canonical(postings: Postings | undefined, places: readonly string[] | undefined): string {
  if (postings === undefined || places === undefined) return '';
  const entries = [];
  for (let i = 0; i < postings.size; i++)
    entries.push(`${places[postings.chunks[i] as number]} ${postings.values[i]} ${postings.places[i]}`);
  return entries.sort().join('\n');
}

function byPath(folder: FolderIndex): Map<string, IndexedDocument> {
  return new Map([...folder.data().index.documents()].map((document) => [document.path, document]));
}
