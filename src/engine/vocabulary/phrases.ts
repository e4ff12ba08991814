/** Compiles phrases of a language to patterns. */

import type { Vocabulary } from './vocabulary.ts';

const compiled = new Map<string, RegExp>();

/** A pattern of alternative phrases: whole words, or anywhere in unspaced scripts. `isFirst`: only at the start of a text. */
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
