/**
 * The groups of leaders as they are told: described, in their order, with names that no two have. Most of it stays from one time to the next,
 * so only what has come or gone costs anything, and one pass over all groups.
 */

import type { ChunkInfo, IndexReader } from '../index/reader.ts';
import { Namer } from '../naming/namer.ts';
import type { Pause } from '../retrieval/derivedCache.ts';
import type { Bucket } from './buckets.ts';
import { type Change, carriedOver, movedTo } from './carrying.ts';
import type { ChunkKeys } from './chunkKeys.ts';
import { Coverage } from './coverage.ts';
import { describeGroup, type FoundCommunity, type Group, largestOf } from './groups.ts';
import type { KeyTable } from './keyTable.ts';

/** Groups described between two pauses. */
const portion = 200;

/** The communities of one index in the order in which they are told. */
export class CommunityViews {
  readonly #keys: KeyTable;
  readonly #groups = new Map<Bucket, Group>();
  /** Largest first. */
  #ordered: readonly Group[] = [];
  /** Those that are not among the ordered ones yet. */
  #fresh: Group[] = [];
  readonly #coverage: Coverage;
  readonly #namer = new Namer();
  #infos: (ChunkInfo | undefined)[];

  constructor(keys: KeyTable, chunkCount: number) {
    this.#keys = keys;
    this.#coverage = new Coverage(chunkCount);
    this.#infos = new Array(chunkCount);
  }

  /** How many were told last. */
  get size(): number {
    return this.#ordered.length;
  }

  /** Chunks that some group holds. */
  get covered(): number {
    return this.#coverage.covered;
  }

  /** What is shown of each chunk of a group, by its id. */
  get infos(): readonly (ChunkInfo | undefined)[] {
    return this.#infos;
  }

  /** Describes the groups of some leaders that have none. */
  async describe(reader: IndexReader, leading: readonly Bucket[], chunkKeys: ChunkKeys, pause: Pause): Promise<void> {
    const context = { chunkKeys, keys: this.#keys, infos: this.#infos };
    for (let from = 0; from < leading.length; from += portion) {
      await pause();
      const some = leading.slice(from, from + portion);
      const lists = some.flatMap((leader) => [leader, ...(leader.joined ?? [])]).map(({ members }) => members);
      await chunkKeys.load(lists);
      await this.#loadInfos(reader, lists);
      for (const leader of some) this.#hold(describeGroup(leader, context));
    }
  }

  /** Forgets the group of a leader, if it has one. */
  drop(leader: Bucket): void {
    const group = this.#groups.get(leader);
    if (group === undefined) return;
    this.#groups.delete(leader);
    this.#coverage.remove(group.chunks);
    group.isCurrent = false;
  }

  /** Puts the ids of the present reader in the place of the earlier ones; groups of chunks that are gone are to be dropped. */
  carry({ carried, firstMoved }: Change, chunkCount: number): void {
    this.#coverage.carry(carried, chunkCount);
    if (firstMoved === carried.length) {
      for (let chunk = 0; chunk < firstMoved; chunk++) if (carried[chunk] === -1) this.#infos[chunk] = undefined;
      return;
    }
    this.#infos = movedTo(this.#infos, carried, chunkCount);
    // A chunk that is gone leaves its id, which another may have now.
    const firstOther = carried.findIndex((into, chunk) => into !== chunk);
    for (const group of this.#groups.values()) {
      if (group.last < firstOther) continue;
      group.chunks = carriedOver(group.chunks, carried);
      group.last = largestOf(group.chunks);
    }
  }

  /** All of them: largest first, then by id. */
  async tell(pause: Pause): Promise<readonly FoundCommunity[]> {
    const isCurrent = (group: Group): boolean => group.isCurrent;
    const groups = inserted(this.#ordered.filter(isCurrent), this.#fresh.filter(isCurrent));
    this.#ordered = groups;
    this.#fresh = [];
    await pause();
    const names = this.#namer.nameAll(groups.map(({ naming }) => naming));
    await pause();
    return groups.map((group, i): FoundCommunity => {
      const { id, naming, entities, chunks, files, view } = group;
      const name = names[i] as string;
      if (view === undefined || view.name !== name || view.chunks !== chunks)
        group.view = { id, name, labels: naming.labels, entities, chunks, files };
      return group.view as FoundCommunity;
    });
  }

  #hold(group: Group): void {
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

function bySize(a: Group, b: Group): number {
  return b.chunks.length - a.chunks.length || (a.id < b.id ? -1 : 1);
}

/** Puts some groups where they belong in an ordered list. */
function inserted(ordered: readonly Group[], more: Group[]): readonly Group[] {
  if (more.length === 0) return ordered;
  more.sort(bySize);
  if (ordered.length === 0) return more;
  const all: Group[] = [];
  let at = 0;
  for (const group of more) {
    const place = placeFor(group, ordered, at);
    while (at < place) all.push(ordered[at++] as Group);
    all.push(group);
  }
  while (at < ordered.length) all.push(ordered[at++] as Group);
  return all;
}

/** Position of the first group, from `from` on, that does not come before one. */
function placeFor(group: Group, ordered: readonly Group[], from: number): number {
  let [low, high] = [from, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bySize(ordered[middle] as Group, group) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
