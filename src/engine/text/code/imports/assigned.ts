/** What a call is assigned to, left of the equals sign. */

import type { Source } from '../source.ts';

/** The name before the equals sign that precedes a part, or the first and last part of names in braces; undefined if there is none. */
export function assignedBefore(source: Source, at: number): readonly [first: number, last: number] | undefined {
  let last = at - 1;
  while (source.is(last, '(') || (last >= 0 && source.isWord(last) && source.textOf(last) === 'await')) last--;
  if (!source.is(last--, '=') || last < 0) return undefined;
  if (source.isWord(last)) return [last, last];
  const first = source.is(last, '}') ? source.opening(last) : last;
  return first < last ? [first, last] : undefined;
}

/** The part that begins the declaration of what a part is assigned to; that part if there is none. */
export function declarationStart(source: Source, at: number): number {
  const start = (assignedBefore(source, at)?.[0] ?? 0) - 1;
  if (start < 0) return at;
  const { declares, isModifier, isStatement } = source.role(start);
  return declares !== undefined || isModifier || isStatement ? start : at;
}
