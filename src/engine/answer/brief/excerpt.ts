/**
 * The excerpt of one source: a unit of its chunk (the seed) with all that it needs, then what follows in its section or definition, up to a
 * number of lines; the seed is the one whose excerpt matches most of the question. Cost: one pass over the terms of the chunk's units for each of
 * at most 12 seeds.
 */

import { heldShare, heldWeight, termSet } from '../../question/askedWords.ts';
import { lineAt } from '../../text/lines.ts';
import { foldedWords } from '../../text/names/entities.ts';
import { stopWordsIn } from '../../text/stemming/naturalLanguage.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import { termsOf } from '../../text/words/terms.ts';
import { Shape, tokenize } from '../../text/words/tokens.ts';
import { indentLength } from '../../util/strings.ts';
import type { BriefQuery } from './briefQuery.ts';
import { isAskedAbout, isContents, isImport, isLicence, type ParsedSource, textOf } from './parsedSource.ts';
import { Selection } from './selection.ts';
import type { Unit } from './unit.ts';

/** Max units of a chunk that are scored, and max seeds among them: those that hold most of the question. */
const maxUnits = 200;
const maxSeeds = 12;
/** Max words of markup before the name of an entry: a directive, an entity. */
const maxMarkupWords = 2;
/** A name of an entry ends within so many UTF-16 units of its line. */
const maxNameEnd = 80;

/** The units of a source that are shown, and how they match the question. */
export interface Excerpt {
  readonly parsed: ParsedSource;
  /** In order. */
  readonly units: readonly Unit[];
  readonly subject: readonly string[];
  /** Lines as shown, long lines counted by their width. */
  readonly height: number;
  /** Of the units shown. */
  readonly terms: ReadonlySet<string>;
  /** The share of the question, by weight, that the units, the subject, the title or the path match: 0 to 1. */
  readonly matched: number;
  /** How many words of the question that are. */
  readonly matchedWords: number;
  /** Whether it is of a unit that holds words that the question quotes, or is the entry of a name that it writes. */
  readonly isExact: boolean;
}

/** A unit of the chunk, with the share of the question that it holds, in a document with its heading, and that its subject holds. */
interface Scored {
  readonly at: number;
  readonly terms: ReadonlyMap<string, number>;
  readonly held: number;
  readonly named: number;
  readonly isExact: boolean;
  /** Whether it is the entry of a name that the question writes, or writes the words of. */
  readonly isEntry: boolean;
}

/** The best excerpt of a source of at most `maxLines` lines; undefined if the source has no lines to show. */
export function excerptOf(parsed: ParsedSource, query: BriefQuery, maxLines: number): Excerpt | undefined {
  const scored = scoredUnits(parsed, query);
  const exact = scored.filter(({ isExact, isEntry }) => isExact || isEntry);
  const seeds = (exact.length > 0 ? exact : [...scored])
    .sort((a, b) => b.held - a.held || b.named - a.named || a.at - b.at)
    .slice(0, maxSeeds);
  let best: Excerpt | undefined;
  for (const { at, isExact } of seeds) {
    const { scope, subject } = parsed.units[at] as Unit;
    const selection = new Selection(parsed, at, maxLines, query.words);
    selection.fill(at, scope[1]);
    const excerpt = describe(selection, { subject, isExact }, scored, parsed, query);
    if (best === undefined || excerpt.matched > best.matched + 1e-9) best = excerpt;
  }
  return best;
}

/** The units of the chunk, scored against the question. */
function scoredUnits(parsed: ParsedSource, { words, quotes, asksHow, asksAboutRights, vocabulary }: BriefQuery): readonly Scored[] {
  const { source, lines, units } = parsed;
  const scored: Scored[] = [];
  const asked = new Set(words.flatMap(({ terms, forms }) => [...terms, ...forms]));
  const stops = stopWordsIn(vocabulary);
  for (const [at, unit] of units.entries()) {
    if (unit.last < source.startLine - 1 || unit.first > source.endLine - 1 || isAskedAbout(source, unit)) continue;
    if ((!asksAboutRights && isLicence(parsed, unit)) || isContents(parsed, unit) || isImport(parsed, unit)) continue;
    if (scored.length === maxUnits) break;
    const [terms, names] = [countTerms(textOf(lines, unit)), countTerms(unit.subject.join(' '))];
    const named = heldWeight(words, termSet(names.keys()));
    // A section answers its heading from its beginning; the header of a definition is a unit itself.
    const held = heldWeight(words, termSet(source.kind === 'code' ? terms.keys() : [...terms.keys(), ...names.keys()]));
    const name = source.kind === 'doc' && unit.kind === 'prose' && held > 0 && !asksHow ? nameOfEntry(lineAt(lines, unit.first)) : [];
    const own = name.slice(1).filter((part) => !stops.has(part));
    const isEntry = own.length > 0 && own.every((part) => asked.has(part));
    const isWritten = isEntry && words.some(({ isName, terms: [whole] }) => isName && whole === name[0]);
    // A section answers its heading.
    const isExact = isWritten || holdsQuote(`${unit.subject.join(' ')}\n${textOf(lines, unit)}`, quotes);
    scored.push({ at, terms, held, named, isExact, isEntry });
  }
  return scored;
}

/**
 * The terms of the compound name that a line begins with, as entries of lists, tables and references do: the name as a whole and its parts; empty
 * if there is none.
 */
function nameOfEntry(line: string): readonly string[] {
  const { count, starts, ends, shapes } = tokenize(line.slice(0, maxNameEnd));
  const hasMarkup = indentLength(line) < (starts[0] ?? 0);
  for (let i = 0; i < Math.min(count, hasMarkup ? maxMarkupWords + 1 : 1); i++) {
    const shape = shapes[i] as number;
    if (!(shape & Shape.Identifier)) continue;
    const terms = termsOf(line.slice(starts[i], ends[i]), shape);
    return terms.length > 2 ? terms : [];
  }
  return [];
}

/** Whether a text holds one of the quoted runs of words. */
function holdsQuote(text: string, quotes: readonly string[]): boolean {
  if (quotes.length === 0) return false;
  const words = ` ${foldedWords(text).join(' ')} `;
  return quotes.some((quote) => words.includes(quote));
}

function describe(
  { kept, height, units: chosen }: Selection,
  { subject, isExact }: Pick<Excerpt, 'subject' | 'isExact'>,
  scored: readonly Scored[],
  parsed: ParsedSource,
  { words }: BriefQuery,
): Excerpt {
  const { title, path } = parsed.source;
  const terms = new Set(scored.filter(({ at }) => kept.has(at)).flatMap((one) => [...one.terms.keys()]));
  const all = termSet([...terms, ...countTerms(`${subject.join(' ')} ${title} ${path}`).keys()]);
  const matchedWords = words.filter((word) => heldShare(word, all) > 0).length;
  return { parsed, units: chosen, subject, height, terms, matched: heldWeight(words, all), matchedWords, isExact };
}
