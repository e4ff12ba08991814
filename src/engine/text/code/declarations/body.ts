/** Where the body of a declaration begins, and whether there is one. */

import { type Body, Holds } from '../frames.ts';
import type { Source } from '../source.ts';
import type { Group } from '../syntax.ts';

/** How far the body of a declaration is looked for, in parts. */
export const maxHeader = 2000;

const holds: Readonly<Record<Group, number>> = {
  ...{ type: Holds.Members, enum: Holds.Enumerators, alias: Holds.Members, module: Holds.Module, namespace: Holds.Outer },
  ...{
    extension: Holds.Members,
    implementation: Holds.Members,
    function: Holds.Statements,
    value: Holds.Statements,
    member: Holds.Statements,
  },
};

/** Whether a type is given another name here. */
export function isAlias(source: Source, i: number): boolean {
  const hasBrackets = source.is(i, '[') || (source.syntax.layout === 'ends' && source.is(i, '('));
  const next = hasBrackets ? source.after(i) : source.afterAngles(i);
  const { layout, forward } = source.syntax;
  if (layout !== 'braces')
    return source.is(next, '=') || source.is(next, '[') || (forward !== undefined && source.textOf(next).toLowerCase() === forward);
  if (source.syntax.declarators) return source.is(next, '=');
  return !source.isAny(next, '.,;)}') && !source.isPair(next, '=', '=');
}

/** Whether a type of C is defined here: whether its body or an end with a semicolon follows, and no name of that type. */
export function isDefinedHere(source: Source, i: number, group: Group): boolean {
  if (group === 'namespace' || group === 'alias') return true;
  let at = i;
  if (source.role(at).isFinal) at++;
  return source.is(at, '{') || (source.is(at, ':') && !source.is(at + 1, ':') && findBody(source, at, group, -1) !== undefined);
}

/** The body of a declaration whose name ends before a part. */
export function findBody(source: Source, i: number, group: Group, owner: number): Body | undefined {
  if (group === 'alias' && source.syntax.layout === 'ends' && !hasFields(source, i)) return undefined;
  if (source.syntax.layout !== 'braces') return { at: -1, holds: holds[group], owner };
  const end = Math.min(source.parts.count, i + maxHeader);
  const isFunction = group === 'function';
  for (let at = i; at < end; ) {
    if (source.is(at, ';')) return undefined;
    if (source.is(at, '=') && !source.isPair(at, '=', '>') && !source.isPair(at, '=', '=')) {
      return group === 'type' || group === 'alias' || isFunction ? { at: -1, holds: Holds.Statements, owner } : undefined;
    }
    if (source.is(at, '}')) return undefined;
    if (source.is(at, '{')) {
      const next = source.after(at);
      // The type of a result: `): { a: string } {`.
      if (isFunction && source.isAny(at - 1, ':|&<,') && (source.isAny(next, '{|&[>') || source.is(next, '='))) {
        at = next;
        continue;
      }
      return { at, holds: holds[group], owner };
    }
    if (at > i && source.syntax.lines && source.isFirst(at) && !source.goesOn(at)) return undefined;
    at = source.past(at);
  }
  return undefined;
}

/** `type Gauge is record`: whether a type has fields. */
function hasFields(source: Source, i: number): boolean {
  for (let at = i; at < source.parts.count && !source.is(at, ';'); at = source.is(at, '(') ? source.after(at) : at + 1)
    if (source.role(at).isFinal) return !source.role(at - 1).isBodiless;
  return false;
}
