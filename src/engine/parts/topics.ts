/**
 * The topics of a part: what lies in it of each group of the workspace's chunks, in one language.
 *
 * A group spans parts and languages, as names do; in a part it is a topic for each language of its chunks there, if these are in two files at
 * least: of one file the outline says more. Cost: linear in the members, and the posting lists of the languages.
 */

import type { DocumentInfo, IndexReader } from '../index/reader.ts';
import { stemmedLanguages, termOfLanguage } from '../text/stemming/stems.ts';

/** Chunks that belong together. */
interface ChunkGroup {
  readonly chunks: ArrayLike<number>;
}

interface PartTopic<Group> {
  readonly group: Group;
  /** As the index names it; `undefined` for English, code, and languages without stems. */
  readonly language: string | undefined;
  /** Ids, ascending. */
  readonly chunks: readonly number[];
  /** Number of files. */
  readonly files: number;
}

const minTopicFiles = 2;
/**
 * The `max` topics with the most chunks, ties in the order of the groups.
 * @param documents of the part. @param groups of the reader's chunks.
 */
export async function partTopics<Group extends ChunkGroup>(
  reader: IndexReader,
  documents: readonly DocumentInfo[],
  groups: readonly Group[],
  max: number,
): Promise<readonly PartTopic<Group>[]> {
  const fileOf = new Map<number, number>();
  for (const [file, { firstChunk, chunksEnd }] of documents.entries())
    for (let chunk = firstChunk; chunk < chunksEnd; chunk++) fileOf.set(chunk, file);
  const languages = await chunkLanguages(reader);
  const topics = groups.flatMap((group) => topicsOf(group, fileOf, languages));
  return topics.sort((a, b) => b.chunks.length - a.chunks.length).slice(0, max);
}

function topicsOf<Group extends ChunkGroup>(
  group: Group,
  fileOf: ReadonlyMap<number, number>,
  languages: ReadonlyMap<number, string>,
): PartTopic<Group>[] {
  const byLanguage = new Map<string | undefined, { chunks: number[]; files: Set<number> }>();
  for (const chunk of Array.from(group.chunks)) {
    const file = fileOf.get(chunk);
    if (file === undefined) continue;
    const language = languages.get(chunk);
    const own = byLanguage.get(language) ?? { chunks: [], files: new Set() };
    byLanguage.set(language, own);
    own.chunks.push(chunk);
    own.files.add(file);
  }
  return [...byLanguage].flatMap(([language, { chunks, files }]) =>
    files.size < minTopicFiles ? [] : [{ group, language, chunks: chunks.sort((a, b) => a - b), files: files.size }],
  );
}

/** The language of each chunk that is in another one than English. */
async function chunkLanguages(reader: IndexReader): Promise<ReadonlyMap<number, string>> {
  const postings = await reader.termPostings(stemmedLanguages.map(termOfLanguage));
  const found = new Map<number, string>();
  for (const [i, { id }] of stemmedLanguages.entries()) for (const chunk of Array.from(postings[i]?.chunks ?? [])) found.set(chunk, id);
  return found;
}
