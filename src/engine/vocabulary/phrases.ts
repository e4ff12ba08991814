/** Phrases of a language as patterns. */

import type { Vocabulary } from './vocabulary.ts';

const compiled = new Map<string, RegExp>();

/** Alternatives of phrases as whole words, or anywhere where words are written without spaces. `isFirst`: only where a text begins. */
export function phrases({ id, isUnspaced }: Vocabulary, alternatives: string, isFirst = false): RegExp {
  const key = `${id} ${isFirst} ${alternatives}`;
  let pattern = compiled.get(key);
  if (pattern === undefined) {
    const whole = isUnspaced ? `(?:${alternatives})` : `(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`;
    pattern = new RegExp(isFirst ? `^\\s*${whole}` : whole, 'iu');
    compiled.set(key, pattern);
  }
  return pattern;
}
