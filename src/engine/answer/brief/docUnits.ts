/**
 * The units of prose: paragraphs, list items, table rows and blocks of code, by the marks of markdown, reStructuredText and AsciiDoc.
 *
 * A list item needs its list's lead and the item it is nested in, a table row its header, code the paragraph that announces it; what ends
 * with a colon needs what follows. The lines of a long block of code are units of their own inside its fence. Cost: one pass over the lines.
 */

import { type Fence, fenceAfter } from '../../text/fences.ts';
import type { Language } from '../../text/languages.ts';
import { type Lines, lineAt } from '../../text/lines.ts';
import { type Heading, headingsOf } from '../../text/sections.ts';
import type { DraftUnit, Unit } from './unit.ts';

/** A block of code that takes more lines is cut at blank lines. */
const maxWholeFence = 12;

const itemMark = /^(\s*)(?:[-*+•]|\d{1,3}[.)]|\([a-z\d]\)|[a-z][.)])\s+\S/;
const tableRow = /^\s*\|/;
/** Rules, underlines, table borders, comments, link definitions, images alone, directives' options: nothing to read. */
const noise =
  /^\s*(?:([=\-~^"'`#*+.:<>_|])\1{2,}|[|+][-=:|+\s]+|<!--.*-->|\[[^\]]+\]:\s.*|:\w[\w-]*:(?:\s.*)?|<\/?\w[^>]*>|(?:\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\]\([^)]*\))?\s*)+)\s*$/;
/** Directives of reStructuredText that say nothing to a reader of the text. */
const silentDirective = /^\s*\.\. (?:_[^:]*:|(?:toctree|include|image|figure|contents|index|highlight|currentmodule|module|meta|only)::)/;
const directive = /^\s*\.\. [\w:-]+::/;
const asciidocFence = /^(?:-{4,}|\.{4,})\s*$/;
const asciidocAttributes = /^\[.*\]\s*$/;
const announces = /(?::|：)\s*[*_]*$/;

/** What is being read: the units so far, the section, and the units that later ones hang on. */
interface Reading {
  readonly lines: Lines;
  readonly to: number;
  readonly units: DraftUnit[];
  subject: readonly string[];
  scope: readonly [number, number];
  /** The latest paragraph of the section, which announces what follows. */
  lead: number | undefined;
  /** Items of the open list, the innermost last. */
  items: Item[];
}

interface Item {
  readonly at: number;
  readonly indent: number;
  /** Its latest paragraph, which announces what follows. */
  lead: number;
}

/** The units of lines `from` to `to` (exclusive) of a document. */
export function docUnits(lines: Lines, language: Language, from: number, to: number): readonly Unit[] {
  const headings = headingsOf(lines, language).filter(({ line }) => line < to);
  const reading: Reading = { lines, to, units: [], subject: [], scope: [from, to], lead: undefined, items: [] };
  const path: Heading[] = [];
  let next = 0;
  for (let i = from; i < to; ) {
    let isHeading = false;
    for (; next < headings.length && (headings[next] as Heading).line <= i; next++) {
      const heading = headings[next] as Heading;
      while (path.length > 0 && (path.at(-1) as Heading).level >= heading.level) path.pop();
      path.push(heading);
      isHeading = heading.line === i;
      enter(reading, path, heading.line, headings[next + 1]?.line ?? to);
    }
    // A heading of reStructuredText may have a rule above it, and its text on the next line.
    i = isHeading ? i + (noise.test(lineAt(lines, i)) ? 2 : 1) : readBlock(reading, i, language);
  }
  return reading.units;
}

function enter(reading: Reading, path: readonly Heading[], from: number, to: number): void {
  reading.subject = path.map(({ title }) => title).filter((title) => title !== '');
  reading.scope = [from, to];
  reading.lead = undefined;
  reading.items = [];
}

/** Reads the block that begins on a line; returns the line after it. */
function readBlock(reading: Reading, i: number, { id }: Language): number {
  const line = lineAt(reading.lines, i);
  if (line.trim() === '') return i + 1;
  if (id === 'asciidoc' && asciidocFence.test(line)) return readDelimited(reading, i);
  const fence = fenceAfter(undefined, line);
  if (fence !== undefined) return readFence(reading, i, fence);
  if (noise.test(line) || (id === 'asciidoc' && asciidocAttributes.test(line))) return i + 1;
  if (silentDirective.test(line)) return endOfIndented(reading, i) + 1;
  if (tableRow.test(line)) return readTable(reading, i);
  const item = itemMark.exec(line);
  if (item !== null) return readItem(reading, i, (item[1] as string).length);
  const indent = line.length - line.trimStart().length;
  const isCode = reading.items.length === 0 && indent >= 3 && reading.lead !== undefined;
  return isCode ? readIndented(reading, i, indent) : readParagraph(reading, i, indent);
}

function add(
  { units, subject, scope }: Reading,
  kind: Unit['kind'],
  first: number,
  last: number,
  needs: readonly (number | undefined)[],
): number {
  return units.push({ first, last, kind, needs: needs.filter((need) => need !== undefined), scope, subject }) - 1;
}

/** Makes a paragraph or item that ends with a colon need what comes next, and nothing that comes after that. */
function bind({ units, lines }: Reading, before: number | undefined, at: number): void {
  const lead = before === undefined ? undefined : units[before];
  if (lead === undefined || lead.needs.some((need) => need > (before as number))) return;
  if (announces.test(lineAt(lines, lead.last).trimEnd())) lead.needs.push(at);
}

function readParagraph(reading: Reading, first: number, indent: number): number {
  const { lines, to } = reading;
  let end = first + 1;
  while (end < to && continuesParagraph(lineAt(lines, end)) && !noise.test(lineAt(lines, end))) end++;
  while (reading.items.length > 0 && indent <= (reading.items.at(-1) as Item).indent) reading.items.pop();
  const item = reading.items.at(-1);
  const at = add(reading, 'prose', first, end - 1, [item?.at]);
  bind(reading, (item ?? reading).lead, at);
  (item ?? reading).lead = at;
  return end;
}

function continuesParagraph(line: string): boolean {
  return (
    line.trim() !== '' &&
    !itemMark.test(line) &&
    !tableRow.test(line) &&
    fenceAfter(undefined, line) === undefined &&
    !/^#{1,6}\s/.test(line)
  );
}

function readItem(reading: Reading, first: number, indent: number): number {
  const { lines, to, items } = reading;
  let end = first + 1;
  while (end < to && continuesParagraph(lineAt(lines, end))) end++;
  while (items.length > 0 && (items.at(-1) as Item).indent >= indent) items.pop();
  const { lead } = items.at(-1) ?? reading;
  const at = add(reading, 'prose', first, end - 1, [lead]);
  bind(reading, lead, at);
  items.push({ at, indent, lead: at });
  return end;
}

function readTable(reading: Reading, first: number): number {
  const { lines, to, lead } = reading;
  let end = first;
  while (end < to && tableRow.test(lineAt(lines, end))) end++;
  const isHeader = first + 1 < end && /^[\s|:\-+=]+$/.test(lineAt(lines, first + 1));
  const header = isHeader ? add(reading, 'prose', first, first + 1, []) : undefined;
  for (let row = isHeader ? first + 2 : first; row < end; row++) {
    const at = add(reading, 'prose', row, row, [header]);
    if (row === first + 2 && header !== undefined) (reading.units[header] as DraftUnit).needs.push(at);
    if (row === first + 2) bind(reading, lead, at);
  }
  return end;
}

function readFence(reading: Reading, first: number, fence: Fence): number {
  const { lines, to } = reading;
  let last = first + 1;
  while (last < to - 1 && fenceAfter(fence, lineAt(lines, last)) !== undefined) last++;
  return addCode(reading, first, Math.min(last, to - 1));
}

/** A block of AsciiDoc between two equal lines. */
function readDelimited(reading: Reading, first: number): number {
  const { lines, to } = reading;
  let last = first + 1;
  while (last < to - 1 && lineAt(lines, last).trim() !== lineAt(lines, first).trim()) last++;
  return addCode(reading, first, Math.min(last, to - 1));
}

function readIndented(reading: Reading, first: number, indent: number): number {
  const { lines, units, lead } = reading;
  const at = units.length;
  const end = addCode(reading, first, endOfIndented(reading, first, indent));
  const announcement = lead === undefined ? undefined : units[lead];
  // A directive announces what it holds and nothing after that.
  if (announcement !== undefined && directive.test(lineAt(lines, announcement.first))) {
    announcement.needs.push(at);
    reading.lead = undefined;
  }
  return end;
}

/** The last line of what follows a line and is indented by at least `indent`, by more than the line itself where absent. */
function endOfIndented({ lines, to }: Reading, first: number, indent?: number): number {
  const start = lineAt(lines, first);
  const min = indent ?? start.length - start.trimStart().length + 1;
  let last = first;
  for (let i = first + 1; i < to; i++) {
    const line = lineAt(lines, i);
    if (line.trim() === '') continue;
    if (line.length - line.trimStart().length < min) break;
    last = i;
  }
  return last;
}

/** Adds code with what announces it; where it is long, its paragraphs apart, inside its first and last line. */
function addCode(reading: Reading, first: number, last: number): number {
  const { lines, units } = reading;
  const above = (reading.items.at(-1) ?? reading).lead;
  if (last - first < maxWholeFence) {
    bind(reading, above, add(reading, 'code', first, last, [above]));
    return last + 1;
  }
  const head = add(reading, 'code', first, first, [above]);
  bind(reading, above, head);
  let from = first + 1;
  const parts: number[] = [];
  for (let i = from; i < last; i++) {
    const isEnd = i + 1 === last || lineAt(lines, i + 1).trim() === '' || i - from >= maxWholeFence;
    if (lineAt(lines, i).trim() === '' && i === from) from = i + 1;
    else if (isEnd) {
      parts.push(add(reading, 'code', from, i, [head]));
      from = i + 1;
    }
  }
  const end = add(reading, 'code', last, last, [head]);
  (units[head] as DraftUnit).needs.push(end, ...parts.slice(0, 1));
  return last + 1;
}
