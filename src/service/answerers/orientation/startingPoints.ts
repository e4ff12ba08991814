/**
 * Where to start reading a workspace, derived from its structure (`engine/parts`): where execution begins, the passages of documents that
 * name most of its parts, what its authors say about a folder, and what is used most in it.
 */

import nodePath from 'node:path';
import { briefLimits } from '../../../engine/answer/brief/brief.ts';
import { chunkIdsOf, type DocumentInfo } from '../../../engine/index/reader.ts';
import { firstSentence, type Quote } from '../../../engine/parts/authorWords.ts';
import type { Part, PartFile } from '../../../engine/parts/overview.ts';
import { depthOf, isReadme, stemOf } from '../../../engine/parts/sourcePaths.ts';
import type { Ranking } from '../../../engine/retrieval/ranking.ts';
import { languageNamed } from '../../../engine/text/languages.ts';
import { isDeclarationPath, isTestPath } from '../../../engine/text/names/pathNames.ts';
import { directoryOf, foldersOf } from '../../../engine/util/paths.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { FolderIndex } from '../../folder/folderIndex.ts';
import type { View } from '../../folder/view.ts';
import type { OverviewAnswer } from '../../types/results.ts';

/** Maximum number of places of a kind. */
const maxPlaces = 2;
/** Sections of the README that are read. */
const maxOfReadme = 40;
/** Names of the files by which one enters a program or library, and the levels on which they are. */
const entryStems = ['main', 'lib', 'mod', 'index', 'init', 'app', 'server', 'manage'];
const maxDepth = 4;
/** A passage about the parts names at least this many of them. */
const minNamed = 3;

/** A word with a mark inside is always a name. */
const compound = /^\w+[-_]\w+/;
const addresses = /https?:\/\/\S+/g;

/**
 * An author's sentence, or a passage: the one at `line`, or the first with one of `names` in its title. Shown are the lines that contain
 * most of `words`.
 */
export type StartingPoint =
  | Quote
  | { readonly path: string; readonly line?: number; readonly names?: readonly string[]; readonly words?: string };

/** What starting points are found with. */
export interface StartingPointSources {
  /** The number of the folder in the view. */
  readonly folder: number;
  /** That of its directory. */
  readonly name: string;
  readonly view: View;
  readonly texts: Texts;
  /** Of the folder. */
  readonly documents: readonly DocumentInfo[];
  readonly overview: OverviewAnswer;
  search(words: string): Promise<Ranking>;
}

export class StartingPoints {
  readonly #from: StartingPointSources;
  /** Files of parts by path. */
  readonly #files: ReadonlyMap<string, PartFile>;

  constructor(from: StartingPointSources) {
    this.#from = from;
    this.#files = new Map(from.overview.parts.flatMap((part) => part.files).map((file) => [file.path, file]));
  }

  /** What the README says the workspace is. */
  introduction(): StartingPoint | undefined {
    const readme = this.#readme();
    return readme && this.#introductionOf(readme.path);
  }

