/**
 * Buckets: all chunks that hold one key, where that says that they belong together.
 *
 * A bucket has 3 to 64 chunks, three of them no list of changes, its key tells a subject, a symbol among them is defined there, and a
 * second, independent key of that size is in several of those. Source: MeshRAG section 3.2, where a bucket is a band of a signature and
 * the information criterion judges it;
 * the second key stands in for the criterion. Whether a key makes a bucket depends on its chunks and on the sizes of their keys alone.
 * Cost: the keys of the chunks.
 */

import { Role, Space } from '../document.ts';
import { hash64 } from '../hash/hash.ts';
import { Trait } from '../index/reader.ts';
import { isEverywhere } from '../naming/ubiquitousKeys.ts';
import { isCommonWord } from '../naming/vague.ts';
import { isSubjectKey } from '../vocabulary/subjectKeys.ts';
import type { ChunkKeys } from './chunkKeys.ts';
import type { KeyTable } from './keyTable.ts';
import { bucketLimits } from './keyTable.ts';

/** The chunks that hold one key. */
export interface Bucket {
  /** That of its key. */
  readonly id: number;
  /** Its key. */
  readonly text: string;
  /** Ids of its chunks, ascending. */
  members: Int32Array;
  /** How many they were when it was made. */
  readonly size: number;
  /** The power of two of its size, and the hash of its key: its priority; see `leaders.ts`. */
  readonly level: number;
  readonly high: number;
  readonly low: number;
  /** The bucket whose community it is part of: itself where it leads one; undefined while that is open. */
  leader: Bucket | undefined;
  /** Whether it waits to be decided. */
  isOpen: boolean;
  /** Those that join it where it leads; undefined where none ever has. */
  joined: Set<Bucket> | undefined;
}

/** The power of two that a count of at least 1 reaches: sizes are compared by it, so that one chunk more seldom matters. */
export function levelOf(count: number): number {
  return 31 - Math.clz32(count);
}

/** A bucket that nothing is decided of yet. `members` are ascending. */
export function createBucket(id: number, text: string, members: Int32Array): Bucket {
  const { high, low } = hash64(text);
  const { length: size } = members;
  return { id, text, members, size, level: levelOf(size), high, low, leader: undefined, isOpen: false, joined: undefined };
}

/** Whether a key may hold a community together, by its text and by what its chunks do with it (bits of `Role`). */
export function mayLead(text: string, roles: number): boolean {
  // A symbol that is defined nowhere is a library's: what calls `forEach` or `setTimeout` has no subject in common.
  if (text[0] === Space.Symbol && (roles & (Role.Defines | Role.Title | Role.Heading)) === 0) return false;
  // Neither have files that import the same, types that follow the same protocol, pages with the same heading of all pages.
  const mayBeEverywhere = text[0] !== Space.Name || (roles & Role.Heading) !== 0;
  return isSubjectKey(text) && !isCommonWord(text) && !(mayBeEverywhere && isEverywhere(text, true));
}

/** Those of some chunks that are no list of changes: what was changed together has no subject in common. */
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
