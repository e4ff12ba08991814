/** The hash of a word: FNV-1a over its code units, begun with `hashBasis`, each step a multiplication by `hashFactor`. */

export const hashBasis = 0x811c9dc5;
export const hashFactor = 0x01000193;

/** Mixes the bits of a finished hash: its low bits alone depend on few bits of the last units. */
export function mixed(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** The hash that the scanner gives to a word. */
export function hashOfWord(word: string): number {
  let hash = hashBasis;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), hashFactor);
  return mixed(hash);
}
