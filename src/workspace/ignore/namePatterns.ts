import { toByteString } from './globPattern.ts';
import { arrangeRules, findRule, type IgnoreLevel, parseIgnoreFile } from './ignoreRules.ts';

/** The pattern that matches an entry of a folder, or `undefined`. `path` is a byte string whose last part starts at `nameStart`. */
export type NamePatterns = (path: string, nameStart: number, isDirectory: boolean) => string | undefined;

/** Settings share the same lists between files. */
const compiled = new WeakMap<readonly string[], NamePatterns>();

/** A list of patterns in the syntax of ignore files, relative to the folder, case-insensitive. The list must not change. */
export function createNamePatterns(patterns: readonly string[]): NamePatterns {
  const known = compiled.get(patterns);
  if (known !== undefined) return known;
  const created = compile(patterns);
  compiled.set(patterns, created);
  return created;
}

function compile(patterns: readonly string[]): NamePatterns {
  const content = Buffer.from(toByteString(patterns.join('\n')), 'latin1');
  const level: IgnoreLevel = {
    rules: arrangeRules(parseIgnoreFile(content, true), true),
    baseLength: 0,
    ignoreCase: true,
    source: 'settings',
    parent: undefined,
  };
  return (path, nameStart, isDirectory) => {
    const rule = findRule(level, path, nameStart, isDirectory)?.rule;
    return rule === undefined || rule.negative ? undefined : rule.pattern;
  };
}

/** Matches what either list matches; neither can negate the other. */
export function eitherOf(first: NamePatterns, second: NamePatterns): NamePatterns {
  return (...entry) => first(...entry) ?? second(...entry);
}
