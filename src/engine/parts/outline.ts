/**
 * The outline of a file: its headings, or its outer definitions, each with the first sentence of the comment before it. Cost: one scan of the file.
 */

import { findDefinitions } from '../text/definitions/definitions.ts';
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

/** Columns by which members of an outer definition are indented, at most. */
const maxIndent = 4;

/**
 * @param chunks of the file, in order.
 * @param text of the file; without it, or where nothing is defined, the titles of the chunks are the outline.
 */
export function outlineOf(language: Language, chunks: readonly TitledLines[], text: string | undefined): readonly OutlineEntry[] {
  if (text === undefined) return titlesOf(chunks);
  const lines = linesOf(text);
  const entries = language.kind === 'doc' ? headingsOf(lines, language) : definitionsOf(lines, language);
  return entries.length === 0 ? titlesOf(chunks) : entries;
}

function headingsOf(lines: Lines, language: Language): readonly OutlineEntry[] {
  const open: number[] = [];
  return readDocument(lines, language).headings.map(({ line, level, title }) => {
    while (open.length > 0 && (open.at(-1) as number) >= level) open.pop();
    return { line: line + 1, name: title, depth: open.push(level) - 1, says: undefined };
  });
}

function definitionsOf(lines: Lines, language: Language): readonly OutlineEntry[] {
  return findDefinitions(lines, language)
    .filter(({ indent }) => indent <= maxIndent)
    .map(({ line, name, indent }) => ({ line: line + 1, name, depth: indent === 0 ? 0 : 1, says: sentenceBefore(lines, line, language) }));
}

function titlesOf(chunks: readonly TitledLines[]): readonly OutlineEntry[] {
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
