/**
 * The names that a source exposes to the rest of a program: its declarations and the fields of its types, without locals, tests and
 * settings files.
 *
 * A name is kept with its container (the enclosing type) and with what identifies a rename: its line and the following lines, with the name
 * itself masked. Cost: one pass over the lines.
 */

import { addsMembers } from '../text/definitions/declarations.ts';
import { type Definition, findDefinitions, receiverOf } from '../text/definitions/definitions.ts';
import { isProgram, type Language } from '../text/languages.ts';
import { type Lines, lineAt, linesOf } from '../text/lines.ts';
import { isTestPath } from '../text/names/pathNames.ts';
import { Zone, zonesOf } from '../text/zones.ts';
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
  /** Whether it is in a comment or a string: an example. */
  readonly isQuoted?: true;
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

const functionValue = /=>|\bfunction\b|\blambda\b/;
/** A declaration that binds a name to another module's value. */
const aliasLine = /=\s*(?:await\s+)?(?:require|import)\s*\(|^\s*(?:pub\s+)?(?:use|mod|import|from)\b|__import__\(/;

/** Test folders that the index does not recognise: their definitions are private to them. */
const testFolder = /(?:^|\/)(?:testsuites?|testing)\//i;

/** Whether the declarations of a file are names that other files and documents may mention. */
export function definesNames(path: string, language: Language): boolean {
  return language.definitions.length > 0 && isProgram(language) && !isTestPath(path) && !testFolder.test(path);
}

/** The names that a file of that path defines; each once, at its first line. */
export function* namesDefinedIn(path: string, text: string, language: Language): Steps<FileNames> {
  return { path, names: definesNames(path, language) ? yield* readNames(linesOf(text), language) : [] };
}

const maxFieldLength = 300;
/** Lines checked for fields without yielding. */
const linesPerStep = 100;

interface Open {
  readonly name: string;
  readonly isType: boolean;
  readonly indent: number;
  /** Whether names in it are its own: locals, and methods of a trait, which often comes from elsewhere. */
  readonly hidesMembers: boolean;
  /** Indentation of the members; deeper lines belong to one of them. */
  memberIndent?: number;
}

function* readNames(lines: Lines, language: Language): Steps<readonly DefinedName[]> {
  const found = new Map<string, DefinedName>();
  const open: Open[] = [];
  const zones = zonesOf(lines.text, language.comments);
  for (const { line, name, indent, kind } of yield* declarationsIn(lines, language)) {
    yield;
    const text = lineAt(lines, line);
    while (open.length > 0 && (open.at(-1) as Open).indent >= indent) open.pop();
    const outer = open.at(-1);
    if (kind === 'field' && (outer === undefined || !outer.isType || (outer.memberIndent ?? indent) !== indent)) continue;
    if (outer !== undefined) outer.memberIndent ??= indent;
    const isLocal = open.some((one) => one.hidesMembers || one.name === 'tests');
    const container = outer?.name ?? receiverOf(text);
    const isType = kind === 'type' || addsMembers(kind);
    const hidesMembers = kind === 'function' || kind === 'implementation' || (kind === 'value' && functionValue.test(text));
    if (kind !== 'field') open.push({ name, indent, isType, hidesMembers });
    const isQuoted = zones[(lines.starts[line] as number) + text.indexOf(name)] !== Zone.Code;
    const isKnown = found.has(name) && (isQuoted || found.get(name)?.isQuoted === undefined);
    if (isLocal || isKnown || name.length < minNameLength || (name.startsWith('__') && name.endsWith('__')) || aliasLine.test(text))
      continue;
    found.set(name, {
      name,
      line: line + 1,
      ...(container === undefined ? {} : { container }),
      isType,
      ...(isQuoted && { isQuoted }),
      // Many fields have the same type: only the following lines identify a renamed one.
      signature: kind === 'field' ? '' : masked(text, name),
      body: bodyAfter(lines, line, name),
    });
  }
  return [...found.values()];
}

/** The declarations of a source and possible fields, by line. */
function* declarationsIn(lines: Lines, language: Language): Steps<readonly Definition[]> {
  const definitions = [...findDefinitions(lines, language)];
  const { fields } = language;
  if (fields === undefined) return definitions;
  const taken = new Set(definitions.map(({ line }) => line));
  for (let line = 0; line < lines.count; line++) {
    if (line % linesPerStep === 0) yield;
    if (taken.has(line) || (lines.starts[line + 1] as number) - (lines.starts[line] as number) > maxFieldLength) continue;
    const match = fields.exec(lineAt(lines, line));
    if (match !== null) definitions.push({ line, name: match[2] as string, indent: (match[1] as string).length, kind: 'field' });
  }
  return definitions.sort((a, b) => a.line - b.line);
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
