/**
 * Decides whether a value is a credential by its place: below or inside a group with such a name (YAML, JSON, TOML, XML, brackets), as an
 * argument of a call that logs in, in a column, a cookie or a line of logins, or alone below a heading.
 *
 * Cost: bounded for each value that looks random and has no name beside it: its line, and up to `maxAbove` lines above it.
 */

import { blanks, isOnly, wordsOf } from '../../util/strings.ts';
import { isPipedPassword } from './commands.ts';
import { isPaired } from './pairs.ts';
import { requiredAdjacent } from './requiredEvidence.ts';
import { Columns, lineStartBefore } from './secretColumns.ts';
import { namesCredential, namesOther } from './secretNames.ts';
import { formEvidence, isHexadecimal, type ScoredValue } from './values.ts';

const minLength = 10;
/** Max characters of a line before and after a value. */
const maxLine = 300;
/** Max lines above a value, and groups around it. */
const [maxAbove, maxGroups] = [40, 5];
const rawStrings = ['=r"', "=r'", '(r"', "(r'", ' r"', " r'", '[r"', "[r'"];
const maxHeading = 80;
const marks = `${blanks}\n\`*~>"'-`;
/** Max characters of a line above a value. */
const maxAboveLength = 1000;
/** A value of at least this length without a key, and not hexadecimal, is one of several lines of data. */
const minDataLine = 60;

