/** The module of each name that a source imports, by its bindings. Cost: that of `bindingsIn`, three times for a document. */

import { bindingsIn } from '../relations/bindings.ts';
import { type Language, plainText } from '../text/languages.ts';

/** Module by imported name, as written in the source: `./server`, `flask.json`, `crate::args`. */
export type Imports = ReadonlyMap<string, string>;

/** The module of a name that an import gives as an alias. */
export const alias = '<alias>';

/** Languages of the examples in documents, where quotes and comment marks are prose. */
const exampleLanguages = ['typescript', 'python', 'rust'].map((id) => ({ ...plainText, id }));
/** Languages whose wildcards do not hide what the source itself defines. */
const noWildcards = new Set(['go', 'java', 'c']);

/** The imports of a source; for a document, those of its examples. `*` means unknown names. */
export function importsOf(text: string, own: Language): Imports {
  const found = new Map<string, string>();
  const add = (name: string, module: string): void => void (found.has(name) || found.set(name, module));
  for (const language of own.kind === 'code' ? [own] : exampleLanguages) {
    for (const { module, name, local } of bindingsIn(text, language)) {
      if (module === '' || local === '' || (local === '*' && noWildcards.has(language.id))) continue;
      // In a document, "use it" at the beginning of a line is prose.
      if (language.id === 'rust' && local === module) continue;
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
    }
  }
  return found;
}
