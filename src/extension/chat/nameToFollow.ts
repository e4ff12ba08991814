/** Selects a name from an answer's sources for a follow-up question. */

import type { AnswerNotes } from './thread.ts';

/** `T`, `TKey`, `_T`, `T_co`, `K2`: typical names of type parameters. */
const typeParameter = /^_*\p{Lu}\d?$|^_*T\d?(?:\p{Lu}\w*|_\w+)?$/u;

/** A name that the source code defines, preferably one that the answer mentions; undefined if there is none. */
export function nameToFollow({ answer, sources }: Pick<AnswerNotes, 'answer' | 'sources'>): string | undefined {
  const defined = sources.flatMap(({ kind, title }) => (kind === 'code' ? title.split(/[,\s]+/) : []));
  const names = defined.filter((name) => /\p{L}{2}/u.test(name) && !typeParameter.test(name));
  const words = new Set(answer.match(/[\p{L}\p{N}_$]+/gu));
  return names.find((name) => words.has(name)) ?? names[0];
}
