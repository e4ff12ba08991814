/**
 * What characterises a community: the keys that its chunks share and others lack, and what its name is made of.
 *
 * A key weighs as much as its chunks and those of the community overlap (the squared cosine of the two sets, its own size taken in
 * powers of two so that a change elsewhere seldom matters), lists of changes not counted and tests less than other chunks; and less where nothing shows that it is what the chunks are about: a symbol that
 * is defined among them and a name that is somebody's title count whole. Only sums of integers and powers of two: the same on every
 * machine. Cost: the keys of the chunks.
 */

import { Role } from '../document.ts';
import { hashHex } from '../hash/hash.ts';
import { type ChunkInfo, Trait } from '../index/reader.ts';
import type { Naming } from '../naming/namer.ts';
import { namingOf } from '../naming/names.ts';
import { byPlace } from '../retrieval/steps/select.ts';
import { type Bucket, levelOf, withoutChangeLogs } from './buckets.ts';
import type { ChunkKeys } from './chunkKeys.ts';
import type { KeyTable } from './keyTable.ts';

/** Keys that are told of a community. */
export const maxEntities = 12;

/** A community as it is told. */
export interface FoundCommunity {
  /** Stable while its leading key leads. */
  readonly id: string;
  readonly name: string;
  /** Single keys as a reader may see them, best first; what a name is made of. */
  readonly labels: readonly string[];
  /** Key texts, most characteristic first. The same object as long as nothing of the community changes but ids and its name. */
  readonly entities: readonly string[];
  /** Chunk ids, ordered by place. */
  readonly chunks: Int32Array;
  /** Distinct files. */
  readonly files: number;
}

/** A community as it is kept while its leader leads. */
export interface Group {
  readonly leader: Bucket;
  /** Stable while its leading key leads. */
  readonly id: string;
  /** Ids of the present reader, ordered by place. */
  chunks: Int32Array;
  /** The largest of them. */
  last: number;
  /** Key texts without their space, most characteristic first. */
  readonly entities: readonly string[];
  readonly naming: Naming;
  readonly files: number;
  /** How it was told last. */
  view: FoundCommunity | undefined;
  /** Whether it is still so. */
  isCurrent: boolean;
}

/** What describing a community takes. */
export interface GroupContext {
  readonly chunkKeys: ChunkKeys;
  readonly keys: KeyTable;
  /** Those of the chunks of all groups that are described. */
  readonly infos: readonly (ChunkInfo | undefined)[];
}

/** Describes the community of a leader. The keys of its chunks must be loaded. */
export function describeGroup(leader: Bucket, context: GroupContext): Group {
  const chunks = chunksOf(leader);
  const last = chunks[chunks.length - 1] as number;
  const { infos } = context;
  const inOrder = (a: number, b: number): number => byPlace(infos[a] as ChunkInfo, infos[b] as ChunkInfo);
  // Documents mostly come in the order of their paths.
  if (!isSorted(chunks, inOrder)) chunks.sort(inOrder);
  const { traits } = context.chunkKeys;
  const placed: ChunkInfo[] = [];
  const namingInfos: ChunkInfo[] = [];
  let files = 0;
  for (const chunk of chunks) {
    const info = infos[chunk] as ChunkInfo;
    if (info.path !== placed.at(-1)?.path) files++;
    placed.push(info);
    // A list of changes has entries on everything: where it lies says nothing.
    if (((traits[chunk] as number) & Trait.ChangeLog) === 0) namingInfos.push(info);
  }
  const characteristic = keysByWeight(chunks, leader, context);
  return {
    view: undefined,
    isCurrent: true,
    leader,
    id: hashHex(leader.text),
    last,
    chunks,
    files,
    entities: characteristic.map(({ id }) => context.keys.shownText(id)),
    naming: namingOf(
      characteristic.map(({ id, isSubject }) => ({ key: context.keys.textOf(id), isSubject })),
      namingInfos.length === 0 ? placed : namingInfos,
    ),
  };
}

