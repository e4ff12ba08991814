/**
 * Splits documents into units: paragraphs, list items, table rows and code blocks of markdown (without front matter),
 * reStructuredText and AsciiDoc.
 *
 * A list item needs its list's lead and its parent item, a table row its header, code the paragraph that introduces it; a paragraph that ends
 * with a colon needs what follows. A long code block is split into units inside its fence. Cost: one pass over the lines.
 */

import { type Fence, fenceAfter } from '../../text/fences.ts';
import type { Language } from '../../text/languages.ts';
import { type Lines, lineAt } from '../../text/lines.ts';
import { frontMatterEnd, type Heading, headingsOf, isRule, markedHeading } from '../../text/sections.ts';
import { blanks, endsWithAny, indentLength, isOnly, trimEndOf } from '../../util/strings.ts';
import type { DraftUnit, Unit } from './unit.ts';

/** A code block with more lines is cut at blank lines. */
const maxWholeFence = 12;

const itemMark = /^(\s*)(?:[-*+•]|\d{1,3}[.)]|\([a-z\d]\)|[a-z][.)])\s+\S/;
/** Lines without content: rules, underlines, table borders, comments, link definitions, lone images, directive options, requests of manual pages, keywords of Org. */
const noise =
  /^\s*(?:([=\-~^"'`#*+.:<>_|])\1{2,}|[|+][-=:|+\s]+|<!--.*-->|\.\w{0,2}(?:\s+\S{1,3})?|#\+\w+:?.*|\[[^\]]+\]:(?:\s.*)?|:\w[\w-]*:(?:\s.*)?|(?:<\/?\w[^>]*>)+|(?:\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\]\([^)]*\))?\s*)+)\s*$/;
/** reStructuredText directives without text to read. */
const silentDirective = /^\s*\.\. (?:_[^:]*:|(?:toctree|include|image|figure|contents|index|highlight|currentmodule|module|meta|only)::)/;
const directive = /^\s*\.\. [\w:-]+::/;

/** The units so far, the current section, and the units that later ones may need. */
interface ParseState {
  readonly lines: Lines;
  readonly language: Language;
  readonly to: number;
  readonly units: DraftUnit[];
  subject: readonly string[];
  scope: readonly [number, number];
  /** The latest paragraph of the section, which introduces what follows. */
  lead: number | undefined;
  /** Items of the open list, innermost last. */
  items: Item[];
}

interface Item {
  readonly at: number;
  readonly indent: number;
  /** Its latest paragraph, which introduces what follows. */
  lead: number;
}

/** The units of lines `from` to `to` (exclusive) of a document. */
export function docUnits(lines: Lines, language: Language, from: number, to: number): readonly Unit[] {
  const headings = headingsOf(lines, language).filter(({ line }) => line < to);
  const beginning = [from, headings[0]?.line ?? to] as const;
  const state: ParseState = { lines, language, to, units: [], subject: [], scope: beginning, lead: undefined, items: [] };
  const path: Heading[] = [];
  let next = 0;
  const start = language.headings === 'markdown' ? Math.max(from, frontMatterEnd(lines)) : from;
  for (let i = start; i < to; ) {
    let isHeading = false;
    for (; next < headings.length && (headings[next] as Heading).line <= i; next++) {
      const heading = headings[next] as Heading;
      while (path.length > 0 && (path.at(-1) as Heading).level >= heading.level) path.pop();
      path.push(heading);
      isHeading = heading.line === i;
      enter(state, path, heading.line, headings[next + 1]?.line ?? to);
    }
    // A reStructuredText heading may have a rule above it and its text on the next line.
    i = isHeading ? i + (noise.test(lineAt(lines, i)) ? 2 : 1) : readBlock(state, i);
  }
  return state.units;
}

function enter(state: ParseState, path: readonly Heading[], from: number, to: number): void {
  state.subject = path.map(({ title }) => title).filter((title) => title !== '');
  state.scope = [from, to];
  state.lead = undefined;
  state.items = [];
}

/** Reads the block that begins on a line; returns the line after it. */
function readBlock(state: ParseState, i: number): number {
  const { id } = state.language;
  const line = lineAt(state.lines, i);
  if (line.trim() === '') return i + 1;
  if (id === 'asciidoc' && isRule(line.trimEnd(), '-.', 4)) return readDelimited(state, i);
  // The underline of a reStructuredText heading may look like a fence.
  const fence = id === 'restructuredtext' ? undefined : fenceAfter(undefined, line);
  if (fence !== undefined) return readFence(state, i, fence);
  // The address of a link definition may be on the next line.
  if (isBareDefinition(line) && i + 1 < state.to && lineAt(state.lines, i + 1).trim() !== '') return i + 2;
  if (isEntryMark(line)) return enterEntry(state, i);
  if (noise.test(line) || (id === 'asciidoc' && line.startsWith('[') && line.trimEnd().endsWith(']'))) return i + 1;
  if (silentDirective.test(line)) return endOfIndented(state, i) + 1;
  if (isTableRow(line)) return readTable(state, i);
  const item = itemMark.exec(line);
  if (item !== null) return readItem(state, i, (item[1] as string).length);
  const indent = line.length - line.trimStart().length;
  const isCode = state.items.length === 0 && indent >= 3 && state.lead !== undefined;
  return isCode ? readIndented(state, i, indent) : readParagraph(state, i, indent);
}

/** Whether a line is the request of a manual page that begins an entry of a list of terms. */
function isEntryMark(line: string): boolean {
  return line.startsWith('.TP');
}

/** Enters an entry of a manual page, a section without a heading: it ends where the next entry or section begins. */
function enterEntry(state: ParseState, first: number): number {
  let end = first + 1;
  while (end < state.to && !isEntryMark(lineAt(state.lines, end)) && !lineAt(state.lines, end).startsWith('.SH')) end++;
  state.scope = [first, end];
  state.lead = undefined;
  state.items = [];
  return first + 1;
}

function isBareDefinition(line: string): boolean {
  const text = line.trim();
  return text.startsWith('[') && text.endsWith(']:');
}

function add(
  { units, subject, scope }: ParseState,
  kind: Unit['kind'],
  first: number,
  last: number,
  needs: readonly (number | undefined)[],
): number {
  return units.push({ first, last, kind, needs: needs.filter((need) => need !== undefined), scope, subject }) - 1;
}

/** Makes a paragraph or item that ends with a colon or is emphasised as a whole need the next unit, and only that. */
function linkIntroduction({ units, lines }: ParseState, before: number | undefined, at: number): void {
  const lead = before === undefined ? undefined : units[before];
  if (lead === undefined || lead.needs.some((need) => need > (before as number))) return;
  const line = lineAt(lines, lead.last).trim();
  const isLabel = lead.first === lead.last && line.startsWith('**') && line.indexOf('**', 2) === line.length - 2;
  if (isLabel || endsWithAny(trimEndOf(line, '*_').trimEnd(), ':：')) lead.needs.push(at);
}

function readParagraph(state: ParseState, first: number, indent: number): number {
  const { lines, scope } = state;
  let end = first + 1;
  while (end < scope[1] && continuesParagraph(state, lineAt(lines, end))) end++;
  while (state.items.length > 0 && indent <= (state.items.at(-1) as Item).indent) state.items.pop();
  const item = state.items.at(-1);
  const at = add(state, 'prose', first, end - 1, [item?.at]);
  linkIntroduction(state, (item ?? state).lead, at);
  (item ?? state).lead = at;
  return end;
}

function isTableRow(line: string): boolean {
  return line.trimStart().startsWith('|');
}

/** A line with a number sign is a comment in a text without headings. */
function continuesParagraph({ language }: ParseState, line: string): boolean {
  return (
    line.trim() !== '' &&
    !noise.test(line) &&
    !itemMark.test(line) &&
    !isTableRow(line) &&
    fenceAfter(undefined, line) === undefined &&
    (language.headings === 'none' || markedHeading(line, '#') === undefined)
  );
}

function readItem(state: ParseState, first: number, indent: number): number {
  const { lines, scope, items } = state;
  let end = first + 1;
  while (end < scope[1] && continuesParagraph(state, lineAt(lines, end))) end++;
  while (items.length > 0 && (items.at(-1) as Item).indent >= indent) items.pop();
  const { lead } = items.at(-1) ?? state;
  const at = add(state, 'prose', first, end - 1, [lead]);
  linkIntroduction(state, lead, at);
  items.push({ at, indent, lead: at });
  return end;
}

function readTable(state: ParseState, first: number): number {
  const { lines, to, lead } = state;
  let end = first;
  while (end < to && isTableRow(lineAt(lines, end))) end++;
  const isHeader = first + 1 < end && isOnly(lineAt(lines, first + 1), `${blanks}|:-+=`);
  const header = isHeader ? add(state, 'prose', first, first + 1, []) : undefined;
  for (let row = isHeader ? first + 2 : first; row < end; row++) {
    const at = add(state, 'prose', row, row, [header]);
    if (row === first + 2 && header !== undefined) (state.units[header] as DraftUnit).needs.push(at);
    if (row === first + 2) linkIntroduction(state, lead, at);
  }
  return end;
}

function readFence(state: ParseState, first: number, fence: Fence): number {
  const { lines, to } = state;
  let last = first + 1;
  while (last < to - 1 && fenceAfter(fence, lineAt(lines, last)) !== undefined) last++;
  return addCode(state, first, Math.min(last, to - 1));
}

/** An AsciiDoc block between two equal delimiter lines. */
function readDelimited(state: ParseState, first: number): number {
  const { lines, to } = state;
  let last = first + 1;
  while (last < to - 1 && lineAt(lines, last).trim() !== lineAt(lines, first).trim()) last++;
  return addCode(state, first, Math.min(last, to - 1));
}

function readIndented(state: ParseState, first: number, indent: number): number {
  const { lines, units, lead } = state;
  const at = units.length;
  const end = addCode(state, first, endOfIndented(state, first, indent));
  const introduction = lead === undefined ? undefined : units[lead];
  // A directive introduces its content and nothing after that.
  if (introduction !== undefined && directive.test(lineAt(lines, introduction.first))) {
    introduction.needs.push(at);
    state.lead = undefined;
  }
  return end;
}

/** The last line of the block after `first` that is indented by at least `indent`; by default, by more than line `first`. */
function endOfIndented({ lines, to }: ParseState, first: number, indent?: number): number {
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

/**
 * Adds a code block, linked to its introduction; a long one as its paragraphs, which need its first and last line and, if they are indented,
 * the line that they belong to.
 */
function addCode(state: ParseState, first: number, last: number): number {
  const { lines, units } = state;
  const above = (state.items.at(-1) ?? state).lead;
  if (last - first < maxWholeFence) {
    linkIntroduction(state, above, add(state, 'code', first, last, [above]));
    return last + 1;
  }
  const head = add(state, 'code', first, first, [above]);
  /** Parts that what follows may belong to, outermost first. */
  const open: { readonly at: number; readonly indent: number }[] = [];
  for (let i = first + 1; i < last; ) {
    const end = endOfPart(lines, i, last);
    const indent = indentLength(lineAt(lines, i));
    while (open.length > 0 && (open.at(-1)?.indent as number) >= indent && end > i) open.pop();
    if (end > i) open.push({ at: add(state, 'code', i, end - 1, [open.at(-1)?.at ?? head]), indent });
    i = Math.max(end, i + 1);
  }
  const end = add(state, 'code', last, last, [head]);
  (units[head] as DraftUnit).needs.push(end);
  linkIntroduction(state, above, head + 1 < end ? head + 1 : head);
  return last + 1;
}

/**
 * The line after the part of a code block that begins on line `first`: a paragraph, cut before a line that is not indented more if it is long;
 * the first line alone if all others are indented more, since lines below the paragraph may belong to it as well. `first` if it is blank.
 */
function endOfPart(lines: Lines, first: number, to: number): number {
  const isBlank = (i: number): boolean => lineAt(lines, i).trim() === '';
  const belongs = (i: number): boolean => indentLength(lineAt(lines, i)) > indentLength(lineAt(lines, first));
  let end = first;
  while (end < to && !isBlank(end) && end - first <= maxWholeFence) end++;
  let cut = end;
  while (cut > first && cut < to && !isBlank(cut) && belongs(cut)) cut--;
  if (cut > first) end = cut;
  for (let i = first + 1; i < end; i++) if (!belongs(i)) return end;
  return Math.min(end, first + 1);
}
