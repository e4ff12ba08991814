/**
 * The characteristic keys of a community, which its chunks share and others lack; its name is made of them.
 *
 * The weight of a key is the squared cosine of its chunks and the community's, with its own size rounded to a power of two so that a change
 * elsewhere seldom matters. Change logs do not count, tests count less. Unless a symbol is defined among the chunks or a name is one's
 * title, the weight is lower: nothing shows that the chunks are about it. Only sums of integers and powers of two, so equal on every
 * machine.
 * Cost: the keys of the chunks.
 */

import { Role } from '../document.ts';
import { hashHex } from '../hash/hash.ts';
import { type ChunkInfo, Trait } from '../index/reader.ts';
import { createNaming } from '../naming/communityNames.ts';
import type { Naming } from '../naming/namer.ts';
import { isOneSubject } from '../naming/ubiquitousKeys.ts';
import { byPlace } from '../retrieval/steps/select.ts';
import { type Bucket, isType, levelOf, withoutChangeLogs } from './buckets.ts';
import type { ChunkKeys } from './chunkKeys.ts';
import type { KeyTable } from './keyTable.ts';

/** Maximum number of characteristic keys of a community. */
export const maxEntities = 12;

/** A community in the result. */
export interface FoundCommunity {
  /** Stable while its leading key leads. */
  readonly id: string;
  readonly name: string;
  /** Single keys for display, best first; the name is made of them. */
  readonly labels: readonly string[];
  /** Key texts, most characteristic first. The same object as long as only ids and the name change. */
  readonly entities: readonly string[];
  /** Chunk ids, ordered by place. */
  readonly chunks: Int32Array;
  /** Number of distinct files. */
  readonly files: number;
}

/** The internal state of a community while its leader leads. */
export interface Group {
  readonly leader: Bucket;
  /** Stable while its leading key leads. */
  readonly id: string;
  /** Current ids, ordered by place. */
  chunks: Int32Array;
  /** The maximum of them. */
  last: number;
  /** Key texts without their space, most characteristic first. */
  readonly entities: readonly string[];
  readonly naming: Naming;
  readonly files: number;
  /** The last result for it. */
  view: FoundCommunity | undefined;
  /** False once dropped. */
  isCurrent: boolean;
}

/** Context for describing communities. */
interface GroupContext {
  readonly chunkKeys: ChunkKeys;
  readonly keys: KeyTable;
  /** Of the chunks of all described groups. */
  readonly infos: readonly (ChunkInfo | undefined)[];
}

/** Describes the community of a leader. The keys of its chunks must be loaded. */
export function describeGroup(leader: Bucket, context: GroupContext): Group {
  const chunks = collectChunks(leader);
  const last = chunks[chunks.length - 1] as number;
  const { infos } = context;
  const inOrder = (a: number, b: number): number => byPlace(infos[a] as ChunkInfo, infos[b] as ChunkInfo);
  // Documents mostly come in path order.
  if (!isSorted(chunks, inOrder)) chunks.sort(inOrder);
  const { traits } = context.chunkKeys;
  const placed: ChunkInfo[] = [];
  const namingInfos: ChunkInfo[] = [];
  let files = 0;
  for (const chunk of chunks) {
    const info = infos[chunk] as ChunkInfo;
    if (info.path !== placed.at(-1)?.path) files++;
    placed.push(info);
    // A change log has entries on everything: its location says nothing.
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
    entities: characteristic.map(({ id }) => context.keys.displayText(id)),
    naming: createNaming(
      characteristic.map(({ id, isSubject, isType }) => ({ key: context.keys.textOf(id), isSubject, isType })),
      namingInfos.length === 0 ? placed : namingInfos,
    ),
  };
}

function isSorted(chunks: Int32Array, compare: (a: number, b: number) => number): boolean {
  for (let i = 1; i < chunks.length; i++) if (compare(chunks[i - 1] as number, chunks[i] as number) > 0) return false;
  return true;
}

