/**
 * The imports of a source with their modules: statements of the common languages, found by patterns.
 * Cost: a pass over the text for each pattern of the language; a statement is read up to some thousand units.
 */

import type { Steps } from '../util/steps.ts';

/** Module by imported name, as written in the source: `./server`, `flask.json`, `crate::args`. */
export type Imports = ReadonlyMap<string, string>;

/** The module of a name that an import gives as an alias. */
export const alias = '<alias>';

const name = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const ecma = [
  /\b(?:import|export)\b(?:\s+type\b)?(?<names>[\p{L}\p{N}_$*,\s]{0,300}(?:\{[^{};'"`=]{0,2000}\})?\s{0,100})\bfrom\s*['"](?<module>[^'"\n]+)['"]/gu,
  /(?:const|let|var)\s+(?<names>\{[^}]{1,2000}\}|[\w$]+)\s*=\s*(?:await\s+)?(?:require|import)\(\s*['"](?<module>[^'"\n]+)['"]\s*\)(?:\.[\w$]+)?/g,
];
const python = [
  /^[ \t]*(?:>>> |\.\.\. )?from\s+(?<module>[\w.]+)\s+import\s+(?<names>\([^)]{1,4000}\)|[^\n(]{1,4000})/gm,
  /^[ \t]*(?:>>> )?import\s+(?<names>(?<module>[\w.]+)[^\n]{0,4000})/gm,
];
const patterns: Readonly<Record<string, readonly RegExp[]>> = {
  typescript: ecma,
  javascript: ecma,
  python,
  go: [/^[ \t]*(?:import\s+)?(?<names>\w+\s+)?"(?<module>[\w./-]+)"[ \t\r]*$/gm],
  java: [/^[ \t]*import\s+(?:static\s+)?(?<module>[\w.]+\.)(?<names>\w+)/gm],
};
/** Something imported under its own name has no alias. */
const aliased = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s+as\s+(?!\1\b)([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const rustUse = /\buse\s+([\w:]+(?:::)?(?:\{[^;]{1,4000}\}|\*)?(?:\s+as\s+\w+)?)\s*;/g;

/** The imports of a source; those of a document's examples if no language is given. `*` means unknown names. */
export function* importsOf(text: string, languageId?: string): Steps<Imports> {
  const found = new Map<string, string>();
  const used = languageId === undefined ? [...ecma, ...python] : (patterns[languageId] ?? []);
  for (const pattern of used) {
    yield;
    for (const { groups } of text.matchAll(pattern)) {
      yield;
      const names = groups?.names ?? '';
      const module = groups?.module ?? '';
      for (const [, , one] of names.matchAll(aliased)) found.set(one as string, alias);
      for (const [one] of names.matchAll(name)) if (!found.has(one)) found.set(one, module);
      if (/(?:^|[\s{,:])\*(?:\s*[;}])?$/.test(names.trimEnd())) found.set('*', module);
      // In Go, a package is used by the last part of its path.
      if (languageId === 'go') found.set(/([\w-]+?)(?:\/v\d+)?$/.exec(module)?.[1] ?? module, module);
    }
  }
  if (languageId === undefined || languageId === 'rust') {
    for (const [, tree] of text.matchAll(rustUse)) {
      yield;
      readUseTree((tree as string).replace(/\s+/g, ' '), '', found);
    }
  }
  return found;
}

/** Reads `a::{b::C, d::{E as F, self}}`, one name at a time. */
function readUseTree(tree: string, above: string, found: Map<string, string>): void {
  const open = tree.indexOf('{');
  if (open >= 0) {
    const inside = `${above}${tree.slice(0, open).trim()}`;
    for (const part of splitTopLevel(tree.slice(open + 1, tree.lastIndexOf('}')))) readUseTree(part, inside, found);
    return;
  }
  const match = /^((?:\w+::)*)(\w+|\*)(?: as (\w+))?$/.exec(tree.trim());
  if (match === null) return;
  const [, path = '', last = '', other] = match;
  if (!found.has(last)) found.set(last, `${above}${path}`);
  if (other !== undefined) found.set(other, alias);
}

/** Splits at commas outside of braces. */
function splitTopLevel(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list.charAt(at);
    if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, list.slice(from)];
}
