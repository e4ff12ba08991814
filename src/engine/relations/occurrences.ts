/**
 * The occurrences of names in a source with how each is used, by tokens, zones and the roles of `text/uses`.
 *
 * Deviations from a compiler: a local that hides an imported name counts as it; members are found by name, whatever they belong to. Cost: the
 * zones and uses of the text, and a look at each word.
 */

import { Role } from '../document.ts';
import type { Definition } from '../text/code/definition.ts';
import { Zone } from '../text/code/lexing/zone.ts';
import { definitionsOf, readSource } from '../text/code/read.ts';
import { comparedIn, type Language } from '../text/languages.ts';
import { lineCursor, linesIn } from '../text/lines.ts';
import { UseReader } from '../text/uses/uses.ts';
import { isInWord } from '../text/words/characters.ts';
import { type Scan, tokenize } from '../text/words/tokens.ts';
import { hashOfWord } from '../text/words/wordHash.ts';
import { ZoneList } from '../text/zones.ts';
import { pushTo } from '../util/pushTo.ts';
import { blanks, hasAny } from '../util/strings.ts';

/** How a name is used; the first that applies. */
export const useKinds = ['imports', 'extends', 'throws', 'calls', 'links', 'mentions'] as const;
export type UseKind = (typeof useKinds)[number];

/** What to look for. */
export interface WantedNames {
  /** Names as the source knows them: `Reader`, `lib.Reader` (dots in every language). */
  readonly locals: readonly string[];
  /** Names of members, found after a dot or colons. */
  readonly members: readonly string[];
  /** Names that are found wherever they occur. */
  readonly anywhere: readonly string[];
  /** Whether all of these are methods that must be called, imported or referred to by colons. */
  readonly isCalled?: boolean;
}

/** A name that code calls, extends or throws. */
export interface Use {
  readonly name: string;
  /** The names before it with dots or colons between; an empty one stands for an expression. */
  readonly qualifiers: readonly string[];
  /** 1-based. */
  readonly line: number;
  readonly kind: UseKind;
}

/** An occurrence. */
export interface Occurrence {
  /** 1-based. */
  readonly line: number;
  readonly kind: UseKind;
  readonly isComment: boolean;
}

const Char = { Dot: 46, Colon: 58, Greater: 62, Hyphen: 45, Question: 63 } as const;

const uses = new UseReader();
const zones = new ZoneList();

/** The occurrences in a text of code of each of several things, in its order; definitions of the names are none. Its words are passed once. */
export function occurrencesIn(text: string, language: Language, all: readonly WantedNames[]): readonly (readonly Occurrence[])[] {
  const sought = all.map((wanted) => prepared(wanted, language));
  // Many texts hold only other forms of a word.
  const compared = comparedIn(language, text);
  if (!sought.some(({ words }) => [...words].some((word) => compared.includes(word)))) return sought.map(({ found }) => found);
  const scan = tokenize(text);
  const defined = new Set(startCode(text, scan, language).map(({ at }) => at));
  // A hash is that of one spelling.
  const ignoresCase = language.syntax?.ignoresCase === true;
  const byWord = new Map<number | string, Sought[]>();
  for (const one of sought) for (const word of one.words) pushTo(byWord, ignoresCase ? word : hashOfWord(word), one);
  const { count, starts, ends, hashes } = scan;
  const lineOf = lineCursor(linesIn(text, scan));
  for (let i = 0; i < count; i++) {
    const key = ignoresCase ? comparedIn(language, text.slice(starts[i], ends[i])) : (hashes[i] as number);
    for (const one of byWord.get(key) ?? []) addOccurrence(one, i, text, scan, defined, language, lineOf);
  }
  return sought.map(({ found }) => found);
}

/** Reads a text: its definitions, uses and zones. */
function startCode(text: string, scan: Scan, language: Language): readonly Definition[] {
  zones.clear();
  const source = readSource(text, scan, language, zones);
  const definitions = source === undefined ? [] : definitionsOf(source, linesIn(text, scan));
  uses.startDocument(source, scan, language, zones);
  uses.startChunk(definitions);
  return definitions;
}

/** What is looked for, as a text of one language is compared with it. */
interface Sought {
  readonly wanted: WantedNames;
  /** Names of one word, and the first words of others. */
  readonly words: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Names that are more than a word, by their first. */
  readonly compounds: ReadonlyMap<string, readonly string[]>;
  /** The qualifiers that a local name has to have. */
  readonly paths: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly found: Occurrence[];
}

function prepared({ isCalled, ...all }: WantedNames, language: Language): Sought {
  const [locals = [], members = [], anywhere = []] = [all.locals, all.members, all.anywhere].map((some) =>
    some.map((name) => comparedIn(language, name)),
  );
  const paths = new Map<string, (readonly string[])[]>();
  for (const local of locals) {
    const parts = local.split('.');
    pushTo(paths, parts.at(-1) as string, parts.slice(0, -1));
  }
  const names = new Set([...paths.keys(), ...members, ...anywhere]);
  const compounds = new Map<string, string[]>();
  for (const name of names) if (isCompound(name)) pushTo(compounds, name.slice(0, firstWordEnd(name)), name);
  return {
    wanted: { locals, members, anywhere, isCalled },
    words: new Set([...names, ...compounds.keys()]),
    names,
    compounds,
    paths,
    found: [],
  };
}

