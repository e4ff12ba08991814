/**
 * The reader of published commits: as `SnapshotReader` of folders in memory, with the rows of segments fetched for each question.
 *
 * All calls that are made before one of them is answered share a statement, hence a round trip. Strings get ids in the lexicons of this
 * process as they come, so that keys are the same as those of local documents. Posting lists are decoded as they arrive; the last long ones are kept,
 * as an agent's search ranks the same words twice and a follow-up repeats some.
 */

import { entriesOf } from '../../engine/index/entryRows.ts';
import { joinPostings } from '../../engine/index/joinedPostings.ts';
import {
  type ChunkInfo,
  type DocumentInfo,
  type FoundKey,
  type IndexReader,
  type KeyColumns,
  type KeyOfChunk,
  type Postings,
  Trait,
} from '../../engine/index/reader.ts';
import { decodePostings } from '../../engine/index/rowCache.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { MessageError, message } from '../../messages/messages.ts';
import { SharedIndexError } from '../sharedIndexError.ts';
import { decodeText, keyOf } from './codec.ts';
import type { Connection } from './connection.ts';
import { type ChunkAt, type FetchedRow, type FetchRequest, fetchRows, Kind } from './fetch.ts';
import { type EntryCounts, hiddenEntries } from './hiddenEntries.ts';
import { PublishedChunks, type PublishedLayer } from './publishedChunks.ts';
import { decodeHead, rowFrom } from './segmentRows.ts';

/** Maximum number of entries of the posting lists that are kept; some 18 MB. */
const maxKeptEntries = 2_000_000;
/** Shorter lists are read again. */
const minKeptEntries = 4096;
/** Chunks whose heads one statement reads in its time: some ask for those of all. */
const headsAtOnce = 50_000;

type Wanted = { -readonly [Part in keyof FetchRequest]: FetchRequest[Part][number][] };

/** A statement that is about to be sent; calls add to it what they need. */
interface Waiting {
  readonly wanted: Wanted;
  readonly rows: Promise<readonly FetchedRow[]>;
}

export class PublishedReader implements IndexReader {
  readonly generation: number;
  readonly chunkCount: number;
  readonly liveCount: number;
  readonly totalLength: number;
  readonly lengths: Int32Array;
  readonly traits: Uint8Array;
  readonly #connection: Connection;
  readonly #lexicons: Lexicons;
  readonly #layers: readonly PublishedLayer[];
  readonly #chunks: PublishedChunks;
  #waiting: Waiting | undefined;
  /** Posting lists by key. */
  readonly #kept = new Map<string, Postings>();
  #keptEntries = 0;

  /** @param layers that share no segment: their counts are summed. */
  constructor(connection: Connection, layers: readonly PublishedLayer[], lexicons: Lexicons, generation: number) {
    this.generation = generation;
    this.#connection = connection;
    this.#lexicons = lexicons;
    this.#layers = layers;
    this.#chunks = new PublishedChunks(layers);
    this.chunkCount = this.#chunks.count;
    this.liveCount = this.#chunks.liveCount;
    this.totalLength = this.#chunks.totalLength;
    this.lengths = this.#chunks.lengths;
    this.traits = this.#chunks.traits;
  }

  async liveChunks(): Promise<Int32Array> {
    return this.#chunks.live();
  }

  async documents(): Promise<readonly DocumentInfo[]> {
    return this.#chunks.documents();
  }

  async termPostings(terms: readonly string[]): Promise<readonly Postings[]> {
    const keys = terms.map((term) => keyOf('term', term));
    return this.#readPostings(keys, false);
  }

  async termCounts(terms: readonly string[]): Promise<Int32Array> {
    return this.#readCounts(terms.map((term) => keyOf('term', term)));
  }

