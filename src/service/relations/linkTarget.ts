/**
 * The place that a link of a document leads to: a file by its path, or as wikis do by its name alone, and in it a heading. A label is looked for
 * in the document itself first, then in the others of its language. Cost: for a label, reading documents up to the one that has it.
 */

import { lineOfAnchor, lineOfLabel } from '../../engine/text/documents/anchors.ts';
import { languageOf } from '../../engine/text/languages.ts';
import { linesOf } from '../../engine/text/lines.ts';
import { directoryOf, fileNameOf, joinPath } from '../../engine/util/paths.ts';
import { percentDecoded } from '../../engine/util/strings.ts';
import { Texts } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { LinkTarget } from '../types/results.ts';

/** What a link may leave out of a path. */
const endings = ['', '.md', '.mdx', '.rst', '.adoc', '.org', '.txt', '.ipynb', '/index.md', '/README.md', '/index.rst'];
const maxRead = 3000;

/** @param path of the document, relative. @param target as written: `guide.md#gates`, `../guide`, `Guide#Gates`, `#gates`. */
export async function findLinkTarget(
  folder: FolderIndex,
  path: string,
  target: string,
  signal?: AbortSignal,
): Promise<LinkTarget | undefined> {
  const documents = (await folder.reader()?.documents()) ?? [];
  const paths = documents.map((one) => one.path);
  const texts = new Texts([folder]);
  const hash = target.indexOf('#');
  const file = percentDecoded(hash < 0 ? target : target.slice(0, hash));
  const anchor = hash < 0 ? '' : percentDecoded(target.slice(hash + 1));
  const found = file === '' ? path : fileNamed(file, path, paths);
  if (found === undefined) return undefined;
  const lineIn = (one: string, isLabel: boolean): number | undefined => {
    const lines = linesOf(texts.wholeText({ path: one, folder: 0 }) ?? '');
    return isLabel && lineOfLabel(lines, anchor) === undefined ? undefined : lineOfAnchor(lines, languageOf(one), anchor);
  };
  const line = anchor === '' ? 0 : lineIn(found, false);
  if (line !== undefined) return { path: found, line: line + 1 };
  if (file !== '') return { path: found, line: 1 };
  const { id } = languageOf(path);
  for (const [i, other] of paths
    .filter((one) => languageOf(one).id === id)
    .slice(0, maxRead)
    .entries()) {
    if (i % 16 === 0) await yieldToEventLoop(signal);
    const at = lineIn(other, true);
    if (at !== undefined) return { path: other, line: at + 1 };
  }
  return undefined;
}

/** The file that a document means: from its own folder, from the root, or the only one of that name. */
function fileNamed(name: string, from: string, paths: readonly string[]): string | undefined {
  const known = new Set(paths);
  const bases = [joinPath(name.startsWith('/') ? '' : directoryOf(from), name), joinPath('', name)];
  for (const base of bases) for (const ending of endings) if (base !== undefined && known.has(base + ending)) return base + ending;
  const wanted = endings.map((ending) => `${fileNameOf(name)}${ending}`.toLowerCase());
  const named = paths.filter((path) => wanted.includes(fileNameOf(path).toLowerCase()));
  return named.length === 1 ? named[0] : undefined;
}
