/** The answer without a model: ranked chunks become the sources of a brief, and its blocks become citations with places. */

import type { Block, Brief } from '../../engine/answer/brief/block.ts';
import { blockText } from '../../engine/answer/brief/blockText.ts';
import { briefLimits, composeBrief } from '../../engine/answer/brief/brief.ts';
import type { Room } from '../../engine/answer/brief/fitted.ts';
import type { BriefSource } from '../../engine/answer/brief/source.ts';
import { isDemoted, isLeftOut } from '../../engine/answer/demotion.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import type { Message } from '../../engine/message.ts';
import { sourceFiles } from '../../engine/parts/sourceFiles.ts';
import type { AskedWord } from '../../engine/question/askedWords.ts';
import { languagesIn } from '../../engine/retrieval/steps/wordPostings.ts';
import { idf } from '../../engine/retrieval/systems/bm25.ts';
import { languageOfQuestion } from '../../engine/text/stemming/naturalLanguage.ts';
import { message, textOf } from '../../messages/messages.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { AnswerBlock, AskAnswer, Citation, FileRange, SearchResult } from '../types/results.ts';
import type { DescribedResult } from './describe.ts';
import type { FoundBlocks } from './foundBlocks.ts';
import { isAbsent, nothingFound, termSizes, wordsLookedFor } from './nothingFound.ts';

export type BriefAnswer = Omit<AskAnswer, 'question' | 'system' | 'model' | 'ms'>;

export interface BriefQuestion {
  readonly question: string;
  /** The lines that the question is about: they are not an answer. */
  readonly about?: FileRange;
  /** Blocks beside those of the brief, whose sources are the first ranked. */
  readonly answered?: Pick<FoundBlocks, 'blocks' | 'lead' | 'isUnsure'> & {
    readonly passages?: 'after' | 'before';
  };
  /** Whether the words of the question alone rank the same place first. */
  readonly isFirstByWords?: boolean;
  /** The question as a model restated it. */
  readonly line?: string | undefined;
  /** As in `AskOptions`. */
  readonly room?: Room | undefined;
}

/** The brief of ranked chunks, best first, which it numbers by their rank. */
export async function briefOf(
  { question, about, answered, isFirstByWords = false, line, room }: BriefQuestion,
  ranked: readonly DescribedResult[],
  reader: IndexReader,
  texts: Texts,
): Promise<Brief & Pick<AskAnswer, 'lookedFor' | 'missing'>> {
  const sizes = await termSizes(reader, line === undefined ? question : `${question}\n${line}`);
  const foreign = ranked.length === 0 ? new Set<string>() : await foreignFiles(reader);
  const read = ranked
    .filter(({ result }) => !answered?.blocks.some(({ n }) => n === result.rank))
    .slice(0, room === undefined ? briefLimits.maxSources : briefLimits.maxFittedSources)
    .flatMap((one) => toBriefSource(one, question, about, texts, foreign) ?? []);
  const signals = { isFirstByWords, isAbsent: (word: AskedWord) => isAbsent(word, sizes), line };
  const composed = composeBrief(question, read, (term) => idf(sizes.get(term) ?? 0, reader.liveCount), signals, room);
  // Places that are not on this machine cannot be quoted, so they are listed instead.
  const elsewhere = ranked.filter(({ info }) => !texts.isHere(info)).map(({ result }) => result.rank);
  const seeAlso = [...elsewhere, ...composed.seeAlso].slice(0, briefLimits.maxSeeAlso);
  const looked = wordsLookedFor(question, sizes);
  if (answered === undefined || !answersAnything(answered)) return { ...composed, seeAlso, ...looked };
  const isUnsure = answered.isUnsure === true;
  // Of passages that may not answer, one is shown beside what does.
  const wanted = composed.state === 'answer' || isUnsure ? briefLimits.maxBlocks : 1;
  const others = composed.blocks.slice(0, Math.max(0, Math.min(wanted, briefLimits.maxBlocks - answered.blocks.length)));
  // Documents that answer come before what was found, code does not.
  const isBefore = answered.passages === 'before' && composed.state === 'answer' && (isUnsure || composed.blocks[0]?.kind === 'doc');
  const blocks = isBefore ? [...others, ...answered.blocks] : [...answered.blocks, ...others];
  return { ...composed, state: isUnsure && composed.state !== 'answer' ? 'closest' : 'answer', blocks, seeAlso, ...looked };
}

/** Answers from ranked chunks, best first. */
export async function answerByBrief(
  question: BriefQuestion,
  ranked: readonly DescribedResult[],
  reader: IndexReader,
  texts: Texts,
): Promise<BriefAnswer> {
  const { lookedFor, missing, ...brief } = await briefOf(question, ranked, reader, texts);
  const sources = ranked.map(({ result }) => result);
  const lead = question.answered !== undefined && answersAnything(question.answered) ? question.answered.lead : undefined;
  const answer = answerOf(brief, { lookedFor, missing }, sources, lead);
  const isElsewhere = brief.state === 'notHere' && ranked.some(({ info }) => !texts.isHere(info));
  if (isElsewhere) return { ...answer, answer: 'The text of what was found is not on this machine.' };
  const isUnread = brief.state !== 'answer' && brief.isForeign === true && (await isForeign(question.question, reader));
  return isUnread ? { ...answer, notes: [message('foreignQuestion')] } : answer;
}

