/** Whether a word in prose means a retired name: by its spelling, by its qualifiers, and by its markup. */

import { commonExtensions } from '../text/names/paths.ts';
import { isCapitalized } from '../text/words/characters.ts';
import { identifierParts, wordLimit } from '../text/words/terms.ts';
import { endsWithAny, isOnly, startsWithAny } from '../util/strings.ts';
import { isAssigned, isBound, isMember } from './binding.ts';
import { type Words, wordSet } from './driftWords.ts';
import { partsOfPath } from './origin.ts';
import type { RetiredName } from './retired.ts';

const fileEndings = new Set([...commonExtensions, 'htm', 'svelte', 'vue', 'com', 'org', 'io']);
/** Sphinx roles and directives. */
const roles = wordSet('func function meth method class attr data exc mod obj const member');
const directives = wordSet('function method class data attribute exception decorator');

/** Whether word `i` of a sentence means the retired name. */
export function isMentionedInProse(words: Words, i: number, retired: RetiredName): boolean {
  if (isPartOfLonger(words, i)) return false;
  const qualifiers = qualifiersOf(words, i);
  const qualifier = qualifiers.at(-1);
  if (qualifier !== undefined && (isOtherType(qualifier, retired) || isOtherModule(qualifiers, retired))) return false;
  if (looksLikeIdentifier(retired.name)) return true;
  if (qualifier !== undefined) return isContainer(qualifier, retired) || isInstance(words, i, retired);
  if (retired.container === undefined && isMarkedAsName(words, i)) return true;
  return retired.isType && isCapitalized(retired.name) && words.separator(i).endsWith('`') && words.separator(i + 1).startsWith('`');
}

/** Whether it has three words or numbers: too long to be shared by chance. */
export function isLongName(name: string): boolean {
  return identifierParts(name.slice(0, wordLimit)).length >= 3;
}

