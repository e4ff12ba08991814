/**
 * What communities are found from, as columns that another thread can be sent: the keys that some files of a part share.
 *
 * Cost: the keys of all chunks once, in passes of one part.
 */

import { Role } from '../document.ts';
import { chunkIdsOf, type DocumentInfo, type IndexReader, type KeyColumns } from '../index/reader.ts';
import type { Yield } from '../util/steps.ts';

/** A document of a part. */
export type PartDocument = Pick<DocumentInfo, 'path' | 'firstChunk' | 'chunksEnd'>;

/** A file of a part; its chunks are in [`from`, `to`) of the columns. */
export interface InputFile {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

export interface CommunityInput {
  /** Files by part, ascending by path. */
  readonly parts: readonly (readonly InputFile[])[];
  /** Of each chunk: its id in the reader, its bits of `Trait`, its title. */
  readonly chunks: Int32Array;
  readonly traits: Uint8Array;
  readonly titles: readonly string[];
  /** The keys of the i-th chunk are in [offsets[i], offsets[i + 1]), as positions in `texts`. */
  readonly offsets: Int32Array;
  readonly keys: Int32Array;
  readonly roles: Uint8Array;
  readonly texts: readonly string[];
  /** Of each key: how many chunks of all parts hold it, and how many define it. */
  readonly holders: Int32Array;
  readonly definers: Int32Array;
}

/** A name in more files of a part says little of any two. */
const maxFiles = 24;
/** Files whose keys are read between two yields. */
const portion = 200;

/** @param parts the documents of each, ascending by path; a document is in one part at most. */
export async function readCommunityInput(
  reader: IndexReader,
  parts: readonly (readonly PartDocument[])[],
  yieldThread: Yield,
): Promise<CommunityInput> {
  const columns = new Columns();
  const files: InputFile[][] = [];
  for (const part of parts) {
    const lists: KeyColumns[] = [];
    for (let from = 0; from < part.length; from += portion) {
      await yieldThread();
      const some = part.slice(from, from + portion);
      const list = await reader.chunkKeyColumns(some.flatMap(chunkIdsOf));
      lists.push(list);
      columns.count(list, some);
    }
    await yieldThread();
    files.push(columns.add(lists, part));
  }
  const chunks = Int32Array.from(parts.flat().flatMap(chunkIdsOf));
  const infos: { readonly title: string }[] = [];
  for (let from = 0; from < chunks.length; from += 4 * portion) {
    await yieldThread();
    for (const { title } of await reader.chunkInfo([...chunks.subarray(from, from + 4 * portion)])) infos.push({ title });
  }
  return {
    parts: files,
    chunks,
    traits: Uint8Array.from(chunks, (id) => reader.traits[id] as number),
    titles: infos.map(({ title }) => title),
    ...columns.result(),
    texts: await reader.keyTexts(columns.ids),
  };
}

/** The keys of one part after another. */
class Columns {
  /** Ids of the keys that some files of a part share. */
  readonly ids: number[] = [];
  readonly #positions = new Map<number, number>();
  readonly #offsets: number[] = [0];
  readonly #keys: number[] = [];
  readonly #roles: number[] = [];
  readonly #holders = new Map<number, number>();
  readonly #definers = new Map<number, number>();
  /** Of the current part: in how many files each key is, and the last of them. */
  readonly #files = new Map<number, { count: number; last: string }>();

  count({ ids, roles, offsets }: KeyColumns, documents: readonly PartDocument[]): void {
    let chunk = 0;
    for (const { path, firstChunk, chunksEnd } of documents) {
      const from = offsets[chunk] as number;
      chunk += chunksEnd - firstChunk;
      for (let at = from; at < (offsets[chunk] as number); at++) {
        const id = ids[at] as number;
        this.#holders.set(id, (this.#holders.get(id) ?? 0) + 1);
        if (((roles[at] as number) & Role.Defines) !== 0) this.#definers.set(id, (this.#definers.get(id) ?? 0) + 1);
        const files = this.#files.get(id);
        if (files === undefined) this.#files.set(id, { count: 1, last: path });
        else if (files.last !== path) {
          files.count++;
          files.last = path;
        }
      }
    }
  }

  /** Takes over what was counted of a part. */
  add(lists: readonly KeyColumns[], part: readonly PartDocument[]): InputFile[] {
    const first = this.#offsets.length - 1;
    for (const { ids, roles, offsets } of lists)
      for (let chunk = 0; chunk + 1 < offsets.length; chunk++) {
        for (let at = offsets[chunk] as number; at < (offsets[chunk + 1] as number); at++) {
          const id = ids[at] as number;
          const { count } = this.#files.get(id) as { count: number };
          if (count < 2 || count > maxFiles) continue;
          this.#keys.push(this.#positionOf(id));
          this.#roles.push(roles[at] as number);
        }
        this.#offsets.push(this.#keys.length);
      }
    this.#files.clear();
    let next = first;
    return part.map(({ path, firstChunk, chunksEnd }) => {
      const from = next;
      next += chunksEnd - firstChunk;
      return { path, from, to: next };
    });
  }

  result() {
    return {
      offsets: Int32Array.from(this.#offsets),
      keys: Int32Array.from(this.#keys),
      roles: Uint8Array.from(this.#roles),
      holders: Int32Array.from(this.ids, (id) => this.#holders.get(id) as number),
      definers: Int32Array.from(this.ids, (id) => this.#definers.get(id) ?? 0),
    };
  }

  #positionOf(id: number): number {
    const known = this.#positions.get(id);
    if (known !== undefined) return known;
    this.#positions.set(id, this.ids.length);
    return this.ids.push(id) - 1;
  }
}
