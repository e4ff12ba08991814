/**
 * The sections of a document: the lines from one heading to the next, under the path of the headings above. A heading without text of its own is
 * part of the section below it, or else of the next one: every text is under its own heading.
 *
 * Cost: one pass over the headings.
 */

import { isBlankAt, type Lines, lineAt } from '../lines.ts';
import type { Heading } from './document.ts';
import { isLabel } from './labels.ts';

/** Lines [from, to) under a heading path, with all headings inside. */
export interface Section {
  readonly from: number;
  readonly to: number;
  /** From the outermost heading to the one above the text. */
  readonly path: readonly string[];
  readonly headings: readonly Heading[];
}

/** Text before the first heading is a section without a path. */
export function sectionsOf(lines: Lines, headings: readonly Heading[]): readonly Section[] {
  const sections: Section[] = [];
  const path: Heading[] = [];
  const starts = headings.map(({ line }, i) => labelsAbove(lines, line, headings[i - 1]?.end ?? 0));
  /** Headings without text of their own, above the next one. */
  let above: Heading[] = [];
  let from = 0;
  if ((starts[0] ?? lines.count) > 0) sections.push({ from: 0, to: starts[0] ?? lines.count, path: [], headings: [] });
  headings.forEach((heading, i) => {
    while (path.length > 0 && (path.at(-1) as Heading).level >= heading.level) path.pop();
    path.push(heading);
    if (above.length === 0) from = starts[i] as number;
    above.push(heading);
    const to = starts[i + 1] ?? lines.count;
    if (i + 1 < headings.length && !hasText(lines, heading.end, to)) return;
    const titles = path.map(({ title }) => title).filter((title) => title !== '');
    sections.push({ from, to, path: titles, headings: above });
    above = [];
  });
  return sections;
}

/** The line of the first label above a heading; that of the heading if it has none. */
function labelsAbove(lines: Lines, line: number, min: number): number {
  let first = line;
  for (let i = line - 1; i >= min && (isBlankAt(lines, i) || isLabel(lineAt(lines, i))); i--) if (!isBlankAt(lines, i)) first = i;
  return first;
}

function hasText(lines: Lines, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isBlankAt(lines, i)) return true;
  return false;
}
