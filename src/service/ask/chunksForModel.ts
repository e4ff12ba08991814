/**
 * The chunks that a model gets with a question: those that were found, without bulk and codes of conduct that the question does not ask for, and
 * without copies and variants of chunks of other files before them. What the answer without a model quotes stays, and all of them where nothing
 * else was found. What is left out here can still be asked for by a look. Cost: one pass over the text of each chunk and the beginning of its file.
 */

import { isRepeated } from '../../engine/answer/brief/sameness.ts';
import { isBulk, isLeftOut } from '../../engine/answer/demotion.ts';
import type { PoolChunk } from '../../engine/answer/pool.ts';
import type { ChunkInfo, IndexReader } from '../../engine/index/reader.ts';
import { countTerms } from '../../engine/text/words/countTerms.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import { foreignFiles } from './askBrief.ts';
import type { DescribedResult } from './describe.ts';

export interface AskedChunks {
  readonly question: string;
  /** The chunks that the answer without a model quotes. */
  readonly quoted: ReadonlySet<ChunkInfo>;
}

/** The chunks of results whose text is on this machine, best first. */
export async function chunksForModel(
  ranked: readonly DescribedResult[],
  { question, quoted }: AskedChunks,
  reader: IndexReader,
  texts: Texts,
): Promise<readonly PoolChunk[]> {
  const foreign = ranked.length === 0 ? new Set<string>() : await foreignFiles(reader);
  const isBeside = ({ path, language, kind, folder }: ChunkInfo): boolean =>
    isLeftOut(path, question) ||
    isBulk({ path, language, kind, text: texts.wholeText({ folder, path }) ?? '', isForeign: foreign.has(path) }, question);
  const besides = new Map<string, boolean>();
  const all: PoolChunk[] = [];
  const chosen: PoolChunk[] = [];
  const before: { readonly file: string; readonly terms: ReadonlySet<string> }[] = [];
  for (const { result, info, summary } of ranked) {
    const text = await texts.chunkText(info);
    if (text === undefined) continue;
    const { path, folder, startLine, endLine, startColumn, endColumn, title, kind } = result;
    const place = { path, folder, startLine, endLine, startColumn, endColumn };
    const chunk = { ...place, title, kind, ...texts.content(info, text), ...(summary === undefined ? {} : { summary }) };
    all.push(chunk);
    const file = `${info.folder} ${path}`;
    if (!besides.has(file)) besides.set(file, isBeside(info));
    const terms = new Set(countTerms(text).keys());
    const others = before.filter((one) => one.file !== file).map((one) => one.terms);
    if (!quoted.has(info) && (besides.get(file) === true || isRepeated(terms, others))) continue;
    chosen.push(chunk);
    before.push({ file, terms });
  }
  return chosen.length === 0 ? all : chosen;
}
