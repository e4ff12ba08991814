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

/** Compares by the first number that differs; a missing one is 0. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  const at = (a.length > b.length ? a : b).findIndex((_, i) => (a[i] ?? 0) !== (b[i] ?? 0));
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** The numbers of the version that a line names, if it may begin a section. */
export function versionIn(line: string): readonly number[] | undefined {
  if (line.length > maxLength || startsWithAny(line, ' \t') || (startsWithAny(line, '-*+') && line.charAt(1) === ' ')) return undefined;
  if (!startsWithAny(line, '#=') && endsWithAny(line.trimEnd(), '.:,;')) return undefined;
  const words = wordsIn(line).slice(0, maxWords);
  return words.map(({ text }) => numbersIn(text.toLowerCase())).find((numbers) => numbers?.every((number) => Number.isInteger(number)));
}

/** The stages before a release by their first letters, the earliest first: alpha, beta, candidate, release candidate. */
const stages = 'abcr';
const lettersOfStages = 'abcehlprt';

/** The numbers of a word with dots, and NaN for what is none. That of a stage is negative: `1.0a37` precedes `1.0`. */
function numbersIn(word: string): readonly number[] | undefined {
  const parts = word.slice(skip(word, 'v')).split('.');
  if (parts.length < 2) return undefined;
  return parts.flatMap((part) => {
    const end = skip(part, '0123456789');
    const number = end === 0 ? Number.NaN : Number(part.slice(0, end));
    if (end === part.length) return [number];
    const stage = stages.indexOf(part.charAt(end));
    return [number, stage < 0 ? Number.NaN : stage - stages.length, Number(part.slice(skip(part, lettersOfStages, end)))];
  });
}
