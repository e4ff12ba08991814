/**
 * The outline of a file: its headings, or its outer definitions, each with the first sentence of the comment before it. Cost: one scan of the file.
 */

import { findDefinitions } from '../text/definitions/definitions.ts';
import type { Language } from '../text/languages.ts';
import { linesOf } from '../text/lines.ts';
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
  const lines = text === undefined || language.kind === 'doc' ? undefined : linesOf(text);
  const definitions = lines === undefined ? [] : findDefinitions(lines, language).filter(({ indent }) => indent <= maxIndent);
  if (lines === undefined || definitions.length === 0) return titlesOf(chunks);
  return definitions.map(({ line, name, indent }) => ({
    line: line + 1,
    name,
    depth: indent === 0 ? 0 : 1,
    says: sentenceBefore(lines, line, language),
  }));
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
