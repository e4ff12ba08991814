/**
 * Which lines of a source define a name: the declaration patterns of the language, line by line, without a parser.
 *
 * Deviation from a compiler's view: locals and fields that look like declarations count at any depth a pattern allows; a name under
 * four letters is no key later. Cost: a few comparisons for each pattern and line, and a pattern on the lines alone that hold the signs and
 * words without which it cannot match.
 */

import { isExtension, keywords, type Language, needOf } from './languages.ts';
import { indentAt, type Lines, lineAt } from './lines.ts';

export interface Definition {
  /** 0-based. */
  readonly line: number;
  readonly name: string;
  readonly indent: number;
  /** Whether it only adds to what is defined elsewhere: its name is a title, and no symbol that it defines. */
  readonly isExtension: boolean;
}

/** Lines that begin so are comments in every language whose patterns could match them. */
const commentLine = /^\s*(?:\/\/|\*(?:\s|\/|\*|$)|\/\*|--\s|;|%|<!--)/;
/** Signs that such a line can begin with. */
const commentSigns = '/*-;%<';
/** Longer lines are data, not declarations; this also bounds the work of a pattern. */
const maxLineLength = 300;
const deepestIndent = 12;

/** The definitions of a text, in order of lines; at most one name a line. */
export function findDefinitions(lines: Lines, language: Language): readonly Definition[] {
  const { definitions } = language;
  if (definitions.length === 0) return [];
  const fitting = new FittingPatterns(lines, definitions);
  const found: Definition[] = [];
  for (let i = 0; i < lines.count; i++) {
    const first = fitting.next(i, 0);
    if (first < 0 || (lines.starts[i + 1] as number) - (lines.starts[i] as number) > maxLineLength || !mayDefine(lines, i)) continue;
    const indent = indentAt(lines, i);
    if (indent < 0 || indent > deepestIndent) continue;
    const line = lineAt(lines, i);
    for (let p = first; p >= 0; p = fitting.next(i, p + 1)) {
      const pattern = definitions[p] as RegExp;
      const name = pattern.exec(line)?.[1];
      if (name === undefined || keywords.has(name)) continue;
      found.push({ line: i, name, indent, isExtension: isExtension(pattern) });
      break;
    }
  }
  return found;
}

/** Where the parts of what a pattern needs are: signs, signs that must not be there, groups of words, whether it needs a part of the text. */
const Needed = { size: 4, Signs: 0, Without: 1, Words: 2, Part: 3 } as const;

/** What the patterns of one language need. */
interface Needs {
  readonly columns: Int32Array;
  readonly parts: readonly string[];
}

const needsOf = new Map<readonly RegExp[], Needs>();

function readNeeds(patterns: readonly RegExp[]): Needs {
  const needs = patterns.map(needOf);
  const columns = Int32Array.from(needs.flatMap(({ signs, without, words, part }) => [signs, without, words, part === '' ? 0 : 1]));
  const read = { columns, parts: needs.map(({ part }) => part) };
  needsOf.set(patterns, read);
  return read;
}

/** Tells which patterns a line may match, by what each needs. A part of a line is looked for in the whole text, from one occurrence to the next. */
class FittingPatterns {
  readonly #lines: Lines;
  readonly #needs: Int32Array;
  readonly #parts: readonly string[];
  /** Where the part that each pattern needs stands next, as far as it was looked for. */
  readonly #nextPart: number[];

  constructor(lines: Lines, patterns: readonly RegExp[]) {
    const { columns, parts } = needsOf.get(patterns) ?? readNeeds(patterns);
    this.#lines = lines;
    this.#needs = columns;
    this.#parts = parts;
    this.#nextPart = parts.map(() => -1);
  }

  /** The first pattern from `from` on that line i may match, or -1; lines are asked for in order. */
  next(i: number, from: number): number {
    const needs = this.#needs;
    const signs = this.#lines.signs[i] as number;
    const words = this.#lines.words[i] as number;
    for (let at = from * Needed.size; at < needs.length; at += Needed.size) {
      const wanted = needs[at] as number;
      if ((signs & wanted) !== wanted || (signs & (needs[at + Needed.Without] as number)) !== 0) continue;
      const groups = needs[at + Needed.Words] as number;
      if (groups !== 0 && (words & groups) === 0) continue;
      if (needs[at + Needed.Part] === 0 || this.#holds(i, at / Needed.size)) return at / Needed.size;
    }
    return -1;
  }

  #holds(i: number, pattern: number): boolean {
    const { starts } = this.#lines;
    const start = starts[i] as number;
    if ((this.#nextPart[pattern] as number) < start) {
      const at = this.#lines.text.indexOf(this.#parts[pattern] as string, start);
      this.#nextPart[pattern] = at < 0 ? this.#lines.text.length : at;
    }
    return (this.#nextPart[pattern] as number) < (starts[i + 1] as number);
  }
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
