/**
 * Finds the lines of a source that define a name, by the language's declaration patterns, line by line, without a parser.
 *
 * Deviation from a compiler: locals and fields that look like declarations count at any depth that a pattern allows; names of under four
 * letters do not become keys. Cost: a few comparisons per pattern and line; a pattern is only tried on lines that pass its prefilter.
 */

import { keywords, type Language } from '../languages.ts';
import { indentAt, type Lines, lineAt } from '../lines.ts';
import type { Declaration, DeclarationKind } from './declarations.ts';

export interface Definition {
  /** 0-based. */
  readonly line: number;
  readonly name: string;
  readonly indent: number;
  readonly kind: DeclarationKind;
}

/** Longer lines are data, not declarations; this also bounds the cost of a pattern. */
const maxLineLength = 300;
const maxIndent = 12;

/** The definitions of a text in line order, at most one per line. `reserved` are the words that name nothing. */
export function findDefinitions(lines: Lines, language: Language, reserved: ReadonlySet<string> = keywords): readonly Definition[] {
  const { definitions } = language;
  if (definitions.length === 0) return [];
  const candidates = new CandidatePatterns(lines, definitions);
  const found: Definition[] = [];
  for (let i = 0; i < lines.count; i++) {
    const first = candidates.next(i, 0);
    if (first < 0 || (lines.starts[i + 1] as number) - (lines.starts[i] as number) > maxLineLength) continue;
    const indent = indentAt(lines, i);
    if (indent < 0 || indent > maxIndent) continue;
    const line = lineAt(lines, i);
    for (let p = first; p >= 0; p = candidates.next(i, p + 1)) {
      const { pattern, kind } = definitions[p] as Declaration;
      const name = pattern.exec(line)?.[1];
      if (name === undefined || reserved.has(name)) continue;
      found.push({ line: i, name, indent, kind });
      break;
    }
  }
  return found;
}

/** The type of a Go method: `func (r *T) name`. */
export function receiverOf(line: string): string | undefined {
  if (!line.startsWith('func (')) return undefined;
  const words = line.slice('func ('.length, line.indexOf(')')).split('[')[0]?.split(' ') ?? [];
  return words.at(-1)?.replace('*', '');
}

/** Layout of a prefilter: required and forbidden punctuation, word groups, whether a substring is required. */
const Column = { size: 4, Punctuation: 0, Without: 1, WordGroups: 2, Substring: 3 } as const;

/** The prefilters of a language's patterns. */
interface Prefilters {
  readonly columns: Int32Array;
  readonly substrings: readonly string[];
}

const prefiltersOf = new Map<readonly Declaration[], Prefilters>();

function readPrefilters(declarations: readonly Declaration[]): Prefilters {
  const columns = Int32Array.from(
    declarations.flatMap(({ punctuation, without, wordGroups, substring }) => [punctuation, without, wordGroups, substring === '' ? 0 : 1]),
  );
  const prefilters = { columns, substrings: declarations.map(({ substring }) => substring) };
  prefiltersOf.set(declarations, prefilters);
  return prefilters;
}

/** Finds the patterns that a line may match, by their prefilters. Substrings are searched in the whole text, from one occurrence to the next. */
class CandidatePatterns {
  readonly #lines: Lines;
  readonly #prefilters: Int32Array;
  readonly #substrings: readonly string[];
  /** The next occurrence of each pattern's substring that was found. */
  readonly #occurrences: number[];

  constructor(lines: Lines, declarations: readonly Declaration[]) {
    const { columns, substrings } = prefiltersOf.get(declarations) ?? readPrefilters(declarations);
    this.#lines = lines;
    this.#prefilters = columns;
    this.#substrings = substrings;
    this.#occurrences = substrings.map(() => -1);
  }

  /** The first pattern from `from` on that line i may match, or -1. To be called with ascending lines. */
  next(i: number, from: number): number {
    const prefilters = this.#prefilters;
    const punctuation = this.#lines.punctuation[i] as number;
    const wordGroups = this.#lines.wordGroups[i] as number;
    for (let at = from * Column.size; at < prefilters.length; at += Column.size) {
      const required = prefilters[at] as number;
      if ((punctuation & required) !== required || (punctuation & (prefilters[at + Column.Without] as number)) !== 0) continue;
      const groups = prefilters[at + Column.WordGroups] as number;
      if (groups !== 0 && (wordGroups & groups) === 0) continue;
      if (prefilters[at + Column.Substring] === 0 || this.#hasSubstring(i, at / Column.size)) return at / Column.size;
    }
    return -1;
  }

  #hasSubstring(i: number, pattern: number): boolean {
    const { starts } = this.#lines;
    const start = starts[i] as number;
    if ((this.#occurrences[pattern] as number) < start) {
      const at = this.#lines.text.indexOf(this.#substrings[pattern] as string, start);
      this.#occurrences[pattern] = at < 0 ? this.#lines.text.length : at;
    }
    return (this.#occurrences[pattern] as number) < (starts[i + 1] as number);
  }
}
