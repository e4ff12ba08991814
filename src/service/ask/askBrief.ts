/** The answer without a model: ranked chunks become the sources of a brief, and its blocks become citations with places. */

import type { Block, Brief } from '../../engine/answer/brief/block.ts';
import { blockText } from '../../engine/answer/brief/blockText.ts';
import { briefLimits, composeBrief } from '../../engine/answer/brief/brief.ts';
import { isDemoted, isLeftOut } from '../../engine/answer/brief/demotion.ts';
import type { BriefSource } from '../../engine/answer/brief/source.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import type { Message } from '../../engine/message.ts';
import { idf } from '../../engine/retrieval/systems/bm25.ts';
import { textOf } from '../../messages/messages.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { AskAnswer, Citation, FileRange, SearchResult } from '../types/results.ts';
import type { DescribedResult } from './describe.ts';
import type { FoundBlocks } from './foundBlocks.ts';
import { nothingFound, termSizes, wordsLookedFor } from './nothingFound.ts';

export type BriefAnswer = Omit<AskAnswer, 'question' | 'system' | 'model' | 'ms'>;

export interface BriefQuestion {
  readonly question: string;
  /** The lines that the question is about: they are not an answer. */
  readonly about?: FileRange;
  /** Blocks beside those of the brief, whose sources are the first ranked. */
  readonly answered?: Pick<FoundBlocks, 'blocks' | 'lead'> & {
    readonly passages?: 'after' | 'before';
  };
}

/** Answers from ranked chunks, best first. */
export async function answerByBrief(
  { question, about, answered }: BriefQuestion,
  ranked: readonly DescribedResult[],
  reader: IndexReader,
  texts: Texts,
): Promise<BriefAnswer> {
  const sizes = await termSizes(reader, question);
  const looked = wordsLookedFor(question, sizes);
  const sources = ranked.map(({ result }) => result);
  const read = ranked
    .filter(({ result }) => !answered?.blocks.some(({ n }) => n === result.rank))
    .slice(0, briefLimits.maxSources)
    .flatMap((one) => sourceOf(one, question, about, texts) ?? []);
  const composed = composeBrief(question, read, (term) => idf(sizes.get(term) ?? 0, reader.liveCount));
  // Places that are not on this machine cannot be quoted, so they are listed instead.
  const elsewhere = ranked.filter(({ info }) => !texts.isHere(info)).map(({ result }) => result.rank);
  const brief = { ...composed, seeAlso: [...elsewhere, ...composed.seeAlso].slice(0, briefLimits.maxSeeAlso) };
  if (brief.state === 'nothing' && answered === undefined && elsewhere.length > 0)
    return { ...answerOf(brief, looked, sources), answer: 'The text of what was found is not on this machine.' };
  if (answered === undefined || answered.blocks.length === 0) return answerOf(brief, looked, sources);
  const others = brief.blocks.slice(0, Math.max(0, briefLimits.maxBlocks - answered.blocks.length));
  const blocks = answered.passages === 'before' ? [...others, ...answered.blocks] : [...answered.blocks, ...others];
  return answerOf({ ...brief, state: 'sure', blocks }, looked, sources, answered.lead);
}

/** Answers with the blocks of a brief, which name sources by their rank. */
export function answerOf(
  brief: Brief,
  looked: Pick<AskAnswer, 'lookedFor' | 'missing'>,
  sources: readonly SearchResult[],
  lead?: readonly Message[],
): BriefAnswer {
  const { state, blocks, seeAlso } = brief;
  const about = { ...looked, state, blocks, seeAlso, sources, ...(lead === undefined ? {} : { lead }) };
  if (state === 'nothing') return { ...about, found: false, answer: nothingFound(looked), citations: [] };
  return { ...about, found: true, answer: briefText(brief, sources, lead), citations: citationsOf(brief, sources) };
}

/** Puts the results that a brief quotes first, in its order. */
export function inBriefOrder<Result>(results: readonly Result[], blocks: readonly Block[]): readonly Result[] {
  const quoted = [...new Set(blocks.flatMap(({ n }) => results.slice(n - 1, n)))];
  return [...quoted, ...results.filter((one) => !quoted.includes(one))];
}

function sourceOf(
  { result, info }: DescribedResult,
  question: string,
  about: FileRange | undefined,
  texts: Texts,
): BriefSource | undefined {
  const text = isLeftOut(info.path, question) ? undefined : texts.wholeText(info);
  if (text === undefined) return undefined;
  const { path, language, kind, title, startLine, endLine, startColumn, endColumn } = info;
  const isAsked = about !== undefined && systemPaths.toAbsolute(result.folder, path) === about.file;
  const secrets = texts.secretsOf(info);
  return {
    n: result.rank,
    path,
    language,
    kind,
    title,
    startLine,
    endLine,
    startColumn,
    endColumn,
    text,
    secrets,
    about: isAsked ? about : undefined,
    isDemoted: isDemoted(path, kind, question),
  };
}

/** A brief as plain text: each block under its subject and place, with the number of its source. */
function briefText({ blocks }: Brief, sources: readonly SearchResult[], lead: readonly Message[] = []): string {
  const texts = blocks.map((block) => {
    const { path } = sources[block.n - 1] as SearchResult;
    const place = `${path}:${block.startLine}-${block.endLine}`;
    const subject = block.heading === undefined ? block.subject : textOf([block.heading]);
    return `${subject === '' ? place : `${subject} — ${place}`} [${block.n}]\n${blockText(block)}`;
  });
  return [...(lead.length === 0 ? [] : [textOf(lead)]), ...texts].join('\n\n');
}

function citationsOf({ blocks }: Brief, sources: readonly SearchResult[]): readonly Citation[] {
  return blocks.map(({ n, subject, startLine, endLine, pieces }) => {
    const { path, folder, fileHash } = sources[n - 1] as SearchResult;
    return { n, path, folder, startLine, endLine, quote: pieces.map(({ text }) => text).join('\n'), title: subject, fileHash };
  });
}
