/** The hash of a word: FNV-1a over its code units, with the offset basis `hashBasis` and the prime `hashFactor`. */

export const hashBasis = 0x811c9dc5;
export const hashFactor = 0x01000193;

/** Mixes high bits of a finished hash into the low ones, which depend on few bits of the last units. */
export function mixed(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** The hash of a word, as the scanner computes it. */
export function hashOfWord(word: string): number {
  let hash = hashBasis;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), hashFactor);
  return mixed(hash);
}
