/**
 * Makes units of the blocks of a document: a paragraph, list item, table row or note each, a long code block in parts inside its fence.
 *
 * A list item needs its list's lead and its parent item, a table row its header, code the paragraph that introduces it; a paragraph that ends
 * with a colon needs what follows. Cost: one pass over the lines.
 */

import type { Block, Heading } from '../../../text/documents/document.ts';
import { isHeaderRule } from '../../../text/documents/lineMarks.ts';
import { readDocument } from '../../../text/documents/readDocument.ts';
import type { Language } from '../../../text/languages.ts';
import { type Lines, lineAt } from '../../../text/lines.ts';
import { endsWithAny, indentLength, trimEndOf } from '../../../util/strings.ts';
import type { DraftUnit, Unit } from './unit.ts';

/** A code block with more lines is cut at blank lines. */
const maxWholeFence = 12;

/** Languages of fences that are drawn. */
const drawings = new Set(['mermaid', 'plantuml', 'dot', 'graphviz', 'd2']);

/** The units so far, the current section, and the units that later ones may need. */
interface ParseState {
  readonly lines: Lines;
  readonly units: DraftUnit[];
  subject: readonly string[];
  scope: readonly [number, number];
  /** The latest paragraph of the section, which introduces what follows. */
  lead: number | undefined;
  /** Open list items and directives, innermost last. */
  items: Item[];
}

interface Item {
  readonly at: number;
  /** Its latest paragraph, which introduces what follows. */
  lead: number;
  /** Whether it says nothing without what follows. */
  readonly isDirective: boolean;
}

/** The units of lines `from` to `to` (exclusive) of a document. */
export function docUnits(lines: Lines, language: Language, from: number, to: number): readonly Unit[] {
  const document = readDocument(lines, language);
  const headings = document.headings.filter(({ line }) => line < to);
  const beginning = [from, headings[0]?.line ?? to] as const;
  const state: ParseState = { lines, units: [], subject: [], scope: beginning, lead: undefined, items: [] };
  const path: Heading[] = [];
  let next = 0;
  for (const block of document.blocks()) {
    for (; next < headings.length && (headings[next] as Heading).line <= block.first; next++) {
      const heading = headings[next] as Heading;
      while (path.length > 0 && (path.at(-1) as Heading).level >= heading.level) path.pop();
      path.push(heading);
      const titles = path.map(({ title }) => title).filter((title) => title !== '');
      enter(state, titles, heading.line, headings[next + 1]?.line ?? to);
    }
    if (block.last >= from && block.first < to)
      addBlock(state, { ...block, first: Math.max(block.first, from), last: Math.min(block.last, to - 1) });
  }
  return state.units;
}

function enter(state: ParseState, subject: readonly string[], from: number, to: number): void {
  state.subject = subject;
  state.scope = [from, to];
  state.lead = undefined;
  state.items = [];
}

function addBlock(state: ParseState, block: Block): void {
  const { kind, first, last, depth } = block;
  if (kind === 'contents') return;
  state.items.length = Math.min(state.items.length, depth);
  if (kind === 'entry') enter(state, state.subject, first, last + 1);
  else if (kind === 'code') addCode(state, first, last);
  else if (kind === 'table') addTable(state, first, last);
  else if (kind === 'item' || kind === 'directive') addItem(state, block);
  else addParagraph(state, first, last);
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

/** Makes a paragraph or item that ends with a colon, is emphasised as a whole or is a directive need the next unit, and only that. */
function linkIntroduction({ units, lines, items }: ParseState, before: number | undefined, at: number): void {
  const lead = before === undefined ? undefined : units[before];
  if (lead === undefined || lead.needs.some((need) => need > (before as number))) return;
  const line = lineAt(lines, lead.last).trim();
  const isLabel = lead.first === lead.last && line.startsWith('**') && line.indexOf('**', 2) === line.length - 2;
  const isDirective = items.some((item) => item.isDirective && item.at === before);
  if (isLabel || isDirective || endsWithAny(trimEndOf(line, '*_').trimEnd(), ':：')) lead.needs.push(at);
}

function addParagraph(state: ParseState, first: number, last: number): void {
  const item = state.items.at(-1);
  const at = add(state, 'prose', first, last, [item?.at]);
  linkIntroduction(state, (item ?? state).lead, at);
  (item ?? state).lead = at;
}

function addItem(state: ParseState, { kind, first, last }: Block): void {
  const isDirective = kind === 'directive';
  const parent = state.items.at(-1);
  const { lead } = parent ?? state;
  const at = add(state, 'prose', first, last, [isDirective ? parent?.at : lead]);
  linkIntroduction(state, lead, at);
  state.items.push({ at, lead: at, isDirective });
  // What a paragraph introduces ends with the directive.
  if (isDirective) state.lead = undefined;
}

function addTable(state: ParseState, first: number, last: number): void {
  const { lines, lead } = state;
  const isHeader = first < last && isHeaderRule(lineAt(lines, first + 1));
  const header = isHeader ? add(state, 'prose', first, first + 1, []) : undefined;
  for (let row = isHeader ? first + 2 : first; row <= last; row++) {
    const at = add(state, 'prose', row, row, [header]);
    if (row === first + 2 && header !== undefined) (state.units[header] as DraftUnit).needs.push(at);
    if (row === first + 2) linkIntroduction(state, lead, at);
  }
}

/**
 * Adds a code block, linked to its introduction; a long one as its paragraphs, which need its first and last line and, if they are indented,
 * the line that they belong to.
 */
function addCode(state: ParseState, first: number, last: number): void {
  const { lines, units } = state;
  const above = (state.items.at(-1) ?? state).lead;
  // The source of a picture says little as text.
  if (drawings.has(lineAt(lines, first).trim().replaceAll('`', ''))) return;
  if (last - first < maxWholeFence) {
    linkIntroduction(state, above, add(state, 'code', first, last, [above]));
    return;
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
