/**
 * Word groups that prefilter lines of code before a pattern is tried: the declaration of a type needs one of `class`, `struct` and so on. A
 * line's mask of groups comes from the hashes of its words alone, so it may have false positives but no false negatives.
 */

import { hashOfWord } from './wordHash.ts';

/** Bits of a line's mask; `Any` is set by every word. */
export const WordGroup = { Type: 1, Member: 2, Function: 4, Variable: 8, Typedef: 16, Import: 32, Relation: 64, Any: 128 } as const;

/** The keywords of declarations in any language. */
export const declarationWords = {
  type: 'class object interface enum struct trait type union record namespace module protocol mixin'.split(' '),
  member: 'public private protected static override abstract async get set'.split(' '),
  function: 'function def cdef cpdef fun func fn'.split(' '),
  variable: 'const let var val static'.split(' '),
} as const;

const groups: readonly (readonly [group: number, words: readonly string[]])[] = [
  [WordGroup.Type, declarationWords.type],
  [WordGroup.Member, declarationWords.member],
  [WordGroup.Function, declarationWords.function],
  [WordGroup.Variable, declarationWords.variable],
  [WordGroup.Typedef, ['typedef', 'typealias', 'actor']],
  [
    WordGroup.Import,
    'import cimport from export use extern include include_once require require_once require_relative using alias'.split(' '),
  ],
  [WordGroup.Relation, 'extends implements impl include extend prepend behaviour behavior throw throws raise'.split(' ')],
];

/** Large enough that few other words collide with these. */
const tableBits = 14;
export const groupMask = (1 << tableBits) - 1;
/** The groups of a word, by the low bits of its hash. */
export const groupsByHash = new Uint8Array(1 << tableBits).fill(WordGroup.Any);
for (const [group, words] of groups) {
  for (const word of words) (groupsByHash[hashOfWord(word) & groupMask] as number) |= group;
}
