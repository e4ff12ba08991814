/** The answer without a model: quotes from the ranked chunks, with the exact place of each. */

import { asksOfRights, isLegalText } from '../core/answer/aside.ts';
import { type AnswerSource, answerLimits, quotesFor, quotesText } from '../core/answer/extractive.ts';
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

/** Citations bear the rank of their source as number. */
export async function answerByQuotes(
  question: string,
  ranked: readonly DescribedResult[],
  reader: IndexReader,
  texts: Texts,
): Promise<Pick<AskAnswer, 'found' | 'answer' | 'citations'>> {
  const sources = await sourcesOf(question, ranked, texts);
  const textOf = new Map(sources.map(({ n, text }) => [n, text]));
  const sizes = await sizesIn(reader, question);
  // Any other term counts as one that no chunk holds.
  const quotes = quotesFor(question, sources, (term) => idf(sizes.get(term) ?? 0, reader.liveCount));
  if (quotes.length === 0) return { found: false, answer: nothingFound(question, sizes, ranked.length > 0), citations: [] };
  const citations = quotes.map(({ n, from, to, text: quote, form }): Citation => {
    const { result } = ranked[n - 1] as DescribedResult;
    const text = textOf.get(n) as string;
    const isCut = result.endColumn !== undefined;
    const startLine = isCut ? result.startLine : result.startLine + lineOf(text, from);
    const endLine = isCut ? result.endLine : result.startLine + lineOf(text, Math.max(from, to - 1));
    const columns = isCut ? { startColumn: result.startColumn, endColumn: result.endColumn } : {};
    return { n, path: result.path, folder: result.folder, startLine, endLine, ...columns, quote, title: result.title, form };
  });
  return { found: true, answer: quotesText(quotes), citations };
}

/** What may be quoted: a licence only where rights are asked for. */
async function sourcesOf(question: string, ranked: readonly DescribedResult[], texts: Texts): Promise<readonly AnswerSource[]> {
  const sources: AnswerSource[] = [];
  const isOfRights = asksOfRights(question);
  for (const { result, info } of ranked) {
    if (sources.length === answerLimits.mostSources) break;
    const { path, kind, title } = info;
    const text = isLegalText(path) && !isOfRights ? undefined : await texts.chunkText(info);
    if (text === undefined) continue;
    const fileName = path.slice(path.lastIndexOf('/') + 1);
    sources.push({ n: result.rank, text, kind, title, fileName, isRecord: isRecord(path), secrets: texts.secretsIn(info) });
  }
  return sources;
}

/** In how many chunks each term of the question stands. */
async function sizesIn(reader: IndexReader, question: string): Promise<ReadonlyMap<string, number>> {
  const terms = readQuestion(question).terms.map(({ term }) => term);
  const postings = await reader.termPostings(terms);
  return new Map(terms.map((term, i) => [term, postings[i]?.size ?? 0]));
}
