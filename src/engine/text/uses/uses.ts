/**
 * How code uses the names that it mentions: imports, calls, bases of types, and what is thrown or raised. By the parts of
 * the source and the tokens of the scan, without a parser.
 *
 * A call is a name before a bracket that is not declared there: in a definition, after a type (`int length(`), or as the member of an
 * interface. Deviations from a compiler: calls without brackets (Ruby, JSX) or with a blank before the bracket are not found.
 * Cost: a look at each part of the source, the statements that import, the headers of types, and a few comparisons per mention.
 */

import { Role } from '../../document.ts';
import { lastBitsMask, mayHaveBases } from '../code/compiled.ts';
import type { Definition } from '../code/definition.ts';
import { readImports } from '../code/imports/imports.ts';
import { Zone } from '../code/lexing/lexer.ts';
import { Part } from '../code/lexing/parts.ts';
import type { Source } from '../code/source.ts';
import { isProgram, type Language } from '../languages.ts';
import { isInWord } from '../words/characters.ts';
import type { Scan } from '../words/tokens.ts';
import { ZoneList } from '../zones.ts';
import { readBases, readThrown } from './bases.ts';

/** A name between another word and a bracket is declared there, unless that word is one of these: then it is called. */
const wordsBeforeCalls = new Set(
  `and as assert async await case co_await co_return co_yield defer delete do echo else elif emit except from go if import in instanceof is
match new not of or print raise return then throw try typeof unless until when while with yield`.split(/\s+/),
);
/** A member that an interface or an overload declares: its brackets are followed by a colon. */
const declaredMember = /[\p{L}\p{N}_$]+\?*(?:\([^()]*(?:\([^()]*\)[^()]*)*\))\s*:/uy;
/** Arguments of type parameters between a name and the bracket of its call. */
const typeArguments = /(?:::)?<[^<>()\n;]{0,80}(?:<[^<>()\n;]{0,80}>[^<>()\n;]{0,80})*>\(/y;

const Char = {
  ...{ LineFeed: 10, Blank: 32, Exclamation: 33, Opening: 40, Star: 42, Dot: 46, Colon: 58, Less: 60, Greater: 62 },
  ...{ OpeningSquare: 91, Backslash: 92, ClosingSquare: 93, OpeningBrace: 123 },
} as const;

/** Whether the kinds of uses are distinguished in a language. */
export function distinguishesUses(language: Language): boolean {
  return language.syntax?.imports !== undefined && isProgram(language);
}

/** The uses of one document. */
export class UseReader {
  #zones = new ZoneList();
  #text = '';
  #scan: Scan | undefined;
  #languageId = '';
  /** Whether `void` is an operator. */
  #isScript = false;
  /** Ranges of names with a role. */
  readonly #ranges = new ZoneList();
  #definitions: readonly Definition[] = [];
  #nextDefinition = 0;

  /** Reads the next document; `scan`, `source` and `zones` must be valid as long as it is asked about. */
  startDocument(source: Source | undefined, scan: Scan, language: Language, zones: ZoneList): void {
    this.#ranges.clear();
    this.#languageId = language.id;
    this.#scan = undefined;
    if (source === undefined || !distinguishesUses(language)) return;
    this.#scan = scan;
    this.#text = source.text;
    this.#isScript = source.syntax.imports?.form === 'ecma';
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
    const scan = this.#scan;
    if (scan === undefined) return 0;
    const [start, end] = [scan.starts[i] as number, scan.ends[i] as number];
    const roles = this.rolesAt(start, end);
    if ((roles & (Role.Imports | Role.Extends)) !== 0) return roles;
    return this.#isCalled(scan, i, start, end) ? roles | Role.Calls : roles;
  }

  /** Role of the range that holds a name or string, except for calls. */
  rolesAt(start: number, end: number): number {
    const role = this.#ranges.zoneAt(start);
    return role === Role.Extends && this.#isQualifier(end) ? 0 : role;
  }

  /** Whether a name goes on after a dot or colons: only its last part is meant. */
  #isQualifier(end: number): boolean {
    const unit = this.#text.charCodeAt(end);
    return unit === Char.Dot || unit === Char.Backslash || (unit === Char.Colon && this.#text.charCodeAt(end + 1) === Char.Colon);
  }

  #isCalled(scan: Scan, i: number, start: number, end: number): boolean {
    const { units } = scan;
    const after = units[end];
    if (after === Char.Opening) return !this.#isDeclared(scan, i, start) && this.#zones.zoneAt(start) === Zone.Code;
    if (this.#languageId === 'rust' && after === Char.Exclamation) {
      const opening = units[end + 1];
      const isMacro = opening === Char.Opening || opening === Char.OpeningSquare || opening === Char.OpeningBrace;
      return isMacro && this.#zones.zoneAt(start) === Zone.Code;
    }
    if (after !== Char.Less && !(after === Char.Colon && units[end + 2] === Char.Less)) return false;
    typeArguments.lastIndex = end;
    return typeArguments.test(this.#text) && !this.#isDeclared(scan, i, start) && this.#zones.zoneAt(start) === Zone.Code;
  }

  /** Whether a name before a bracket is declared there. */
  #isDeclared(scan: Scan, i: number, start: number): boolean {
    if (this.#isDefined(start)) return true;
    const { units, starts, ends } = scan;
    let at = start - 1;
    // A pointer that a C function returns.
    while (this.#languageId === 'c' && units[at] === Char.Star) at--;
    let blanks = 0;
    for (; units[at] === Char.Blank || units[at] === 9; at--) blanks++;
    if (at < 0 || units[at] === Char.LineFeed) return this.#isMember(start);
    const before = units[at] as number;
    if (isInWord(before)) {
      if (blanks === 0 && at === start - 1) return false;
      if (i === 0 || ends[i - 1] !== at + 1) return false;
      const word = this.#text.slice(starts[i - 1], at + 1);
      return !wordsBeforeCalls.has(word) && !(word === 'void' && this.#isScript);
    }
    // What is before may be the arguments of a generic type, or an array's.
    const isTyped = this.#languageId === 'java' || this.#languageId === 'c';
    if (!isTyped || blanks === 0 || (before !== Char.Greater && before !== Char.ClosingSquare)) return false;
    const inner = units[at - 1] as number;
    return isInWord(inner) || inner === Char.Greater || inner === Char.OpeningSquare || inner === Char.ClosingSquare;
  }

  /** Whether a name is defined where it begins. */
  #isDefined(start: number): boolean {
    const definitions = this.#definitions;
    while (this.#nextDefinition < definitions.length && (definitions[this.#nextDefinition] as Definition).at < start)
      this.#nextDefinition++;
    return this.#nextDefinition < definitions.length && (definitions[this.#nextDefinition] as Definition).at === start;
  }

  /** Whether the name that begins a line is a member that an interface declares. */
  #isMember(start: number): boolean {
    if (this.#languageId !== 'typescript') return false;
    declaredMember.lastIndex = start;
    return declaredMember.test(this.#text);
  }
}
