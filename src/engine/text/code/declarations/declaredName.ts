/** The name of what is declared: with its path, its marks, as an operator, or behind macros and types. */

import type { Source } from '../source.ts';
import type { Group } from '../syntax.ts';

/** A name with what is written before it: `A.b` is b of A. */
export interface Name {
  readonly name: string;
  readonly qualifier: string | undefined;
  /** The part with the name, and the part after it. */
  readonly part: number;
  readonly next: number;
}

/** A word as a name. */
export function plainName(source: Source, part: number): Name {
  return { name: source.textOf(part), qualifier: undefined, part, next: part + 1 };
}

/** Whether a part may be the name of what is declared. */
export function isNameLike(source: Source, i: number): boolean {
  return source.isWord(i) || source.is(i, '`') || (source.isString(i) && source.syntax.namesInStrings === true);
}

/** The type of a Go method: `(r *T)`; the parameters' brackets of Scala's `extension`. */
export function receiverAt(source: Source, i: number): { readonly name: string | undefined; readonly next: number } | undefined {
  if (!source.is(i, '(')) return undefined;
  const next = source.after(i);
  if (!source.isWord(next)) return undefined;
  let name: string | undefined;
  for (let at = i + 1; at < next - 1 && !source.is(at, '['); at++) if (source.isWord(at)) name = source.textOf(at);
  return { name, next };
}

/** The name at a part, after marks such as the star of a generator. */
export function nameAt(source: Source, i: number, group: Group = 'value'): Name | undefined {
  let at = i;
  while (source.isAny(at, '*&!@#%:') && !source.isFirst(at)) at++;
  while (source.syntax.layout === 'ends' && source.is(at, '[')) at = source.after(at);
  if (source.syntax.layout === 'ends' && source.is(at, ',')) while (!source.isFirst(at) && !source.isPair(at, ':', ':')) at++;
  while (source.isAny(at, ':') && !source.isFirst(at)) at++;
  // Options before the name of a command.
  if (source.syntax.prefixMarks !== undefined) while (source.is(at, '-') && source.isWord(at + 1)) at += source.is(at + 2, '=') ? 4 : 2;
  // A type before the name of a constant.
  if (group === 'member') while (source.isWord(at + 1) && !source.isFirst(at + 1)) at++;
  if (source.syntax.results && group === 'function') at = afterResults(source, at);
  if (source.syntax.contexts && group !== 'function') at = afterContext(source, at);
  if (source.is(at, '<') && group !== 'alias' && source.isWord(at + 1)) at = source.afterAngles(at);
  let qualifier: string | undefined;
  for (;;) {
    if (source.isString(at)) {
      const isOperator = group === 'function' && source.syntax.layout === 'ends';
      if (!source.syntax.namesInStrings && !isOperator && !source.text.startsWith('`', source.parts.starts[at])) return undefined;
      // Of several strings, as in `resource "type" "name"`, the last.
      for (; source.isString(at + 1); at++) qualifier = source.textOf(at).slice(1, -1);
      return { name: source.textOf(at).slice(1, -1), qualifier, part: at, next: at + 1 };
    }
    if (!source.isWord(at)) return group === 'function' ? operatorAt(source, at) : undefined;
    const next = source.afterAngles(at + 1);
    const after = pathMark(source, next);
    if (after === 0 || !(source.isWord(next + after) || source.isString(next + after))) break;
    qualifier = source.textOf(at);
    at = next + after;
  }
  // A word of the language may name a function.
  if (source.role(at).isStatement && !(group === 'function' && source.is(at + 1, '('))) return undefined;
  return { name: withEnd(source, at, group), qualifier, part: at, next: at + 1 };
}

/** MATLAB: the function in `[a, b] = weigh(p)` is weigh. */
function afterResults(source: Source, i: number): number {
  for (let at = i; at < source.parts.count && (at === i || !source.isFirst(at)); at = source.is(at, '[') ? source.after(at) : at + 1) {
    if (source.is(at, '(')) return i;
    if (source.is(at, '=')) return at + 1;
  }
  return i;
}

/** Haskell: the class in `class Monad m => Store m where` is Store. */
function afterContext(source: Source, i: number): number {
  for (let at = i; at < source.parts.count && !source.isFirst(at); at++) if (source.isPair(at, '=', '>')) return at + 2;
  return i;
}

/** The number of parts that join a name and a member of it at a part; 0 if there are none. */
function pathMark(source: Source, i: number): number {
  if (source.isFirst(i)) return 0;
  if (source.is(i, '.') && source.touches(i + 1)) return 1;
  if (source.isPair(i, ':', ':')) return 2;
  if (source.syntax.pathMarks !== undefined && source.isAny(i, source.syntax.pathMarks) && source.touches(i) && source.touches(i + 1))
    return 1;
  return 0;
}

/** A function's name with the mark that may end it: `valid?`, `grams=`. */
function withEnd(source: Source, part: number, group: Group): string {
  const name = source.textOf(part);
  const ends = source.syntax.nameEnds;
  const end = source.text.charAt(source.parts.ends[part] as number);
  if (ends === undefined || group !== 'function' || end === '' || !ends.includes(end)) return name;
  const next = source.text.charAt((source.parts.ends[part] as number) + 1);
  return end === '=' && next !== '(' ? name : name + end;
}

/** The operator that a function is named by. */
function operatorAt(source: Source, i: number): Name | undefined {
  let at = i;
  while (source.isAny(at, '+-*/%<>=!~^&|[]') && (at === i || source.touches(at))) at++;
  if (at === i) return undefined;
  return { name: source.text.slice(source.parts.starts[i], source.parts.ends[at - 1]), qualifier: undefined, part: i, next: at };
}

/** The last word before the body, the bases or the end: macros and attributes may be before it. */
export function lastOfHeader(source: Source, i: number): Name | undefined {
  let found: Name | undefined;
  let at = i;
  while (at < source.parts.count) {
    if (source.isWord(at)) {
      if (found !== undefined && source.role(at).isFinal) break;
      found = { name: source.textOf(at), qualifier: undefined, part: at, next: at + 1 };
      at++;
    } else if (source.isPair(at, ':', ':')) at += 2;
    else if (source.is(at, '<') && found !== undefined) {
      const next = source.afterAngles(at);
      if (next === at) break;
      at = next;
      found = { ...found, next };
    } else if (source.is(at, '(') || source.is(at, '[')) at = source.after(at);
    else break;
  }
  return found;
}
