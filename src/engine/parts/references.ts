/**
 * Files that a document names: targets of links, and paths in its text, as written, from the document's directory, or from the root.
 *
 * A document that names many others is their table of contents: its order is the order in which its author wants them read. The first of each
 * section come before the second ones, and what is indented comes after what is not. Sphinx names the documents of a `toctree` without their endings.
 * Cost: one pass over the document.
 */

import type { Heading } from '../text/documents/document.ts';
import { readDocument } from '../text/documents/readDocument.ts';
import { languageOf } from '../text/languages.ts';
import { lineAt, linesOf } from '../text/lines.ts';
import { directoryOf, joinPath } from '../util/paths.ts';

/** A file that a document names. */
export interface Reference {
  readonly path: string;
  /** Of its line, in columns; −1 for a heading. */
  readonly indent: number;
  /** Headings before it. */
  readonly section: number;
}

/** What no path in a text has. A word is split off by these, since a pattern for one with a full stop would try each of its letters. */
const separators = /[\s()[\]<>{}`"|:#?*,;!，。；：、（）]/;

/** The documents that the tables of contents of a document list, in order. @param known paths of all files. */
export function readToctree(path: string, text: string, known: ReadonlySet<string>): readonly string[] {
  if (!text.includes('toctree')) return [];
  const lines = linesOf(text);
  const found = new Set<string>();
  for (const { kind, first, last } of readDocument(lines, languageOf(path)).blocks()) {
    if (kind !== 'contents') continue;
    for (let i = first + 1; i <= last; i++) {
      const entry = lineAt(lines, i).trim();
      if (entry === '' || entry.startsWith(':')) continue;
      const name = entry.slice(entry.lastIndexOf('<') + 1, entry.endsWith('>') ? -1 : undefined);
      const target = ['', '.rst', '.md', '.txt']
        .map((ending) => resolved(directoryOf(path), name + ending))
        .find((one) => one !== undefined && known.has(one));
      if (target !== undefined) found.add(target);
    }
  }
  return [...found];
}

/** @param known paths of all files. */
export function referencesIn(path: string, text: string, known: ReadonlySet<string>): readonly Reference[] {
  const found: Reference[] = [];
  const seen = new Set<string>([path]);
  const directory = directoryOf(path);
  const lines = linesOf(text);
  const { headings } = readDocument(lines, languageOf(path));
  let section = 0;
  for (let i = 0; i < lines.count; i++) {
    while (section < headings.length && (headings[section] as Heading).line <= i) section++;
    const line = lineAt(lines, i);
    const isHeading = i < (headings[section - 1]?.end ?? 0);
    for (const word of line.split(separators)) {
      if (!word.includes('.')) continue;
      const target = [resolved(directory, word), resolved('', word)].find((one) => one !== undefined && known.has(one));
      if (target === undefined || seen.has(target)) continue;
      seen.add(target);
      found.push({ path: target, indent: isHeading ? -1 : line.length - line.trimStart().length, section });
    }
  }
  return found;
}

/** The path that a document of a folder means, from the root if it begins with `/`; a full stop at the end is that of a sentence. */
function resolved(directory: string, path: string): string | undefined {
  return joinPath(path.startsWith('/') ? '' : directory, path.endsWith('.') ? path.slice(0, -1) : path);
}

/** References in the order in which they are to be read. */
export function readingOrder(references: readonly Reference[]): readonly string[] {
  const counts = new Map<string, number>();
  const placed = references.map((reference) => {
    const id = `${reference.indent} ${reference.section}`;
    const position = counts.get(id) ?? 0;
    counts.set(id, position + 1);
    return { ...reference, position };
  });
  return placed.sort((a, b) => a.indent - b.indent || a.position - b.position || a.section - b.section).map(({ path }) => path);
}
