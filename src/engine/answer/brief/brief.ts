/**
 * An answer without a model: up to four self-contained blocks quoted from the ranked sources.
 *
 * The first is the section or definition of the best source (`section.ts`), each other one the best lines of its file, without near-duplicates
 * or repeated lines; sources in the question's language come first. Sources are numbered in the order of the blocks.
 * The brief also lists further sources, and says whether it is likely to answer the question (`answerability.ts`).
 * Cost: one pass over the files of at most eight sources.
 */

import { heldShare, heldWeight, type Rarity, type TermSet, termSet } from '../../question/askedWords.ts';
import { naturalLanguageOf } from '../../text/stemming/naturalLanguage.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import { type Match, noSignals, restatedStateOf, type Signals, stateOf } from './answerability.ts';
import type { AnswerState, Brief } from './block.ts';
import { blockOf } from './blockOf.ts';
import { type BriefQuery, briefQueryOf, restatedQueryOf } from './briefQuery.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { fittedBlocks, type Room } from './fitted.ts';
import { type ParsedSource, parseSource, textOf } from './parsedSource.ts';
import { isNew, isSameFile } from './sameness.ts';
import type { BriefSource } from './source.ts';
import { weights } from './weights.ts';

/** Max sources that are read, and for fitted excerpts; blocks that are shown, and further sources that are listed. */
export const briefLimits = { maxSources: 8, maxFittedSources: 12, maxBlocks: 4, maxSeeAlso: 3 } as const;

/** Composes the answer to a question from ranked sources, best first. With `room`, also an excerpt of each source that is fitted to it. */
export function composeBrief(
  question: string,
  ranked: readonly BriefSource[],
  rarity: Rarity,
  signals: Signals = noSignals,
  room?: Room,
): Brief {
  const asked = briefQueryOf(question, rarity);
  const query = signals.line === undefined ? asked : restatedQueryOf(asked, question, signals.line, rarity);
  const { sources, isForeign } = inPreferredOrder(ranked.slice(0, briefLimits.maxSources).map(parseSource), query);
  const rate = (first: Excerpt | undefined, known: Signals): AnswerState => {
    const matched = (words: BriefQuery) => [first && matchOf(first, words), words] as const;
    return query === asked
      ? stateOf(...matched(asked), known, isForeign)
      : restatedStateOf(matched(asked), matched(query), known, isForeign);
  };
  const ranking = candidates(sources, query);
  // Code that may not answer comes after a document that does.
  const guide =
    ranking[0]?.parsed.source.kind === 'code' && rate(ranking[0], signals) === 'closest'
      ? ranking.find(
          (one) =>
            one.parsed.source.kind === 'doc' &&
            !one.parsed.source.isDemoted &&
            rate(inFull(one, query), { ...signals, isFirstByWords: false }) === 'answer',
        )
      : undefined;
  const [first, ...others] = guide === undefined ? ranking : [inFull(guide, query), ...ranking.filter((one) => one !== guide)];
  const state = rate(first, guide === undefined ? signals : { ...signals, isFirstByWords: false });
  if (first === undefined || state === 'notHere') return { state: 'notHere', blocks: [], seeAlso: otherFiles(sources, []), isForeign };
  const shown = state === 'answer' ? first : (excerptOf(first.parsed, query, weights.closestLines) ?? first);
  const chosen = withOthers(shown, others, state);
  const brief = { state, blocks: chosen.map((excerpt) => blockOf(excerpt, query)), seeAlso: otherFiles(sources, chosen), isForeign };
  if (room === undefined) return brief;
  const further = ranked.slice(briefLimits.maxSources, briefLimits.maxFittedSources).map(parseSource);
  return { ...brief, fitted: fittedBlocks([...sources, ...further], first, query, room) };
}

/** The numbers of the best source of each file that is not shown, without what the question does not ask for, such as licences. */
function otherFiles(parsedSources: readonly ParsedSource[], chosen: readonly Excerpt[]): readonly number[] {
  const shown = chosen.map(({ parsed }) => parsed.source);
  const others: BriefSource[] = [];
  for (const { source } of parsedSources)
    if (!source.isDemoted && ![...shown, ...others].some((one) => isSameFile(one, source))) others.push(source);
  return others.slice(0, briefLimits.maxSeeAlso).map(({ n }) => n);
}

/** Demotes prose in another language than the question's if there is some in its own, and demoted sources below that. */
function inPreferredOrder(
  parsedSources: readonly ParsedSource[],
  { vocabulary }: BriefQuery,
): { readonly sources: readonly ParsedSource[]; readonly isForeign: boolean } {
  const languageOf = ({ source, lines }: ParsedSource): string | undefined => {
    if (source.kind === 'code') return undefined;
    return naturalLanguageOf(textOf(lines, { first: source.startLine - 1, last: Math.min(source.endLine, lines.count) - 1 }))?.id;
  };
  const languages = new Map(parsedSources.map((one) => [one, languageOf(one)]));
  const isOther = (one: ParsedSource): boolean => languages.get(one) !== undefined && languages.get(one) !== vocabulary.id;
  const hasOwn = [...languages.values()].includes(vocabulary.id);
  const ranks = new Map(parsedSources.map((one) => [one, (one.source.isDemoted ? 2 : 0) + (hasOwn && isOther(one) ? 1 : 0)]));
  const sources = [...parsedSources].sort((a, b) => (ranks.get(a) as number) - (ranks.get(b) as number));
  return { sources, isForeign: !hasOwn && (vocabulary.id !== 'en' || [...languages.values()].every((id) => id !== undefined)) };
}

