/** What a path contributes to the index: its words as terms, its stem and folders as keys, and whether it is auxiliary or a change log. */

import { type PathNames, Space } from '../../document.ts';
import type { Language } from '../languages.ts';
import { fold, termsOf } from '../words/terms.ts';
import { wordsIn } from '../words/tokens.ts';
import { stemOf } from './entities.ts';
import { isAsidePath } from './legal.ts';

const testFolder =
  /(?:^|\/)_{0,2}(?:tests?|specs?|e2e|fixtures?|testdata|test[-_]?(?:support|utils?|helpers?|cases|workspace|suites?)?|mocks?)_{0,2}\//i;
/** A file, or all in a folder whose name ends with the word: `commonTest`, `App.Tests`, `unit-tests`. */
const testFile =
  /(?:^|\/)(?:test_[^/]*|tests?\.[^/]+|conftest\.py|[^/]*[._-](?:tests?|spec|mock|fixture|bench|e2e)\.[^/]+|[^/]*(?:Tests?|Spec)\.(?:java|kt|cs|swift|scala)|[^/]*\.(?:t|bats)|[^/]*(?:[a-z\d]Tests?|[._-][Tt]ests?)\/.*)$/;

const exampleFolder = /(?:^|\/)_{0,2}(?:examples?|samples?|playgrounds?|benchmarks?|benches|bench|demos?)_{0,2}\//i;

/** Whether a path is an example or a benchmark, which tests nothing. */
export function isExamplePath(path: string): boolean {
  return exampleFolder.test(path);
}

/** Whether a path is a test, an example or a fixture. */
export function isTestPath(path: string): boolean {
  return testFolder.test(path) || testFile.test(path) || exampleFolder.test(path);
}

/** Whether a file declares what is defined elsewhere: types of TypeScript, stubs of Python, headers of C and C++. */
export function isDeclarationPath(path: string): boolean {
  return /\.(?:d\.[cm]?ts|pyi|h|hh|hpp|hxx)$/.test(path);
}

/** A change log by its file name, or a document below a folder named like one. */
const changeLog =
  /(?:^|\/)(?:(?:change[-_]?logs?|release[-_]?notes)(?:(?:\.d)?\/(?:.*\/)?(?:[^/.]+(?:\.\d+)*|[^/]+(?=\.))|(?:[-_ ][^/.]*)?(?:\.\d+)*)|(?:releases|whats[-_]?new)(?:\/[^/]+)?(?=\.)|(?:changes|(?:version[-_]?)?history|news)(?:[-_ ][^/.]*)?(?:\.\d+)*)(?:\.(?:md|mdx|markdown|rst|txt|adoc))?$/i;

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether a path is a table of translated texts: data in a file or folder that is named by the tag of a natural language, such as `en` or `pt-BR`. */
function isTranslationPath(path: string, { id }: Language): boolean {
  if (!['config', 'json'].includes(id)) return false;
  return path
    .split('/')
    .slice(-2)
    .some((part) => isLanguageTag(part.slice(0, part.indexOf('.') >>> 0)));
}

function isLanguageTag(text: string): boolean {
  const [language = '', region = '', ...others] = text.replace('_', '-').split('-');
  if (language.length !== 2 || others.length > 0) return false;
  try {
    return languageNames.of(region === '' ? language : `${language}-${region}`) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a path is a change log or release notes. */
export function isChangeLogPath(path: string): boolean {
  return changeLog.test(path);
}

/** The terms and keys of the path of a file in a language, relative to its folder, with `/`. */
export function pathNames(path: string, language: Language): PathNames {
  const end = path.lastIndexOf('/') + 1;
  const folder = folderNames(path.slice(0, end));
  const stem = stemOf(path);
  const keys = stem === '' ? folder.keys : [...new Set([keyOf(stem), ...folder.keys])];
  // The name of a document is its subject: one about tests is none.
  const isTest = isTestPath(language.kind === 'doc' ? path.slice(0, end) : path);
  return {
    terms: [...folder.terms, ...termsIn(path.slice(end))],
    keys,
    isAuxiliary: isTest || isAsidePath(path) || isTranslationPath(path, language),
    isChangeLog: isChangeLogPath(path),
  };
}

/** Max cached folders; then the cache is cleared. */
const maxFolders = 1000;
const cache = new Map<string, Pick<PathNames, 'terms' | 'keys'>>();

/** The terms and keys that a folder contributes to each file in it. */
function folderNames(folder: string): Pick<PathNames, 'terms' | 'keys'> {
  const found = cache.get(folder);
  if (found !== undefined) return found;
  const names = folder.split('/').slice(0, -1).map(fold);
  const folderNames = { terms: termsIn(folder), keys: [...new Set(names.filter((name) => name !== '').map(keyOf))] };
  if (cache.size >= maxFolders) cache.clear();
  cache.set(folder, folderNames);
  return folderNames;
}

function termsIn(path: string): string[] {
  return wordsIn(path).flatMap(({ text, shape }) => termsOf(text, shape));
}

function keyOf(name: string): string {
  return `${Space.Path}:${name}`;
}

/** For documents without a path, such as the passages of a corpus. */
export const noPathNames: PathNames = { terms: [], keys: [], isAuxiliary: false, isChangeLog: false };
