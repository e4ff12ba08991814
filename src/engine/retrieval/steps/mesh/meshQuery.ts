/**
 * A question to an index as the steps of `mesh` share it: what was read, looked up and scored, and the chunks described so far.
 *
 * Cost: two round trips to the reader. The keys that the question names need nothing else, so they are looked up while the index is asked
 * for its languages; their holders are described while terms are scored.
 */

import type { ChunkInfo, IndexReader } from '../../../index/reader.ts';
import { type Question, questionTerms, readQuestion } from '../../../question/question.ts';
import type { StemmedLanguage } from '../../../text/stemming/stems.ts';
import { countTerms } from '../../../text/words/countTerms.ts';
import { type Hits, scoreTerms } from '../../systems/bm25.ts';
import { languagesIn } from '../wordPostings.ts';
import { lookUp, type NamedKeys, placed } from './namedKeys.ts';
import { type MeshWeights, maxChunksOf } from './weights.ts';

export interface MeshQuery {
  readonly reader: IndexReader;
  readonly weights: MeshWeights;
  /** Keys in more chunks are ignored. */
  readonly max: number;
  readonly question: Question;
  /** Those of the index, other than English. */
  readonly languages: readonly StemmedLanguage[];
  readonly keys: NamedKeys;
  readonly hits: Hits;
  readonly infos: ChunkInfos;
}

/** The descriptions of the chunks of one query: each is fetched once. */
export class ChunkInfos implements Pick<IndexReader, 'chunkInfo'> {
  readonly #reader: IndexReader;
  readonly #known = new Map<number, ChunkInfo>();

  constructor(reader: IndexReader) {
    this.#reader = reader;
  }

  async chunkInfo(chunks: readonly number[]): Promise<readonly ChunkInfo[]> {
    const missing = chunks.filter((chunk) => !this.#known.has(chunk));
    const infos = missing.length === 0 ? [] : await this.#reader.chunkInfo(missing);
    infos.forEach((info, i) => {
      this.#known.set(missing[i] as number, info);
    });
    return chunks.map((chunk) => this.#known.get(chunk) as ChunkInfo);
  }
}

export async function beginQuery(reader: IndexReader, text: string, weights: MeshWeights): Promise<MeshQuery> {
  const question = readQuestion(text);
  const max = maxChunksOf(weights, reader.liveCount);
  const infos = new ChunkInfos(reader);
  const [languages, keys] = await Promise.all([languagesIn(reader), lookUp(reader, question)]);
  const terms = questionTerms(text, languages);
  const [hits] = await Promise.all([scoreTerms(reader, terms, weights.forms), infos.chunkInfo(placed(keys, question, max))]);
  const isOwn = (key: string): boolean =>
    key !== question.bareSymbol && isEverywhere(hits, key, Math.max(max, reader.liveCount * ownNameShare));
  return {
    reader,
    weights,
    max,
    question: { ...question, symbols: question.symbols.filter((key) => !isOwn(key)) },
    languages,
    keys: { ...keys, symbols: keys.symbols.filter(({ key }) => !isOwn(key)) },
    hits,
    infos,
  };
}

/** A symbol that more chunks than this speak of is the project's own name, and says next to nothing. */
const ownNameShare = 0.3;

/** Whether each word of a symbol is in more than `max` chunks. */
function isEverywhere({ terms }: Hits, key: string, max: number): boolean {
  const words = new Set(countTerms(key.slice(2)).keys());
  const asked = terms.filter(({ term }) => words.has(term));
  return asked.length > 0 && asked.every(({ postings }) => postings.size > max);
}
