/**
 * The names that a source exposes to the rest of a program: its declarations and the fields of its types, without locals, tests and
 * settings files.
 *
 * A name is kept with its container (the enclosing type) and with what identifies a rename: its line and the following lines, with the name
 * itself masked. Cost: one pass over the lines.
 */

import { addsMembers, type Definition, isField } from '../text/code/definition.ts';
import { definitionsIn } from '../text/code/read.ts';
import { isProgram, type Language } from '../text/languages.ts';
import { type Lines, lineAt, linesOf } from '../text/lines.ts';
import { isTestPath } from '../text/names/pathNames.ts';
import type { Steps } from '../util/steps.ts';

/** A name that a file defines. */
export interface DefinedName {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** The enclosing type or module; absent at the top level. */
  readonly container?: string;
  /** Whether it is a class, an interface or another type. */
  readonly isType: boolean;
  /** Its line with the name masked. */
  readonly signature: string;
  /** The following lines that are not blank, with the name masked. */
  readonly body: readonly string[];
}

/** The names that one file defines. */
export interface FileNames {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly names: readonly DefinedName[];
}

/** Shorter names are ignored: they are too ambiguous. */
export const minNameLength = 4;
const bodyLines = 8;

/** A declaration that binds a name to another module's value. */
const aliasLine = /=\s*(?:await\s+)?(?:require|import)\s*\(|^\s*(?:pub\s+)?(?:use|mod|import|from)\b|__import__\(/;

/** Test folders that the index does not recognise: their definitions are private to them. */
const testFolder = /(?:^|\/)(?:testsuites?|testing)\//i;

/** Whether the declarations of a file are names that other files and documents may mention. */
export function definesNames(path: string, language: Language): boolean {
  return language.syntax !== undefined && isProgram(language) && !isTestPath(path) && !testFolder.test(path);
}

/** The names that a file of that path defines; each once, at its first line. */
export function* namesDefinedIn(path: string, text: string, language: Language): Steps<FileNames> {
  return { path, names: definesNames(path, language) ? yield* readNames(linesOf(text), language) : [] };
}

function* readNames(lines: Lines, language: Language): Steps<readonly DefinedName[]> {
  const found = new Map<string, DefinedName>();
  const open: Definition[] = [];
  for (const definition of definitionsIn(lines, language)) {
    yield;
    const { at, name, line, kind, scope, container } = definition;
    while (open.length > 0 && (open.at(-1) as Definition).to <= at) open.pop();
    const isHidden = scope === 'local' || open.some(hidesMembers);
    open.push(definition);
    const text = lineAt(lines, line);
    const isSpecial = name.startsWith('__') && name.endsWith('__');
    if (isHidden || found.has(name) || name.length < minNameLength || isSpecial || aliasLine.test(text)) continue;
    found.set(name, {
      name,
      line: line + 1,
      ...(container === undefined ? {} : { container }),
      isType: kind === 'type' || addsMembers(kind),
      // Many fields have the same type: only the following lines identify a renamed one.
      signature: isField(kind) ? '' : masked(text, name),
      body: bodyAfter(lines, line, name),
    });
  }
  return [...found.values()];
}

/** Whether names in a definition are its own: those of a test module, and methods of a trait, which often comes from elsewhere. */
function hidesMembers({ kind, name }: Definition): boolean {
  return kind === 'implementation' || name === 'tests';
}

function bodyAfter(lines: Lines, line: number, name: string): string[] {
  const body: string[] = [];
  for (let i = line + 1; i < lines.count && body.length < bodyLines; i++) {
    const text = masked(lineAt(lines, i), name);
    if (text.length > 3) body.push(text);
  }
  return body;
}

/** A trimmed line with the name masked. */
function masked(text: string, name: string): string {
  return text.trim().replaceAll(name, '\u0001');
}