  /** The README at the root, the original before translations. */
  #readme(): DocumentInfo | undefined {
    const all = this.#from.documents.filter(({ path }) => isReadme(path) && !path.includes('/'));
    return all.sort((a, b) => a.path.length - b.path.length)[0];
  }

  /** The source file that has the name of the workspace or, by convention, is where one enters it, nearest to the root. */
  ownFile(name: string): StartingPoint | undefined {
    const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    const rank = (path: string): number => {
      const stem = plain(stemOf(path));
      if (stem === plain(name)) return 0;
      return plain(nodePath.posix.basename(directoryOf(path))) === plain(name) && entryStems.includes(stem)
        ? 1
        : 2 + entryStems.indexOf(stem);
    };
    const files = this.#from.documents.filter(({ path, language }) => {
      const isEntry = entryStems.includes(plain(stemOf(path))) || plain(stemOf(path)) === plain(name);
      return (
        isEntry && depthOf(path) <= maxDepth && languageNamed(language).kind === 'code' && !isTestPath(path) && !isDeclarationPath(path)
      );
    });
    const [first] = files.sort((a, b) => rank(a.path) - rank(b.path) || depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1));
    return first && this.#introductionOf(first.path);
  }

  /** Where execution begins. */
  beginnings(): readonly StartingPoint[] {
    const { entryPoints } = this.#from.overview;
    const programs = entryPoints.filter(({ kind }) => kind === 'command' || kind === 'main');
    const all = programs.length > 0 ? programs : entryPoints.filter(({ kind }) => kind === 'library');
    return all.slice(0, maxPlaces).map(({ path, line, kind }) => {
      if (kind === 'main') return { path, line: this.#guardIn(path) ?? line, words: 'main' };
      return { path, line, names: ['main', ...this.#definedIn(path)] };
    });
  }

  /** The line from which a module of Python is run. */
  #guardIn(path: string): number | undefined {
    const { folder, texts } = this.#from;
    const at = (texts.wholeText({ path, folder }) ?? '').split('\n').findIndex((line) => line.startsWith('if __name__'));
    return at < 0 ? undefined : at + 1;
  }

  /** What its README, or else another document, says about a folder. */
  async aboutFolder(folder: string): Promise<readonly StartingPoint[]> {
    const paths = this.#from.documents.map(({ path }) => path);
    const readme = paths.find((path) => isReadme(path) && directoryOf(path) === folder);
    return readme === undefined ? (await this.#passagesOn([folder], 1)).slice(0, 1) : [this.#introductionOf(readme)];
  }

  /** Files that use a file, and the names that it defines, the most used first. */
  readonly usage = {
    users: (path: string): number => this.#files.get(path)?.users ?? 0,
    defines: (path: string): readonly string[] => this.#definedIn(path),
  };

  /**
   * The passages of documents that name most parts, or else what authors say about the most used parts; undefined if they describe fewer
   * than two.
   */
  async ofParts(): Promise<readonly StartingPoint[] | undefined> {
    const { overview, documents } = this.#from;
    const { parts } = overview;
    const outermost = [...foldersOf(documents.map(({ path }) => path))].filter((path) => !path.includes('/'));
    const names = new Set([...parts.map(({ path, name }) => path || name), ...outermost].filter((name) => name !== ''));
    const passages = await this.#passagesOn([...names], minNamed);
    if (passages.length > 0) return passages.slice(0, maxPlaces);
    const users = (part: Part): number => part.files.reduce((sum, file) => sum + file.users, 0);
    const quotes = [...parts].sort((a, b) => users(b) - users(a)).flatMap((part) => (users(part) > 0 ? (part.says ?? []) : []));
    return quotes.length > 1 ? quotes : undefined;
  }

  /** The files that others use most, those that define something first. */
  byUsers(): readonly StartingPoint[] {
    const { startWith } = this.#from.overview;
    const code = startWith.filter((path) => this.#definedIn(path).length > 0);
    return (code.length > 0 ? code : startWith).slice(0, briefLimits.maxBlocks).map((path) => this.#introductionOf(path));
  }

  #definedIn(path: string): readonly string[] {
    return this.#files.get(path)?.defines ?? [];
  }

  /** The passages of documents that name at least `min` of some folders or files, best first. Manual pages are for users. */
  async #passagesOn(names: readonly string[], min: number): Promise<readonly StartingPoint[]> {
    const { folder, view, texts, search } = this.#from;
    const words = names.join(' ');
    const { results } = await search(`${words} kind:doc`);
    const readme = this.#readme();
    const ids = [...(readme === undefined ? [] : chunkIdsOf(readme).slice(0, maxOfReadme)), ...results.map(({ chunk }) => chunk)];
    const passages: StartingPoint[] = [];
    for (const info of await view.reader.chunkInfo([...new Set(ids)])) {
      if (info.folder !== folder) continue;
      const isGuide = !['none', 'man'].includes(languageNamed(info.language).headings);
      const written = pathsIn(isGuide ? ((await texts.chunkText(info)) ?? '') : '');
      const found = names.map((name) => written.get(name) ?? written.get(name.slice(name.lastIndexOf('/') + 1)));
      const named = found.filter((isPath) => isPath !== undefined);
      // A name written as code may not be the folder's, unless the passage names half of them.
      if (named.length >= min && (named.includes(true) || named.length >= names.length / 2))
        passages.push({ path: info.path, line: info.endLine, words });
    }
    return passages;
  }

  /** What the author of a file says about it, or else what is used most in it. */
  #introductionOf(path: string): StartingPoint {
    const { folder, texts, view } = this.#from;
    const text = texts.wholeText({ path, folder });
    const names = this.#definedIn(path);
    const quote = text === undefined ? undefined : firstSentence(path, text, (view.folders[folder] as FolderIndex).languageOf(path));
    if (quote?.of === 'file') return quote;
    const words = [quote?.text, ...names].join(' ').trim() || nodePath.basename(path);
    return quote === undefined ? { path, names, words } : { path, line: quote.line, words };
  }
}

/** The names that a text writes as a path or as code (folders without the final `/`), and whether each is written as a path. */
function pathsIn(text: string): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const word of text.replace(addresses, '').split(/[\s()[\]|,:;]+/)) {
    const isPath = word.includes('/') || compound.test(word);
    if (!isPath && !word.includes('`') && !word.includes('**')) continue;
    const name = word.replace(/^[`*'"]*(?:\.\/)?|\/?[`*'".]*$/g, '');
    found.set(name, isPath || found.get(name) === true);
  }
  return found;
}