/** The chunks of a leading bucket and of those that join it, ascending. */
export function collectChunks(leader: Bucket): Int32Array {
  if (leader.joined === undefined || leader.joined.size === 0) return leader.members.slice();
  const all = new Set(leader.members);
  for (const { members } of leader.joined) for (let i = 0; i < members.length; i++) all.add(members[i] as number);
  return Int32Array.from(all).sort();
}

/** The order of output: largest first, then by id. */
export function bySize(a: Pick<FoundCommunity, 'id' | 'chunks'>, b: Pick<FoundCommunity, 'id' | 'chunks'>): number {
  return b.chunks.length - a.chunks.length || (a.id < b.id ? -1 : 1);
}

/** The maximum of some ids; -1 for none. */
export function maxChunk(chunks: ArrayLike<number>): number {
  let max = -1;
  for (let i = 0; i < chunks.length; i++) max = Math.max(max, chunks[i] as number);
  return max;
}

/** A characteristic key, and whether one of the chunks is about it. */
interface Characteristic {
  readonly id: number;
  readonly isSubject: boolean;
  /** Whether one of them defines it as a type. */
  readonly isType: boolean;
}

/** Weight of a chunk: less for tests, so that what is tested names a community, not the test; less than half, since weights are squared. */
const auxiliaryWeight = 2;
const otherWeight = 3;
/** The minimum reached by any two chunks and by no single one. */
const minCount = 2 * auxiliaryWeight;

/** The characteristic keys of the chunks, best first; the leader's is among them. */
function keysByWeight(chunks: Int32Array, leader: Bucket, { chunkKeys, keys }: GroupContext): readonly Characteristic[] {
  const { sizes, counts, roles: rolesByKey, definers, list: seen } = keys;
  const { ids, roles, traits } = chunkKeys;
  const sources = withoutChangeLogs(chunks, traits);
  let size = 0;
  for (let c = 0; c < sources.length; c++) {
    const chunk = sources[c] as number;
    const isAuxiliary = ((traits[chunk] as number) & Trait.Auxiliary) !== 0;
    // Roles in a test do not make a key a subject.
    const mask = isAuxiliary ? 0 : 255;
    const weight = isAuxiliary ? auxiliaryWeight : otherWeight;
    const end = chunkKeys.endOf(chunk);
    for (let i = chunkKeys.startOf(chunk); i < end; i++) {
      const id = ids[i] as number;
      if (counts[id] === 0) seen[size++] = id;
      counts[id] = (counts[id] as number) + weight;
      rolesByKey[id] = (rolesByKey[id] as number) | ((roles[i] as number) & mask);
      if (((roles[i] as number) & mask & Role.Defines) !== 0) definers[id] = (definers[id] as number) + 1;
    }
  }
  const isSubject = (id: number): boolean => {
    if (definers[id] === 0) return ((rolesByKey[id] as number) & (Role.Title | Role.Heading)) !== 0;
    return isOneSubject(definers[id] as number, (counts[id] as number) / otherWeight);
  };
  const isSubjectType = (id: number): boolean => isSubject(id) && isType(keys.textOf(id), rolesByKey[id] as number);
  const best = new TopKeys(keys);
  for (let i = 0; i < size; i++) {
    const id = seen[i] as number;
    const count = counts[id] as number;
    if (count >= minCount) {
      const weight = keys.weightOf(id, isSubject(id), isSubjectType(id));
      if (weight > 0) best.add(id, (count ** 2 / 2 ** levelOf(sizes[id] as number)) * weight);
    }
  }
  const chosen = best.ids.includes(leader.id) ? best.ids : [...best.ids.slice(0, maxEntities - 1), leader.id];
  const found = chosen.map((id) => ({ id, isSubject: isSubject(id), isType: isSubjectType(id) }));
  for (let i = 0; i < size; i++) {
    counts[seen[i] as number] = 0;
    rolesByKey[seen[i] as number] = 0;
    definers[seen[i] as number] = 0;
  }
  return found;
}

/** The keys of highest weight, ties by text. */
class TopKeys {
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
