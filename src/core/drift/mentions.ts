/**
 * Where documents, comments and code still speak of retired names.
 *
 * A word counts only where it can mean nothing else: it looks like an identifier, and the text does not tell of the past. In code it counts
 * only where the file imports it from the file that defined it, writes it after the type or module that held it, or is that file; a name
 * that code uses in any other way (a variable, a key, a member of what nobody knows, an import from elsewhere) is alive for all texts.
 * What is left out this way is missed on purpose: a wrong diagnostic costs more than none. Cost: one pass over each text that holds a
 * retired name.
 */

import { languageOf } from '../text/languages.ts';
import { isTestPath } from '../text/pathNames.ts';
import { type Imports, importsOf, mayBeFile, outside } from './imports.ts';
import { isRecord, tellsOfThePast } from './past.ts';
import type { RetiredName } from './retired.ts';
import { Zone, zonesOf } from './zones.ts';

/** A place that speaks of a retired name. */
export interface Mention {
  readonly retired: RetiredName;
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** UTF-16 units from the beginning of the line, 0-based, end exclusive. */
  readonly startColumn: number;
  readonly endColumn: number;
  readonly where: 'doc' | 'comment' | 'code';
}

/** A text that holds a retired name. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

interface Looked {
  readonly byName: ReadonlyMap<string, RetiredName>;
  /** Packages: what is imported from them is theirs. */
  readonly dependencies: ReadonlySet<string>;
}

interface Found extends Mention {
  readonly offset: number;
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** The mentions of retired names in the given texts, in their order. Names that some text binds to something else have none. */
export function findMentions(
  retired: readonly RetiredName[],
  sources: Iterable<Source>,
  dependencies: ReadonlySet<string> = new Set(),
): readonly Mention[] {
  const byName = new Map(retired.map((one) => [one.name, one]));
  const alive = new Set<string>();
  const found: Found[] = [];
  for (const source of sources) {
    if (languageOf(source.path).kind === 'doc') readDocument(source, { byName, dependencies }, found);
    else readCode(source, { byName, dependencies }, found, alive);
  }
  return found.filter(({ retired: { name } }) => !alive.has(name)).map(({ offset: _, ...mention }) => mention);
}

/** Has an inner capital or an underscore: a word that no sentence is made of. */
function looksLikeIdentifier(text: string): boolean {
  return /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}|[^_$][_$]+[^_$]/u.test(text);
}

function readDocument({ path, text }: Source, { byName, dependencies }: Looked, found: Found[]): void {
  if (isRecord(path)) return;
  const imports = importsOf(text, dependencies);
  const bound = new Set<string>();
  const here: Found[] = [];
  eachName(text, byName, (retired, offset) => {
    const { name } = retired;
    const end = offset + name.length;
    if (isBoundInExample(text, offset, end)) bound.add(name);
    const module = imports.get(name);
    if (module !== undefined && !mayBeFile(module, retired.path)) bound.add(name);
    if (!standsInProse(text, offset, end, retired) || tellsOfThePast(text, offset)) return;
    here.push(mentionAt(text, offset, retired, path, 'doc'));
  });
  found.push(...here.filter(({ retired }) => !bound.has(retired.name)));
}

function readCode({ path, text }: Source, { byName, dependencies }: Looked, found: Found[], alive: Set<string>): void {
  const { id } = languageOf(path);
  const zones = zonesOf(text, id);
  const imports = importsOf(text, dependencies, id);
  eachName(text, byName, (retired, offset) => {
    const { name } = retired;
    const end = offset + name.length;
    const zone = zones[offset];
    if (zone === Zone.Comment) {
      if (standsInProse(text, offset, end, retired) && !tellsOfThePast(text, offset)) {
        found.push(mentionAt(text, offset, retired, path, 'comment'));
      }
    } else if (zone === Zone.String) {
      if (isWholeString(text, offset, end)) alive.add(name);
    } else if (isOwn(text, offset, retired, path, imports)) {
      if (!isTestPath(path) || imports.has(name)) found.push(mentionAt(text, offset, retired, path, 'code'));
    } else alive.add(name);
  });
}

function eachName(text: string, byName: ReadonlyMap<string, RetiredName>, at: (retired: RetiredName, offset: number) => void): void {
  word.lastIndex = 0;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const retired = byName.get(match[0]);
    if (retired !== undefined) at(retired, match.index);
  }
}