  async findKeys(texts: readonly string[]): Promise<readonly FoundKey[]> {
    const lists = await this.#readPostings(
      texts.map((text) => keyOf('key', text)),
      true,
    );
    return lists.map((postings, i) => ({
      id: postings.size === 0 ? this.#lexicons.keys.find(texts[i] as string) : this.#lexicons.keys.intern(texts[i] as string),
      postings,
    }));
  }

  async keyTexts(ids: readonly number[]): Promise<readonly string[]> {
    return ids.map((id) => this.#lexicons.keys.text(id));
  }

  async keyCounts(ids: readonly number[]): Promise<Int32Array> {
    return this.#readCounts(ids.map((id) => keyOf('key', this.#lexicons.keys.text(id))));
  }

  async keysBySize(): Promise<never> {
    throw new MessageError(message('sharedWhole'));
  }

  async keyPostings(ids: readonly number[]): Promise<readonly Postings[]> {
    return this.#readPostings(
      ids.map((id) => keyOf('key', this.#lexicons.keys.text(id))),
      true,
    );
  }

  async chunkKeys(chunks: readonly number[]): Promise<readonly (readonly KeyOfChunk[])[]> {
    if (chunks.length === 0) return [];
    const places = chunks.map((chunk) => this.#chunks.at(chunk));
    const [rows, hidden] = await Promise.all([this.#fetch('keys', places), this.#hiddenCounts()]);
    const keys = new Map<string, Pick<KeyOfChunk, 'id' | 'text' | 'count'>>();
    const forms = new Map<string, FetchedRow>();
    const counts = countsIn(rows);
    for (const row of rows) {
      if (row.kind === Kind.Forms) forms.set(nameOf(row.segment, row.number), row);
      if (row.kind !== Kind.Key || row.key === null) continue;
      const text = decodeText(bytesIn(row.data));
      const count = found(counts.get(row.key)) - hidden(row.key);
      keys.set(nameOf(row.segment, row.number), { id: this.#lexicons.keys.intern(text), text, count });
    }
    return places.map(({ segment, chunk }) => {
      const { a, data } = found(forms.get(nameOf(segment, chunk)));
      const { size, numbers, values, places: masks } = entriesOf(rowFrom(bytesIn(data), a, true, 2 ** 31), 0);
      return Array.from({ length: size }, (_, i) => ({
        ...found(keys.get(nameOf(segment, numbers[i] as number))),
        roles: values[i] as number,
        places: masks[i] as number,
      }));
    });
  }

  async chunkKeyColumns(chunks: readonly number[]): Promise<KeyColumns> {
    const lists = await this.chunkKeys(chunks);
    const offsets = new Int32Array(chunks.length + 1);
    for (const [i, keys] of lists.entries()) offsets[i + 1] = (offsets[i] as number) + keys.length;
    const all = lists.flat();
    return { offsets, ids: Int32Array.from(all, ({ id }) => id), roles: Uint8Array.from(all, ({ roles }) => roles) };
  }

  async chunkInfo(chunks: readonly number[]): Promise<readonly ChunkInfo[]> {
    const infos: ChunkInfo[] = [];
    for (let from = 0; from < chunks.length; from += headsAtOnce)
      for (const info of await this.#readHeads(chunks.slice(from, from + headsAtOnce))) infos.push(info);
    return infos;
  }

  async #readHeads(chunks: readonly number[]): Promise<readonly ChunkInfo[]> {
    const places = chunks.map((id) => this.#chunks.at(id));
    const rows = await this.#fetch('heads', places);
    const heads = new Map(rows.filter(({ kind }) => kind === Kind.Head).map((row) => [nameOf(row.segment, row.number), row]));
    return places.map(({ segment, chunk, path, language, folder }, i) => ({
      ...{ path, language, folder },
      ...decodeHead(bytesIn(found(heads.get(nameOf(segment, chunk))).data)),
      kind: (this.traits[chunks[i] as number] as number) & Trait.Prose ? 'doc' : 'code',
    }));
  }

  /** Adds to the next statement. It has what other calls asked for, too. */
  #fetch<Part extends keyof FetchRequest>(part: Part, list: FetchRequest[Part]): Promise<readonly FetchedRow[]> {
    this.#waiting ??= this.#nextStatement();
    const { wanted, rows } = this.#waiting;
    const asked: unknown[] = wanted[part];
    // There may be more than a call takes arguments.
    for (const one of list) asked.push(one);
    return rows;
  }

  #nextStatement(): Waiting {
    const wanted: Wanted = { postings: [], counts: [], heads: [], keys: [] };
    const rows = new Promise<void>((resolve) => {
      setImmediate(resolve);
    }).then(() => {
      this.#waiting = undefined;
      const distinct = { ...wanted, heads: distinctChunks(wanted.heads), keys: distinctChunks(wanted.keys) };
      const commits = this.#layers.map(({ commit }) => commit.segments.map(({ id }) => id));
      return fetchRows(this.#connection, commits, distinct);
    });
    return { wanted, rows };
  }

  async #readPostings(keys: readonly string[], isRoles: boolean): Promise<readonly Postings[]> {
    if (keys.length === 0) return [];
    const kept = keys.map((key) => this.#kept.get(key));
    const missing = keys.filter((_, i) => kept[i] === undefined);
    const lists = new Map<string | null, FetchedRow[]>(missing.map((key) => [key, []]));
    const rows = missing.length === 0 ? [] : await this.#fetch('postings', missing);
    for (const row of rows) if (row.kind === Kind.Posting) lists.get(row.key)?.push(row);
    return keys.map((key, i) => kept[i] ?? this.#keep(key, this.#joined(lists.get(key) ?? [], isRoles)));
  }

  #keep(key: string, list: Postings): Postings {
    const { size } = list;
    if (size < minKeptEntries || size > maxKeptEntries || this.#kept.has(key)) return list;
    if (this.#keptEntries + size > maxKeptEntries) {
      this.#kept.clear();
      this.#keptEntries = 0;
    }
    this.#kept.set(key, list);
    this.#keptEntries += size;
    return list;
  }

  async #readCounts(keys: readonly string[]): Promise<Int32Array> {
    if (keys.length === 0) return new Int32Array(0);
    const [rows, hidden] = await Promise.all([this.#fetch('counts', keys), this.#hiddenCounts()]);
    const counts = countsIn(rows);
    return Int32Array.from(keys, (key) => (counts.get(key) ?? 0) - hidden(key));
  }

  /** The live entries of the rows of a key, in the order of the segments. */
  #joined(rows: readonly FetchedRow[], isRoles: boolean): Postings {
    const read = new Map(rows.map((row) => [row.segment, row]));
    return joinPostings(
      this.#chunks.segments.flatMap(({ segment, base, tombstones }) => {
        const row = read.get(segment.id);
        if (row === undefined) return [];
        const list = decodePostings(rowFrom(bytesIn(row.data), row.a, isRoles, segment.chunkCount), 0);
        return [{ list, base, tombstones }];
      }),
    );
  }

  /** How many entries a term or key has in the hidden files. */
  async #hiddenCounts(): Promise<(key: string) => number> {
    const counts: readonly EntryCounts[] = await Promise.all(
      this.#layers.filter(({ hidden }) => hidden.length > 0).map(({ commit, hidden }) => hiddenEntries(this.#connection, commit, hidden)),
    );
    return (key) => counts.reduce((sum, own) => sum + (own.get(key) ?? 0), 0);
  }
}

function countsIn(rows: readonly FetchedRow[]): ReadonlyMap<string | null, number> {
  return new Map(rows.filter(({ kind }) => kind === Kind.Count).map(({ key, a }) => [key, a]));
}

function nameOf(segment: number, number: number): string {
  return `${segment} ${number}`;
}

/** Throws where the server lacks a row that a commit refers to: it has been collected. */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw new SharedIndexError('sharedGone');
  return value;
}

function bytesIn(value: Buffer | null): Buffer {
  if (value === null) throw new SharedIndexError('sharedDamaged');
  return value;
}

function distinctChunks(chunks: readonly ChunkAt[]): readonly ChunkAt[] {
  return [...new Map(chunks.map((one) => [nameOf(one.segment, one.chunk), one])).values()];
}
