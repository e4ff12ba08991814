/** Headings of the formats that are read line by line. Cost: one pass over the lines. */

import { blanks, isOnly, skip, startsWithAny, wordsOf } from '../../util/strings.ts';
import type { Language } from '../languages.ts';
import { type Lines, lineAt } from '../lines.ts';
import { hasWord } from '../words/characters.ts';
import type { Heading } from './document.ts';
import { isRule, type MarkedHeading, markedHeading, plainTitle } from './titles.ts';

/** The headings of a document, by its language's syntax; Markdown is read elsewhere. */
export function headingsIn(lines: Lines, { headings }: Language): readonly Heading[] {
  switch (headings) {
    case 'asciidoc':
      return asciidocHeadings(lines);
    case 'rst':
      return rstHeadings(lines);
    case 'org':
      return orgHeadings(lines);
    case 'latex':
      return headingsByLine(lines, latexHeading);
    case 'man':
      return headingsByLine(lines, manHeading);
    case 'pod':
      return headingsByLine(lines, podHeading);
    default:
      return [];
  }
}

/** The headings of a syntax in which the line alone decides. */
function headingsByLine(lines: Lines, headingOf: (line: string) => MarkedHeading | undefined): readonly Heading[] {
  const headings: Heading[] = [];
  for (let i = 0; i < lines.count; i++) {
    const heading = headingOf(lineAt(lines, i));
    if (heading !== undefined) headings.push(onLine(i, heading));
  }
  return headings;
}

function onLine(line: number, { level, text }: MarkedHeading): Heading {
  return { line, end: line + 1, level, title: plainTitle(text) };
}

/** Not in blocks, which may hold lines with stars. */
function orgHeadings(lines: Lines): readonly Heading[] {
  let block = '';
  return headingsByLine(lines, (line) => {
    if (block === '') block = orgBlockEnd(line) ?? '';
    else if (line.trim().toLowerCase() === block) block = '';
    return block === '' ? orgHeading(line) : undefined;
  });
}

/** The line that ends the block of Org that a line begins. */
export function orgBlockEnd(line: string): string | undefined {
  const mark = line.trim().toLowerCase();
  return mark.startsWith(orgBegin) ? `#+end_${wordsOf(mark.slice(orgBegin.length))[0] ?? ''}` : undefined;
}
const orgBegin = '#+begin_';

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
  if (!startsWithAny(line, ".'")) return undefined;
  const start = skip(line, blanks, 1);
  const level = ['SH', 'SS'].indexOf(line.slice(start, start + 2).toUpperCase()) + 1;
  const text = line.slice(start + 2).trim();
  const isHeading = level > 0 && text !== '' && startsWithAny(line.slice(start + 2), blanks);
  return isHeading ? { level, text: text.replace(/\\f.|["\\]/g, '') } : undefined;
}

/** A heading of Perl's documentation: `=head2 Title`. */
function podHeading(line: string): MarkedHeading | undefined {
  const mark = '=head';
  const [level, text] = [Number(line.charAt(mark.length)), line.slice(mark.length + 1).trim()];
  return line.startsWith(mark) && level >= 1 && level <= 6 && text !== '' ? { level, text } : undefined;
}

/** Underlines of AsciiDoc, outermost first. */
const asciidocUnderlines = '=-~^+';

/** The headings of an AsciiDoc text, marked or underlined, except in delimited blocks. */
function asciidocHeadings(lines: Lines): readonly Heading[] {
  const headings: Heading[] = [];
  let block = '';
  let above = '';
  for (let i = 0; i < lines.count; i++) {
    const line = lineAt(lines, i).trimEnd();
    const marked = block === '' ? markedHeading(line, '=#') : undefined;
    if (block === '' && isAsciidocUnderline(line, above)) {
      headings.push({ line: i - 1, end: i + 1, level: asciidocUnderlines.indexOf(line.charAt(0)) + 1, title: plainTitle(above) });
      above = '';
    } else if (delimiterIn(line) !== undefined) {
      const mark = delimiterIn(line) as string;
      if (block === '') block = mark;
      else if (block === mark) block = '';
      above = '';
    } else if (marked !== undefined) {
      headings.push(onLine(i, marked));
      above = '';
      // A line below another one is no title.
    } else above = above === '' && block === '' ? line : line === '' ? '' : noTitle;
  }
  return headings;
}

/** Stands for a paragraph of several lines. */
const noTitle = '\n';

/** An underline is as long as its title, or one longer or shorter. */
function isAsciidocUnderline(line: string, title: string): boolean {
  return isRule(line, asciidocUnderlines, 2) && Math.abs(line.length - title.length) < 2 && hasWord(title.charAt(0)) && hasWord(title);
}

/** The delimiter of an AsciiDoc block that a line is. */
export function delimiterIn(line: string): string | undefined {
  if (line.startsWith('```')) return '```';
  return isRule(line, '-.=+/*_', 4) ? line : undefined;
}

const underlines = '=-~^"\'`#*+.:<>_';

/** The headings of a reStructuredText text; the first style of underline seen is the outermost level. */
function rstHeadings(lines: Lines): readonly Heading[] {
  const headings: Heading[] = [];
  const styles: string[] = [];
  /** Line of the last underline, which is not the overline of the next title. */
  let lastUnder = -1;
  for (let i = 1; i < lines.count; i++) {
    // Most lines are no rules.
    if (!underlines.includes(lines.text.charAt(lines.starts[i] as number))) continue;
    const under = lineAt(lines, i).trimEnd();
    if (!isRule(under, underlines)) continue;
    const title = lineAt(lines, i - 1).trimEnd();
    if (!hasWord(title) || under.length < title.trim().length) continue;
    const above = i - 2 > lastUnder && lineAt(lines, i - 2).trimEnd() === under;
    // Without a line above, what is indented is the end of a block.
    if (!above && isOnly(title.charAt(0), ' \t')) continue;
    lastUnder = i;
    const style = `${above ? 'above' : ''}${under[0]}`;
    if (!styles.includes(style)) styles.push(style);
    headings.push({ line: above ? i - 2 : i - 1, end: i + 1, level: styles.indexOf(style) + 1, title: plainTitle(title.trim()) });
  }
  return headings;
}
