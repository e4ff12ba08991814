/**
 * The block to show of one source: the best place inside the chunk becomes the seed, and the block grows from there by what else holds words
 * of the question, then by what follows, up to a number of lines. Cost: one pass over the terms of the chunk's units for each of some seeds.
 */

import { type AskedWord, heldShare, heldWeight, type TermSet, termSet } from '../../question/askedWords.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import { isAskedAbout, type Reading, textOf } from './reading.ts';
import { Selection } from './selection.ts';
import type { Unit } from './unit.ts';
import type { Wanted } from './wanted.ts';

/** Units of a chunk that are looked at, and those of them that blocks are grown from: the ones that hold most of the question. */
const maxUnits = 200;
const maxSeeds = 12;

/** Units of one source that are shown, and what they hold of the question. */
export interface Excerpt {
  readonly reading: Reading;
  /** In order. */
  readonly units: readonly Unit[];
  readonly subject: readonly string[];
  /** Lines as shown, long lines counted by their width. */
  readonly height: number;
  /** Of what is shown. */
  readonly terms: ReadonlySet<string>;
  /** The words of the question that are shown, and those that only the subject or the path holds. */
  readonly shown: ReadonlyMap<AskedWord, number>;
  readonly titled: ReadonlyMap<AskedWord, number>;
  /** The weight of the words that are shown, 0 to 1. */
  readonly score: number;
}

/** A unit of the chunk with the words that it holds. */
interface Scored {
  readonly at: number;
  readonly terms: TermSet;
  readonly held: number;
}

/** The best block of a source of at most `maxLines` lines; undefined where the source has no lines to show. */
export function excerptOf(reading: Reading, wanted: Wanted, maxLines: number): Excerpt | undefined {
  const scored = scoredUnits(reading, wanted);
  const seeds = [...scored].sort((a, b) => b.held - a.held || a.at - b.at).slice(0, maxSeeds);
  let best: { readonly excerpt: Excerpt; readonly seed: Scored; readonly selection: Selection } | undefined;
  for (const seed of seeds) {
    const selection = grow(seed, scored, reading, maxLines, wanted);
    const excerpt = describe(selection, seed, scored, reading, wanted);
    if (best === undefined || excerpt.score > best.excerpt.score + 1e-9) best = { excerpt, seed, selection };
  }
  if (best === undefined || reading.source.kind === 'code') return best?.excerpt;
  // A short section goes on with the next one of its chunk.
  best.selection.fill(best.seed.at, reading.source.endLine);
  return describe(best.selection, best.seed, scored, reading, wanted);
}

/** The units of the chunk with what each holds of the question. */
function scoredUnits({ source, lines, units }: Reading, { words }: Wanted): readonly Scored[] {
  const scored: Scored[] = [];
  for (const [at, unit] of units.entries()) {
    if (unit.last < source.startLine - 1 || unit.first > source.endLine - 1 || isAskedAbout(source, unit)) continue;
    if (scored.length === maxUnits) break;
    const terms = termSet(countTerms(textOf(lines, unit)).keys());
    scored.push({ at, terms, held: heldWeight(words, terms) });
  }
  return scored;
}

/** The seed with what it needs, then units of its scope: those that add words of the question first, then those that follow. */
function grow(seed: Scored, scored: readonly Scored[], reading: Reading, maxLines: number, { words }: Wanted): Selection {
  const { units } = reading;
  const selection = new Selection(reading, seed.at, maxLines, words);
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
  reading: Reading,
  { words }: Wanted,
): Excerpt {
  const { source, units } = reading;
  const { subject } = units[seed.at] as Unit;
  const { terms, prefixes } = termSet(scored.filter(({ at }) => kept.has(at)).flatMap((one) => [...one.terms.terms]));
  const shown = sharesOf(words, { terms, prefixes });
  const titled = sharesOf(words, termSet(countTerms(`${subject.join(' ')} ${source.title} ${source.path}`).keys()));
  return { reading, units: chosen, subject, height, terms, shown, titled, score: sumOf(words, shown) };
}

function sharesOf(words: readonly AskedWord[], text: TermSet): ReadonlyMap<AskedWord, number> {
  return new Map(words.map((word) => [word, heldShare(word, text)]));
}

function sumOf(words: readonly AskedWord[], shares: ReadonlyMap<AskedWord, number>): number {
  return words.reduce((sum, word) => sum + word.weight * (shares.get(word) ?? 0), 0);
}
