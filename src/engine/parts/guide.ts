/**
 * The README's own guide to the files: list items, table rows and lines of drawn trees that name a folder or file and go on with words about it.
 *
 * A path counts if it is one of the folder's, as written or from the document's directory; in a drawn tree a name counts if only one path ends
 * with it. Cost: one pass over the document.
 */

import { readDocument } from '../text/documents/readDocument.ts';
import { languageOf } from '../text/languages.ts';
import { lineAt, linesOf } from '../text/lines.ts';
import { directoryOf, fileNameOf, foldersOf, joinPath } from '../util/paths.ts';
import type { Quote } from './authorWords.ts';
import { sentenceOf } from './quotes/sentence.ts';
import type { SourceFile } from './sourceFiles.ts';
import { compareByDepth, isReadme } from './sourcePaths.ts';

/** Documents that may say where what is. */
const maxGuides = 12;

/** What the documents of the root, and READMEs one level below, say of folders and files. */
export async function readGuides(
  files: readonly SourceFile[],
  textOf: (path: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, Quote>> {
  const paths = files.map(({ path }) => path);
  const known = new Set([...paths, ...foldersOf(paths)]);
  let byName: ReadonlyMap<string, string> | undefined;
  const named = (name: string): string | undefined => {
    byName ??= uniqueNames(known);
    return byName.get(name);
  };
  const guides = files.filter(
    ({ path, kind, corner }) => kind === 'prose' && corner === undefined && (!path.includes('/') || isReadme(path)),
  );
  const found = new Map<string, Quote>();
  for (const { path } of guides.sort(compareByDepth).slice(0, maxGuides)) {
    const text = await textOf(path);
    if (text === undefined) continue;
    for (const [target, quote] of readGuide(path, text, known, named)) if (!found.has(target)) found.set(target, quote);
  }
  return found;
}

/** Paths by their last names, where only one has it. */
function uniqueNames(paths: Iterable<string>): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const path of paths) {
    const name = fileNameOf(path);
    if (byName.has(name)) ambiguous.add(name);
    byName.set(name, path);
  }
  for (const name of ambiguous) byName.delete(name);
  return byName;
}

/** What a document says of paths: folders without `/` at the end. @param byName the only path that ends with a name. */
function readGuide(
  path: string,
  text: string,
  known: ReadonlySet<string>,
  byName: (name: string) => string | undefined,
): ReadonlyMap<string, Quote> {
  const found = new Map<string, Quote>();
  const directory = directoryOf(path);
  const lines = linesOf(text);
  const add = (at: number, named: Named | undefined, uniqueName: (name: string) => string | undefined): void => {
    if (named === undefined) return;
    const name = trimmed(named.name);
    const target = [joinPath(directory, name), name].find((one) => one !== undefined && known.has(one)) ?? uniqueName(name);
    const says = target === undefined || target === '' ? undefined : sentenceOf(named.rest);
    if (target !== undefined && says !== undefined && !found.has(target)) found.set(target, { path, line: at + 1, text: says });
  };
  for (const { kind, first, last } of readDocument(lines, languageOf(path)).blocks()) {
    for (let i = first; i <= last; i++) {
      const line = lineAt(lines, i).trim();
      if (branch.test(line)) add(i, inTree(line), (name) => (name.includes('/') ? undefined : byName(name)));
      else if (kind === 'table' || (kind === 'item' && i === first)) add(i, inItem(line), () => undefined);
    }
  }
  return found;
}

/** The beginning of a line in a drawn tree: a mark, after those of the levels above. */
const branch = /^(?:[│|]\s{2,})*(?:├|└|\|--|\+--|`--)/;

interface Named {
  readonly name: string;
  readonly rest: string;
}

/** The first code span, link or strong text of a list item or row, and what follows. */
function inItem(line: string): Named | undefined {
  const match = /^[-*+|]\s*(?:\*\*)?\[?(?:\*\*)?`?([\w@.][\w@./-]*)`?\s*\*{0,2}\]?(?:\([^()\s]*\))?\*{0,2}\s*[:|–—-]+\s*(.*)$/.exec(line);
  if (match === null) return undefined;
  const rest = (match[2] as string).replace(/\|\s*$/, '');
  return { name: match[1] as string, rest: rest.split(' | ')[0] as string };
}

/** `├── name/   # words` */
function inTree(line: string): Named | undefined {
  const match = /([\w@.][\w@./-]*)\s+(?:#+|\/\/|[-–—:<]+)?\s*(.*)$/.exec(line);
  return match === null ? undefined : { name: match[1] as string, rest: match[2] as string };
}

function trimmed(path: string): string {
  const start = path.startsWith('./') ? 2 : 0;
  return path.slice(start, path.endsWith('/') ? -1 : undefined);
}
