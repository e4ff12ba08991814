/**
 * Ignore files: their lines as rules, and the chain of levels from a directory up to the root, in which the last matching rule decides.
 *
 * Source: gitignore(5). The package `ignore` was measured first: with version 7.0.16, 10 of the 141 traps of the tests differ from git
 * (bytes of non-ASCII letters, `**` after a literal prefix, NUL), and its regular expressions backtrack. The rules here agree with `git
 * check-ignore` on all. Per name: four look-ups per level, and a test of each rule that shares the name's first or last character or has
 * neither.
 */
import { compileGlob, foldAscii, type TextTest } from './globPattern.ts';

/** One line of an ignore file. */
export interface IgnoreRule {
  /** The line as written, for reports. */
  pattern: string;
  /** 1-based; later rules have greater numbers. */
  line: number;
  /** The bare pattern, as a byte string: without `!` and outer slashes. */
  glob: string;
  /** `!pattern`: keeps what an earlier rule ignores. */
  negative: boolean;
  /** `pattern/`: matches directories only. */
  directoryOnly: boolean;
  /** The pattern has no slash and is matched against the name alone; otherwise against the path below the level's directory. */
  nameOnly: boolean;
  test: TextTest;
}

/** Rules indexed so that few are tested per name. Each list is in file order. */
export interface RuleSet {
  count: number;
  byName: Map<string, IgnoreRule[]>;
  /** Keys begin with the dot. */
  byExtension: Map<string, IgnoreRule[]>;
  /** By the first or last character code of the names that they match. */
  byFirst: Map<number, IgnoreRule[]>;
  byLast: Map<number, IgnoreRule[]>;
  /** Remaining rules, for names and for paths. */
  others: IgnoreRule[];
  paths: IgnoreRule[];
}

