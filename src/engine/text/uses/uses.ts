/**
 * How code uses the names that it mentions: imports, calls, bases of types, and what is thrown or raised. By the parts of
 * the source and the tokens of the scan, without a parser.
 *
 * A call is a name before a bracket that is not declared there: by a definition, or after a type (`int length(`). Deviations from a compiler: calls without brackets (Ruby, JSX) or with a blank before the bracket are not found.
 * Cost: a look at each part of the source, the statements that import, the headers of types, and a few comparisons per mention.
 */

import { Role } from '../../document.ts';
import { lastBitsMask, mayHaveBases } from '../code/compiled.ts';
import type { Definition } from '../code/definition.ts';
import { readImports } from '../code/imports/imports.ts';
import { Part } from '../code/lexing/parts.ts';
import { Zone } from '../code/lexing/zone.ts';
import type { Source } from '../code/source.ts';
import { isProgram, type Language } from '../languages.ts';
import type { Scan } from '../words/tokens.ts';
import { ZoneList } from '../zones.ts';
import { readBases, readThrown } from './bases.ts';

const Char = { Opening: 40, Dot: 46, Colon: 58, Backslash: 92 } as const;

/** Whether the kinds of uses are distinguished in a language. */
export function distinguishesUses(language: Language): boolean {
  return language.syntax?.imports !== undefined && isProgram(language);
}

/** The uses of one document. */
export class UseReader {
  #zones = new ZoneList();
  #source: Source | undefined;
  #scan: Scan | undefined;
  /** Ranges of names with a role. */
  readonly #ranges = new ZoneList();
  #definitions: readonly Definition[] = [];
  #nextDefinition = 0;
  #nextPart = 0;

  /** Reads the next document; `scan`, `source` and `zones` must be valid as long as it is asked about. */
  startDocument(source: Source | undefined, scan: Scan, language: Language, zones: ZoneList): void {
    this.#ranges.clear();
    this.#scan = this.#source = undefined;
    this.#nextPart = 0;
    if (source === undefined || !distinguishesUses(language)) return;
    this.#scan = scan;
    this.#source = source;
    this.#zones = zones;
    const imports: (readonly [from: number, to: number])[] = [];
    readImports(
      source,
      () => undefined,
      (from, to) => imports.push([from, to]),
    );
    let next = 0;
    const addImports = (end: number): void => {
      for (let one = imports[next]; one !== undefined && one[0] < end; one = imports[++next]) this.#ranges.add(...one, Role.Imports);
    };
    const addBase = (from: number, to: number): void => this.#ranges.add(from, to, Role.Extends);
    const addThrown = (from: number, to: number): void => this.#ranges.add(from, to, Role.Throws);
    const { relating, words } = source.syntax;
    const { kinds, values, starts, count } = source.parts;
    for (let at = 0; at < count; at++) {
      const value = values[at] as number;
      if (relating[value & lastBitsMask] === 0 || kinds[at] !== Part.Word) continue;
      const role = words.get(value);
      if (role === undefined) continue;
      addImports(starts[at] as number);
      if (role.throws) readThrown(source, at, addThrown);
      else if (mayHaveBases(role)) readBases(source, at, addBase);
    }
    addImports(source.text.length);
  }

  /** The definitions of the next chunk, in their order. */
  startChunk(definitions: readonly Definition[]): void {
    this.#definitions = definitions;
    this.#nextDefinition = 0;
  }

  /** Roles of token `i`, a mentioned symbol, besides the mention; to be asked with ascending tokens in each chunk. */
  rolesOf(i: number): number {
    const [scan, source] = [this.#scan, this.#source];
    if (scan === undefined || source === undefined) return 0;
    const [start, end] = [scan.starts[i] as number, scan.ends[i] as number];
    const roles = this.rolesAt(start, end);
    if ((roles & (Role.Imports | Role.Extends)) !== 0) return roles;
    return this.#isCalled(source, start, end) ? roles | Role.Calls : roles;
  }

  /** Role of the range that holds a name or string, except for calls. */
  rolesAt(start: number, end: number): number {
    const role = this.#ranges.zoneAt(start);
    return role === Role.Extends && this.#isQualifier(end) ? 0 : role;
  }

  /** Whether a name goes on after a dot or colons: only its last part is meant. */
  #isQualifier(end: number): boolean {
    const { text } = this.#source as Source;
    const unit = text.charCodeAt(end);
    return unit === Char.Dot || unit === Char.Backslash || (unit === Char.Colon && text.charCodeAt(end + 1) === Char.Colon);
  }

  /** Whether a bracket follows a name that is not declared there; after its type arguments, or the mark of a macro. */
  #isCalled(source: Source, start: number, end: number): boolean {
    const at = this.#partAt(source, start);
    if (at < 0) return source.text.charCodeAt(end) === Char.Opening && !this.#isDefined(start) && this.#zones.zoneAt(start) === Zone.Code;
    const { callMark } = source.syntax;
    if (callMark !== undefined && source.is(at + 1, callMark) && source.touches(at + 1) && source.isAny(at + 2, '([{')) return true;
    const angles = source.isPair(at + 1, ':', ':') ? at + 3 : at + 1;
    const open = source.touches(angles) ? source.afterAngles(angles) : angles;
    if (!source.is(open, '(') || this.#isDefined(start) || isTyped(source, at)) return false;
    // A blank before the bracket, as much of C is written; elsewhere that may be an argument: `puts (a)`.
    return source.touches(open) || (source.syntax.layout === 'braces' && !source.isFirst(open) && !source.role(at).isStatement);
  }

  /** The part that begins at an offset; -1 in comments, strings, directives and markup. */
  #partAt({ parts: { starts, count } }: Source, start: number): number {
    if (this.#nextPart > 0 && (starts[this.#nextPart - 1] as number) >= start) this.#nextPart = 0;
    while (this.#nextPart < count && (starts[this.#nextPart] as number) < start) this.#nextPart++;
    return starts[this.#nextPart] === start && this.#nextPart < count ? this.#nextPart : -1;
  }

  /** Whether a name is defined where it begins. */
  #isDefined(start: number): boolean {
    const definitions = this.#definitions;
    while (this.#nextDefinition < definitions.length && (definitions[this.#nextDefinition] as Definition).at < start)
      this.#nextDefinition++;
    return this.#nextDefinition < definitions.length && (definitions[this.#nextDefinition] as Definition).at === start;
  }
}

/** Whether a type is before a name, in a language where that declares it: `int length(`, `List<String> names(`, `char *name(`. */
function isTyped(source: Source, at: number): boolean {
  if (source.syntax.typed !== true || at === 0) return false;
  let before = at - 1;
  while (source.is(before, '*') && (source.touches(before + 1) || source.isFirst(before + 1)) && !source.isFirst(before)) before--;
  if (source.isWord(before)) return !source.role(before).isStatement;
  // The arguments of a generic type, or an array's brackets.
  const isEnd = source.isAny(before, '>]') && source.touches(before) && !source.touches(before + 1);
  return isEnd && (source.isWord(before - 1) || source.isAny(before - 1, '>[]'));
}
