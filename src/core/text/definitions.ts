/**
 * Which lines of a source define a name: the declaration patterns of the language, line by line, without a parser.
 *
 * Deviation from a compiler's view: locals and fields that look like declarations count at any depth a pattern allows; a name under
 * four letters is no key later. Cost: the patterns of one language on lines that are not blank or comments.
 */

import { keywords, type Language, type Need, needOf } from './languages.ts';
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
  const patterns = language.definitions.map((pattern) => new NeededPattern(pattern, lines.text));
  const found: Definition[] = [];
  for (let i = 0; i < lines.count; i++) {
    const first = firstFitting(patterns, lines, i);
    if (first === patterns.length) continue;
    const start = lines.starts[i] as number;
    if ((lines.starts[i + 1] as number) - start > longestLine || !mayDefine(lines, i)) continue;
    const line = lineAt(lines, i);
    const indent = indentOf(line);
    if (indent < 0 || indent > deepestIndent) continue;
    const name = definedIn(line, patterns, first, lines, i);
    if (name !== undefined) found.push({ line: i, name, indent });
  }
  return found;
}

/** A pattern with what a line needs for it. A part of a line is looked for once in the whole text, from one occurrence to the next. */
class NeededPattern {
  readonly pattern: RegExp;
  readonly #need: Need;
  readonly #text: string;
  /** The last occurrence that was found of the part. */
  #at = -1;

  constructor(pattern: RegExp, text: string) {
    this.pattern = pattern;
    this.#need = needOf(pattern);
    this.#text = text;
  }

  /** Whether line i, or one after those asked for before, is such that the pattern may match. */
  fits(lines: Lines, i: number): boolean {
    const { signs, without, words, part } = this.#need;
    const held = lines.signs[i] as number;
    if ((held & signs) !== signs || (held & without) !== 0) return false;
    if (words !== 0 && ((lines.words[i] as number) & words) === 0) return false;
    return part === undefined || this.#holds(part, lines.starts[i] as number, lines.starts[i + 1] as number);
  }

  #holds(part: string, from: number, to: number): boolean {
    if (this.#at < from) {
      const at = this.#text.indexOf(part, from);
      this.#at = at < 0 ? this.#text.length : at;
    }
    return this.#at < to;
  }
}

/** The first pattern that line i fits, or how many there are. */
function firstFitting(patterns: readonly NeededPattern[], lines: Lines, i: number): number {
  for (let p = 0; p < patterns.length; p++) if ((patterns[p] as NeededPattern).fits(lines, i)) return p;
  return patterns.length;
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

function definedIn(line: string, patterns: readonly NeededPattern[], first: number, lines: Lines, i: number): string | undefined {
  for (let p = first; p < patterns.length; p++) {
    const needed = patterns[p] as NeededPattern;
    if (p > first && !needed.fits(lines, i)) continue;
    const name = needed.pattern.exec(line)?.[1];
    if (name !== undefined && !keywords.has(name)) return name;
  }
  return undefined;
}
