/** Headings as their texts. Cost: linear in the line, which is cut. */

import { blanks, endsWithAny, isOnly, skip, startsWithAny, trimEndOf } from '../../util/strings.ts';
import { withoutRoles } from './roles.ts';

/** Longer headings are cut, which also bounds the cost of removing markup. */
const maxLength = 200;

/** A link or an image that holds none. */
const link = /!?\[([^\][]*)\](?:\([^)]*\)|\[[^\]]*\])/g;

/** A link of a wiki, with the words that are shown for it. */
const wikiLink = /\[\[(?:[^\][|\n]*\|)?([^\][|\n]*)\]\]/g;

/** The text of a heading without markup; a link may hold an image. */
export function plainTitle(text: string): string {
  return withoutRoles(withoutClosingMarks(text.slice(0, maxLength)), (words) => words)
    .replace(wikiLink, '$1')
    .replace(link, '$1')
    .replace(link, '$1')
    .replace(/<[^>]*>|\{#[^}]*\}/g, '')
    .replace(/[`*]|(?<!\w)_+|_+(?!\w)/g, '')
    .trim();
}

/** A heading without the `#` at its end. */
function withoutClosingMarks(text: string): string {
  const cut = trimEndOf(text.trimEnd(), '#');
  return endsWithAny(cut, blanks) ? cut.trimEnd() : text;
}

/** A heading that its line marks with one to six equal characters. */
export interface MarkedHeading {
  readonly level: number;
  readonly text: string;
}

/** The heading that a line is, marked by one of these characters. */
export function markedHeading(line: string, marks: string): MarkedHeading | undefined {
  if (!startsWithAny(line, marks)) return undefined;
  const level = skip(line, line.charAt(0));
  const start = skip(line, blanks, level);
  return level <= 6 && start > level && start < line.length ? { level, text: line.slice(start) } : undefined;
}

/** Whether a line repeats one of these characters, at least `min` times. */
export function isRule(line: string, marks: string, min = 3): boolean {
  return line.length >= min && startsWithAny(line, marks) && isOnly(line, line.charAt(0));
}
