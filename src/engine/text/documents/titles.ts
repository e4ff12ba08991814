/** Headings as their texts. Cost: linear in the line, which is cut. */

import { blanks, endsWithAny, isOnly, skip, startsWithAny, trimEndOf } from '../../util/strings.ts';
import { hasWord } from '../words/characters.ts';
import { withoutRoles } from './roles.ts';

/** Longer titles are cut; so much markup is read, which bounds the cost of removing it. */
const maxLength = 200;
const maxMarkup = 2000;

/** A link, or an image, which a link may hold. */
const link = /!?\[([^\][]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])/g;

/** A link of a wiki, with the words that are shown for it. */
const wikiLink = /\[\[(?:[^\][|\n]*\|)?([^\][|\n]*)\]\]/g;

/** The text of a heading without markup. What its images show, such as badges, is its text only if it has no other. */
export function plainTitle(heading: string): string {
  const read = heading.slice(0, maxMarkup);
  const own = read.replace(link, (whole) => (startsWithAny(whole, '!') ? '' : whole));
  return titleText(hasWord(titleText(own)) ? own : read);
}

function titleText(text: string): string {
  return withoutRoles(withoutClosingMarks(text), (words) => words)
    .replace(wikiLink, '$1')
    .replace(link, '$1')
    .replace(link, '$1')
    .replace(/<[^<>]*>|\{#[^{}]*\}/g, '')
    .replace(/[`*]|(?<!\w)_+|_+(?!\w)/g, '')
    .trim()
    .slice(0, maxLength)
    .trimEnd();
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
