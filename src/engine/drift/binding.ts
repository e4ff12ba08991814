/**
 * Whether code binds a name where it occurs, so that it is not the retired one, besides by a definition that the reader of code finds: as a
 * local, a parameter, a key, or by an assignment. Decides by the adjacent words and characters, as the common languages write these.
 * Cost: checks some dozen words before the name, and some hundred UTF-16 units after it.
 */

import { blanks, endsWithAny, hasAny, isOnly, skip, startsWithAny, trimEndOf } from '../util/strings.ts';
import { isAssignment, type Words, wordSet } from './driftWords.ts';

const functionKeywords = wordSet('function def cdef cpdef fun func fn');
const declarationKeywords = new Set([
  ...functionKeywords,
  ...wordSet('class object interface enum struct trait type union record namespace module protocol mixin const let var val static'),
]);
/** Others that bind the name after them. */
const bindingKeywords = wordSet('as for global mod');
/** Keywords that a destructuring pattern may follow. */
const destructuringKeywords = wordSet('const let var');
/** After these, a colon ends a statement or a branch and is not a type annotation. */
const colonKeywords = wordSet('case in if elif else while with except and or not is return lambda');

/** Limit, in words, of the search for the start and end of the enclosing construct. */
const maxWords = 80;
/** Limit, in UTF-16 units, of a variable's type. */
const maxTypeLength = 120;

/** Whether word `i` is bound here; a call, a member or a type only uses it. */
export function isBound(words: Words, i: number): boolean {
  const before = words.separator(i).trimEnd();
  const after = words.separator(i + 1);
  const next = after.trimStart();
  if (isDeclared(words, i) || (isDestructured(words, i) && !next.startsWith(':'))) return true;
  if (isAssigned(words, i)) return !before.endsWith('?');
  if (!isMember(words, i)) {
    if (next.startsWith('=>')) return true;
    const annotation = after.startsWith('?') ? after.slice(1) : after;
    if (annotation.startsWith(':') && annotation.charAt(1) !== ':')
      return !before.endsWith('?') && !before.endsWith('->') && !(before === '' && colonKeywords.has(words.word(i - 1)));
  }
  return isParameter(words, i);
}

const memberMarks = ['.', '.#', '::', '->'];

/** Whether word `i` is a member of something. */
export function isMember(words: Words, i: number): boolean {
  const before = words.separator(i);
  return memberMarks.some((mark) => before.endsWith(mark)) && !before.endsWith('..');
}

/** Whether word `i` is assigned a value, like a member that code adds to an object. */
export function isAssigned(words: Words, i: number): boolean {
  const { text } = words;
  let at = skip(text, blanks, words.to(i));
  if (text.charAt(at) === ':' && text.charAt(at + 1) !== ':') at = endOfType(text, at + 1);
  return text.charAt(at) === '=' && !'=>~'.includes(text.charAt(at + 1));
}

/** Where a type ends: at a sign of assignment, or what cannot be part of it outside of its square brackets. */
function endOfType(text: string, from: number): number {
  let depth = 0;
  const end = Math.min(text.length, from + maxTypeLength);
  for (let at = from; at < end; at++) {
    const character = text.charAt(at);
    if (character === '[') depth++;
    else if (character === ']') depth--;
    else if (character === '\n' || (depth <= 0 && '=,)'.includes(character))) return at;
  }
  return text.length;
}

/** Types of the common languages: a name before one is a field that an example declares; before a value it may be an option. */
const plainTypes = wordSet('boolean bool string str number int float');

/** Whether an example in a document binds word `i` itself. */
export function isBoundInExample(words: Words, i: number): boolean {
  // A code mark before the keyword: the sentence is about it.
  if (words.isNextWord(i) && declarationKeywords.has(words.word(i - 1)))
    return !words
      .separator(i - 1)
      .trimEnd()
      .endsWith('`');
  if (isClosureParameter(words, i)) return true;
  if (!words.isFirstOnLine(i, ' \t>')) return false;
  const after = words.separator(i + 1);
  return isAssignment(after) || ([':', '?:'].includes(after.trim()) && plainTypes.has(words.word(i + 1)));
}

