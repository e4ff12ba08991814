/** Reads the names after the type of a statement of Fortran: `integer, parameter :: limit = 3, other = 4`. */

import { type Drafts, type Frame, Holds } from './frames.ts';
import type { Source } from './source.ts';

const functionWords = new Set(['procedure']);
const constantWord = 'parameter';
const enumeratorWord = 'enumerator';

/** Whether a statement declares names in this way: fields and methods of a type, constants and variables of a module. */
export function readTypedNames(source: Source, drafts: Drafts, first: number, frame: Frame): boolean {
  const { starts, count } = source.parts;
  const word = source.textOf(first).toLowerCase();
  // `type :: gauge` declares the type itself.
  const isType = source.role(first).declares !== undefined && !source.is(first + 1, '(');
  if (!source.isWord(first) || isType || frame.scope === 'local') return false;
  let colons = first + 1;
  let isConstant = word === enumeratorWord;
  while (colons < count && !source.isFirst(colons) && !source.isPair(colons, ':', ':')) {
    isConstant ||= source.textOf(colons).toLowerCase() === constantWord;
    colons = source.is(colons, '(') ? source.after(colons) : colons + 1;
  }
  if (!source.isPair(colons, ':', ':') || source.isFirst(colons)) return false;
  const isField = frame.holds === Holds.Members;
  // What a program declares is its own.
  const owner = drafts.all[frame.owner];
  const isModule = owner !== undefined && source.text.slice(owner.from, owner.at).toLowerCase().includes('module');
  if (!isField && !isConstant && !isModule) return true;
  const kind = isField ? (functionWords.has(word) ? 'function' : 'field') : word === enumeratorWord ? 'enumerator' : 'value';
  for (let at = colons + 2; at < count && !source.isFirst(at); at++) {
    if (!source.isWord(at)) return true;
    drafts.add(frame, kind, source.textOf(at), starts[at] as number, starts[first] as number);
    while (at < count && !source.isFirst(at + 1) && !source.is(at, ',')) at = source.is(at + 1, '(') ? source.after(at + 1) - 1 : at + 1;
  }
  return true;
}
