/** Keys found in places on any subject: they name no community, hold none together, and relate no two places. */

import { Role, Space } from '../document.ts';
import type { Postings } from '../index/reader.ts';
import { stopWords } from '../text/stemming/stopWords.ts';
import { isSubjectKey } from '../vocabulary/subjectKeys.ts';
import { isBuiltin } from './builtinNames.ts';
import { isModulePath } from './modulePath.ts';
import { isCommonWord } from './vague.ts';

/** Node's own modules, media types of most responses, entry files of folders, placeholder hosts. */
const ubiquitousLiterals =
  /^node:|^(?:application\/json|text\/(?:css|html|javascript|plain))(?:;.*)?$|^(?:index|main|mod)\.\w+$|^(?:[\w-]+\.)?example\.(?:com|net|org)$|^localhost\b|^127\.0\.0\.1\b|^hello,? world/i;

/** Names that Python reserves for what the language calls itself (The Python Language Reference, 2.3.2). */
const reserved = '__';

function isReserved(symbol: string): boolean {
  return symbol.startsWith(reserved) && symbol.endsWith(reserved);
}

/**
 * Whether a key is ubiquitous.
 * @param isSubject whether one of the chunks, not a test's, defines it or has it as a title or heading.
 */
export function isUbiquitous(key: string, isSubject: boolean): boolean {
  const text = key.slice(2);
  switch (key[0]) {
    case Space.Symbol:
      return placeholder.test(text) || isReserved(text) || isBuiltin(text);
    case Space.Name:
      return isBoilerplate(text, isSubject);
    case Space.Literal:
      return ubiquitousLiterals.test(text) || isModulePath(text);
    default:
      return false;
  }
}

/**
 * Whether a symbol that `definers` of these chunks define is one subject. What many define is a part that each of them plays, such as
 * `__init__`, `toString` or `setUp`.
 */
export function isOneSubject(definers: number, chunks: number): boolean {
  return definers > 0 && (definers <= maxDefiners || definers <= chunks * maxDefinerShare);
}
/** A declaration and its implementation. */
const maxDefiners = 2;
const maxDefinerShare = 0.5;

/**
 * Whether a key, by its text and its chunks, is a reason for two places to be related: it names a subject, which for a symbol that is defined
 * here is decided by who defines it, and for all else by the text.
 * @param isPointedAt whether a person points at the key, so that a plain word counts as well.
 */
export function isReason(key: string, { size, values }: Pick<Postings, 'size' | 'values'>, isPointedAt = false): boolean {
  if (!isPointedAt && !isSubjectKey(key)) return false;
  if (key[0] === Space.Name && isPointedAt) return true;
  if (key[0] !== Space.Symbol) return !isCommonWord(key) && !isUbiquitous(key, true);
  let definers = 0;
  for (let i = 0; i < size; i++) if ((values[i] as number) & Role.Defines) definers++;
  return definers > 0 ? !isReserved(key.slice(2)) && isOneSubject(definers, size) : !isUbiquitous(key, true);
}

/**
 * Whether a name (folded words) is such a heading, or a phrase that starts or ends in the middle of a sentence.
 * @param isSubject whether it is a title or heading, which may start with any word.
 */
function isBoilerplate(name: string, isSubject: boolean): boolean {
  const words = name.split(' ');
  if (words.every((word) => stopWords.has(word) || meaninglessWord.test(word) || isCommonWord(`${Space.Name}:${word}`))) return true;
  if (words.length === 1) return false;
  // A version with a word: "python 3".
  if (words.length === 2 && words.some((word) => /^v?\d/.test(word))) return true;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (stopWords.has(last) || last === 'using') return true;
  return !isSubject && (stopWords.has(first) || isCommonWord(`${Space.Name}:${first}`));
}

/** Words of placeholder names in examples and tests: they are about nothing. */
const meaningless =
  'foo|bar|baz|foobar|qux|quux|blah|hello|world|hello_?world|tmp|temp|dummy|fake|mock|stub|lorem|ipsum|alice|bob|jane|john|doe';
/**
 * Such a word with or without a number; a possessive (`myStore`), which in examples is nobody's; a run of one character (`AAAA`); one or two
 * characters.
 */
const placeholder = new RegExp(String.raw`^(?:_?(?:${meaningless}|my[A-Z_]\w*)\d*|(.)\1{2,}|.{1,2})$`, 'i');
/** A meaningless word of a name, folded; one that starts with a digit is a version, a size or a date. */
const meaninglessWord = new RegExp(String.raw`^(?:(?:${meaningless})\d*|(.)\1{2,}|v?\d.*)$`);
