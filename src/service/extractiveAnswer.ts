/** The answer without a model: quotes from the ranked chunks, with the exact place of each. */

import { asksOfRights, isLegalText } from '../core/answer/aside.ts';
import { type AnswerSource, answerLimits, furtherFor, type Quote, quotesFor, quotesText } from '../core/answer/extractive.ts';
import { isRecord } from '../core/drift/past.ts';
import { idf } from '../core/retrieve/bm25.ts';
import { lineOf } from '../core/retrieve/locate.ts';
import { readQuestion } from '../core/retrieve/question.ts';
import type { ChunkInfo, IndexReader } from '../core/retrieve/reader.ts';
import { nothingFound } from './nothingFound.ts';
import type { AskAnswer, Citation, SearchResult } from './results.ts';
import type { Texts } from './texts.ts';

/** A ranked chunk, described. */
export interface DescribedResult {
  readonly result: SearchResult;
  readonly info: ChunkInfo;
}

/** Answers from ranked chunks, the first `limit` of which are the sources; of the others only what a command or definition is quoted from becomes one. */
export async function answerByQuotes(
  question: string,
  ranked: readonly DescribedResult[],
  limit: number,
  reader: IndexReader,
  texts: Texts,
): Promise<Pick<AskAnswer, 'found' | 'answer' | 'citations' | 'sources'>> {
  const asked = await sourcesOf(question, ranked.slice(0, limit), texts);
  const further = await furtherSources(question, ranked.slice(asked.at(-1)?.n ?? limit), texts);
  const sizes = await sizesIn(reader, question);
  // Any other term counts as one that no chunk holds.
  const quotes = quotesFor(question, [...asked, ...further], (term) => idf(sizes.get(term) ?? 0, reader.liveCount));
  const cited = new Set(quotes.map(({ n }) => n));
  const listed = ranked.filter((_, i) => i < limit || cited.has(i + 1));
  const numberOf = new Map(listed.map(({ result }, i) => [result.rank, i + 1]));
  const sources = listed.map(({ result }, i) => ({ ...result, rank: i + 1 }));
  if (quotes.length === 0) return { found: false, answer: nothingFound(question, sizes, ranked.length > 0), citations: [], sources };
  const textOf = new Map([...asked, ...further].map(({ n, text }) => [n, text]));
  const numbered = quotes.map((quote) => ({ ...quote, n: numberOf.get(quote.n) as number }));
  const citations = quotes.map((quote, i) => {
    const { result } = ranked[quote.n - 1] as DescribedResult;
    return citationOf(numbered[i] as Quote, result, textOf.get(quote.n) as string);
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
  for (const one of ranked) {
    if (sources.length === answerLimits.mostSources) break;
    const source = isLegalText(one.info.path) && !isOfRights ? undefined : await sourceOf(one, texts);
    if (source !== undefined) sources.push(source);
  }
  return sources;
}

/** Chunks further down that may hold what is asked for. */
async function furtherSources(question: string, ranked: readonly DescribedResult[], texts: Texts): Promise<readonly AnswerSource[]> {
  const sources: AnswerSource[] = [];
  const mayHold = furtherFor(question) ?? (() => false);
  for (const one of ranked) {
    if (sources.length === answerLimits.mostFurther) break;
    const source = await sourceOf(one, texts);
    if (source !== undefined && mayHold(source.text)) sources.push({ ...source, isFurther: true });
  }
  return sources;
}

async function sourceOf({ result, info }: DescribedResult, texts: Texts): Promise<AnswerSource | undefined> {
  const { path, kind, title } = info;
  const text = await texts.chunkText(info);
  if (text === undefined) return undefined;
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  return { n: result.rank, text, kind, title, fileName, isRecord: isRecord(path), secrets: texts.secretsIn(info) };
}

/** In how many chunks each term of the question stands. */
async function sizesIn(reader: IndexReader, question: string): Promise<ReadonlyMap<string, number>> {
  const terms = readQuestion(question).terms.map(({ term }) => term);
  const postings = await reader.termPostings(terms);
  return new Map(terms.map((term, i) => [term, postings[i]?.size ?? 0]));
}
