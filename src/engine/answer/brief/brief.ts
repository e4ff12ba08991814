/**
 * An answer without a model: up to four self-contained blocks quoted from the ranked sources.
 *
 * Each is the best excerpt of its source (`excerpt.ts`), sources in the question's language first, without near-duplicates or
 * repeated lines.
 * The brief also lists further sources, and says whether it is likely to answer the question (`answerability.ts`).
 * Cost: one pass over the files of at most eight sources.
 */

import type { Rarity } from '../../question/askedWords.ts';
import { naturalLanguageOf } from '../../text/stemming/naturalLanguage.ts';
import { stateOf } from './answerability.ts';
import type { Block, Brief } from './block.ts';
import { type BriefQuery, briefQueryOf } from './briefQuery.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { type ParsedSource, parseSource, textOf } from './parsedSource.ts';
import { piecesOf } from './pieces.ts';
import type { BriefSource } from './source.ts';
import { weights } from './weights.ts';

/** Max sources that are read, blocks that are shown, and further sources that are listed. */
export const briefLimits = { maxSources: 8, maxBlocks: 4, maxSeeAlso: 3 } as const;

/** Composes the answer to a question from ranked sources, best first. */
export function composeBrief(question: string, ranked: readonly BriefSource[], rarity: Rarity): Brief {
  const query = briefQueryOf(question, rarity);
  const parsedSources = inPreferredOrder(ranked.slice(0, briefLimits.maxSources).map(parseSource), query);
  const chosen = selectExcerpts(parsedSources, query);
  const state = stateOf(chosen);
  if (state === 'nothing') return { state, blocks: [], seeAlso: [] };
  return { state, blocks: chosen.map((excerpt) => blockOf(excerpt, query)), seeAlso: otherFiles(parsedSources, chosen) };
}

/** The numbers of the best source of each file that is not shown. */
function otherFiles(parsedSources: readonly ParsedSource[], chosen: readonly Excerpt[]): readonly number[] {
  const shown = chosen.map(({ parsed }) => parsed.source);
  const others: BriefSource[] = [];
  for (const { source } of parsedSources) if (![...shown, ...others].some((one) => isSameFile(one, source))) others.push(source);
  return others.slice(0, briefLimits.maxSeeAlso).map(({ n }) => n);
}

/** Files of several folders may have the same path. */
function isSameFile(a: BriefSource, b: BriefSource): boolean {
  return a.path === b.path && a.text === b.text;
}

/** Demotes prose in another language than the question's if there is some in its own, and demoted sources below that. */
function inPreferredOrder(parsedSources: readonly ParsedSource[], { vocabulary }: BriefQuery): readonly ParsedSource[] {
  const languageOf = ({ source, lines }: ParsedSource): string | undefined => {
    if (source.kind === 'code') return undefined;
    return naturalLanguageOf(textOf(lines, { first: source.startLine - 1, last: Math.min(source.endLine, lines.count) - 1 }))?.id;
  };
  const languages = new Map(parsedSources.map((one) => [one, languageOf(one)]));
  const isOther = (one: ParsedSource): boolean => languages.get(one) !== undefined && languages.get(one) !== vocabulary.id;
  const hasOwn = [...languages.values()].includes(vocabulary.id);
  const ranks = new Map(parsedSources.map((one) => [one, (one.source.isDemoted ? 2 : 0) + (hasOwn && isOther(one) ? 1 : 0)]));
  return [...parsedSources].sort((a, b) => (ranks.get(a) as number) - (ranks.get(b) as number));
}

/**
 * The best excerpt of each source, best source first, while there is room; near-duplicates and weak matches, compared with the best, are
 * left out, and demoted sources if there is any other.
 */
function selectExcerpts(parsedSources: readonly ParsedSource[], query: BriefQuery): readonly Excerpt[] {
  const excerpts = parsedSources.flatMap((parsed) => excerptOf(parsed, query, weights.blockLines) ?? []);
  const minMatched = weights.relativeMatch * Math.max(...excerpts.map(({ matched }) => matched));
  const chosen: Excerpt[] = [];
  let room: number = weights.maxLines;
  for (const excerpt of quotedFirst(excerpts)) {
    if (chosen.length === briefLimits.maxBlocks) break;
    const { isDemoted } = excerpt.parsed.source;
    if (excerpt.matched < minMatched || (chosen.length > 0 && (isDemoted || excerpt.height > room || !isNew(excerpt, chosen)))) continue;
    chosen.push(excerpt);
    room -= excerpt.height;
  }
  return chosen;
}

/** Excerpts with the quoted words as a phrase first: they answer better than those that mention the words separately. */
function quotedFirst(excerpts: readonly Excerpt[]): readonly Excerpt[] {
  const isFirst = ({ holdsQuote, parsed }: Excerpt): boolean => holdsQuote && !parsed.source.isDemoted;
  return [...excerpts.filter(isFirst), ...excerpts.filter((one) => !isFirst(one))];
}

/** Whether an excerpt is not a copy or variant of one chosen before, and shows none of its lines. */
function isNew(excerpt: Excerpt, chosen: readonly Excerpt[]): boolean {
  return chosen.every((other) => overlapCoefficient(other.terms, excerpt.terms) < weights.variant && !sharesLines(other, excerpt));
}

/** Whether two excerpts show the same line: chunks that follow each other may both go on into the same section. */
function sharesLines({ parsed: { source }, units }: Excerpt, other: Excerpt): boolean {
  return isSameFile(source, other.parsed.source) && units.some((a) => other.units.some((b) => a.first <= b.last && b.first <= a.last));
}

/** The overlap coefficient of two sets of terms: the share of the smaller one that is in the other. */
function overlapCoefficient(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  return shared / Math.max(1, Math.min(a.size, b.size));
}

/** The block of an excerpt. */
export function blockOf({ parsed, units, subject }: Excerpt, { words }: BriefQuery): Block {
  const { source } = parsed;
  const pieces = piecesOf(units, parsed, words);
  const last = pieces.at(-1);
  return {
    n: source.n,
    // The title of code lists what the chunk defines, perhaps below the block.
    subject: source.kind === 'code' ? subject.join('.') : subject.join(' › ') || source.title,
    kind: source.kind,
    language: source.language,
    startLine: pieces[0]?.startLine ?? source.startLine,
    endLine: last === undefined ? source.endLine : last.startLine + last.text.split('\n').length - 1,
    pieces,
  };
}
