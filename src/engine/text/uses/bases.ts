/** The types that a declared one extends or implements, and what is thrown, over the parts of a source. */

import type { Source } from '../code/source.ts';

/** Receives the offsets of a name. */
type AddName = (from: number, to: number) => void;

/** A header is read up to this many parts. */
const maxHeader = 400;

/** Reads the header of a type, whose first word is at a part: `class A<T> extends B, C {`. Names inside of brackets are no bases. */
export function readBases(source: Source, at: number, add: AddName): void {
  if (source.touches(at) && source.isAny(at - 1, '.:')) return;
  const { isHeader, declares, isMixin } = source.role(at);
  if (declares === 'implementation') readTrait(source, at, add);
  else if (isMixin) readMixin(source, at, add);
  else if (source.syntax.bases?.embedded) readEmbedded(source, at + 1, add);
  else {
    const start = listStart(source, at + 1, isHeader);
    if (start > 0 && source.is(start - 1, '(')) addNames(source, start, add, source.parts.matches[start - 1]);
    else if (start > 0) addNames(source, start, add);
  }
}

/** A statement with a list alone, perhaps in brackets, whose word may have a mark before it: `include A, B`, `-behaviour(a).` */
function readMixin(source: Source, at: number, add: AddName): void {
  const { matches } = source.parts;
  if (!source.isFirst(source.isAny(at - 1, '@-') ? at - 1 : at)) return;
  if (source.is(at + 1, '(')) addNames(source, at + 2, add, matches[at + 1]);
  else if (!source.isAny(at + 1, '=.,')) addNames(source, at + 1, add);
}

/** Adds the names that are alone in a statement of a body: `*io.Reader`, `Base[T]`, with a tag or not. */
function readEmbedded(source: Source, open: number, add: AddName): void {
  if (!source.is(open, '{')) return;
  const { starts, ends, matches } = source.parts;
  const close = matches[open] as number;
  for (let at = open + 1; at < close; at = source.after(at)) {
    if (at > open + 1 && !isNewStatement(source, at) && !source.is(at - 1, ';')) continue;
    let name = source.is(at, '*') ? at + 1 : at;
    while (source.isWord(name) && source.is(name + 1, '.')) name += 2;
    if (!source.isWord(name)) continue;
    let next = source.is(name + 1, '[') && source.touches(name + 1) ? source.after(name + 1) : name + 1;
    if (source.isString(next)) next++;
    if (next >= close || source.is(next, ';') || isNewStatement(source, next)) add(starts[name] as number, ends[name] as number);
  }
}

/** The first part after what introduces a list of bases; 0 if there is none. */
function listStart(source: Source, from: number, isHeader: boolean): number {
  const { bases } = source.syntax;
  const marks = `${bases?.marks ?? ''}${isHeader ? '<' : ''}`;
  const end = Math.min(source.parts.count, from + maxHeader);
  let hasName = false;
  for (let at = from; at < end; ) {
    if (at > from && isNewStatement(source, at)) return 0;
    if (source.isWord(at)) {
      const { isBase, declares } = source.role(at);
      if (isBase) return at + 1;
      if (declares === 'value' || declares === 'function' || (hasName && !source.is(at - 1, '.') && !mayFollowName(source, at))) return 0;
      hasName = true;
      at++;
    } else if (source.isPair(at, ':', ':')) at += 2;
    else if (hasName && source.isAny(at, marks)) return at + 1;
    else if (source.isAny(at, '([')) at = source.after(at);
    else if (source.is(at, '<') && source.afterAngles(at) > at) at = source.afterAngles(at);
    else if (source.isAny(at, '.@')) at++;
    else return 0;
  }
  return 0;
}

/** Whether a word may be between the name of a type and its bases: a modifier, `constructor(`, or any word where macros are. */
function mayFollowName(source: Source, at: number): boolean {
  const { isModifier, isFinal, isStatement, declares } = source.role(at);
  const isMarked = source.is(at - 1, '@') || (isStatement && source.is(at + 1, '('));
  return source.syntax.macros === true || isMarked || isModifier || isFinal || declares !== undefined;
}

/** Whether the first part of a line begins another statement. */
function isNewStatement(source: Source, at: number): boolean {
  if (!source.isFirst(at)) return false;
  const { layout, lines } = source.syntax;
  return layout === 'braces' ? lines === true && !source.goesOn(at) : !source.is(at - 1, ',');
}

/** Adds the names of a list outside of brackets, up to a body, a clause such as `where`, or `last`. */
function addNames(source: Source, from: number, add: AddName, last?: number): void {
  const { starts, ends, count } = source.parts;
  const end = Math.min(count, from + maxHeader, last ?? count);
  for (let at = from; at < end; ) {
    if (source.isAny(at, '{;') || (last === undefined && at > from && isNewStatement(source, at))) return;
    const { isStatement, continues, isBase } = source.role(at);
    if (last === undefined && (isStatement || continues) && !isBase) return;
    if (source.isWord(at) && !source.is(at - 1, '@')) add(starts[at] as number, ends[at] as number);
    at = source.past(at);
  }
}

/** Adds the trait of `impl<T> Trait for Type {`. */
function readTrait(source: Source, word: number, add: AddName): void {
  const { starts, ends } = source.parts;
  const from = source.afterAngles(word + 1);
  let trait = -1;
  for (let at = from; at < Math.min(source.parts.count, from + maxHeader) && !source.isAny(at, '{;='); ) {
    if (source.isWord(at)) {
      if (source.textOf(at) === 'for') {
        if (trait >= 0) add(starts[trait] as number, ends[trait] as number);
        return;
      }
      trait = at;
    }
    at = source.past(at);
  }
}

/** Reads what a word throws: the last part of a name, or each name after `throws`. */
export function readThrown(source: Source, word: number, add: AddName): void {
  if (source.touches(word) && source.is(word - 1, '.')) return;
  const { starts, ends } = source.parts;
  const isList = source.textOf(word) === 'throws';
  let at = word + 1;
  if (isNewStatement(source, at)) return;
  if (source.is(at, '(')) at++;
  if (source.isWord(at) && source.textOf(at) === 'new') at++;
  for (; source.isWord(at) || (isList && source.is(at, ',')); at++) {
    while (source.isWord(at) && source.isAny(at + 1, '.:\\')) {
      at++;
      while (source.isAny(at, '.:\\')) at++;
    }
    if (source.isWord(at)) add(starts[at] as number, ends[at] as number);
    if (!isList) return;
  }
}