/** `const name`, `let mut name`, and the first name of `const (`. */
function isDeclared(words: Words, i: number): boolean {
  const before = words.separator(i).trim();
  const keyword = words.word(i - 1);
  if (keyword === 'mut' && before === '') return words.isNextWord(i - 1) && declarationKeywords.has(words.word(i - 2));
  if (keyword === 'macro_rules') return before === '!';
  return (
    (declarationKeywords.has(keyword) || bindingKeywords.has(keyword)) &&
    (before === '' || (before === '(' && words.separator(i).charAt(0) !== '('))
  );
}

/** Whether it is in an open pattern after `const {` or the like. */
function isDestructured(words: Words, i: number): boolean {
  for (let j = i; j > 0 && j > i - maxWords; j--) {
    const separator = words.separator(j);
    if (hasAny(separator, ']};=')) return false;
    if (startsWithAny(separator.trimStart(), '[{') && destructuringKeywords.has(words.word(j - 1))) return true;
  }
  return false;
}

/** A parameter without a type: of a declared function or of an arrow function. */
function isParameter(words: Words, i: number): boolean {
  if (!endsWithAny(trimEndOf(words.separator(i), '*&.').trimEnd(), '(,')) return false;
  return isInList(words, i, arrowParameters) || isFunctionHead(words, openingBracket(words, i));
}

/** A list of words: what opens it, the characters that may occur inside, and what closes it. */
interface List {
  readonly opening: string;
  /** Characters. */
  readonly inside: string;
  readonly closing: string;
  /** What follows the closing bracket. */
  readonly after: string;
}
const arrowParameters: List = { opening: '(', inside: `${blanks},`, closing: ')', after: '=>' };
const closureParameters: List = { opening: '|', inside: `${blanks},&:`, closing: '|', after: '' };

function isInList(words: Words, i: number, { opening, inside, closing, after }: List): boolean {
  let first = i;
  while (first > 0 && i - first < maxWords && isOnly(words.separator(first), inside)) first--;
  if (!trimEndOf(words.separator(first), inside).endsWith(opening)) return false;
  let last = i + 1;
  while (last < words.count && last - i < maxWords && isOnly(words.separator(last), inside)) last++;
  const end = words.separator(last);
  const at = skip(end, inside);
  return (
    end.startsWith(closing, at) &&
    end
      .slice(at + closing.length)
      .trimStart()
      .startsWith(after)
  );
}

/** The word whose separator has the opening parenthesis around word `i`; -1 if none is near, or a square bracket is nearer. */
function openingBracket(words: Words, i: number): number {
  let depth = 0;
  for (let j = i; j >= 0 && i - j < maxWords; j--) {
    const separator = words.separator(j);
    for (let k = separator.length - 1; k >= 0; k--) {
      const character = separator.charAt(k);
      if (character === ')' || character === ']') depth++;
      else if ((character === '(' || character === '[') && depth-- === 0) return character === '(' ? j : -1;
    }
  }
  return -1;
}

/** Whether the parenthesis before word `open` starts the parameters of a function; `func (r *T) name(` is Go's form. */
function isFunctionHead(words: Words, open: number): boolean {
  const opening = words.separator(open).trimStart();
  if (!opening.startsWith('(') || hasAny(opening.slice(1), '()')) return false;
  const name = open - 1;
  if (functionKeywords.has(words.word(name)) || (words.isNextWord(name) && functionKeywords.has(words.word(name - 1)))) return true;
  return words.separator(name).trim() === ')' && [2, 3, 4].some((back) => words.word(name - back) === 'func');
}

/** A parameter between the bars of a closure; a line that starts with a bar is a table row. */
function isClosureParameter(words: Words, i: number): boolean {
  const from = words.from(i);
  return (
    isInList(words, i, closureParameters) &&
    !words.text
      .slice(Math.max(0, from - maxTypeLength), from)
      .split('\n')
      .some((line) => line.trimStart().startsWith('|'))
  );
}
