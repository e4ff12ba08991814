/**
 * An answer without a model: up to four blocks quoted from the ranked sources, each of which can be understood by itself.
 *
 * Each is the best place of its source (`excerpt.ts`), the sources in the question's language first, and none is a variant of another. Then
 * places to look at, and whether all this is likely to answer (`answerability.ts`).
 * Cost: one pass over the files of at most eight sources.
 */

import type { Rarity } from '../../question/askedWords.ts';
import { naturalLanguageOf } from '../../question/naturalLanguage.ts';
import { stateOf } from './answerability.ts';
import type { Block, Brief } from './block.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { piecesOf } from './pieces.ts';
import { type Reading, readSource, textOf } from './reading.ts';
import type { BriefSource } from './source.ts';
import { type Wanted, wantedBy } from './wanted.ts';
import { weights } from './weights.ts';

/** Sources that are read, blocks that are shown, places that are named after them. */
export const briefLimits = { maxSources: 8, maxBlocks: 4, maxSeeAlso: 3 } as const;

/** Composes the answer to a question from ranked sources, best first. */
export function composeBrief(question: string, ranked: readonly BriefSource[], rarity: Rarity): Brief {
  const wanted = wantedBy(question, rarity);
  const readings = inPreferredOrder(ranked.slice(0, briefLimits.maxSources).map(readSource), wanted);
  const chosen = choose(readings, wanted);
  const state = stateOf(chosen, wanted.words);
  if (state === 'nothing') return { state, blocks: [], seeAlso: [] };
  const shown = new Set(chosen.map(({ reading }) => reading.source.path));
  const others = readings.map(({ source }) => source).filter(({ path }) => !shown.has(path));
  return {
    state,
    blocks: chosen.map((excerpt) => blockOf(excerpt, wanted)),
    seeAlso: others.slice(0, briefLimits.maxSeeAlso).map(({ n }) => n),
  };
}

/** Prose of another language than the question's comes last, and so do records of the past. */
function inPreferredOrder(readings: readonly Reading[], { vocabulary }: Wanted): readonly Reading[] {
  const isForeign = ({ source, lines }: Reading): boolean => {
    if (source.kind === 'code') return false;
    const language = naturalLanguageOf(textOf(lines, { first: source.startLine - 1, last: Math.min(source.endLine, lines.count) - 1 }));
    return language !== undefined && language.id !== vocabulary.id;
  };
  const ranks = new Map(readings.map((one) => [one, (one.source.isDemoted ? 2 : 0) + (isForeign(one) ? 1 : 0)]));
  return [...readings].sort((a, b) => (ranks.get(a) as number) - (ranks.get(b) as number));
}

/** The best block of each source, best source first, as long as there is room and it says something new. */
function choose(readings: readonly Reading[], wanted: Wanted): readonly Excerpt[] {
  const chosen: Excerpt[] = [];
  let room: number = weights.maxLines;
  for (const reading of readings) {
    if (chosen.length === briefLimits.maxBlocks) break;
    const excerpt = excerptOf(reading, wanted, chosen.length === 0 ? wanted.firstLines : weights.furtherLines);
    if (excerpt === undefined || (chosen.length > 0 && (excerpt.height > room || !isNew(excerpt, chosen)))) continue;
    chosen.push(excerpt);
    room -= excerpt.height;
  }
  return chosen;
}

/** Whether an excerpt says something that those before it do not: it is no translation, copy or variant of one. */
function isNew(excerpt: Excerpt, chosen: readonly Excerpt[]): boolean {
  return chosen.every((other) => similarity(other.terms, excerpt.terms) < weights.variant);
}

/** The share of the smaller set of terms that the other one holds. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  return shared / Math.max(1, Math.min(a.size, b.size));
}

/** The block of an excerpt. */
export function blockOf({ reading, units, subject }: Excerpt, { words }: Wanted): Block {
  const { source } = reading;
  const pieces = piecesOf(units, reading, words);
  const last = pieces.at(-1);
  return {
    n: source.n,
    subject: subject.length > 0 ? subject.join(source.kind === 'code' ? '.' : ' › ') : source.title,
    kind: source.kind,
    startLine: pieces[0]?.startLine ?? source.startLine,
    endLine: last === undefined ? source.endLine : last.startLine + last.text.split('\n').length - 1,
    pieces,
  };
}