/** Adds a word of the text where it is what is looked for; uses and zones are those of the text. */
function addOccurrence(
  { wanted, names, compounds, paths, found }: Sought,
  i: number,
  text: string,
  scan: Scan,
  defined: ReadonlySet<number>,
  language: Language,
  lineOf: (offset: number) => number,
): void {
  const compared = (name: string): string => comparedIn(language, name);
  const [start, end] = [scan.starts[i] as number, scan.ends[i] as number];
  const word = compared(text.slice(start, end));
  const name = compounds.get(word)?.find((one) => isWholeAt(start, one, text, compared)) ?? word;
  if (!names.has(name)) return;
  const line = lineOf(start) + 1;
  const zone = zones.zoneAt(start);
  if (zone === Zone.Comment) found.push({ line, kind: 'mentions', isComment: true });
  if ((zone !== Zone.Code && !isQuoted(start, name, text)) || defined.has(start)) return;
  const qualifiers = qualifiersBefore(text, scan, start).map(compared);
  const isMember = qualifiers.length > 0;
  const isWanted =
    wanted.anywhere.includes(name) ||
    (isMember && wanted.members.includes(name)) ||
    (paths.get(name) ?? []).some((path) => (path.length === 0 ? !isMember : endsWith(qualifiers, path)));
  if (!isWanted) return;
  const kind = useKind(uses.rolesOf(i));
  if (!wanted.isCalled || kind !== 'mentions' || scan.units[start - 1] === Char.Colon) found.push({ line, kind, isComment: false });
}

/** Whether a name is more than a word, as those of settings and templates may be: `tide-table`, `yard.fullname`. */
export function isCompound(name: string): boolean {
  const end = firstWordEnd(name);
  return end > 0 && end < name.length && !hasAny(name, blanks);
}

function firstWordEnd(name: string): number {
  let end = 0;
  while (isInWord(name.charCodeAt(end))) end++;
  return end;
}

/** Whether a compound name begins at an offset and is not part of another. */
function isWholeAt(start: number, name: string, text: string, compared: (text: string) => string): boolean {
  const end = start + name.length;
  const joins = hasAny(name, '.') ? '-.' : '-';
  const goesOn = (at: number): boolean => isInWord(text.charCodeAt(at)) || hasAny(text.charAt(at), joins);
  return compared(text.slice(start, end)) === name && !goesOn(start - 1) && !goesOn(end);
}

/** Whether a compound name is all of a string: settings and templates are called so. */
function isQuoted(start: number, name: string, text: string): boolean {
  const quote = text.charAt(start - 1);
  return isCompound(name) && hasAny(quote, '"\'`') && text[start + name.length] === quote;
}

/** All that a text of code calls, extends or throws, in its order. */
export function usesIn(text: string, language: Language): readonly Use[] {
  const scan = tokenize(text);
  const definitions = startCode(text, scan, language);
  const lines = linesIn(text, scan);
  const defined = new Set(definitions.map(({ at }) => at));
  const found: Use[] = [];
  const { count, starts, ends } = scan;
  const lineOf = lineCursor(lines);
  for (let i = 0; i < count; i++) {
    const [start, end] = [starts[i] as number, ends[i] as number];
    const line = lineOf(start);
    const roles = uses.rolesOf(i);
    if ((roles & (Role.Extends | Role.Throws | Role.Calls)) === 0 || zones.zoneAt(start) !== Zone.Code) continue;
    const name = text.slice(start, end);
    if (!defined.has(start)) found.push({ name, qualifiers: qualifiersBefore(text, scan, start), line: line + 1, kind: useKind(roles) });
  }
  return found;
}

function useKind(roles: number): UseKind {
  if ((roles & Role.Imports) !== 0) return 'imports';
  if ((roles & Role.Extends) !== 0) return 'extends';
  if ((roles & Role.Throws) !== 0) return 'throws';
  return (roles & Role.Calls) !== 0 ? 'calls' : 'mentions';
}

/** The names before a name with dots or colons between, `a?.b::c` as a, b; an empty one stands for an expression. */
function qualifiersBefore(text: string, { units }: Scan, start: number): readonly string[] {
  const found: string[] = [];
  for (let at = start; ; ) {
    at = beforeSeparator(units, at);
    if (at < 0) return found;
    let from = at;
    while (from > 0 && isInWord(units[from - 1] as number)) from--;
    found.unshift(text.slice(from, at));
    if (from === at || found.length > 8) return found;
    at = from;
  }
}

/** Where the name or expression before `.`, `?.`, `->` or `::` ends; -1 if there is no such separator. */
function beforeSeparator(units: Uint16Array, start: number): number {
  const [last, before] = [units[start - 1], units[start - 2]];
  if (last === Char.Dot) return before === Char.Dot ? -1 : before === Char.Question ? start - 2 : start - 1;
  const isDouble = (last === Char.Colon && before === Char.Colon) || (last === Char.Greater && before === Char.Hyphen);
  return isDouble ? start - 2 : -1;
}

function endsWith(qualifiers: readonly string[], path: readonly string[]): boolean {
  return qualifiers.length === path.length && path.every((part, i) => qualifiers[i] === part);
}