/** The key directly before a value. */
const ownKey = /([\p{L}\p{M}\d_.-]{1,60})["'`]?\]?\s{0,9}(?:[:=>]|=>|:=)\s{0,9}[\w"'`$]{0,3}$/u;
/** A line that opens a group: `tokens:`, `"tokens": {`, `const tokens = {`, `[tokens]`, `<tokens>`. */
const groupLine =
  /^[\s\-'"]{0,80}(?:(?:const|let|var|val|export) )?[<[]?([\p{L}\p{M}\d_.-]{1,60})["']?(?: "[^"]{1,40}")?(?:\s?[:=]|>|\]|\s?\{)[\s=>[{(|-]{0,9}$/u;
/** Names of calls that take a user and a password, or a cookie and its content, without `_`; the second need two arguments before it. */
const loginCalls = 'login signin authenticate basicauth .auth credential credentials cookie cookies.set'.split(' ');
const connectCalls = 'connect connection pdo'.split(' ');
const loginLine = new RegExp(
  [
    // .pgpass, Postfix, Netscape's cookies, Redis, IPsec, htpasswd -b, a cookie.
    '^[\\w.*-]+:(?:\\d{1,5}|\\*):(?:[^\\s:]+:){1,2}$',
    // A command that adds a user.
    '^[\\s$#>]*\\w+ (?:\\w+_)?user (?!id |hash |name )\\S+ $',
    '^\\S+:\\d+\\s+[^\\s:]+:$',
    '\\t(?:TRUE|FALSE)\\t\\d+\\t[^\\t]+\\t$',
    '^user \\S+ (?:on|off) (?:\\S+ ){0,9}>$',
    '\\bcookie\\b.{0,200}[\\w.-]=$',
    '\\{S?SHA\\d*\\}$',
    '\\b(?:log|sign) ?in\\b.{0,40}\\w ?/ `?$',
  ].join('|'),
  'i',
);

/** Finds the places of one text's values, which are asked for in ascending order. */
export class Places {
  readonly #text: string;
  readonly #columns: Columns;

  constructor(text: string) {
    this.#text = text;
    this.#columns = new Columns(text);
  }

  /** Whether the place of a value is that of a credential. */
  holds(scored: ScoredValue): boolean {
    const { value, evidence } = scored;
    if (evidence <= requiredAdjacent || value.to - value.from < minLength) return false;
    const lineStart = lineStartBefore(this.#text, value.from, maxLine);
    if (lineStart === undefined) return false;
    const before = this.#text.slice(lineStart, value.from);
    const key = ownKey.exec(before)?.[1];
    if (key !== undefined && namesOther(key)) return false;
    if (loginLine.test(before) || isBeforeHost(before, this.#text.slice(value.from, value.to))) return true;
    if (key !== undefined && isPaired(this.#text, value, key)) return true;
    if (isPipedPassword(before, this.#text.slice(value.to, endOfLine(this.#text, value.to)))) return true;
    const column = this.#columns.headingOf(value);
    if (column !== undefined && namesCredential(column.trim())) return true;
    if (!isInGroup(before) && !this.#isBelow(scored, lineStart, before, key !== undefined)) return false;
    // In a lexer, `tokens` are patterns.
    return !isPattern(before, this.#text.slice(value.to, endOfLine(this.#text, value.to))) && !namesOther(wordsOf(before).at(-1) ?? '');
  }

  /** Whether a line above opens a group of credentials around the value, or is a heading for it alone. */
  #isBelow({ value: { from, to }, evidence }: ScoredValue, lineStart: number, before: string, hasKey: boolean): boolean {
    const text = this.#text;
    const isList = hasKey && isListItem(before);
    const isAlone = isOnlyMarks(before) && isOnlyMarks(text.slice(to, endOfLine(text, to)));
    if (!hasKey && to - from >= minDataLine && evidence > formEvidence && !isHexadecimal(text.slice(from, to))) return false;
    let indent = indentOf(before);
    let end = lineStart - 1;
    let groups = 0;
    let isFirst = true;
    for (let line = 0; line < maxAbove && end > 0 && groups < maxGroups; line++) {
      const start = lineStartBefore(text, end, maxAboveLength);
      if (start === undefined) return false;
      // Around a value that is not indented only a section is left.
      if (indent === 0 && !isFirst && text.charAt(start) !== '[') {
        end = start - 1;
        continue;
      }
      const above = text.slice(start, Math.min(end, start + maxHeading));
      end = start - 1;
      if (isOnlyMarks(above)) continue;
      // Lines of data, such as a certificate.
      if (isFirst && !hasKey && isData(above)) return false;
      if (isFirst && (isAlone || isList) && isHeading(above, isAlone)) return true;
      isFirst = false;
      const depth = indentOf(above);
      const isSection = above.startsWith('[') && !before.includes('"""');
      if (depth >= indent && !isSection) continue;
      const group = groupLine.exec(above)?.[1];
      if (group !== undefined && (namesCredential(group) || (isSection && group === 'users'))) return true;
      if (isSection) return false;
      groups++;
      indent = depth;
    }
    return false;
  }
}

/** Whether a value is the rest of `user:password@host` without a protocol. */
function isBeforeHost(before: string, value: string): boolean {
  const [password = '', host = ''] = value.split('@');
  const user = wordsOf(before).at(-1) ?? '';
  // Not the id of a message after a date, nor a digest.
  if (user.length < 2 || !before.endsWith(':') || isOnly(user.charAt(0), '0123456789')) return false;
  return password.length >= minLength && !password.includes('/') && host !== '' && !host.startsWith('sha');
}

/** Whether a value is part of a regular expression: its line has a raw string, or it is a repeated class of characters. */
function isPattern(before: string, after: string): boolean {
  const isRepeated = after.startsWith(']') && after.length > 1 && '?*+{'.includes(after.charAt(1));
  return rawStrings.some((mark) => (before + after).includes(mark)) || (before.endsWith('[') && isRepeated);
}

/** Whether brackets open before a value in its line, and belong to a group of credentials or a call that takes one. */
function isInGroup(before: string): boolean {
  let depth = 0;
  for (let at = before.length - 1; at > 0; at--) {
    const sign = before.charAt(at);
    if (')]}'.includes(sign)) depth++;
    if (!'([{'.includes(sign) || depth-- > 0) continue;
    depth = 0;
    const name = nameBefore(before, at);
    if (sign !== '(' ? namesCredential(name) : takesCredential(name, before.slice(at + 1))) return true;
  }
  return false;
}

/** The name before a bracket, past quotes and signs of an assignment. */
function nameBefore(text: string, at: number): string {
  let end = at;
  while (end > 0 && ` "'=:>`.includes(text.charAt(end - 1))) end--;
  let start = end;
  while (start > 0 && end - start < 60 && !` ,;"'=:([{<`.includes(text.charAt(start - 1))) start--;
  return text.slice(start, end);
}

/** Whether a call takes a credential after these arguments. */
function takesCredential(callee: string, before: string): boolean {
  const args = before.split(',').length - 1;
  const quote = before.charAt(before.length - 1);
  if (quote === '' || !`"'\``.includes(quote)) return false;
  const name = `.${callee.toLowerCase().replaceAll('_', '')}`;
  const ends = (names: readonly string[]) => names.some((end) => name.endsWith(end));
  return name.endsWith('wallet') ? args === 0 : (args > 0 && ends(loginCalls)) || (args > 1 && ends(connectCalls));
}

/** Whether a line announces credentials: a heading of a few words, or one that ends with a colon. */
function isHeading(line: string, isAlone: boolean): boolean {
  const words = wordsOf(line);
  const announces = line.trimEnd().endsWith(':') || (isAlone && (line.startsWith('#') || line.startsWith('**')));
  return announces && words.length <= 5 && words.some(namesCredential);
}

function isListItem(before: string): boolean {
  const item = before.trimStart();
  return item.startsWith('- ') || item.startsWith('* ');
}

function isOnlyMarks(text: string): boolean {
  return isOnly(text, marks) || (text.trimStart().startsWith('```') && !text.trimStart().includes(' '));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function isData(line: string): boolean {
  return line.trim().length >= minDataLine && !line.trim().includes(' ');
}

function endOfLine(text: string, from: number): number {
  const end = text.slice(from, from + maxLine).indexOf('\n');
  return end < 0 ? Math.min(text.length, from + maxLine) : from + end;
}
