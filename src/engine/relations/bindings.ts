/** The names that a source imports and exports, with their modules. Cost: one pass of the scanner. */

import { addsMembers } from '../text/code/definition.ts';
import type { AddBinding, Binding } from '../text/code/imports/binding.ts';
import { readImports } from '../text/code/imports/imports.ts';
import { definitionsOf, readSource } from '../text/code/read.ts';
import type { ImportForm } from '../text/code/syntax.ts';
import { isProgram, type Language } from '../text/languages.ts';
import { lineCursor, linesIn } from '../text/lines.ts';
import { tokenize } from '../text/words/tokens.ts';

/** Imports of the other forms name no file and no package that is known. */
const formsOfModules: ReadonlySet<ImportForm> = new Set(['ecma', 'python', 'rust', 'go', 'jvm', 'include']);
/** Languages in which what a file declares outermost can be imported without being marked as exported. */
const exportingAll = new Set(['python', 'rust', 'go']);

/** Whether the imports of a language say which file has what it uses. */
export function hasModules(language: Language): boolean {
  const { imports } = language.syntax ?? {};
  return imports !== undefined && formsOfModules.has(imports.form) && isProgram(language);
}

/** The bindings of a text, in its order. */
export function bindingsIn(text: string, language: Language): readonly Binding[] {
  if (!hasModules(language)) return [];
  const scan = tokenize(text);
  const source = readSource(text, scan, language);
  if (source === undefined) return [];
  const found: Binding[] = [];
  const lines = linesIn(text, scan);
  const lineOf = lineCursor(lines);
  const add: AddBinding = (module, name, local, at, isExport = false) => {
    // No module or name has the characters by which they are kept (`bindingsBuilder.ts`).
    const names = `${module}${name}${local}`;
    if (names.includes('\t') || names.includes('\u0001')) return;
    found.push({ module, name, local, isExport, line: lineOf(at) + 1 });
  };
  readImports(source, add);
  if (exportingAll.has(language.id)) {
    for (const { name, scope, line, kind } of definitionsOf(source, lines))
      if (scope === 'outermost' && !addsMembers(kind)) found.push({ module: '', name, local: name, isExport: true, line: line + 1 });
  }
  return found;
}
