/**
 * Splits a document into sections by its headings: Markdown (`#`, underlined, not in fenced code), AsciiDoc (`=`, not in delimited blocks) and
 * reStructuredText (underlined, with or without a line above). A section of under five lines is joined with the next one of the same parent.
 *
 * Cost: one pass over the lines.
 */

import { type Fence, fenceAfter } from './fences.ts';
import type { Language } from './languages.ts';
import { type Lines, lineAt } from './lines.ts';

export interface Heading {
  /** 0-based line of the heading's text. */
  readonly line: number;
  /** 1 is the outermost. */
  readonly level: number;
  readonly title: string;
}

/** Lines [from, to) under a heading path, with all headings inside. */
export interface Section {
  readonly from: number;
  readonly to: number;
  readonly path: readonly string[];
  readonly headings: readonly Heading[];
}

const minLines = 5;

/** Longer headings are cut, which also bounds the cost of removing markup. */
const maxHeadingLength = 200;

/** The text of a heading without markup. */
export function plainHeading(text: string): string {
  return text
    .slice(0, maxHeadingLength)
    .replace(/\s+#+\s*$/, '')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/\{#[^}]*\}/g, '')
    .replace(/[`*]|(?<!\w)_+|_+(?!\w)/g, '')
    .trim();
}

function frontMatterEnd(lines: Lines): number {
  if (lines.count === 0 || lineAt(lines, 0).replace('\ufeff', '') !== '---') return 0;
  for (let i = 1; i < Math.min(lines.count, 100); i++) if (/^(---|\.\.\.)$/.test(lineAt(lines, i))) return i + 1;
  return 0;
}

/** The headings of a document, by its language's syntax. */
export function headingsOf(lines: Lines, { headings }: Language): readonly Heading[] {
  switch (headings) {
    case 'markdown':
      return markdownHeadings(lines);
    case 'asciidoc':
      return asciidocHeadings(lines);
    case 'rst':
      return rstHeadings(lines);
    case 'none':
      return [];
  }
}

/** The headings of a Markdown text. */
export function markdownHeadings(lines: Lines): readonly Heading[] {
  const headings: Heading[] = [];
  let fence: Fence | undefined;
  for (let i = frontMatterEnd(lines); i < lines.count; i++) {
    const line = lineAt(lines, i);
    const next = fenceAfter(fence, line);
    if (fence !== undefined || next !== undefined) {
      fence = next;
      continue;
    }
    const atx = /^\s{0,3}(#{1,6})\s+(\S.*)$/s.exec(line);
    if (atx !== null) {
      headings.push({ line: i, level: (atx[1] as string).length, title: plainHeading(atx[2] as string) });
    } else if (
      i > 0 &&
      /^\s{0,3}(?:=+|-{2,})\s*$/.test(line) &&
      /^\s{0,3}[\p{L}\p{N}`*_[(<"]/u.test(lineAt(lines, i - 1)) &&
      isParagraphOfOne(lines, i - 1)
    ) {
      headings.push({ line: i - 1, level: line.trim().startsWith('=') ? 1 : 2, title: plainHeading(lineAt(lines, i - 1).trim()) });
    }
  }
  return headings;
}

function isParagraphOfOne(lines: Lines, i: number): boolean {
  return i === 0 || lineAt(lines, i - 1).trim() === '';
}

/** The headings of an AsciiDoc text, except in delimited blocks. */
export function asciidocHeadings(lines: Lines): readonly Heading[] {
  const headings: Heading[] = [];
  let block = '';
  for (let i = 0; i < lines.count; i++) {
    const line = lineAt(lines, i).trimEnd();
    if (/^(?:-{4,}|\.{4,}|={4,}|\+{4,}|\/{4,}|`{3,}.*)$/.test(line)) {
      const mark = line.startsWith('`') ? '```' : line;
      if (block === '') block = mark;
      else if (block === mark) block = '';
      continue;
    }
    const marked = block === '' ? /^(={1,6}|#{1,6})\s+(\S.*)$/s.exec(line) : null;
    if (marked !== null) headings.push({ line: i, level: (marked[1] as string).length, title: plainHeading(marked[2] as string) });
  }
  return headings;
}

/** The headings of a reStructuredText text; the first style of underline seen is the outermost level. */
export function rstHeadings(lines: Lines): readonly Heading[] {
  const headings: Heading[] = [];
  const styles: string[] = [];
  /** Line of the last underline, which is no overline of the next title. */
  let lastUnder = -1;
  for (let i = 1; i < lines.count; i++) {
    const under = lineAt(lines, i).trimEnd();
    const title = lineAt(lines, i - 1).trimEnd();
    if (!/^([=\-~^"'`#*+.:<>_])\1{2,}$/.test(under) || title.trim() === '' || under.length < title.trim().length) continue;
    if (/^([=\-~^"'`#*+.:<>_])\1{2,}$/.test(title)) continue;
    const above = i - 2 > lastUnder && lineAt(lines, i - 2).trimEnd() === under;
    lastUnder = i;
    const style = `${above ? 'above' : ''}${under[0]}`;
    if (!styles.includes(style)) styles.push(style);
    headings.push({ line: above ? i - 2 : i - 1, level: styles.indexOf(style) + 1, title: plainHeading(title.trim()) });
  }
  return headings;
}

function joinsNext(section: Section, next: Section): boolean {
  if (section.to - section.from >= minLines) return false;
  const parent = (path: readonly string[]) => path.slice(0, -1).join('\n');
  return parent(next.path) === parent(section.path) || parent(next.path) === section.path.join('\n');
}

function joined(section: Section, next: Section): Section {
  const isChild = next.path.length > section.path.length;
  return { from: section.from, to: next.to, path: isChild ? next.path : section.path, headings: [...section.headings, ...next.headings] };
}

/** Cuts all lines into sections. Text before the first heading is a section without a path. */
export function sectionsOf(lines: Lines, headings: readonly Heading[]): readonly Section[] {
  const sections: Section[] = [];
  const stack: Heading[] = [];
  const first = headings[0]?.line ?? lines.count;
  if (first > 0) sections.push({ from: 0, to: first, path: [], headings: [] });
  headings.forEach((heading, i) => {
    while (stack.length > 0 && (stack[stack.length - 1] as Heading).level >= heading.level) stack.pop();
    stack.push(heading);
    const to = headings[i + 1]?.line ?? lines.count;
    const section: Section = {
      from: heading.line,
      to,
      path: stack.map((entry) => entry.title).filter((title) => title !== ''),
      headings: [heading],
    };
    const last = sections[sections.length - 1];
    if (last !== undefined && last.path.length > 0 && joinsNext(last, section)) sections[sections.length - 1] = joined(last, section);
    else sections.push(section);
  });
  return sections;
}
