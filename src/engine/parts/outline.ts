/**
 * The outline of a file: its headings and its definitions without locals and values of enums, each with the first sentence of the comment before it. Cost: one scan of the file.
 */

import type { Definition } from '../text/code/definition.ts';
import { definitionsIn } from '../text/code/read.ts';
import { readDocument } from '../text/documents/readDocument.ts';
import type { Language } from '../text/languages.ts';
import { type Lines, linesOf } from '../text/lines.ts';
import { sentenceBefore } from './quotes/commentSentence.ts';

export interface OutlineEntry {
  /** 1-based. */
  readonly line: number;
  readonly name: string;
  /** 0 for the outermost level. */
  readonly depth: number;
  readonly says: string | undefined;
}

/** A chunk with its heading path, or with the names that it defines. */
interface TitledLines {
  readonly startLine: number;
  readonly title: string;
}

/** Definitions nested deeper are left out. */
const maxDepth = 3;

/**
 * @param chunks of the file, in order.
 * @param text of the file; without it, or where nothing is defined, the titles of the chunks are the outline.
 */
export function buildOutline(language: Language, chunks: readonly TitledLines[], text: string | undefined): readonly OutlineEntry[] {
  if (text === undefined) return titleEntries(chunks);
  const lines = linesOf(text);
  const headings = language.kind === 'doc' ? headingEntries(lines, language) : [];
  const entries = [...headings, ...definitionEntries(lines, language)].sort((a, b) => a.line - b.line);
  return entries.length === 0 ? titleEntries(chunks) : entries;
}

function headingEntries(lines: Lines, language: Language): readonly OutlineEntry[] {
  const open: number[] = [];
  return readDocument(lines, language).headings.map(({ line, level, title }) => {
    while (open.length > 0 && (open.at(-1) as number) >= level) open.pop();
    return { line: line + 1, name: title, depth: open.push(level) - 1, says: undefined };
  });
}

function definitionEntries(lines: Lines, language: Language): readonly OutlineEntry[] {
  return outer(definitionsIn(lines, language)).map(({ depth, definition: { firstLine, line, name } }) => ({
    line: line + 1,
    name,
    depth,
    says: sentenceBefore(lines, firstLine, language) ?? (firstLine === line ? undefined : sentenceBefore(lines, line, language)),
  }));
}

/** Definitions with the number of those around them. */
function outer(all: readonly Definition[]): readonly { readonly depth: number; readonly definition: Definition }[] {
  const open: Definition[] = [];
  return all.flatMap((definition) => {
    while (open.length > 0 && (open.at(-1) as Definition).to <= definition.at) open.pop();
    const depth = open.length;
    open.push(definition);
    return definition.scope === 'local' || definition.kind === 'enumerator' || depth >= maxDepth ? [] : [{ depth, definition }];
  });
}

function titleEntries(chunks: readonly TitledLines[]): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let last = '';
  for (const { startLine, title } of chunks) {
    if (title === last || title === '') continue;
    last = title;
    const names = title.split(' › ');
    entries.push({ line: startLine, name: names.at(-1) as string, depth: names.length - 1, says: undefined });
  }
  return entries;
}