/** Whether a word of a sentence is meant as the name: by its look, or as a type in code marks; and not as a part of something longer. */
function standsInProse(text: string, from: number, to: number, retired: RetiredName): boolean {
  const before = text.charAt(from - 1);
  const after = text.charAt(to);
  if (/[-/\\@#%]/.test(before) || /[-/\\]/.test(after)) return false;
  // A file name, an address, an attribute of markup.
  if (after === '.' && /^\.(?:[cm]?[jt]sx?|py|rs|go|md|rst|html?|json|ya?ml|toml|css|com|org|io)\b/.test(text.slice(to, to + 6)))
    return false;
  if (after === '=' && before === ' ' && /["']/.test(text.charAt(to + 1))) return false;
  const qualifier = qualifierOf(text, from);
  if (qualifier !== undefined && (isOtherType(qualifier, retired) || isOtherModule(text, from, retired))) return false;
  if (looksLikeIdentifier(retired.name)) return true;
  if (qualifier !== undefined && isHolder(qualifier, retired)) return true;
  return retired.isType && /^\p{Lu}/u.test(retired.name) && before === '`' && after === '`';
}

/** What stands before a dot or `::` that touches the word; undefined where nothing does. */
function qualifierOf(text: string, from: number): string | undefined {
  return /([\p{L}_$][\p{L}\p{N}_$]*)(?:\(\))?(?:\?\.|\.|::|#)$/u.exec(text.slice(Math.max(0, from - 80), from))?.[1];
}

/** The type or the file that held the name. */
function isHolder(qualifier: string, { container, path }: RetiredName): boolean {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  return container === undefined ? parts.slice(-2).includes(qualifier) : container.toLowerCase() === qualifier.toLowerCase();
}

/** A qualifier that is written as a type is the holder or another one; others may be an instance of it. */
function isOtherType(qualifier: string, retired: RetiredName): boolean {
  return /^\p{Lu}/u.test(qualifier) && retired.container !== undefined && !isHolder(qualifier, retired);
}

/** `package.module.name` names the file or type that held it, or means another name. */
function isOtherModule(text: string, from: number, retired: RetiredName): boolean {
  const path = /([\p{L}_$][\p{L}\p{N}_$]*)(?:\.|::)([\p{L}_$][\p{L}\p{N}_$]*)(?:\.|::)$/u.exec(text.slice(Math.max(0, from - 80), from));
  if (path === null || path[1] === 'self' || path[1] === 'this') return false;
  const parts = retired.path.replace(/\.[^./]+$/, '').split('/');
  return ![...parts, retired.container].some((part) => part === path[2]) && !parts.includes(path[1] as string);
}

/** Whether code means the retired name and no other of the same spelling. */
function isOwn(text: string, from: number, retired: RetiredName, path: string, imports: Imports): boolean {
  if (isBound(text, from, from + retired.name.length)) return false;
  const qualifier = qualifierOf(text, from);
  if (qualifier !== undefined) return isHolder(qualifier, retired) && importsHolder(qualifier, retired, path, imports);
  if (text.charAt(from - 1) === '.') return false;
  const module = imports.get(retired.name);
  if (module === undefined) return path === retired.path && retired.container === undefined && !imports.has('*');
  return /[./:]/.test(module) && mayBeFile(module, retired.path);
}

function importsHolder(qualifier: string, retired: RetiredName, path: string, imports: Imports): boolean {
  const module = imports.get(qualifier);
  return (
    path === retired.path || (module !== undefined && module !== outside && (mayBeFile(module, retired.path) || module.endsWith(qualifier)))
  );
}

/** Whether an occurrence in code gives the word a meaning of its own; a call, a member or a type only uses it. */
function isBound(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 40), from);
  if (/\b(?:const|let|var|as|def|fn|func|function|class|struct|enum|trait|type|interface|static|mod)\s+$/.test(before)) return true;
  return /^\s*(?:(?::(?!:)\s*[^=\n,)]+)?=(?![=>])|\??:(?!:)|\s*=>)/.test(text.slice(to, to + 80));
}

/** A string that holds the word and nothing else is a key. */
function isWholeString(text: string, from: number, to: number): boolean {
  return /["'`]/.test(text.charAt(from - 1)) && text.charAt(from - 1) === text.charAt(to);
}

/** An example of a document that makes the name itself. */
function isBoundInExample(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 30), from);
  if (/\b(?:const|let|var|def|fn|func|function|class|struct|interface|type)\s+$/.test(before)) return true;
  return /(?:^|\n)[ \t>]*$/.test(before) && /^\s*=(?!=)/.test(text.slice(to, to + 10));
}

function mentionAt(text: string, offset: number, retired: RetiredName, path: string, where: Mention['where']): Found {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  const startColumn = offset - lineStart;
  return { retired, path, line, startColumn, endColumn: startColumn + retired.name.length, where, offset };
}
