/** The files of one folder as the overview sees them: those that say what the folder is about, and those in a corner of their own. */

import type { DocumentInfo, IndexReader } from '../index/reader.ts';
import { Trait } from '../index/reader.ts';
import { type Language, languageNamed, plainText } from '../text/languages.ts';
import { isLegalPath } from '../text/names/legal.ts';
import { isChangeLogPath, isTestPath } from '../text/names/pathNames.ts';
import { directoryOf } from '../util/paths.ts';

/** Why a file is not among the parts. */
export const corners = ['tests', 'translations', 'changeLogs', 'licences', 'vendored', 'compiled', 'settings'] as const;
export type Corner = (typeof corners)[number];

export interface SourceFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly language: Language;
  /** Its chunks are in [firstChunk, chunksEnd). */
  readonly firstChunk: number;
  readonly chunksEnd: number;
  /** `data` are settings and markup: nobody uses what they define by name. */
  readonly kind: 'code' | 'prose' | 'data';
  /** Absent: the file is in a part. */
  readonly corner: Corner | undefined;
}

/** Directories for code of others, by convention. */
const vendoredFolders = new Set(['vendor', 'vendored', 'third_party', 'third-party', 'thirdparty', 'external', 'deps']);
/** Endings of what is compiled, with the endings of its source. */
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  '.css': ['.scss', '.sass', '.less', '.styl'],
  '.js': ['.ts', '.tsx', '.coffee'],
  '.d.ts': ['.ts', '.tsx'],
};
const compiledEndings = Object.entries(sourcesOf);
/** Minimum share of the files of a folder of translations that have a counterpart in another. */
const minMirrored = 1 / 2;

/** The live files of a folder's index, by path. Cost: linear in their number and depth. */
export async function sourceFiles(reader: IndexReader): Promise<readonly SourceFile[]> {
  const documents = [...(await reader.documents())].filter(({ firstChunk, chunksEnd }) => chunksEnd > firstChunk);
  documents.sort((a, b) => (a.path < b.path ? -1 : 1));
  const paths = new Set(documents.map(({ path }) => path));
  const translated = translations(documents);
  const folders = new Map<string, FolderTraits>();
  const files = documents.map(({ path, language: name, firstChunk, chunksEnd }): SourceFile => {
    const language = languageNamed(name);
    const kind = sourceKind(language);
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const traits = folders.get(folder) ?? folderTraits(folder);
    folders.set(folder, traits);
    const isTest = ((reader.traits[firstChunk] as number) & Trait.Auxiliary) !== 0 && kind !== 'prose';
    const corner = findCorner(path, traits, isTest, paths) ?? (translated.has(path) ? 'translations' : undefined);
    return { path, language, firstChunk, chunksEnd, kind, corner };
  });
  return withTestData(files);
}

/** Data and plain text in or below a folder whose code is tests and nothing else is what these read. */
function withTestData(files: readonly SourceFile[]): readonly SourceFile[] {
  const isOfTests = new Map<string, boolean>();
  for (const { path, kind, corner } of files) {
    if (kind !== 'code') continue;
    for (let folder = directoryOf(path); folder !== ''; folder = directoryOf(folder))
      isOfTests.set(folder, isOfTests.get(folder) !== false && corner === 'tests');
  }
  return files.map((file) => {
    if (file.corner !== undefined || (file.kind !== 'data' && file.language.id !== plainText.id)) return file;
    let folder = directoryOf(file.path);
    while (folder !== '' && !isOfTests.has(folder)) folder = directoryOf(folder);
    return isOfTests.get(folder) === true ? { ...file, corner: 'tests' } : file;
  });
}

const dataLanguages = new Set(['config', 'json', 'html', 'css']);

function sourceKind({ id, kind }: Language): SourceFile['kind'] {
  return kind === 'doc' ? 'prose' : dataLanguages.has(id) ? 'data' : 'code';
}

/** What the path of a folder says of its files. */
interface FolderTraits {
  readonly isVendored: boolean;
  readonly isOfTests: boolean;
}

