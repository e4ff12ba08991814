/**
 * The excerpt of one source: grown from the chunk's best unit (the seed), first by units that hold more of the question's words, then by what
 * follows, up to a number of lines. Cost: one pass over the terms of the chunk's units for each of at most 12 seeds.
 */

import { type AskedWord, heldShare, heldWeight, type TermSet, termSet } from '../../question/askedWords.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import type { BriefQuery } from './briefQuery.ts';
import { isAskedAbout, type ParsedSource, textOf } from './parsedSource.ts';
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
  let best: { readonly excerpt: Excerpt; readonly seed: Scored; readonly selection: Selection } | undefined;
  for (const seed of seeds) {
    const selection = grow(seed, scored, parsed, maxLines, query);
    const excerpt = describe(selection, seed, scored, parsed, query);
    if (best === undefined || excerpt.score > best.excerpt.score + 1e-9) best = { excerpt, seed, selection };
  }
  if (best === undefined || parsed.source.kind === 'code') return best?.excerpt;
  // A short section is filled up with the next one of its chunk.
  best.selection.fill(best.seed.at, parsed.source.endLine);
  return describe(best.selection, best.seed, scored, parsed, query);
}

/** The units of the chunk, scored against the question. */
function scoredUnits({ source, lines, units }: ParsedSource, { words }: BriefQuery): readonly Scored[] {
  const scored: Scored[] = [];
  for (const [at, unit] of units.entries()) {
    if (unit.last < source.startLine - 1 || unit.first > source.endLine - 1 || isAskedAbout(source, unit)) continue;
    if (scored.length === maxUnits) break;
    const terms = termSet(countTerms(textOf(lines, unit)).keys());
    scored.push({ at, terms, held: heldWeight(words, terms) });
  }
  return scored;
}

/** The seed with its needs, then units of its scope: first those that add words of the question, then those that follow. */
function grow(seed: Scored, scored: readonly Scored[], parsed: ParsedSource, maxLines: number, { words }: BriefQuery): Selection {
  const { units } = parsed;
  const selection = new Selection(parsed, seed.at, maxLines, words);
  const [from, to] = (units[seed.at] as Unit).scope;
  const shown = new Map(words.map((word) => [word, heldShare(word, seed.terms)]));
  const gainOf = ({ terms }: Scored): number => {
    return words.reduce((sum, word) => sum + word.weight * Math.max(0, heldShare(word, terms) - (shown.get(word) ?? 0)), 0);
  };
  const others = new Set(scored.filter(({ at }) => at !== seed.at && (units[at] as Unit).first >= from && (units[at] as Unit).last < to));
  for (;;) {
    let best: Scored | undefined;
    let maxGain = 0;
    for (const one of others) {
      const gain = gainOf(one);
      if (gain > maxGain) [best, maxGain] = [one, gain];
    }
    if (best === undefined) break;
    others.delete(best);
    if (!selection.kept.has(best.at) && !selection.add(best.at)) continue;
    for (const word of words) shown.set(word, Math.max(shown.get(word) ?? 0, heldShare(word, best.terms)));
  }
  selection.fill(seed.at, to);
  return selection;
}

function describe(
  { kept, height, units: chosen }: Selection,
  seed: Scored,
  scored: readonly Scored[],
  parsed: ParsedSource,
  { words }: BriefQuery,
): Excerpt {
  const { source, units } = parsed;
  const { subject } = units[seed.at] as Unit;
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