/** The qualifiers of word `i`, outermost first: `a.b.` and `a::b::`. None if a bracket or a blank precedes the dot. */
export function qualifiersOf(words: Words, i: number): readonly string[] {
  const qualifiers: string[] = [];
  for (
    let j = i;
    qualifiers.length < maxQualifiers && /^(?:\(\))?(?:\?\.#?|\.#?|::|#)$/.test(words.separator(j)) && words.isName(j - 1);
    j--
  )
    qualifiers.unshift(words.word(j - 1));
  return qualifiers;
}
const maxQualifiers = 12;

/** Whether it is the type or the file that contained the name. */
export function isContainer(qualifier: string, { container, path }: RetiredName): boolean {
  if (container !== undefined) return container.toLowerCase() === qualifier.replaceAll('_', '').toLowerCase() || container === qualifier;
  return partsOfPath(path).slice(-2).includes(qualifier);
}

/** Whether word `i` is a member of a variable or field that was made of the type which contained the name. */
export function isInstance(words: Words, i: number, { container }: RetiredName): boolean {
  return container !== undefined && receiverMarks.has(words.separator(i)) && classOfReceiver(words, i - 1) === container;
}
const receiverMarks: ReadonlySet<string> = new Set(['.', '?.', '->']);

/** Has several parts, or capitals before a number like error codes: not an ordinary word. */
function looksLikeIdentifier(name: string): boolean {
  return identifierParts(name.slice(0, wordLimit)).length >= 2 || /^\p{Lu}{4,}\p{N}{3,}$/u.test(name);
}

/** Whether a word is part of something longer that is not a program name: a file, an address, an option, a markup attribute. */
function isPartOfLonger(words: Words, i: number): boolean {
  const before = words.separator(i);
  const after = words.separator(i + 1);
  if (endsWithAny(before, '-/\\%') || startsWithAny(after, '-/\\')) return true;
  if (before.endsWith('#') && (before !== '#' || i === 0)) return true;
  // `*Name`: all names that end so.
  if (before.endsWith('`*')) return true;
  // A decorator starts its line; elsewhere `@` marks a person or a package.
  if (before.endsWith('@') && !words.isFirstOnLine(i, ' \t>.*#/@')) return true;
  if (after === '.' && fileEndings.has(words.word(i + 1))) return true;
  return before.endsWith(' ') && (after.startsWith('="') || after.startsWith("='"));
}

/** Whether a role, {py:func}`name` or :func:`name`, or a directive, `.. function:: name`, marks word `i`. */
function isMarkedAsName(words: Words, i: number): boolean {
  const mark = words.separator(i);
  const kind = words.word(i - 1);
  const opening = words.separator(i - 1);
  if (startsWithAny(mark, ':}') && mark.charAt(1) === '`' && isOnly(mark.slice(2), '~!'))
    return roles.has(kind) && endsWithAny(opening, ':{');
  return (
    mark.trimEnd() === '::' &&
    directives.has(kind.startsWith('auto') ? kind.slice(4) : kind) &&
    (opening.endsWith(':') || opening.endsWith('.. '))
  );
}

/** A qualifier spelt like a type is the container or another type; others may be an instance of it. */
function isOtherType(qualifier: string, retired: RetiredName): boolean {
  return isCapitalized(qualifier) && retired.container !== undefined && !isContainer(qualifier, retired);
}

/** `package.module.name` names the file or type that contained it, or means another name. */
function isOtherModule(qualifiers: readonly string[], retired: RetiredName): boolean {
  const [outer, inner] = qualifiers.slice(-2);
  if (inner === undefined || outer === undefined || outer === 'self' || outer === 'this') return false;
  const parts = partsOfPath(retired.path);
  return ![...parts, retired.container].includes(inner) && !parts.includes(outer);
}

/** How far back the binding of a variable is looked for, and that of a field. */
const [maxWords, maxFieldWords] = [400, 5000];
/** How code names the object that it belongs to. */
const ownObject = wordSet('self this');
/** Words between a sign of assignment, or of a type, and a class. */
const modifiers = wordSet('new await mut');
/** What ends the block of code in a document. */
const fence = '```';

/**
 * The class that the variable or the object's own field at word `i` was made of, without its module; undefined if it is not seen:
 * `client = Client(…)`, `new lib.Client(…)`, `Client::new(…)`, `client: Client`. The nearest binding before the use decides. Deviations: no
 * scopes, and what a function returns is unknown. Cost: a look at up to some hundred words before the use, some thousand for a field.
 */
function classOfReceiver(words: Words, i: number): string | undefined {
  const isField = isMember(words, i);
  if (isField && (!isOwnField(words, i) || isMember(words, i - 1))) return undefined;
  const max = isField ? maxFieldWords : maxWords;
  for (let j = i - 1; j >= 0 && i - j < max; j--) {
    if (words.separator(j + 1).includes(fence)) return undefined;
    if (words.hash(j) !== words.hash(i) || words.word(j) !== words.word(i)) continue;
    if (isMember(words, j) && !(isField && isOwnField(words, j))) continue;
    const made = classAfter(words, j);
    if (made !== undefined) return made;
    if (isField ? isMember(words, j) && isAssigned(words, j) : isBound(words, j)) return undefined;
  }
  return undefined;
}

function isOwnField(words: Words, i: number): boolean {
  return ownObject.has(words.word(i - 1)) && words.separator(i) === '.';
}

/** The class that is assigned to word `i`, or that is its type. */
function classAfter(words: Words, i: number): string | undefined {
  const sign = words.separator(i + 1).trim();
  const isAssigned = sign === '=' || sign === ':=' || sign === '= &' || sign === ':= &';
  const isTyped = sign.startsWith(':') && !sign.startsWith('::') && isOnly(sign.slice(1), ' &*');
  if (!isAssigned && !isTyped) return undefined;
  let at = i + 1;
  while (modifiers.has(words.word(at)) && words.isNextWord(at + 1)) at++;
  while (words.separator(at + 1) === '.') at++;
  const isMadeBy = words.separator(at + 1) === '::' && words.word(at + 1) === 'new';
  const name = words.word(at);
  const after = words.separator(at + 1 + Number(isMadeBy));
  const isClass =
    isCapitalized(name) && (isTyped ? !after.startsWith('[') && !after.startsWith('<') : after.startsWith('(') || after.startsWith('{'));
  return isClass ? name : undefined;
}
