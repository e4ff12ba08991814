/** Reads the fields that a constructor's parameters declare: `constructor(private readonly store: Store)`, `class Point(val x: Int)`. */

import type { Drafts, Frame } from './frames.ts';
import type { Source } from './source.ts';

/** @param open the bracket of the parameters. @param container the type that has the fields. */
export function readParameterFields(source: Source, drafts: Drafts, open: number, frame: Frame, container: string | undefined): void {
  const { starts, ends, matches } = source.parts;
  const end = matches[open] as number;
  for (let at = open + 1; at < end; at = source.isAny(at, '({[') ? source.after(at) : at + 1) {
    if (!source.isAny(at - 1, ',()')) continue;
    const name = fieldName(source, at);
    if (name < 0) continue;
    let last = name;
    while (last + 1 < end && !source.is(last + 1, ',')) last = source.isAny(last + 1, '({[') ? source.after(last + 1) - 1 : last + 1;
    drafts.addWhole(frame, 'field', source.textOf(name), starts[name] as number, starts[at] as number, ends[last] as number, container);
  }
}

/** The name of a parameter that is a field, or -1: modifiers make it one in TypeScript, a word such as `val` elsewhere. */
function fieldName(source: Source, first: number): number {
  let at = first;
  while (source.is(at, '@') && source.isWord(at + 1)) at = source.is(at + 2, '(') ? source.after(at + 2) : at + 2;
  const start = at;
  let isDeclared = false;
  while (source.isWord(at + 1) && (source.role(at).isModifier || source.role(at).declares === 'value')) {
    isDeclared ||= source.role(at).declares === 'value';
    at++;
  }
  return source.isWord(at) && at > start && (isDeclared || source.syntax.methods === true) ? at : -1;
}
