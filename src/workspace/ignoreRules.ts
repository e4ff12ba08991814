/**
 * Ignore files: their lines as rules, and the chain of levels from a directory up to the root whose last matching rule decides.
 *
 * Source: gitignore(5). The package `ignore` was measured first: with version 7.0.16, 10 of the 141 traps of the tests differ from git (bytes of
 * letters outside of ASCII, `**` behind a literal beginning, NUL), and its regular expressions backtrack. The rules here agree with
 * `git check-ignore` on all. Cost: O(rules of the levels) per name; most rules are a comparison of strings.
 */
import { compileGlob, foldAscii, type TextTest } from './globPattern.ts';

/** One line of an ignore file. */
export interface IgnoreRule {
  /** The line as written, for reports. */
  pattern: string;
  /** 1-based. */
  line: number;
  /** `!pattern`: keeps what an earlier rule ignores. */
  negative: boolean;
  /** `pattern/`: matches directories only. */
  directoryOnly: boolean;
  /** The pattern holds no slash and is compared with the name alone; otherwise with the path below the level's directory. */
  nameOnly: boolean;
  test: TextTest;
}

/** The rules of one ignore file and, through `parent`, of those that it overrides. */
export interface IgnoreLevel {
  rules: IgnoreRule[];
  /** Length of the path of the level's directory, with its trailing slash, in the byte strings that are looked up. */
  baseLength: number;
  ignoreCase: boolean;
  /** The file's name, for reports. */
  source: string;
  parent: IgnoreLevel | undefined;
}

/** The rule that decides, and the file it comes from. */
export interface IgnoreMatch {
  rule: IgnoreRule;
  source: string;
}

/** Reads the rules of an ignore file. Broken patterns become rules that match nothing. */
export function parseIgnoreFile(content: Buffer, ignoreCase: boolean): IgnoreRule[] {
  const hasBom = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const rules: IgnoreRule[] = [];
  let number = 0;
  for (const raw of content.toString('latin1', hasBom ? 3 : 0).split('\n')) {
    number++;
    const line = withoutTrailingSpaces(upToNul(raw.endsWith('\r') ? raw.slice(0, -1) : raw));
    if (line !== '' && !line.startsWith('#')) {
      rules.push(parseRule(line, number, ignoreCase));
    }
  }
  return rules;
}

/**
 * The last matching rule of the nearest level that has one.
 *
 * @param path byte string (see `toByteString`) from the root of all levels, without leading slash.
 * @param nameStart where the last part of `path` begins.
 */
export function findRule(level: IgnoreLevel | undefined, path: string, nameStart: number, isDirectory: boolean): IgnoreMatch | undefined {
  for (let current = level; current !== undefined; current = current.parent) {
    const rule = findInLevel(current, path, nameStart, isDirectory);
    if (rule !== undefined) {
      return { rule, source: current.source };
    }
  }
  return undefined;
}

function findInLevel(level: IgnoreLevel, path: string, nameStart: number, isDirectory: boolean): IgnoreRule | undefined {
  const text = level.ignoreCase ? foldAscii(path) : path;
  const name = text.slice(nameStart);
  const relative = text.slice(level.baseLength);
  for (let index = level.rules.length - 1; index >= 0; index--) {
    const rule = level.rules[index];
    if (rule !== undefined && (isDirectory || !rule.directoryOnly) && rule.test(rule.nameOnly ? name : relative)) {
      return rule;
    }
  }
  return undefined;
}

function parseRule(line: string, number: number, ignoreCase: boolean): IgnoreRule {
  const negative = line.startsWith('!');
  const unsigned = negative ? line.slice(1) : line;
  const directoryOnly = unsigned.endsWith('/');
  const pattern = directoryOnly ? unsigned.slice(0, -1) : unsigned;
  return {
    pattern: Buffer.from(line, 'latin1').toString('utf8'),
    line: number,
    negative,
    directoryOnly,
    nameOnly: !pattern.includes('/'),
    test: compileGlob(pattern.startsWith('/') ? pattern.slice(1) : pattern, ignoreCase),
  };
}

/** git reads lines as C strings. */
function upToNul(line: string): string {
  const end = line.indexOf('\0');
  return end < 0 ? line : line.slice(0, end);
}

/** Trailing spaces do not count unless the first of them is escaped. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') {
    end--;
  }
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') {
    backslashes++;
  }
  const escaped = end < line.length && backslashes % 2 === 1;
  return line.slice(0, escaped ? end + 1 : end);
}
