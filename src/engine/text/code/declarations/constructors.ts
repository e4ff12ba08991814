/** Reads the constructors and fields of a data type: `data Model = Empty | Model { size :: Int }`, `type t = A of int | B`. */

import type { Drafts, Frame } from '../frames.ts';
import type { Source } from '../source.ts';

/** @param i the part after the type's name. @param container the type. */
export function readConstructors(source: Source, drafts: Drafts, i: number, frame: Frame, container: string): void {
  const { starts, ends, indents, matches, count } = source.parts;
  const indent = indents[frame.start] as number;
  const isOver = (at: number): boolean =>
    at >= count || (source.isFirst(at) && (indents[at] as number) <= Math.max(0, indent) && !source.isAny(at, '|}'));
  const add = (kind: 'enumerator' | 'field', name: number, marks: string): void => {
    let last = name;
    while (!isOver(last + 1) && !source.isAny(last + 1, marks)) last = source.after(last + 1) - 1;
    const from = starts[name] as number;
    drafts.addWhole(frame, kind, source.textOf(name), from, from, ends[last] as number, container);
  };
  for (let at = i; !isOver(at); ) {
    if (source.isAny(at, '=|') && startsUpper(source, at + 1)) add('enumerator', at + 1, '|');
    if (!source.is(at, '{')) {
      at = source.after(at);
      continue;
    }
    const end = matches[at] as number;
    for (let field = at + 1; field < end; field = source.after(field)) {
      if (!source.isAny(field - 1, '{,;')) continue;
      while (source.role(field).isModifier && source.isWord(field + 1)) field++;
      if (source.isWord(field) && source.isAny(field + 1, ':,')) add('field', field, ',;}');
    }
    at = source.after(at);
  }
}

function startsUpper(source: Source, i: number): boolean {
  const first = source.isWord(i) ? source.textOf(i).charAt(0) : '';
  return first !== first.toLowerCase();
}
