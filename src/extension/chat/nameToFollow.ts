/** Which name of an answer's sources is worth a question of its own. */

import type { AnswerNotes } from './thread.ts';

/** `T`, `TKey`, `_T`, `T_co`, `K2`: what type parameters are called. */
const typeParameter = /^_*\p{Lu}\d?$|^_*T\d?(?:\p{Lu}\w*|_\w+)?$/u;

/** A name that the code among the sources defines, one that the answer mentions before others; undefined where there is none. */
export function nameToFollow({ answer, sources }: Pick<AnswerNotes, 'answer' | 'sources'>): string | undefined {
  const defined = sources.flatMap(({ kind, title }) => (kind === 'code' ? title.split(/[,\s]+/) : []));
  const names = defined.filter((name) => /\p{L}{2}/u.test(name) && !typeParameter.test(name));
  const words = new Set(answer.match(/[\p{L}\p{N}_$]+/gu));
  return names.find((name) => words.has(name)) ?? names[0];
}
