/**
 * Splits a document into sections by its headings: Markdown (`#`, underlined, not in fenced code), AsciiDoc (`=`, not in delimited blocks),
 * reStructuredText (underlined, with or without a line above), Org (`*`), LaTeX (`\section`) and manual pages (`.SH`, `.Sh`). A section of under
 * five lines is joined with the next one of the same parent.
 *
 * Cost: one pass over the lines.
 */

import { blanks, endsWithAny, isOnly, skip, startsWithAny, trimEndOf } from '../util/strings.ts';
import { type Fence, fenceAfter } from './fences.ts';
import type { Language } from './languages.ts';
import { type Lines, lineAt } from './lines.ts';
import { hasWord } from './words/characters.ts';

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

/** A link or an image that holds none. */
const link = /!?\[([^\][]*)\](?:\([^)]*\)|\[[^\]]*\])/g;

/** The text of a heading without markup; a link may hold an image. */
export function plainHeading(text: string): string {
  return withoutClosingMarks(text.slice(0, maxHeadingLength))
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
interface MarkedHeading {
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

/** The line after the front matter of a Markdown text; 0 if there is none. */
export function frontMatterEnd(lines: Lines): number {
  if (lines.count === 0 || lineAt(lines, 0).replace('\ufeff', '') !== '---') return 0;
  for (let i = 1; i < Math.min(lines.count, 100); i++) if (lineAt(lines, i) === '---' || lineAt(lines, i) === '...') return i + 1;
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
    case 'org':
      return headingsByLine(lines, orgHeading);
    case 'latex':
      return headingsByLine(lines, latexHeading);
    case 'man':
      return headingsByLine(lines, manHeading);
    case 'pod':
      return headingsByLine(lines, podHeading);
    case 'none':
      return [];
  }
}

/** The headings of a syntax in which the line alone decides. */
function headingsByLine(lines: Lines, headingOf: (line: string) => MarkedHeading | undefined): readonly Heading[] {
  const headings: Heading[] = [];
  for (let i = 0; i < lines.count; i++) {
    const heading = headingOf(lineAt(lines, i));
    if (heading !== undefined) headings.push({ line: i, level: heading.level, title: plainHeading(heading.text) });
  }
  return headings;
}

/** Without the state (of Org's defaults), the priority and the tags of a task. */
function orgHeading(line: string): MarkedHeading | undefined {
  const heading = markedHeading(line, '*');
  return heading && { ...heading, text: heading.text.replace(/^(?:(?:TODO|DONE)\s+)?(?:\[#\w\]\s+)?|\s:[\w:@]+:\s*$/g, '') };
}

const latexLevels = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph'];

function latexHeading(line: string): MarkedHeading | undefined {
  const [, name = '', text] = /^\s*\\([a-z]+)\*?(?:\[[^\]]*\])?\{(.+?)\}\s*(?:%|\\label|$)/.exec(line) ?? [];
  const level = latexLevels.indexOf(name);
  return level < 0 || text === undefined ? undefined : { level: level + 1, text };
}

/** A heading of the macro packages `man` and `mdoc`. */
function manHeading(line: string): MarkedHeading | undefined {
  const [, name, text] = /^[.']\s*(SH|SS|Sh|Ss)\s+(.+)$/.exec(line) ?? [];
  return text === undefined ? undefined : { level: name?.toUpperCase() === 'SH' ? 1 : 2, text: text.replace(/\\f.|["\\]/g, '') };
}

/** A heading of Perl's documentation: `=head2 Title`. */
function podHeading(line: string): MarkedHeading | undefined {
  const mark = '=head';
  const [level, text] = [Number(line.charAt(mark.length)), line.slice(mark.length + 1).trim()];
  return line.startsWith(mark) && level >= 1 && level <= 6 && text !== '' ? { level, text } : undefined;
}

/** The title in the front matter, as a heading of the whole. */
function frontMatterTitle(lines: Lines, end: number): Heading | undefined {
  for (let i = 1; i < end; i++) {
    const line = lineAt(lines, i);
    if (!line.startsWith('title:')) continue;
    const text = line.slice('title:'.length).trim();
    const title = plainHeading(text.slice(skip(text, '"\''), trimEndOf(text, '"\'').length));
    return hasWord(title) ? { line: 0, level: 1, title } : undefined;
  }
  return undefined;
}

/** The headings of a Markdown text. If none is a title, or the title is empty until a template fills it in, the front matter's is used. */
function markdownHeadings(lines: Lines): readonly Heading[] {
  const start = frontMatterEnd(lines);
  const headings = headingsIn(lines, start);
  const title = frontMatterTitle(lines, start);
  const first = headings.find(({ level }) => level === 1);
  if (title === undefined || (first !== undefined && first.title !== '')) return headings;
  return first === undefined ? [title, ...headings] : headings.map((one) => (one === first ? { ...one, title: title.title } : one));
}

function headingsIn(lines: Lines, start: number): readonly Heading[] {
  const headings: Heading[] = [];
  let fence: Fence | undefined;
  for (let i = start; i < lines.count; i++) {
    const line = lineAt(lines, i);
    const next = fenceAfter(fence, line);
    if (fence !== undefined || next !== undefined) {
      fence = next;
      continue;
    }
    const text = line.trim();
    const atx = isIndented(line) ? undefined : markedHeading(line.trimStart(), '#');
    if (atx !== undefined) {
      headings.push({ line: i, level: atx.level, title: plainHeading(atx.text) });
    } else if (
      i > 0 &&
      (isRule(text, '=', 1) || isRule(text, '-', 2)) &&
      !isIndented(line) &&
      isTitle(lineAt(lines, i - 1)) &&
      isParagraphOfOne(lines, i - 1)
    ) {
      headings.push({ line: i - 1, level: text.startsWith('=') ? 1 : 2, title: plainHeading(lineAt(lines, i - 1).trim()) });
    }
  }
  return headings;
}

/** Whether a line is indented too far for a heading. */
function isIndented(line: string): boolean {
  return skip(line, blanks) > 3;
}

/** Whether a line can be the text of an underlined heading. */
function isTitle(line: string): boolean {
  const text = line.trimStart();
  return !isIndented(line) && (startsWithAny(text, '`*_[(<"') || hasWord(String.fromCodePoint(text.codePointAt(0) ?? 0)));
}

function isParagraphOfOne(lines: Lines, i: number): boolean {
  return i === 0 || lineAt(lines, i - 1).trim() === '';
}

/** The headings of an AsciiDoc text, except in delimited blocks. */
function asciidocHeadings(lines: Lines): readonly Heading[] {
  const headings: Heading[] = [];
  let block = '';
  for (let i = 0; i < lines.count; i++) {
    const line = lineAt(lines, i).trimEnd();
    if (isRule(line, '-.=+/', 4) || line.startsWith('```')) {
      const mark = line.startsWith('`') ? '```' : line;
      if (block === '') block = mark;
      else if (block === mark) block = '';
      continue;
    }
    const marked = block === '' ? markedHeading(line, '=#') : undefined;
    if (marked !== undefined) headings.push({ line: i, level: marked.level, title: plainHeading(marked.text) });
  }
  return headings;
}

const underlines = '=-~^"\'`#*+.:<>_';

/** The headings of a reStructuredText text; the first style of underline seen is the outermost level. */
function rstHeadings(lines: Lines): readonly Heading[] {
  const headings: Heading[] = [];
  const styles: string[] = [];
  /** Line of the last underline, which is not the overline of the next title. */
  let lastUnder = -1;
  for (let i = 1; i < lines.count; i++) {
    const under = lineAt(lines, i).trimEnd();
    const title = lineAt(lines, i - 1).trimEnd();
    if (!isRule(under, underlines) || !hasWord(title) || under.length < title.trim().length) continue;
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
