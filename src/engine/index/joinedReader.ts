/**
 * Several readers as one: their chunks one after the other, with counts summed, so that the ranking equals that of one index of all. They
 * must share their lexicons, so that a key has one id, and no document may be in two of them.
 *
 * Cost: the calls to the readers, made in parallel, and a copy of the lists that more than one of them has.
 */

import type { Lexicons } from '../text/words/lexicon.ts';
import { concatColumns } from './joinedColumns.ts';
import { joinPostings } from './joinedPostings.ts';
import type { ChunkInfo, DocumentInfo, FoundKey, IndexReader, KeyColumns, KeyOfChunk, Postings } from './reader.ts';

/** A reader in a join. */
interface Part {
  readonly reader: IndexReader;
  /** Id of its first chunk. */
  readonly base: number;
  /** Added to its numbers of folders. */
  readonly folder: number;
}

/** A reader, and the number of its first folder in the join. */
export interface JoinedPart {
  readonly reader: IndexReader;
  readonly folder: number;
}

class JoinedReader implements IndexReader {
  readonly generation: number;
  readonly chunkCount: number;
  readonly liveCount: number;
  readonly totalLength: number;
  readonly lengths: Int32Array;
  readonly traits: Uint8Array;
  readonly #parts: readonly Part[];
  readonly #lexicons: Lexicons;

