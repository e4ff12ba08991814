/**
 * The excerpt of one source: a unit of its chunk (the seed) with all that it needs, then what follows in its section or definition, up to a
 * number of lines; the seed is the one whose excerpt holds most of the question. Cost: one pass over the terms of the chunk's units for each of at most 12 seeds.
 */

import { type AskedWord, heldShare, heldWeight, type TermSet, termSet } from '../../question/askedWords.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import type { BriefQuery } from './briefQuery.ts';
import { isAskedAbout, isLicence, type ParsedSource, textOf } from './parsedSource.ts';
import { Selection } from './selection.ts';
import type { Unit } from './unit.ts';

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
  /** Of the units shown. */
  readonly terms: ReadonlySet<string>;
  /** The share of each word of the question that the units match, and that the subject, title and path match. */
  readonly shown: ReadonlyMap<AskedWord, number>;
  readonly titled: ReadonlyMap<AskedWord, number>;
  /** The weight of the words that the units match, 0 to 1. */
  readonly score: number;
}

/** A unit of the chunk with its score against the question. */
interface Scored {
  readonly at: number;
  readonly terms: TermSet;
  readonly held: number;
}

/** The best excerpt of a source of at most `maxLines` lines; undefined if the source has no lines to show. */
export function excerptOf(parsed: ParsedSource, query: BriefQuery, maxLines: number): Excerpt | undefined {
  const scored = scoredUnits(parsed, query);
  const seeds = [...scored].sort((a, b) => b.held - a.held || a.at - b.at).slice(0, maxSeeds);
  let best: Excerpt | undefined;
  for (const { at } of seeds) {
    const { scope, subject } = parsed.units[at] as Unit;
    const selection = new Selection(parsed, at, maxLines, query.words);
    selection.fill(at, scope[1]);
    const excerpt = describe(selection, subject, scored, parsed, query);
    if (best === undefined || isBetter(excerpt, best, query)) best = excerpt;
  }
  return best;
}

/** Of excerpts that match the same, the one whose own subject matches more is better. */
function isBetter(a: Excerpt, b: Excerpt, { words }: BriefQuery): boolean {
  const more = a.score - b.score;
  const inSubject = ({ subject }: Excerpt): number => heldWeight(words, termSet(countTerms(subject.join(' ')).keys()));
  return more > 1e-9 || (more > -1e-9 && inSubject(a) > inSubject(b) + 1e-9);
}

/** The units of the chunk, scored against the question. */
function scoredUnits(parsed: ParsedSource, { words, asksAboutRights }: BriefQuery): readonly Scored[] {
  const { source, lines, units } = parsed;
  const scored: Scored[] = [];
  for (const [at, unit] of units.entries()) {
    if (unit.last < source.startLine - 1 || unit.first > source.endLine - 1 || isAskedAbout(source, unit)) continue;
    if (!asksAboutRights && isLicence(parsed, unit)) continue;
    if (scored.length === maxUnits) break;
    const terms = termSet(countTerms(textOf(lines, unit)).keys());
    scored.push({ at, terms, held: heldWeight(words, terms) });
  }
  return scored;
}

function describe(
  { kept, height, units: chosen }: Selection,
  subject: readonly string[],
  scored: readonly Scored[],
  parsed: ParsedSource,
  { words }: BriefQuery,
): Excerpt {
  const { source } = parsed;
  const { terms, prefixes } = termSet(scored.filter(({ at }) => kept.has(at)).flatMap((one) => [...one.terms.terms]));
  const shown = sharesOf(words, { terms, prefixes });
  const titled = sharesOf(words, termSet(countTerms(`${subject.join(' ')} ${source.title} ${source.path}`).keys()));
  return { parsed, units: chosen, subject, height, terms, shown, titled, score: sumOf(words, shown) };
}

function sharesOf(words: readonly AskedWord[], text: TermSet): ReadonlyMap<AskedWord, number> {
  return new Map(words.map((word) => [word, heldShare(word, text)]));
}

function sumOf(words: readonly AskedWord[], shares: ReadonlyMap<AskedWord, number>): number {
  return words.reduce((sum, word) => sum + word.weight * (shares.get(word) ?? 0), 0);
}
