/** The answer without a model: quotes from the ranked chunks, with the exact place of each. */

import { asksOfRights, isLegalText } from '../core/answer/aside.ts';
import type { AnswerSource } from '../core/answer/candidates.ts';
import { answerLimits, type Quote, quotesFor, quotesText } from '../core/answer/extractive.ts';
import { furtherFor } from '../core/answer/wish.ts';
import { isRecord } from '../core/drift/past.ts';
import { idf } from '../core/retrieve/bm25.ts';
import { lineOf } from '../core/retrieve/locate.ts';
import { readQuestion } from '../core/retrieve/question.ts';
import type { Ranked } from '../core/retrieve/ranking.ts';
import type { ChunkInfo, IndexReader } from '../core/retrieve/reader.ts';
import { nothingFound } from './nothingFound.ts';
import type { AskAnswer, Citation, SearchResult } from './results.ts';
import type { Texts } from './texts.ts';

/** A ranked chunk, described. */
export interface DescribedResult {
  readonly result: SearchResult;
  readonly info: ChunkInfo;
}

/** What is ranked below the sources: described only where something is quoted from it. */
export interface Beyond {
  readonly results: readonly Ranked[];
  readonly describe: (results: readonly Ranked[]) => Promise<readonly DescribedResult[]>;
}

/** Answers from ranked chunks; what is quoted from beyond them becomes a source as well. */
export async function answerByQuotes(
  question: string,
  ranked: readonly DescribedResult[],
  beyond: Beyond,
  reader: IndexReader,
  texts: Texts,
): Promise<Pick<AskAnswer, 'found' | 'answer' | 'citations' | 'sources'>> {
  const near = await sourcesOf(question, ranked, texts);
  const infos = await reader.chunkInfo(beyond.results.map(({ chunk }) => chunk));
  const below = [...ranked.map(({ info }) => info), ...infos].map((info, i) => ({ info, n: i + 1 })).slice(near.at(-1)?.n ?? 0);
  const further = await furtherSources(question, below, texts);
  const sizes = await sizesIn(reader, question);
  // Any other term counts as one that no chunk holds.
  const quotes = quotesFor(question, [...near, ...further], (term) => idf(sizes.get(term) ?? 0, reader.liveCount));
  const cited = beyond.results.filter((_, i) => quotes.some(({ n }) => n === ranked.length + i + 1));
  const added = cited.length === 0 ? [] : await beyond.describe(cited);
  // What has changed meanwhile is not described; the question is put once more then.
  if (added.length < cited.length) return answerByQuotes(question, ranked, { ...beyond, results: [] }, reader, texts);
  const sources = [...ranked, ...added].map(({ result }, i) => ({ ...result, rank: i + 1 }));
  if (quotes.length === 0) return { found: false, answer: nothingFound(question, sizes, ranked.length > 0), citations: [], sources };
  const textOf = new Map([...near, ...further].map(({ n, text }) => [n, text]));
  const numberOf = new Map(cited.map((one, i) => [ranked.length + beyond.results.indexOf(one) + 1, ranked.length + i + 1]));
  const numbered = quotes.map((quote) => ({ ...quote, n: numberOf.get(quote.n) ?? quote.n }));
  const citations = numbered.map((quote, i) => {
    return citationOf(quote, sources[quote.n - 1] as SearchResult, textOf.get(quotes[i]?.n as number) as string);
  });
  return { found: true, answer: quotesText(numbered), citations, sources };
}

function citationOf({ n, from, to, text: quote, form }: Quote, result: SearchResult, text: string): Citation {
  const isCut = result.endColumn !== undefined;
  const startLine = isCut ? result.startLine : result.startLine + lineOf(text, from);
  const endLine = isCut ? result.endLine : result.startLine + lineOf(text, Math.max(from, to - 1));
  const columns = isCut ? { startColumn: result.startColumn, endColumn: result.endColumn } : {};
  return { n, path: result.path, folder: result.folder, startLine, endLine, ...columns, quote, title: result.title, form };
}

/** What may be quoted: a licence only where rights are asked for. */
async function sourcesOf(question: string, ranked: readonly DescribedResult[], texts: Texts): Promise<readonly AnswerSource[]> {
  const sources: AnswerSource[] = [];
  const isOfRights = asksOfRights(question);
  for (const { result, info } of ranked) {
    if (sources.length === answerLimits.mostSources) break;
    const text = isLegalText(info.path) && !isOfRights ? undefined : await texts.chunkText(info);
    if (text !== undefined) sources.push(sourceOf(result.rank, text, info, texts));
  }
  return sources;
}

/** Chunks further down that may hold what is asked for. */
async function furtherSources(
  question: string,
  below: readonly { readonly info: ChunkInfo; readonly n: number }[],
  texts: Texts,
): Promise<readonly AnswerSource[]> {
  const sources: AnswerSource[] = [];
  const mayHold = furtherFor(question);
  if (mayHold === undefined) return sources;
  for (const { info, n } of below) {
    if (sources.length === answerLimits.mostFurther) break;
    const text = isLegalText(info.path) ? undefined : await texts.chunkText(info);
    if (text !== undefined && mayHold(text)) sources.push({ ...sourceOf(n, text, info, texts), isFurther: true });
  }
  return sources;
}

function sourceOf(n: number, text: string, info: ChunkInfo, texts: Texts): AnswerSource {
  const { path, kind, title } = info;
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  return { n, text, kind, title, fileName, isRecord: isRecord(path), secrets: texts.secretsIn(info) };
}

/** In how many chunks each term of the question stands. */
async function sizesIn(reader: IndexReader, question: string): Promise<ReadonlyMap<string, number>> {
  const terms = readQuestion(question).terms.map(({ term }) => term);
  const postings = await reader.termPostings(terms);
  return new Map(terms.map((term, i) => [term, postings[i]?.size ?? 0]));
}