/** Whether it has something to show beside the passages: blocks, or sentences that stand for themselves. */
function answersAnything({ blocks, lead = [] }: NonNullable<BriefQuestion['answered']>): boolean {
  return blocks.length > 0 || lead.length > 0;
}

/** Whether a question is in another language than English, and the index has hardly any text in it. */
async function isForeign(question: string, reader: IndexReader): Promise<boolean> {
  const { id } = languageOfQuestion(question);
  return id !== 'en' && !(await languagesIn(reader)).some((language) => language.id === id);
}

/** Answers with the blocks of a brief, which name sources by their rank; in the answer, the sources shown are the first and numbered without gaps. */
export function answerOf(
  brief: Brief,
  looked: Pick<AskAnswer, 'lookedFor' | 'missing'>,
  ranked: readonly SearchResult[],
  lead?: readonly Message[],
): BriefAnswer {
  const { state } = brief;
  const order = inBriefOrder(ranked, brief.blocks, brief.seeAlso);
  const numbers = new Map(order.map((one, i) => [one, i + 1]));
  const numberOf = (rank: number): number => numbers.get(ranked[rank - 1] as SearchResult) as number;
  const sources = order.map((one, i) => ({ ...one, rank: i + 1 }));
  const placed = <B extends Block>(block: B): B & AnswerBlock => {
    const { folder, path } = ranked[block.n - 1] as SearchResult;
    return { ...block, folder, path, n: numberOf(block.n) };
  };
  const blocks = brief.blocks.map(placed);
  const seeAlso = brief.seeAlso.map(numberOf);
  const fitted = brief.fitted === undefined ? {} : { fitted: brief.fitted.map(placed) };
  const about = { ...looked, state, blocks, seeAlso, sources, ...fitted, ...(lead === undefined ? {} : { lead }) };
  if (state === 'notHere') return { ...about, found: false, answer: nothingFound(looked), citations: [] };
  return { ...about, found: true, answer: briefText(blocks, sources, lead), citations: toCitations(blocks, sources) };
}

/** Puts the results that a brief quotes first, in its order, then those that it lists. */
export function inBriefOrder<Result>(
  results: readonly Result[],
  blocks: readonly Pick<Block, 'n'>[],
  seeAlso: readonly number[] = [],
): readonly Result[] {
  const shown = [...new Set([...blocks.map(({ n }) => n), ...seeAlso].flatMap((n) => results.slice(n - 1, n)))];
  return [...shown, ...results.filter((one) => !shown.includes(one))];
}

/** The files of each generation of an index that others wrote or a tool compiled, by path. */
const foreignIn = new WeakMap<IndexReader, Promise<ReadonlySet<string>>>();

export function foreignFiles(reader: IndexReader): Promise<ReadonlySet<string>> {
  const known =
    foreignIn.get(reader) ??
    sourceFiles(reader).then(
      (files) => new Set(files.filter(({ corner }) => corner === 'vendored' || corner === 'compiled').map(({ path }) => path)),
    );
  foreignIn.set(reader, known);
  return known;
}

function toBriefSource(
  { result, info, isLater }: DescribedResult,
  question: string,
  about: FileRange | undefined,
  texts: Texts,
  foreign: ReadonlySet<string>,
): BriefSource | undefined {
  const text = isLeftOut(info.path, question) ? undefined : texts.wholeText(info);
  if (text === undefined) return undefined;
  const { path, language, kind, title, startLine, endLine } = info;
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
    text,
    secrets,
    about: isAsked ? about : undefined,
    isDemoted: isDemoted({ path, language, kind, text, isForeign: foreign.has(path) }, question),
    ...(isLater ? { isLater } : {}),
  };
}

/** A brief as plain text: each block under its subject and place, with the number of its source. */
function briefText(blocks: readonly Block[], sources: readonly SearchResult[], lead: readonly Message[] = []): string {
  const texts = blocks.map((block) => {
    const { path } = sources[block.n - 1] as SearchResult;
    const place = `${path}:${block.startLine}-${block.endLine}`;
    const subject = block.heading === undefined ? block.subject : textOf([block.heading]);
    return `${subject === '' ? place : `${subject} — ${place}`} [${block.n}]\n${blockText(block)}`;
  });
  return [...(lead.length === 0 ? [] : [textOf(lead)]), ...texts].join('\n\n');
}

function toCitations(blocks: readonly Block[], sources: readonly SearchResult[]): readonly Citation[] {
  return blocks.map(({ n, subject, startLine, endLine, pieces }) => {
    const { path, folder, fileHash } = sources[n - 1] as SearchResult;
    return { n, path, folder, startLine, endLine, quote: pieces.map(({ text }) => text).join('\n'), title: subject, fileHash };
  });
}
