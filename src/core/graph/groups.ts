/**
 * What characterises a community: the keys that its chunks share and others lack, and what its name is made of.
 *
 * A key weighs as much as its chunks and those of the community overlap (the squared cosine of the two sets, its own size taken in
 * powers of two so that a change elsewhere seldom matters), less where nothing shows that it is what the chunks are about: a symbol that
 * is defined among them and a name that is somebody's title count whole. Only sums of integers and powers of two: the same on every
 * machine. Cost: the keys of the chunks.
 */

import { Role, Space } from '../document.ts';
import { hashHex } from '../hash/hash.ts';
import { type ChunkInfo, type IndexReader, Trait } from '../retrieve/reader.ts';
import { byPlace } from '../retrieve/select.ts';
import { isTelling } from '../retrieve/telling.ts';
import { type Bucket, type ChunkKeys, type KeyTable, levelOf } from './buckets.ts';
import { type Naming, namingOf } from './names.ts';
import { isVague } from './vague.ts';

/** Keys that are told of a community. */
export const mostEntities = 12;

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
}

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
  /** How it was told last. */
  told: FoundCommunity | undefined;
  /** Whether it stands in the ordered list. */
  isOrdered: boolean;
}

export interface GroupContext {
  readonly reader: IndexReader;
  readonly chunkKeys: ChunkKeys;
  readonly keys: KeyTable;
}

/** What the chunks of a group do with one key. */
interface Share {
  chunks: number;
  /** Bits of `Role` in chunks that are no tests. */
  roles: number;
}

/** Describes the community of a leader. */
export async function describeGroup(leader: Bucket, { reader, chunkKeys, keys }: GroupContext): Promise<Group> {
  const members = new Set(leader.members);
  for (const { members: more } of leader.joined) for (const chunk of more) members.add(chunk);
  const list = [...members];
  const infos = await reader.chunkInfo(list);
  const placed = list.map((chunk, i) => ({ chunk, info: infos[i] as ChunkInfo })).sort((a, b) => byPlace(a.info, b.info));
  await chunkKeys.load(list);
  const characteristic = keysByWeight(list, leader, reader.traits, chunkKeys, keys);
  return {
    told: undefined,
    isOrdered: false,
    leader,
    id: hashHex(leader.key.text),
    last: largestOf(list),
    chunks: Int32Array.from(placed, ({ chunk }) => chunk),
    entities: characteristic.map((key) => key.slice(2)),
    naming: namingOf(
      characteristic,
      placed.map(({ info }) => info),
    ),
  };
}

export function largestOf(chunks: ArrayLike<number>): number {
  let largest = -1;
  for (let i = 0; i < chunks.length; i++) largest = Math.max(largest, chunks[i] as number);
  return largest;
}

function keysByWeight(
  chunks: readonly number[],
  leader: Bucket,
  traits: Uint8Array,
  chunkKeys: ChunkKeys,
  keys: KeyTable,
): readonly string[] {
  const shares = new Map<number, Share>();
  const { ids, roles } = chunkKeys;
  for (const chunk of chunks) {
    const isTest = ((traits[chunk] as number) & Trait.Test) !== 0;
    const end = chunkKeys.endOf(chunk);
    for (let i = chunkKeys.startOf(chunk); i < end; i++) {
      const id = ids[i] as number;
      if (keys[id] === undefined) continue;
      const share = shares.get(id);
      const role = isTest ? 0 : (roles[i] as number);
      if (share === undefined) shares.set(id, { chunks: 1, roles: role });
      else {
        share.chunks++;
        share.roles |= role;
      }
    }
  }
  const weighed: { readonly text: string; readonly weight: number }[] = [];
  for (const [id, share] of shares) {
    const key = keys[id];
    if (key === undefined || share.chunks < 2 || !isTelling(key.text)) continue;
    weighed.push({ text: key.text, weight: (share.chunks ** 2 / 2 ** levelOf(key.size)) * worthOf(key.text, share.roles) });
  }
  weighed.sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1));
  const best = weighed.slice(0, mostEntities).map(({ text }) => text);
  return best.includes(leader.key.text) ? best : [...best.slice(0, mostEntities - 1), leader.key.text];
}

/** How much a key says of what chunks are about that do these things with it: a power of two. */
function worthOf(text: string, roles: number): number {
  if (isVague(text)) return 1 / 64;
  const isSubject = (roles & (Role.Defines | Role.Title | Role.Heading)) !== 0;
  switch (text[0]) {
    case Space.Symbol:
      return isSubject ? 1 : 1 / 4;
    case Space.Name:
      if (/\d/.test(text)) return 1 / 16;
      return isSubject ? 1 : text.includes(' ') ? 1 / 4 : 1 / 16;
    default:
      return 1 / 8;
  }
}
