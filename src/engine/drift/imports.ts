/** The module of each name that a source imports. Cost: one pass of the scanner, three for a document. */

import { readImports } from '../text/code/imports/imports.ts';
import { readSource } from '../text/code/read.ts';
import type { CodeLanguage } from '../text/code/syntax.ts';
import { type Language, languageNamed } from '../text/languages.ts';
import { tokenize } from '../text/words/tokens.ts';

/** Module by imported name, as written in the source: `./server`, `flask.json`, `crate::args`. */
export type Imports = ReadonlyMap<string, string>;

/** The module of a name that an import gives as an alias. */
export const alias = '<alias>';

/** Languages whose wildcards do not hide what the source itself defines. */
const noWildcards = new Set(['go', 'java', 'c']);

/** A language of the examples in documents, where most comment marks and quotes are prose. */
function exampleLanguage(id: string, line: string): CodeLanguage & { readonly id: string } {
  return { id, syntax: languageNamed(id).syntax, comments: { line: [line], block: [['<!--', '-->']], quotes: '"\'' } };
}
const exampleLanguages = [exampleLanguage('typescript', '//'), exampleLanguage('python', '#'), exampleLanguage('rust', '//')];

/** The imports of a source; for a document, those of its examples. `*` means unknown names. */
export function importsOf(text: string, own: Language): Imports {
  const found = new Map<string, string>();
  for (const language of own.kind === 'code' ? [own] : exampleLanguages) addImports(text, language, found);
  return found;
}

function addImports(text: string, language: CodeLanguage & { readonly id: string }, found: Map<string, string>): void {
  const source = readSource(text, tokenize(text), language);
  if (source === undefined) return;
  const add = (name: string, module: string): void => void (found.has(name) || found.set(name, module));
  readImports(source, (module, name, local) => {
    if (module === '' || local === '' || (local === '*' && noWildcards.has(language.id))) return;
    // In a document, "use it" at the beginning of a line is prose.
    if (language.id === 'rust' && local === module) return;
    if (name !== '*' && name !== 'default') {
      if (name !== local) found.set(local, alias);
      // Java names the file by the class, but any file of the package may define it.
      add(name, module.endsWith(`.${name}`) ? module.slice(0, -name.length) : module);
    } else if (language.id !== 'python') add(local, module);
    else if (local === '*') add('*', module);
    else {
      if (local !== module) found.set(local, alias);
      for (const part of module.split('.')) add(part, module);
    }
  });
}
