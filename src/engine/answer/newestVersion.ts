/**
 * The newest section of a change log: from the line that names its version to the next such line. A version line is a heading; in a log
 * without headings, a short line that is neither indented nor a list item. Logs start with the newest version, or else end with it; before
 * the first version only a second-level heading starts a section. Cost: one pass over the lines.
 */

import { wordsIn } from '../text/words/tokens.ts';
import { endsWithAny, skip, startsWithAny } from '../util/strings.ts';

/** A version line: its max length in UTF-16 units, and the words among which the version must be. */
const maxWords = 6;
const maxLength = 200;

/** Lines of a change log, from 1, inclusive, and the numbers of its version. */
export interface VersionLines {
  readonly startLine: number;
  readonly endLine: number;
  readonly version: readonly number[];
}

/** The lines of the newest section; undefined if no line names a version or is a heading below the title. */
export function newestVersion(text: string): VersionLines | undefined {
  const lines = text.split('\n');
  const named = lines.flatMap((line, at) => {
    const version = versionIn(line);
    return version === undefined ? [] : [{ at, version }];
  });
  const headings = named.filter(({ at }) => startsWithAny(lines[at] as string, '#='));
  const sections = headings.length > 0 ? headings : named;
  const [first, last] = [sections[0], sections.at(-1)];
  if (first === undefined || last === undefined) {
    const at = lines.findIndex((line) => line.startsWith('##'));
    return at < 0 ? undefined : { startLine: at + 1, endLine: lines.length, version: [] };
  }
  const newest = compareVersions(first.version, last.version) >= 0 ? first : last;
  let end = sections.find(({ at }) => at > newest.at)?.at ?? lines.length;
  while (end > newest.at + 1 && lines[end - 1]?.trim() === '') end--;
  return { startLine: newest.at + 1, endLine: end, version: newest.version };
}

/** Compares by the first number that differs. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, i) => number !== (b[i] ?? 0));
  return at < 0 ? a.length - b.length : (a[at] as number) - (b[at] ?? 0);
}

/** The numbers of the version that a line names, if it may begin a section. */
export function versionIn(line: string): readonly number[] | undefined {
  if (line.length > maxLength || startsWithAny(line, ' \t') || (startsWithAny(line, '-*+') && line.charAt(1) === ' ')) return undefined;
  if (!startsWithAny(line, '#=') && endsWithAny(line.trimEnd(), '.:,;')) return undefined;
  const versions = wordsIn(line)
    .slice(0, maxWords)
    .map(({ text }) => text.slice(skip(text, 'vV')).split('.').map(Number));
  return versions.find((numbers) => numbers.length > 1 && numbers.every((number) => Number.isInteger(number)));
}