/** The first block, then an excerpt of each other source that matches enough of the question, compared with the best. */
function candidates(sources: readonly ParsedSource[], query: BriefQuery): readonly Excerpt[] {
  const excerpts = sources.flatMap((parsed) => excerptOf(parsed, query, weights.furtherLines) ?? []);
  // What the question does not ask for, such as a licence that holds its words, is no measure of the others.
  const measures = excerpts.filter(({ parsed }) => !parsed.source.isDemoted);
  const best = Math.max(...(measures.length > 0 ? measures : excerpts).map(({ matched }) => matched));
  const minMatched = ({ source }: ParsedSource): number => (source.isLater ? weights.laterMatch : weights.relativeMatch) * best;
  const [first, ...others] = quotedFirst(excerpts).filter(({ matched, parsed }) => matched >= minMatched(parsed));
  return first === undefined ? [] : [inFull(first, query), ...others];
}

/** An excerpt with the room of the first block. */
function inFull(excerpt: Excerpt, query: BriefQuery): Excerpt {
  return excerptOf(excerpt.parsed, query, weights.firstLines) ?? excerpt;
}

/** The first block and others that fit, of at most two places of each file; demoted ones are left out. Nothing comes before what answers. */
function withOthers(first: Excerpt, others: readonly Excerpt[], state: AnswerState): readonly Excerpt[] {
  const answer = state === 'answer' ? first : undefined;
  const files: Excerpt[][] = [[first]];
  let room = weights.maxLines - first.height;
  for (const excerpt of others) {
    const { source } = excerpt.parsed;
    if (source.isDemoted || excerpt.height > room) continue;
    const file = files.find(([one]) => one !== undefined && isSameFile(one.parsed.source, source));
    const before = file?.[0];
    if (file === undefined || before === undefined) {
      if (files.length === briefLimits.maxBlocks || !isNew(excerpt, files.flat())) continue;
      files.push([excerpt]);
    } else if (file.length > 1 || before.isMerged || sharesLines(before, excerpt)) continue;
    else if (areNear(before, excerpt) && !(before === answer && isSectionAbove(excerpt, before))) file[0] = merged(before, excerpt);
    else file.push(excerpt);
    room -= excerpt.height;
  }
  return files.flat();
}

/** Whether little is between two excerpts of a file, so that they read as one. */
function areNear(a: Excerpt, b: Excerpt): boolean {
  const [above, below] = [a, b].sort((x, y) => (x.units[0]?.first ?? 0) - (y.units[0]?.first ?? 0)) as [Excerpt, Excerpt];
  return (below.units[0]?.first ?? 0) - (above.units.at(-1)?.last ?? 0) <= weights.maxGap;
}

/** Whether an excerpt is above another one of its file, in another section or definition. */
function isSectionAbove({ units, subject }: Excerpt, other: Excerpt): boolean {
  return (units[0]?.first ?? 0) < (other.units[0]?.first ?? 0) && subject.join('\n') !== other.subject.join('\n');
}

/** Two excerpts of one file as one, under the headings or definitions that they have in common. */
function merged(a: Excerpt, b: Excerpt): Excerpt {
  const subject = a.subject.filter((title, i) => a.subject.slice(0, i + 1).every((one, k) => b.subject[k] === one) && title !== '');
  const units = [...a.units, ...b.units].sort((x, y) => x.first - y.first);
  return {
    ...a,
    subject,
    units,
    height: a.height + b.height,
    terms: new Set([...a.terms, ...b.terms]),
    isMerged: true,
  };
}

/** Excerpts with the quoted words as a phrase first: they answer better than those that mention the words separately. */
function quotedFirst(excerpts: readonly Excerpt[]): readonly Excerpt[] {
  const isFirst = ({ holdsQuote, parsed }: Excerpt): boolean => holdsQuote && !parsed.source.isDemoted;
  return [...excerpts.filter(isFirst), ...excerpts.filter((one) => !isFirst(one))];
}

/** Whether two excerpts show the same line: chunks that follow each other may both go on into the same section. */
function sharesLines({ parsed: { source }, units }: Excerpt, other: Excerpt): boolean {
  return isSameFile(source, other.parsed.source) && units.some((a) => other.units.some((b) => a.first <= b.last && b.first <= a.last));
}

/** What an excerpt as it is shown matches of the question. */
function matchOf(excerpt: Excerpt, query: BriefQuery): Match {
  const { subject, pieces } = blockOf(excerpt, query);
  const text = `${subject} ${excerpt.parsed.source.path} ${pieces.map((piece) => piece.text).join('\n')}`;
  const [shown, names] = [text, subject].map((one) => termSet(countTerms(one).keys())) as [TermSet, TermSet];
  const { words } = query;
  const wordsIn = (terms: TermSet): number => words.filter((word) => heldShare(word, terms) > 0).length;
  const counts = { matchedWords: wordsIn(shown), namedWords: wordsIn(names), isCode: excerpt.parsed.source.kind === 'code' };
  return { matched: heldWeight(words, shown), named: heldWeight(words, names), ...counts, holdsQuote: excerpt.holdsQuote };
}
