/**
 * The names that a source gives to the rest of a program: what its declarations define, without locals, tests and settings files.
 *
 * A name is kept with its container (the type around it) and with what makes a rename visible: its line and the lines after it, the
 * name itself masked. Cost: one pass over the lines.
 */

import { findDefinitions } from '../text/definitions.ts';
import { type Language, languageOf } from '../text/languages.ts';
import { type Lines, lineAt, linesOf } from '../text/lines.ts';
import { isTestPath } from '../text/pathNames.ts';

/** A name that a file defines. */
export interface DefinedName {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** The type or module around it; absent at the outermost level. */
  readonly container?: string;
  /** Whether it is a class, an interface or another type. */
  readonly isType: boolean;
  /** Its line with the name masked. */
  readonly signature: string;
  /** Some lines that follow, the name masked, blank ones left out. */
  readonly body: readonly string[];
}

/** What one file defines. */
export interface FileNames {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly names: readonly DefinedName[];
}

/** Names under this many characters are left out: they are said for too many things. */
export const shortestName = 4;
const bodyLines = 8;

/** Languages whose declarations are no names of a program: settings, styles, rules of a build, scripts of a shell. */
const withoutNames = new Set(['config', 'json', 'css', 'makefile', 'html', 'shellscript', 'sql']);

const typeLine =
  /(?:^|[\s@])(?:class|interface|struct|enum|trait|impl|module|namespace|object|protocol|extension|record|type|mod|union|message|service|mixin)\s/;
const functionLine = /\b(?:function|def|fn|func|fun|sub|proc|lambda)\b|=>|\)\s*(?::\s*[^={]+)?\{\s*$/;
/** A declaration that gives a name to what another module made. */
const aliasLine = /=\s*(?:await\s+)?(?:require|import)\s*\(|^\s*(?:pub\s+)?(?:use|mod|import|from)\b|__import__\(/;

/** The type of a method of Go. */
const receiver = /^func\s*\(\s*(?:\w+\s+)?\*?(\w+)[^)]*\)/;

const implementation = /^\s*(?:unsafe\s+)?impl\b.*\bfor\s/;

/** Folders of tests that the index does not know as such: what they define serves them alone. */
const testFolder = /(?:^|\/)(?:testsuites?|testing)\//i;

/** Whether the declarations of a file are names that other files and documents speak of. */
export function givesNames(path: string): boolean {
  const { definitions, id } = languageOf(path);
  return definitions.length > 0 && !withoutNames.has(id) && !isTestPath(path) && !testFolder.test(path);
}

/** The names that a file of that path defines; each once, at its first line. */
export function namesDefinedIn(path: string, text: string): FileNames {
  return { path, names: givesNames(path) ? readNames(linesOf(text), languageOf(path)) : [] };
}

interface Open {
  readonly name: string;
  readonly indent: number;
  readonly isFunction: boolean;
  /** What a trait asks for is the trait's, which often is somebody else's. */
  readonly isTraitOfAnother: boolean;
}

function readNames(lines: Lines, language: Language): readonly DefinedName[] {
  const found = new Map<string, DefinedName>();
  const open: Open[] = [];
  for (const { line, name, indent } of findDefinitions(lines, language)) {
    const text = lineAt(lines, line);
    while (open.length > 0 && (open.at(-1) as Open).indent >= indent) open.pop();
    const isLocal = open.some((outer) => outer.isFunction || outer.isTraitOfAnother || outer.name === 'tests');
    const container = open.at(-1)?.name ?? receiver.exec(text)?.[1];
    const isType = typeLine.test(text);
    open.push({ name, indent, isFunction: !isType && functionLine.test(text), isTraitOfAnother: implementation.test(text) });
    if (isLocal || found.has(name) || name.length < shortestName || /^__.*__$/.test(name) || aliasLine.test(text)) continue;
    found.set(name, {
      name,
      line: line + 1,
      ...(container === undefined ? {} : { container }),
      isType,
      signature: masked(text, name),
      body: bodyAfter(lines, line, name),
    });
  }
  return [...found.values()];
}

function bodyAfter(lines: Lines, line: number, name: string): string[] {
  const body: string[] = [];
  for (let i = line + 1; i < lines.count && body.length < bodyLines; i++) {
    const text = masked(lineAt(lines, i), name);
    if (text.length > 3) body.push(text);
  }
  return body;
}

/** A line without the white space around it, the name made the same for all names. */
function masked(text: string, name: string): string {
  return text.trim().replaceAll(name, '\u0001');
}
