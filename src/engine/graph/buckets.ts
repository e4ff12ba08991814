/**
 * Buckets: all chunks with one key, if the key suggests that they belong together.
 *
 * A bucket has 3 to 64 chunks, three of them outside of change logs; its key names a subject and, if a symbol, is defined in one of them;
 * and a second, independent key of such a size is in several of them.
 * Source: MeshRAG section 3.2, where a bucket is a band of a signature judged by an information criterion, which the second key replaces.
 * Whether a key makes a bucket depends only on its chunks and the sizes of their keys.
 * Cost: the keys of the chunks.
 */

import { Role, Space } from '../document.ts';
import { hash64 } from '../hash/hash.ts';
import { Trait } from '../index/reader.ts';
import { isOneSubject, isUbiquitous } from '../naming/ubiquitousKeys.ts';
import { isCommonWord } from '../naming/vague.ts';
import { isSubjectKey } from '../vocabulary/subjectKeys.ts';
import type { ChunkKeys } from './chunkKeys.ts';
import type { KeyTable } from './keyTable.ts';
import { bucketLimits } from './keyTable.ts';

/** The chunks with one key. */
export interface Bucket {
  /** Id of its key. */
  readonly id: number;
  /** Text of its key. */
  readonly text: string;
  /** Ids of its chunks, ascending. */
  members: Int32Array;
  /** Number of members when it was created. */
  readonly size: number;
  /** Priority: the binary logarithm of its size, then the hash of its key; see `leaders.ts`. */
  readonly level: number;
  readonly high: number;
  readonly low: number;
  /** The bucket that leads its community, itself if it leads one; undefined until decided. */
  leader: Bucket | undefined;
  /** Whether it is queued to be decided. */
  isOpen: boolean;
  /** The buckets that join it, if it leads; undefined if there never were any. */
  joined: Set<Bucket> | undefined;
}

/** Floor of the binary logarithm of a count (at least 1). Sizes are compared by it, so that one chunk more seldom matters. */
export function levelOf(count: number): number {
  return 31 - Math.clz32(count);
}

/** A bucket not decided yet. `members` are ascending. */
export function createBucket(id: number, text: string, members: Int32Array): Bucket {
  const { high, low } = hash64(text);
  const { length: size } = members;
  return { id, text, members, size, level: levelOf(size), high, low, leader: undefined, isOpen: false, joined: undefined };
}

/** Whether a key can lead a community, by its text, its roles in the chunks (bits of `Role`), and how many of the chunks define it. */
export function canLead(text: string, roles: number, definers: number, chunks: number): boolean {
  if (!isSubjectKey(text)) return false;
  // A symbol defined nowhere belongs to a library: calling `forEach` or `setTimeout` is not a common subject.
  if (text[0] === Space.Symbol && !isOneSubject(definers, chunks)) return false;
  // A type is a subject whatever its name.
  if (isType(text, roles)) return true;
  // Nor are common imports, or a heading that all pages have.
  const canBeUbiquitous = text[0] !== Space.Name || (roles & Role.Heading) !== 0;
  return !isCommonWord(text) && !(canBeUbiquitous && isUbiquitous(text, true));
}

/** Whether a key is a type that one of the chunks defines; `roles` are theirs. */
export function isType(text: string, roles: number): boolean {
  return text[0] === Space.Symbol && (roles & Role.DefinesType) !== 0;
}

/** The chunks outside of change logs: being changed together is not a common subject. */
export function withoutChangeLogs(chunks: Int32Array, traits: Uint8Array): Int32Array {
  const isOther = (chunk: number): boolean => ((traits[chunk] as number) & Trait.ChangeLog) === 0;
  return chunks.every(isOther) ? chunks : chunks.filter(isOther);
}

/** Whether a second key, independent of the first, is in enough of its chunks. The chunks' keys must be loaded. */
export function hasSecondKey(id: number, members: Int32Array, chunkKeys: ChunkKeys, keys: KeyTable): boolean {
  const needed = Math.max(2, Math.ceil(members.length * bucketLimits.secondKeyShare));
  const { ids, roles } = chunkKeys;
  const { counts, list: reached } = keys;
  let isFound = false;
  let size = 0;
  for (let m = 0; m < members.length && !isFound; m++) {
    const chunk = members[m] as number;
    const end = chunkKeys.endOf(chunk);
    for (let i = chunkKeys.startOf(chunk); i < end; i++) {
      const other = ids[i] as number;
      if (other === id || roles[i] === Role.Title) continue;
      const count = (counts[other] as number) + 1;
      counts[other] = count;
      if (count === 1) reached[size++] = other;
      if (count !== needed || !isSecond(keys.textOf(other), keys.textOf(id))) continue;
      isFound = true;
      break;
    }
  }
  for (let i = 0; i < size; i++) counts[reached[i] as number] = 0;
  return isFound;
}

function isSecond(text: string, first: string): boolean {
  return text[0] !== Space.Path && areIndependent(text, first);
}

function areIndependent(a: string, b: string): boolean {
  const x = ` ${a.slice(2).toLowerCase()} `;
  const y = ` ${b.slice(2).toLowerCase()} `;
  return !x.includes(y) && !y.includes(x);
}