/** @param folder with `/` at the end; '' for the root. */
function folderTraits(folder: string): FolderTraits {
  const names = folder.split('/');
  // The tools of Go pass over folders whose names begin with `_`, which is where examples are put.
  const plain = names.map((name) => (name.startsWith('_') ? name.slice(1) : name)).join('/');
  return {
    isVendored: names.some((name) => vendoredFolders.has(name)),
    // The name of a document is its subject: one about tests is none.
    isOfTests: names.includes('testing') || isTestPath(`${plain}x`),
  };
}

function findCorner(path: string, folder: FolderTraits, isTest: boolean, paths: ReadonlySet<string>): Corner | undefined {
  if (isLegalPath(path)) return 'licences';
  if (isChangeLogPath(path)) return 'changeLogs';
  if (folder.isVendored) return 'vendored';
  for (const [ending, sources] of compiledEndings) {
    if (!path.endsWith(ending)) continue;
    const stem = path.slice(0, -ending.length);
    if (sources.some((source) => `${stem}${source}` !== path && paths.has(stem + source))) return 'compiled';
  }
  // Names that begin with a dot are settings of tools, by convention.
  if (path.startsWith('.') || path.includes('/.')) return 'settings';
  return isTest || folder.isOfTests ? 'tests' : undefined;
}

/** A language, with its region or script: `fr`, `pt-br`, `zh-Hans`. Words of two letters are too, so a counterpart must exist as well. */
const languageTag = /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/;

/**
 * Files in a folder with the name of a language whose counterparts are in a folder beside it or above it, and files whose names end with a
 * language (`README.fr.md`) beside one without. Of folders beside each other the original is `en`, else the one with the most files.
 */
function translations(documents: readonly DocumentInfo[]): ReadonlySet<string> {
  const found = new Set<string>();
  const paths = new Set(documents.map(({ path }) => path));
  /** Paths without the language, by what is before it and by language. */
  const families = new Map<string, Map<string, string[]>>();
  for (const { path, language: own } of documents) {
    const names = path.split('/');
    const name = names.at(-1) as string;
    if (sourceKind(languageNamed(own)) === 'prose' && isTranslatedName(name, names.slice(0, -1).join('/'), paths)) found.add(path);
    const at = names.slice(0, -1).findIndex((name) => languageTag.test(name));
    if (at < 0) continue;
    const before = names.slice(0, at).join('/');
    const family = families.get(before) ?? new Map<string, string[]>();
    families.set(before, family);
    const language = names[at] as string;
    const rests = family.get(language) ?? [];
    rests.push(names.slice(at + 1).join('/'));
    family.set(language, rests);
  }
  for (const [before, family] of families) {
    const prefix = before === '' ? '' : `${before}/`;
    const original = family.has('en') ? 'en' : [...family].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))[0]?.[0];
    for (const [language, rests] of family) {
      const others = new Set([...family].flatMap(([other, all]) => (other === language ? [] : all)));
      const mirrored = rests.filter((rest) => others.has(rest) || paths.has(prefix + rest)).length;
      const isAbove = rests.filter((rest) => paths.has(prefix + rest)).length >= rests.length * minMirrored;
      if (mirrored < rests.length * minMirrored || (language === original && !isAbove)) continue;
      for (const rest of rests) found.add(`${prefix}${language}/${rest}`);
    }
  }
  return found;
}

/** Whether a name ends with a language (`README.fr.md`, `guide-ja.md`) and a file without it is in the same folder or at the root. */
function isTranslatedName(name: string, folder: string, paths: ReadonlySet<string>): boolean {
  const dot = name.lastIndexOf('.');
  const stem = name.slice(0, dot);
  for (let length = 2; length <= 7; length++) {
    const tag = stem.slice(-length);
    const mark = stem.at(-length - 1);
    if (mark === undefined || !'.-_'.includes(mark) || tag === 'en' || !languageTag.test(tag)) continue;
    const plain = stem.slice(0, -length - 1) + name.slice(dot);
    if (paths.has(folder === '' ? plain : `${folder}/${plain}`) || paths.has(plain)) return true;
  }
  return false;
}
