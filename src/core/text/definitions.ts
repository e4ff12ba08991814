/**
 * Which lines of a source define a name: the declaration patterns of the language, line by line, without a parser.
 *
 * Deviation from a compiler's view: locals and fields that look like declarations count at any depth a pattern allows; a name under
 * four letters is no key later. Cost: the patterns of one language on lines that are not blank or comments.
 */

import { keywords, type Language } from './languages.ts';
import { indentOf, type Lines, lineAt } from './lines.ts';

export interface Definition {
  /** 0-based. */
  readonly line: number;
  readonly name: string;
  readonly indent: number;
}

/** Lines that begin so are comments in every language whose patterns could match them. */
const commentLine = /^\s*(?:\/\/|\*(?:\s|\/|\*|$)|\/\*|--\s|;|%|<!--)/;
/** Longer lines are data, not declarations; this also bounds the work of a pattern. */
const longestLine = 300;
const deepestIndent = 12;

/** The definitions of a text, in order of lines; at most one name a line. */
export function findDefinitions(lines: Lines, language: Language): readonly Definition[] {
  if (language.definitions.length === 0) return [];
  const found: Definition[] = [];
  for (let i = 0; i < lines.count; i++) {
    if ((lines.starts[i + 1] as number) - (lines.starts[i] as number) > longestLine) continue;
    const line = lineAt(lines, i);
    const indent = indentOf(line);
    if (indent < 0 || indent > deepestIndent || commentLine.test(line)) continue;
    for (const pattern of language.definitions) {
      const name = pattern.exec(line)?.[1];
      if (name === undefined || keywords.has(name)) continue;
      found.push({ line: i, name, indent });
      break;
    }
  }
  return found;
}
