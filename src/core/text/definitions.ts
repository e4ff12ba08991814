/**
 * Which lines of a source define a name: the declaration patterns of the language, line by line, without a parser.
 *
 * Deviation from a compiler's view: locals and fields that look like declarations count at any depth a pattern allows; a name under
 * four letters is no key later. Cost: the patterns of one language on lines that are not blank or comments.
 */

import { keywords, type Language, neededBy } from './languages.ts';
import { indentOf, type Lines, lineAt } from './lines.ts';

export interface Definition {
  /** 0-based. */
  readonly line: number;
  readonly name: string;
  readonly indent: number;
}

/** Lines that begin so are comments in every language whose patterns could match them. */
const commentLine = /^\s*(?:\/\/|\*(?:\s|\/|\*|$)|\/\*|--\s|;|%|<!--)/;
/** Signs that such a line can begin with. */
const commentSigns = '/*-;%<';
/** Longer lines are data, not declarations; this also bounds the work of a pattern. */
const longestLine = 300;
const deepestIndent = 12;

/** The definitions of a text, in order of lines; at most one name a line. */
export function findDefinitions(lines: Lines, language: Language): readonly Definition[] {
  if (language.definitions.length === 0) return [];
  const found: Definition[] = [];
  for (let i = 0; i < lines.count; i++) {
    if ((lines.starts[i + 1] as number) - (lines.starts[i] as number) > longestLine || !mayDefine(lines, i)) continue;
    const line = lineAt(lines, i);
    const indent = indentOf(line);
    if (indent < 0 || indent > deepestIndent) continue;
    const name = definedIn(line, language);
    if (name !== undefined) found.push({ line: i, name, indent });
  }
  return found;
}

/** Whether a line holds a letter and is no comment: most lines that do not are told at their first signs. */
function mayDefine({ text, starts }: Lines, i: number): boolean {
  const end = starts[i + 1] as number;
  let at = starts[i] as number;
  while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  const first = text.charCodeAt(at);
  if (first < 32 || first > 127 || commentSigns.includes(text.charAt(at))) {
    if (commentLine.test(text.slice(starts[i], end))) return false;
  }
  for (; at < end; at++) if (isNamed[Math.min(text.charCodeAt(at), 127)] === 1) return true;
  return false;
}

/** Units that a name can hold; all beyond ASCII may be. */
const isNamed = Uint8Array.from({ length: 128 }, (_, unit) => (unit === 127 || /[\w$]/.test(String.fromCharCode(unit)) ? 1 : 0));

function definedIn(line: string, language: Language): string | undefined {
  for (const pattern of language.definitions) {
    const needed = neededBy.get(pattern);
    if (needed !== undefined && !line.includes(needed)) continue;
    const name = pattern.exec(line)?.[1];
    if (name !== undefined && !keywords.has(name)) return name;
  }
  return undefined;
}
