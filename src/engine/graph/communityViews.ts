/**
 * The described communities in output order, with unique names. Most of them stay the same from one update to the next, so an update costs
 * only what was added or dropped, and one pass over all.
 */

import type { ChunkInfo, IndexReader } from '../index/reader.ts';
import { Namer } from '../naming/namer.ts';
import type { Yield } from '../util/steps.ts';
import type { Bucket } from './buckets.ts';
import type { ChunkKeys } from './chunkKeys.ts';
import { bySize, describeGroup, type FoundCommunity, type Group, maxChunk } from './groups.ts';
import { type IndexDiff, remapByChunk, remapChunks } from './indexDiff.ts';
import type { KeyTable } from './keyTable.ts';

/** Groups described between two yields. */
const batchSize = 200;

/** The communities of one index in output order. */
export class CommunityViews {
  readonly #keys: KeyTable;
  readonly #groups = new Map<Bucket, Group>();
  /** Largest first. */
  #ordered: readonly Group[] = [];
  /** Groups not inserted into `#ordered` yet. */
  #fresh: Group[] = [];
  readonly #coverage: Coverage;
  readonly #namer = new Namer();
  #infos: (ChunkInfo | undefined)[];

  constructor(keys: KeyTable, chunkCount: number) {
    this.#keys = keys;
    this.#coverage = new Coverage(chunkCount);
    this.#infos = new Array(chunkCount);
  }

  /** Number of communities listed last. */
  get size(): number {
    return this.#ordered.length;
  }

  /** Number of chunks in a group. */
  get covered(): number {
    return this.#coverage.covered;
  }

  /** The displayed fields of each chunk in a group, by its id. */
  get infos(): readonly (ChunkInfo | undefined)[] {
    return this.#infos;
  }

  /** Describes the groups of leaders that have none. */
  async describe(reader: IndexReader, leading: readonly Bucket[], chunkKeys: ChunkKeys, yieldThread: Yield): Promise<void> {
    const context = { chunkKeys, keys: this.#keys, infos: this.#infos };
    for (let from = 0; from < leading.length; from += batchSize) {
      await yieldThread();
      const some = leading.slice(from, from + batchSize);
      const lists = some.flatMap((leader) => [leader, ...(leader.joined ?? [])]).map(({ members }) => members);
      await chunkKeys.load(lists);
      await this.#loadInfos(reader, lists);
      for (const leader of some) this.#add(describeGroup(leader, context));
    }
  }

  /** Drops the group of a leader, if there is one. */
  drop(leader: Bucket): void {
    const group = this.#groups.get(leader);
    if (group === undefined) return;
    this.#groups.delete(leader);
    this.#coverage.remove(group.chunks);
    group.isCurrent = false;
  }

  /** Replaces the ids of the earlier reader by current ones; groups with removed chunks must be dropped. */
  remap({ chunkIds, firstMoved }: IndexDiff, chunkCount: number): void {
    this.#coverage.remap(chunkIds, chunkCount);
    if (firstMoved === chunkIds.length) {
      for (let chunk = 0; chunk < firstMoved; chunk++) if (chunkIds[chunk] === -1) this.#infos[chunk] = undefined;
      return;
    }
    this.#infos = remapByChunk(this.#infos, chunkIds, chunkCount);
    // The id of a removed chunk may be that of another one now.
    const firstOther = chunkIds.findIndex((into, chunk) => into !== chunk);
    for (const group of this.#groups.values()) {
      if (group.last < firstOther) continue;
      group.chunks = remapChunks(group.chunks, chunkIds);
      group.last = maxChunk(group.chunks);
    }
  }

  /** All of them: largest first, then by id. */
  async list(yieldThread: Yield): Promise<readonly FoundCommunity[]> {
    const isCurrent = (group: Group): boolean => group.isCurrent;
    const groups = mergeSorted(this.#ordered.filter(isCurrent), this.#fresh.filter(isCurrent));
    this.#ordered = groups;
    this.#fresh = [];
    await yieldThread();
    const names = this.#namer.nameAll(groups.map(({ naming }) => naming));
    await yieldThread();
    return groups.map((group, i): FoundCommunity => {
      const { id, naming, entities, chunks, files, view } = group;
      const name = names[i] as string;
      if (view === undefined || view.name !== name || view.chunks !== chunks)
        group.view = { id, name, labels: naming.labels, entities, chunks, files };
      return group.view as FoundCommunity;
    });
  }

  #add(group: Group): void {
    this.#groups.set(group.leader, group);
    this.#fresh.push(group);
    this.#coverage.add(group.chunks);
  }

  async #loadInfos(reader: IndexReader, lists: readonly Int32Array[]): Promise<void> {
    const missing = new Set<number>();
    for (const chunks of lists) {
      for (let i = 0; i < chunks.length; i++) if (this.#infos[chunks[i] as number] === undefined) missing.add(chunks[i] as number);
    }
    const wanted = [...missing];
    const infos = await reader.chunkInfo(wanted);
    for (const [i, chunk] of wanted.entries()) this.#infos[chunk] = infos[i];
  }
}

/** Merges groups into an ordered list. */
function mergeSorted(ordered: readonly Group[], more: Group[]): readonly Group[] {
  if (more.length === 0) return ordered;
  more.sort(bySize);
  if (ordered.length === 0) return more;
  const all: Group[] = [];
  let at = 0;
  for (const group of more) {
    const place = insertionPoint(group, ordered, at);
    while (at < place) all.push(ordered[at++] as Group);
    all.push(group);
  }
  while (at < ordered.length) all.push(ordered[at++] as Group);
  return all;
}

/** Insertion point of a group, searched from `from` on. */
function insertionPoint(group: Group, ordered: readonly Group[], from: number): number {
  let [low, high] = [from, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bySize(ordered[middle] as Group, group) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of chunks in a group, as groups are added and removed. */
class Coverage {
  /** Number of groups of each chunk. */
  #holders: Int32Array;
  #covered = 0;

  constructor(chunkCount: number) {
    this.#holders = new Int32Array(chunkCount);
  }

  /** Number of chunks in a group. */
  get covered(): number {
    return this.#covered;
  }

  add(chunks: Int32Array): void {
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i] as number;
      const count = this.#holders[chunk] as number;
      if (count === 0) this.#covered++;
      this.#holders[chunk] = count + 1;
    }
  }

  /** Removed chunks have no groups any more, and may be in a group that was never listed. */
  remove(chunks: Int32Array): void {
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i] as number;
      const count = this.#holders[chunk] ?? 0;
      if (count === 0) continue;
      this.#holders[chunk] = count - 1;
      if (count === 1) this.#covered--;
    }
  }

  /** Moves the chunks to their current ids; there are `chunkCount` from now on. */
  remap(chunkIds: Int32Array, chunkCount: number): void {
    const before = this.#holders;
    this.#holders = new Int32Array(chunkCount);
    for (let chunk = 0; chunk < chunkIds.length; chunk++) {
      const into = chunkIds[chunk] as number;
      if (into >= 0) this.#holders[into] = before[chunk] as number;
      else if (before[chunk] !== 0) this.#covered--;
    }
  }
}
