/** Reads the fields that a constructor's parameters declare: `constructor(private readonly store: Store)`, `class Point(val x: Int)`. */

import type { Drafts, Frame } from '../frames.ts';
import type { Source } from '../source.ts';

/** @param open the bracket of the parameters. @param container the type that has the fields. @param isRecord whether all are. */
export function readParameterFields(
  source: Source,
  drafts: Drafts,
  open: number,
  frame: Frame,
  container: string | undefined,
  isRecord = false,
): void {
  const { starts, ends, matches } = source.parts;
  const end = matches[open] as number;
  for (let at = open + 1; at < end; at = source.past(at)) {
    if (!source.isAny(at - 1, ',()')) continue;
    const name = fieldName(source, at, isRecord);
    if (name < 0) continue;
    let last = name;
    while (last + 1 < end && !source.is(last + 1, ',')) last = source.past(last + 1) - 1;
    const text = source.textOf(name);
    const mark = text.startsWith('$') ? 1 : 0;
    drafts.addWhole(
      frame,
      'field',
      text.slice(mark),
      (starts[name] as number) + mark,
      starts[at] as number,
      ends[last] as number,
      container,
    );
  }
}

/** The name of a parameter that is a field, or -1: modifiers make it one in TypeScript, a word such as `val` elsewhere. */
function fieldName(source: Source, first: number, isRecord: boolean): number {
  let at = first;
  while (source.is(at, '@') && source.isWord(at + 1)) at = source.is(at + 2, '(') ? source.after(at + 2) : at + 2;
  const start = at;
  let isDeclared = false;
  while (source.isWord(at + 1) && (source.role(at).isModifier || source.role(at).declares === 'value')) {
    isDeclared ||= source.role(at).declares === 'value';
    at++;
  }
  const isDollar = source.syntax.fields === 'dollar' && at > start;
  if (isRecord || isDollar) {
    while (!source.isAny(at + 1, ',)=') && at + 1 < source.parts.count) at = source.past(at + 1) - 1;
    return source.isWord(at) && at > start ? at : -1;
  }
  return source.isWord(at) && at > start && (isDeclared || source.syntax.methods === true) ? at : -1;
}
