/** Reads what COBOL declares: the program, its sections and paragraphs, and the records of level 01. Each part is passed once. */

import { type Drafts, outerFrame } from '../frames.ts';
import type { Source } from '../source.ts';

/** A paragraph begins in area A, the columns after the indicator's. */
const maxIndent = 10;

export function readCobol(source: Source, drafts: Drafts): void {
  const { parts } = source;
  const frame = outerFrame(parts.count);
  /** The last paragraph or record, which ends where the next begins. */
  let last = -1;
  let isProcedure = false;
  const add = (kind: 'type' | 'function' | 'value', part: number, from: number): void => {
    const at = parts.starts[from] as number;
    drafts.endAt(last, parts.ends[Math.max(0, from - 1)] as number);
    last = drafts.add(frame, kind, source.textOf(part), parts.starts[part] as number, at);
  };
  for (let first = 0; first < parts.count; first++) {
    if (!source.isFirst(first)) continue;
    // The numbers of lines are in the first six columns.
    const at = parts.indents[first] === 0 && isNumber(source.textOf(first)) && !source.isFirst(first + 1) ? first + 1 : first;
    if (!source.isWord(at)) continue;
    const word = source.textOf(at).toLowerCase();
    const next = at + 1;
    if (word === 'procedure') isProcedure = true;
    const role = source.role(at);
    if (role.declares === 'module') {
      const name = source.is(next, '.') ? next + 1 : next;
      if (source.isWord(name)) add('type', name, at);
      isProcedure = false;
    } else if (role.declares === 'member') {
      if (source.isWord(next) && !source.role(next).isStatement) add('value', next, at);
    } else if (isProcedure && !role.isStatement && (at > first || (parts.indents[first] as number) <= maxIndent)) {
      const isSection = source.isWord(next) && source.textOf(next).toLowerCase() === 'section';
      if (source.is(next, '.') ? source.isFirst(next + 1) : isSection) add('function', at, at);
    }
  }
  drafts.endAt(last, parts.ends[parts.count - 1] as number);
}

function isNumber(text: string): boolean {
  return text.length === 6 && Number.isInteger(Number(text));
}
