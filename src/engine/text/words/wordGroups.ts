/**
 * Word groups that prefilter lines of code before a pattern is tried: the declaration of a type needs one of `class`, `struct` and so on. A
 * line's mask of groups comes from the hashes of its words alone, so it may have false positives but no false negatives.
 */

import { hashOfWord } from './wordHash.ts';

/** Bits of a line's mask; `Any` is set by every word. */
export const WordGroup = { Type: 1, Member: 2, Function: 4, Variable: 8, Typedef: 16, Any: 128 } as const;

const groups: readonly (readonly [group: number, words: string])[] = [
  [WordGroup.Type, 'class object interface enum struct trait type union record namespace module protocol mixin'],
  [WordGroup.Member, 'public private protected static override abstract async get set'],
  [WordGroup.Function, 'def cdef cpdef fun func fn'],
  [WordGroup.Variable, 'const let var val static'],
  [WordGroup.Typedef, 'typedef'],
];

/** Large enough that few other words collide with these. */
const tableBits = 14;
export const groupMask = (1 << tableBits) - 1;
/** The groups of a word, by the low bits of its hash. */
export const groupsByHash = new Uint8Array(1 << tableBits).fill(WordGroup.Any);
for (const [group, words] of groups) {
  for (const word of words.split(' ')) (groupsByHash[hashOfWord(word) & groupMask] as number) |= group;
}
