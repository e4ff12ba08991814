/** Two halves of the questions: choose on `dev`, report `test`. The half of a question depends on its id alone. */

import { createHash } from 'node:crypto';

export type Half = 'dev' | 'test';

/** `all` and the two halves, in print order. */
export const halves = ['all', 'dev', 'test'] as const;

/** The half of a question. */
export function halfOf(id: string): Half {
  return (createHash('sha256').update(id).digest()[0] as number) & 1 ? 'test' : 'dev';
}

/** The questions of one half, or all. */
export function ofHalf<T extends { readonly id: string }>(questions: readonly T[], half: Half | 'all'): readonly T[] {
  return half === 'all' ? questions : questions.filter(({ id }) => halfOf(id) === half);
}