function isSorted(chunks: Int32Array, compare: (a: number, b: number) => number): boolean {
  for (let i = 1; i < chunks.length; i++) if (compare(chunks[i - 1] as number, chunks[i] as number) > 0) return false;
  return true;
}

/** The chunks of a leading bucket and of those that join it, ascending. */
export function chunksOf(leader: Bucket): Int32Array {
  if (leader.joined === undefined || leader.joined.size === 0) return leader.members.slice();
  const all = new Set(leader.members);
  for (const { members } of leader.joined) for (let i = 0; i < members.length; i++) all.add(members[i] as number);
  return Int32Array.from(all).sort();
}

/** The largest of some ids; -1 for none. */
export function largestOf(chunks: ArrayLike<number>): number {
  let largest = -1;
  for (let i = 0; i < chunks.length; i++) largest = Math.max(largest, chunks[i] as number);
  return largest;
}

/** A key that characterises some chunks, and whether one of them is about it. */
interface Characteristic {
  readonly id: number;
  readonly isSubject: boolean;
}

/** What a chunk counts: one of a test less, so that what is tested names a community, not the test. As weights go by squares, less than half. */
const ofTest = 2;
const ofOther = 3;
/** Two chunks at least count so much, and one does not. */
const ofSeveral = 2 * ofTest;

/** The keys that characterise the chunks, best first; that of the leader is among them. */
function keysByWeight(chunks: Int32Array, leader: Bucket, { chunkKeys, keys }: GroupContext): readonly Characteristic[] {
  const { sizes, counts, roles: done, list: held } = keys;
  const { ids, roles, traits } = chunkKeys;
  const sources = withoutChangeLogs(chunks, traits);
  let size = 0;
  for (let c = 0; c < sources.length; c++) {
    const chunk = sources[c] as number;
    const isTest = ((traits[chunk] as number) & Trait.Test) !== 0;
    // What a test does with a key does not make it a subject.
    const mask = isTest ? 0 : 255;
    const worth = isTest ? ofTest : ofOther;
    const end = chunkKeys.endOf(chunk);
    for (let i = chunkKeys.startOf(chunk); i < end; i++) {
      const id = ids[i] as number;
      if (counts[id] === 0) held[size++] = id;
      counts[id] = (counts[id] as number) + worth;
      done[id] = (done[id] as number) | ((roles[i] as number) & mask);
    }
  }
  const isSubject = (id: number): boolean => ((done[id] as number) & (Role.Defines | Role.Title | Role.Heading)) !== 0;
  const best = new Best(keys);
  for (let i = 0; i < size; i++) {
    const id = held[i] as number;
    const count = counts[id] as number;
    if (count >= ofSeveral) {
      const worth = keys.worthOf(id, isSubject(id));
      if (worth > 0) best.add(id, (count ** 2 / 2 ** levelOf(sizes[id] as number)) * worth);
    }
  }
  const chosen = best.ids.includes(leader.id) ? best.ids : [...best.ids.slice(0, maxEntities - 1), leader.id];
  const found = chosen.map((id) => ({ id, isSubject: isSubject(id) }));
  for (let i = 0; i < size; i++) {
    counts[held[i] as number] = 0;
    done[held[i] as number] = 0;
  }
  return found;
}

/** The keys of most weight, ties by text. */
class Best {
  readonly ids: number[] = [];
  readonly #weights: number[] = [];
  readonly #keys: KeyTable;

  constructor(keys: KeyTable) {
    this.#keys = keys;
  }

  add(id: number, weight: number): void {
    const [ids, weights] = [this.ids, this.#weights];
    let at = ids.length;
    while (at > 0 && this.#isBefore(id, weight, at - 1)) {
      if (at < maxEntities) {
        ids[at] = ids[at - 1] as number;
        weights[at] = weights[at - 1] as number;
      }
      at--;
    }
    if (at === maxEntities) return;
    ids[at] = id;
    weights[at] = weight;
  }

  #isBefore(id: number, weight: number, at: number): boolean {
    const other = this.#weights[at] as number;
    return weight > other || (weight === other && this.#keys.textOf(id) < this.#keys.textOf(this.ids[at] as number));
  }
}