  constructor(parts: readonly JoinedPart[], lexicons: Lexicons, generation?: number) {
    this.#lexicons = lexicons;
    let base = 0;
    this.#parts = parts.map(({ reader, folder }) => {
      base += reader.chunkCount;
      return { reader, folder, base: base - reader.chunkCount };
    });
    const sum = (of: (reader: IndexReader) => number): number => parts.reduce((total, { reader }) => total + of(reader), 0);
    this.chunkCount = base;
    this.generation = generation ?? sum((reader) => reader.generation);
    this.liveCount = sum(({ liveCount }) => liveCount);
    this.totalLength = sum(({ totalLength }) => totalLength);
    const { lengths, traits } = concatColumns(parts.map(({ reader }) => reader));
    this.lengths = lengths;
    this.traits = traits;
  }

  async liveChunks(): Promise<Int32Array> {
    const lists = await this.#each(({ reader }) => reader.liveChunks());
    const live = new Int32Array(this.liveCount);
    let size = 0;
    for (const [p, list] of lists.entries()) for (const chunk of list) live[size++] = chunk + (this.#parts[p] as Part).base;
    return live;
  }

  async documents(): Promise<readonly DocumentInfo[]> {
    const lists = await this.#each(({ reader }) => reader.documents());
    return lists.flatMap((list, p) => {
      const { base, folder } = this.#parts[p] as Part;
      return list.map((one) => ({
        path: one.path,
        language: one.language,
        folder: one.folder + folder,
        firstChunk: one.firstChunk + base,
        chunksEnd: one.chunksEnd + base,
      }));
    });
  }

  async termPostings(terms: readonly string[]): Promise<readonly Postings[]> {
    const lists = await this.#each(({ reader }) => reader.termPostings(terms));
    return terms.map((_, i) => this.#joined(lists.map((list) => list[i] as Postings)));
  }

  async termCounts(terms: readonly string[]): Promise<Int32Array> {
    return summed(await this.#each(({ reader }) => reader.termCounts(terms)), terms.length);
  }

  async findKeys(texts: readonly string[]): Promise<readonly FoundKey[]> {
    const lists = await this.#each(({ reader }) => reader.findKeys(texts));
    return texts.map((text, i) => ({
      // Of those that know it: a reader may have given it an id just now.
      id: this.#lexicons.keys.find(text),
      postings: this.#joined(lists.map((list) => (list[i] as FoundKey).postings)),
    }));
  }

  async keyTexts(ids: readonly number[]): Promise<readonly string[]> {
    return ids.map((id) => this.#lexicons.keys.text(id));
  }

  async keyCounts(ids: readonly number[]): Promise<Int32Array> {
    return summed(await this.#each(({ reader }) => reader.keyCounts(ids)), ids.length);
  }

  async keysBySize(min: number, max: number): Promise<readonly number[]> {
    const all = (await this.#each(({ reader }) => reader.keysBySize(1, Number.POSITIVE_INFINITY))).flat();
    const ids = [...new Set(all)];
    const counts = await this.keyCounts(ids);
    return ids.filter((_, i) => (counts[i] as number) >= min && (counts[i] as number) <= max);
  }

  async keyPostings(ids: readonly number[]): Promise<readonly Postings[]> {
    const lists = await this.#each(({ reader }) => reader.keyPostings(ids));
    return ids.map((_, i) => this.#joined(lists.map((list) => list[i] as Postings)));
  }

  /** A reader counts its own chunks; what the others have of the keys is added, for a reader in memory without another round trip. */
  async chunkKeys(chunks: readonly number[]): Promise<readonly (readonly KeyOfChunk[])[]> {
    return this.#perChunk(chunks, async (reader, own) => {
      const lists = await reader.chunkKeys(own);
      const countOf = new Map(lists.flat().map(({ id, count }) => [id, count]));
      const ids = [...countOf.keys()];
      const others = this.#parts.filter((part) => part.reader !== reader);
      for (const counts of await Promise.all(others.map((part) => part.reader.keyCounts(ids)))) {
        for (const [i, id] of ids.entries()) countOf.set(id, (countOf.get(id) as number) + (counts[i] as number));
      }
      return lists.map((keys) => keys.map((key) => ({ ...key, count: countOf.get(key.id) as number })));
    });
  }

  async chunkKeyColumns(chunks: readonly number[]): Promise<KeyColumns> {
    const lists = await this.#perChunk(chunks, async (reader, own) => {
      const { offsets, ids, roles } = await reader.chunkKeyColumns(own);
      return own.map((_, i) => ({ ids: ids.subarray(offsets[i], offsets[i + 1]), roles: roles.subarray(offsets[i], offsets[i + 1]) }));
    });
    const offsets = new Int32Array(chunks.length + 1);
    for (const [i, { ids }] of lists.entries()) offsets[i + 1] = (offsets[i] as number) + ids.length;
    const size = offsets[chunks.length] as number;
    const columns = { offsets, ids: new Int32Array(size), roles: new Uint8Array(size) };
    for (const [i, { ids, roles }] of lists.entries()) {
      columns.ids.set(ids, offsets[i]);
      columns.roles.set(roles, offsets[i]);
    }
    return columns;
  }

  async chunkInfo(chunks: readonly number[]): Promise<readonly ChunkInfo[]> {
    return this.#perChunk(chunks, async (reader, own, { folder }) => {
      const infos = await reader.chunkInfo(own);
      return folder === 0 ? infos : infos.map((info) => ({ ...info, title: info.title, folder: info.folder + folder }));
    });
  }

  #each<T>(ask: (part: Part) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#parts.map(ask));
  }

  /** Asks each reader for its own of some chunks; the answers in the order of `chunks`. */
  async #perChunk<T>(
    chunks: readonly number[],
    ask: (reader: IndexReader, own: readonly number[], part: Part) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const places = this.#parts.map((): number[] => []);
    for (const [i, chunk] of chunks.entries()) {
      let p = this.#parts.length - 1;
      while (p > 0 && (this.#parts[p] as Part).base > chunk) p--;
      places[p]?.push(i);
    }
    const answers = await this.#each(async (part) => {
      const own = places[this.#parts.indexOf(part)] as number[];
      if (own.length === 0) return [];
      return ask(
        part.reader,
        own.map((i) => (chunks[i] as number) - part.base),
        part,
      );
    });
    const all = new Array<T>(chunks.length);
    for (const [p, list] of answers.entries()) for (const [k, answer] of list.entries()) all[places[p]?.[k] as number] = answer;
    return all;
  }

  #joined(lists: readonly Postings[]): Postings {
    return joinPostings(lists.map((list, p) => ({ list, base: (this.#parts[p] as Part).base })));
  }
}

function summed(lists: readonly Int32Array[], size: number): Int32Array {
  const sums = new Int32Array(size);
  for (const list of lists) for (let i = 0; i < size; i++) (sums[i] as number) += list[i] as number;
  return sums;
}

/** One reader over several, which must share these lexicons. Its generation is the sum of theirs unless another one is given. */
export function joinReaders(parts: readonly JoinedPart[], lexicons: Lexicons, generation?: number): IndexReader {
  return new JoinedReader(parts, lexicons, generation);
}