/** The rules of one ignore file, and through `parent` those that it overrides. */
export interface IgnoreLevel {
  rules: RuleSet;
  /** Length of the path of the level's directory, with its trailing slash, within the byte strings that are looked up. */
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

/** Parses an ignore file. Malformed patterns become rules that match nothing. */
export function parseIgnoreFile(content: Buffer, ignoreCase: boolean): IgnoreRule[] {
  const hasBom = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const rules: IgnoreRule[] = [];
  let number = 0;
  for (const raw of content.toString('latin1', hasBom ? 3 : 0).split('\n')) {
    number++;
    const line = withoutTrailingSpaces(upToNul(raw.endsWith('\r') ? raw.slice(0, -1) : raw));
    if (line !== '' && !line.startsWith('#')) rules.push(parseRule(line, number, ignoreCase));
  }
  return rules;
}

/**
 * The last matching rule of the nearest level that has one.
 *
 * @param path byte string (see `toByteString`) from the root of all levels, without leading slash.
 * @param nameStart index of the last part of `path`.
 */
export function findRule(level: IgnoreLevel | undefined, path: string, nameStart: number, isDirectory: boolean): IgnoreMatch | undefined {
  for (let current = level; current !== undefined; current = current.parent) {
    const rule = findInLevel(current, path, nameStart, isDirectory);
    if (rule !== undefined) return { rule, source: current.source };
  }
  return undefined;
}

/** Indexes rules for `findRule`. */
export function arrangeRules(rules: readonly IgnoreRule[], ignoreCase: boolean): RuleSet {
  const set: RuleSet = {
    count: rules.length,
    byName: new Map(),
    byExtension: new Map(),
    byFirst: new Map(),
    byLast: new Map(),
    others: [],
    paths: [],
  };
  for (const rule of rules) {
    const written = rule.nameOnly && !/[?[\\]/.test(rule.glob) ? rule.glob : '*';
    const key = ignoreCase ? foldAscii(written) : written;
    if (!key.includes('*')) {
      addTo(set.byName, key, rule);
    } else if (/^\*\.[^.*]+$/.test(key)) {
      addTo(set.byExtension, key.slice(1), rule);
    } else {
      addByEnds(set, rule, ignoreCase ? foldAscii(rule.glob) : rule.glob);
    }
  }
  return set;
}

/** A matching name shares the rule's first or last character, unless that is a wildcard. */
function addByEnds(set: RuleSet, rule: IgnoreRule, glob: string): void {
  if (!rule.nameOnly) {
    set.paths.push(rule);
  } else if (/^[^*?[\\]/.test(glob)) {
    addTo(set.byFirst, glob.charCodeAt(0), rule);
  } else if (/(?:^|[^\\])[^*?\]\\]$/.test(glob)) {
    addTo(set.byLast, glob.charCodeAt(glob.length - 1), rule);
  } else {
    set.others.push(rule);
  }
}

function addTo<Key>(lists: Map<Key, IgnoreRule[]>, key: Key, rule: IgnoreRule): void {
  const list = lists.get(key);
  if (list === undefined) {
    lists.set(key, [rule]);
  } else {
    list.push(rule);
  }
}

function findInLevel(level: IgnoreLevel, path: string, nameStart: number, isDirectory: boolean): IgnoreRule | undefined {
  const { rules, ignoreCase, baseLength } = level;
  const name = nameAt(path, nameStart, ignoreCase);
  const dot = name.lastIndexOf('.');
  let found = lastFor(rules.byName.get(name), isDirectory);
  const byExtension = dot < 0 ? undefined : lastFor(rules.byExtension.get(name.slice(dot)), isDirectory);
  if (byExtension !== undefined && byExtension.line > (found?.line ?? 0)) found = byExtension;
  found = laterMatch(rules.byFirst.get(name.charCodeAt(0)), found, name, isDirectory);
  found = laterMatch(rules.byLast.get(name.charCodeAt(name.length - 1)), found, name, isDirectory);
  found = laterMatch(rules.others, found, name, isDirectory);
  if (rules.paths.length === 0) return found;
  const relative = path.slice(baseLength);
  return laterMatch(rules.paths, found, ignoreCase ? foldAscii(relative) : relative, isDirectory);
}

/** A one-entry cache of the folded name: each entry is matched against many levels. */
let [lastPath, lastStart, lastName, lastFolded] = ['', 0, '', ''];

function nameAt(path: string, nameStart: number, ignoreCase: boolean): string {
  if (path !== lastPath || nameStart !== lastStart) {
    [lastPath, lastStart, lastName] = [path, nameStart, path.slice(nameStart)];
    lastFolded = foldAscii(lastName);
  }
  return ignoreCase ? lastFolded : lastName;
}

/** The last matching rule, if it comes later in the file than `found`. */
function laterMatch(
  rules: IgnoreRule[] | undefined,
  found: IgnoreRule | undefined,
  text: string,
  isDirectory: boolean,
): IgnoreRule | undefined {
  if (rules === undefined) return found;
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index] as IgnoreRule;
    if (rule.line < (found?.line ?? 0)) break;
    if ((isDirectory || !rule.directoryOnly) && rule.test(text)) return rule;
  }
  return found;
}

/** The last applicable one of rules that are known to match the name. */
function lastFor(rules: IgnoreRule[] | undefined, isDirectory: boolean): IgnoreRule | undefined {
  return isDirectory ? rules?.at(-1) : rules?.findLast((rule) => !rule.directoryOnly);
}

function parseRule(line: string, number: number, ignoreCase: boolean): IgnoreRule {
  const negative = line.startsWith('!');
  const unsigned = negative ? line.slice(1) : line;
  const directoryOnly = unsigned.endsWith('/');
  const pattern = directoryOnly ? unsigned.slice(0, -1) : unsigned;
  const glob = pattern.startsWith('/') ? pattern.slice(1) : pattern;
  return {
    pattern: Buffer.from(line, 'latin1').toString('utf8'),
    line: number,
    glob,
    negative,
    directoryOnly,
    nameOnly: !pattern.includes('/'),
    test: compileGlob(glob, ignoreCase),
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
  while (line[end - 1] === ' ') end--;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') backslashes++;
  const escaped = end < line.length && backslashes % 2 === 1;
  return line.slice(0, escaped ? end + 1 : end);
}
