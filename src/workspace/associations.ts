/** The language of a file by VS Code's `files.associations`, else by its name. */

import nodePath from 'node:path';
import { Minimatch } from 'minimatch';
import { type Language, languageNamed, languageOf } from '../engine/text/languages.ts';
import type { IndexSettings } from './settings.ts';
import { systemPaths } from './systemPaths.ts';

/** Decides the language of the file at a path, relative to its folder. */
export type LanguageRule = (path: string) => Language;

/**
 * A glob with a `/` is matched with the absolute path, any other with the file name, in any case. Of several that match the longest decides, and of
 * these the last. A language that is not known is plain text.
 */
export function languageRule(folder: string, { associations }: Pick<IndexSettings, 'associations'>): LanguageRule {
  const rules = Object.entries(associations)
    .reverse()
    .sort(([a], [b]) => b.length - a.length)
    .map(([glob, id]) => ({ glob: compiledGlob(glob), isOfPath: glob.includes('/'), language: languageNamed(id) }));
  if (rules.length === 0) return languageOf;
  return (path) => {
    const whole = systemPaths.toAbsolute(folder, path).replaceAll(nodePath.sep, '/').toLowerCase();
    const name = whole.slice(whole.lastIndexOf('/') + 1);
    return rules.find(({ glob, isOfPath }) => glob.match(isOfPath ? whole : name))?.language ?? languageOf(path);
  };
}

/** Alternatives in braces that a glob has at most; further ones match nothing. */
const maxAlternatives = 1000;

/** Throws a `TypeError` for a glob that does not compile. */
function compiledGlob(glob: string): Minimatch {
  const inEditor = { dot: true, noext: true, nonegate: true, nocomment: true } as const;
  return new Minimatch(glob.toLowerCase(), { ...inEditor, platform: 'linux', braceExpandMax: maxAlternatives });
}

/** Whether something is a glob and an id of a language, as strings. */
export function isAssociation([glob, id]: readonly [string, unknown]): boolean {
  if (typeof id !== 'string' || glob === '') return false;
  try {
    compiledGlob(glob);
    return true;
  } catch {
    return false;
  }
}
