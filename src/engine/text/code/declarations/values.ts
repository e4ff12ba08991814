/** The names that one statement gives to several values. */

import type { Source } from '../source.ts';

/** The parts with further names of a statement: `a = 1, b = 2`, `a, b int`. */
export function furtherNames(source: Source, i: number): number[] {
  const parts: number[] = [];
  const isList = source.syntax.fields === 'name';
  if (source.syntax.named !== undefined) {
    // `ENV A=1 B=2`
    for (let at = i; !source.isFirst(at); at++)
      if (source.isWord(at) && source.is(at + 1, '=') && source.touches(at + 1) && !source.touches(at)) parts.push(at);
    return parts;
  }
  let isValue = false;
  for (let at = i; at < source.parts.count; ) {
    if (source.isAny(at, ';}') || (source.syntax.lines && source.isFirst(at) && !source.goesOn(at) && !source.is(at - 1, ',')))
      return parts;
    if (source.is(at, '=')) isValue = true;
    const isDeclared = source.is(at + 2, '=')
      ? !source.isPair(at + 2, '=', '>')
      : source.isAny(at + 2, ',;:') || (isList && source.isWord(at + 2)) || (source.syntax.lines === true && source.isFirst(at + 2));
    if (source.is(at, ',') && source.isWord(at + 1) && isDeclared && !(isList && isValue)) parts.push(at + 1);
    at = source.past(at);
  }
  return parts;
}

/** The parts with the names that a pattern binds, `{ a, b: c, ...d }`; none if it is never closed. */
export function patternNames(source: Source, open: number): number[] {
  const parts: number[] = [];
  const end = source.parts.matches[open] as number;
  for (let at = open + 1; at < end; at++) {
    if (!source.isWord(at) || (source.is(at + 1, ':') && source.is(open, '{'))) continue;
    parts.push(at);
    // A default value, a type, a module's alias.
    while (at + 1 < end && !source.isAny(at + 1, ',')) at = source.after(at + 1) - 1;
  }
  return parts;
}
