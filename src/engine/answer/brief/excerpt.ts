/**
 * The excerpt of one source: a unit of its chunk (the seed) with all that it needs and what its section or definition shows beside it, up to a
 * number of lines (`section.ts`); the seed is the one whose excerpt matches most of the question. Cost: one pass over the terms of the chunk's units for each of
 * at most 12 seeds.
 */

import { heldWeight, termSet } from '../../question/askedWords.ts';
import { foldedWords } from '../../text/names/entities.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import type { BriefQuery } from './briefQuery.ts';
import { isAskedAbout, isContents, isLicence, isPreamble, type ParsedSource, textOf } from './parsedSource.ts';
import { sectionAround } from './section.ts';
import type { Selection } from './selection.ts';
import type { Unit } from './units/unit.ts';

/** Max units of a chunk that are scored, and max seeds among them: those that hold most of the question. */
const maxUnits = 200;
const maxSeeds = 12;

/** The units of a source that are shown, and how they match the question. */
export interface Excerpt {
  readonly parsed: ParsedSource;
  /** In order. */
  readonly units: readonly Unit[];
  readonly subject: readonly string[];
  /** Lines as shown, long lines counted by their width. */
  readonly height: number;
  /** The terms of the units shown. */
  readonly terms: ReadonlySet<string>;
  /** The share of the question, by weight, that the units, the subject, the title or the path match: 0 to 1. */
  readonly matched: number;
  /** Whether its seed contains words that the question quotes, or all of it, in a row. */
  readonly holdsQuote: boolean;
  /** Whether it is made of two excerpts of one file. */
  readonly isMerged?: boolean;
}

/**
 * A unit of the chunk, with the share of the question that it contains (in a document, together with its heading), and the share that its
 * subject contains.
 */
interface Scored {
  readonly at: number;
  readonly terms: ReadonlyMap<string, number>;
  readonly held: number;
  readonly named: number;
  readonly holdsQuote: boolean;
}

/** The best excerpt of a source of at most `maxLines` lines; undefined if the source has no lines to show. */
export function excerptOf(parsed: ParsedSource, query: BriefQuery, maxLines: number): Excerpt | undefined {
  const scored = scoredUnits(parsed, query);
  const quoted = scored.filter((one) => one.holdsQuote);
  const seeds = (quoted.length > 0 ? quoted : [...scored])
    .sort((a, b) => b.held - a.held || b.named - a.named || a.at - b.at)
    .slice(0, maxSeeds);
  let best: Excerpt | undefined;
  const texts = new UnitTerms(parsed, query);
  for (const { at, holdsQuote } of seeds) {
    const { subject } = parsed.units[at] as Unit;
    const selection = sectionAround(parsed, at, (unit) => texts.heldAt(unit), query, maxLines);
    const excerpt = describe(selection, { subject, holdsQuote }, texts, parsed, query);
    if (best === undefined || excerpt.matched > best.matched + 1e-9) best = excerpt;
  }
  return best;
}

/** The units of the chunk, scored against the question. */
function scoredUnits(parsed: ParsedSource, { words, quotes, asksAboutRights }: BriefQuery): readonly Scored[] {
  const { source, lines, units } = parsed;
  const scored: Scored[] = [];
  for (const [at, unit] of units.entries()) {
    if (unit.last < source.startLine - 1 || unit.first > source.endLine - 1 || isAskedAbout(source, unit)) continue;
    if ((!asksAboutRights && isLicence(parsed, unit)) || isContents(parsed, unit) || isPreamble(parsed, unit)) continue;
    if (scored.length === maxUnits) break;
    const [terms, names] = [countTerms(textOf(lines, unit)), countTerms(unit.subject.join(' '))];
    const named = heldWeight(words, termSet(names.keys()));
    // A section answers its heading from its beginning; the header of a definition is a unit itself.
    const held = heldWeight(words, termSet(source.kind === 'code' ? terms.keys() : [...terms.keys(), ...names.keys()]));
    const holdsQuote = quotes.length > 0 && containsAny(`${unit.subject.join(' ')}\n${textOf(lines, unit)}`, quotes);
    scored.push({ at, terms, held, named, holdsQuote });
  }
  return scored;
}

/** Whether a text holds one of the quoted runs of words. */
function containsAny(text: string, quotes: readonly string[]): boolean {
  const words = ` ${foldedWords(text).join(' ')} `;
  return quotes.some((quote) => words.includes(quote));
}

function describe(
  { kept, height, units: chosen }: Selection,
  { subject, holdsQuote }: Pick<Excerpt, 'subject' | 'holdsQuote'>,
  texts: UnitTerms,
  parsed: ParsedSource,
  { words }: BriefQuery,
): Excerpt {
  const { title, path } = parsed.source;
  const terms = new Set([...kept].flatMap((at) => [...texts.at(at).keys()]));
  const all = termSet([...terms, ...countTerms(`${subject.join(' ')} ${title} ${path}`).keys()]);
  return { parsed, units: chosen, subject, height, terms, matched: heldWeight(words, all), holdsQuote };
}

/** The terms of the units of a source, counted when asked for. */
class UnitTerms {
  readonly #parsed: ParsedSource;
  readonly #query: BriefQuery;
  readonly #terms = new Map<number, ReadonlyMap<string, number>>();
  readonly #held = new Map<number, number>();

  constructor(parsed: ParsedSource, query: BriefQuery) {
    this.#parsed = parsed;
    this.#query = query;
  }

  at(unit: number): ReadonlyMap<string, number> {
    const known = this.#terms.get(unit) ?? countTerms(textOf(this.#parsed.lines, this.#parsed.units[unit] as Unit));
    this.#terms.set(unit, known);
    return known;
  }

  heldAt(unit: number): number {
    const known = this.#held.get(unit) ?? heldWeight(this.#query.words, termSet(this.at(unit).keys()));
    this.#held.set(unit, known);
    return known;
  }
}
