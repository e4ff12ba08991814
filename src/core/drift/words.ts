/** What the signs around a word say of it: what it belongs to, whether it is declared there, and whether prose means it as a name. */

import { partsOfPath } from './origin.ts';
import type { RetiredName } from './retired.ts';

/** How far a look back goes, in UTF-16 units. */
const lookBack = 400;

/** Letters, digits, `_` and `$` of any script. */
export const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Has an inner capital, an underscore, or capitals before a number, as codes of errors have: a word that no sentence is made of. */
function looksLikeIdentifier(text: string): boolean {
  return /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}|[^_$][_$]+[^_$]|^\p{Lu}{4,}\p{N}{3,}$/u.test(text);
}

/** Has three words or more: too long a name for two things to have it by chance. */
export function isLongName(text: string): boolean {
  return (text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu)?.length ?? 0) >= 3;
}

/** The names that lead to a word, outermost first: `a.b.` and `a::b::`. Undefined where a bracket or another word stands before the dot. */
export function qualifiersOf(text: string, from: number): readonly string[] {
  const before = text.slice(Math.max(0, from - 160), from);
  const chain = /((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?(?:\?\.#?|\.#?|::|#))+)$/u.exec(before)?.[1] ?? '';
  return chain.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

/** Whether a word is a member of something, named or not. */
export function isMember(text: string, from: number): boolean {
  return /(?:\.#?|::|->)$/.test(text.slice(Math.max(0, from - 2), from)) && !/\.\.\.$/.test(text.slice(Math.max(0, from - 3), from));
}

/** The type or the file that held the name. */
export function isHolder(qualifier: string, { container, path }: RetiredName): boolean {
  if (container !== undefined) return container.toLowerCase() === qualifier.replaceAll('_', '').toLowerCase() || container === qualifier;
  return partsOfPath(path).slice(-2).includes(qualifier);
}

const declares =
  /\b(?:const|let|var|val|as|def|fn|func|function|class|struct|enum|trait|type|interface|static|mod|module|namespace|macro_rules!|for|global)\s+(?:mut\s+|\(\s*)?$/;
/** After these a colon ends a statement or a choice, and gives no type. */
const asks = /(?:\?|\b(?:case|in|if|elif|else|while|with|except|and|or|not|is|return|lambda)|->)\s*$/;

/** Whether an occurrence in code gives the word a meaning of its own; a call, a member or a type only uses it. */
export function isBound(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - lookBack), from);
  const after = text.slice(to, to + 120);
  if (declares.test(before)) return true;
  if (/\b(?:const|let|var)\s*[[{][^\]};=]*$/.test(before) && !/^\s*:/.test(after)) return true;
  if (/^\s*:=|^\s*(?::(?!:)\s*[^=\n,)]+)?=(?![=>])/.test(after)) return !/\?\s*$/.test(before);
  if (/^\s*=>/.test(after) && !isMember(text, from)) return true;
  if (/^\??:(?!:)/.test(after) && !isMember(text, from)) return !asks.test(before);
  return isParameter(before, after) || isMethod(before, text.slice(to, to + 800));
}

/** A method whose parameters may take many lines: a bracket that closes before a body, at the beginning of a line. */
function isMethod(before: string, after: string): boolean {
  if (!/(?:^|\n)\s*(?:(?:public|private|protected|static|async|override|abstract|readonly|get|set)\s+)*[#*]?$/.test(before)) return false;
  const open = /^\s*(?:<[^()]*>)?\(/.exec(after);
  if (open === null) return false;
  let depth = 1;
  let at = open[0].length;
  for (; at < after.length && depth > 0; at++) depth += after.charAt(at) === '(' ? 1 : after.charAt(at) === ')' ? -1 : 0;
  return depth === 0 && /^\s*(?::[^;={]*(?:\{[^}]*\}[^;={]*)?)?\{/.test(after.slice(at));
}

function isParameter(before: string, after: string): boolean {
  if (/\b(?:function\s*\w*|def\s+\w+|fn\s+\w+(?:<[^>]*>)?|func(?:\s+\([^)]*\))?\s*\w*)\s*\((?:[^()]*,)?\s*(?:mut\s+|[*&.]*)$/.test(before))
    return true;
  return /\((?:[\w\s,]*,)?\s*$/.test(before) && /^[\w\s,]*\)\s*=>/.test(after);
}

/** An example of a document that makes the name itself. */
export function isBoundInExample(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 30), from);
  if (/\b(?:const|let|var|def|fn|func|function|class|struct|interface|type)\s+$/.test(before)) return !/`\s*\w+\s+$/.test(before);
  if (/\|[\w\s,&:]*$/.test(before) && /^[\w\s,&:<>]*\|/.test(text.slice(to, to + 40)) && !/^[ \t]*\|/m.test(before)) return true;
  return /(?:^|\n)[ \t>]*$/.test(before) && /^\s*=(?!=)/.test(text.slice(to, to + 10));
}

/** Whether an occurrence is given a value, as a member is that some code adds to a thing. */
export function isAssigned(text: string, to: number): boolean {
  return /^\s*(?::(?!:)\s*[^=\n,)]+)?=(?![=>~])/.test(text.slice(to, to + 120));
}

/** A string that holds the word and nothing else. */
export function isWholeString(text: string, from: number, to: number): boolean {
  return /["'`]/.test(text.charAt(from - 1)) && text.charAt(from - 1) === text.charAt(to);
}

const fileEnding = /^\.(?:[cm]?[jt]sx?|py|rs|go|md|rst|html?|json|ya?ml|toml|css|svelte|vue|com|org|io)\b/;

/** Whether a word is part of something longer that is no name of a program: a file, an address, an option, an attribute of markup. */
function isPartOfLonger(text: string, from: number, to: number): boolean {
  const before = text.charAt(from - 1);
  const after = text.charAt(to);
  if (/[-/\\%]/.test(before) || /[-/\\]/.test(after)) return true;
  if (before === '#' && !/[\p{L}_]/u.test(text.charAt(from - 2))) return true;
  // A decorator stands at the beginning of its line; elsewhere the sign makes a person or a package.
  if (before === '@' && !/(?:^|\n)[ \t>.*#/]*$/.test(text.slice(Math.max(0, from - 40), from - 1))) return true;
  if (after === '.' && fileEnding.test(text.slice(to, to + 8))) return true;
  return after === '=' && before === ' ' && /["']/.test(text.charAt(to + 1));
}

const role =
  /(?:\{(?:py:)?(?:func|meth|class|attr|data|exc|obj)\}`~?|:(?:\w+:)?(?:func|meth|class|attr|data|exc|mod|obj|const|member)(?:tion|od)?:`~?!?|\.\. (?:\w+:)?(?:auto)?(?:function|method|class|data|attribute|exception|decorator)::\s*)$/;

/** Whether prose marks what begins at an offset as a name of a program: a role or a directive of Sphinx. */
function isMarkedAsName(text: string, from: number): boolean {
  return role.test(text.slice(Math.max(0, from - 60), from));
}

/** Whether a word of a sentence is meant as the retired name: by its look, by what stands before it, or by how prose marks it. */
export function standsInProse(text: string, from: number, to: number, retired: RetiredName): boolean {
  if (isPartOfLonger(text, from, to)) return false;
  const qualifiers = qualifiersOf(text, from);
  const qualifier = qualifiers.at(-1);
  if (qualifier !== undefined && (isOtherType(qualifier, retired) || isOtherModule(qualifiers, retired))) return false;
  if (looksLikeIdentifier(retired.name)) return true;
  if (qualifier !== undefined) return isHolder(qualifier, retired);
  if (retired.container === undefined && isMarkedAsName(text, from)) return true;
  return retired.isType && /^\p{Lu}/u.test(retired.name) && text.charAt(from - 1) === '`' && text.charAt(to) === '`';
}

/** A qualifier that is written as a type is the holder or another one; others may be an instance of it. */
function isOtherType(qualifier: string, retired: RetiredName): boolean {
  return /^\p{Lu}/u.test(qualifier) && retired.container !== undefined && !isHolder(qualifier, retired);
}

/** `package.module.name` names the file or type that held it, or means another name. */
function isOtherModule(qualifiers: readonly string[], retired: RetiredName): boolean {
  const [outer, inner] = qualifiers.slice(-2);
  if (inner === undefined || outer === undefined || outer === 'self' || outer === 'this') return false;
  const parts = partsOfPath(retired.path);
  return ![...parts, retired.container].includes(inner) && !parts.includes(outer);
}
