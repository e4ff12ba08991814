/** The language of a file's code as a fence names it. */

import { languageNamed, languageOf, plainText } from '../../../engine/text/languages.ts';
import { pathParts } from '../../../protocol/places.ts';
import { commonName, namesByEnding } from '../../../protocol/text/codeLanguage.ts';

/** Files known by their full name. */
const namesByFile = new Map(
  Object.entries({
    makefile: 'makefile',
    dockerfile: 'dockerfile',
    gemfile: 'ruby',
    rakefile: 'ruby',
  }),
);

/** Of a file, whose language is as in `ChunkInfo`: by its name, unless that is of another language; empty if unknown. */
export function codeLanguage({ path, language }: { readonly path: string; readonly language: string }): string {
  const own = languageNamed(language);
  if (own !== languageOf(path)) return commonName(own === plainText ? 'txt' : own.name);
  const name = pathParts(path).name.toLowerCase();
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return namesByFile.get(name) ?? '';
  const ending = name.slice(dot + 1);
  return namesByEnding.get(ending) ?? (/^[a-z][a-z\d]{0,11}$/.test(ending) ? ending : '');
}
