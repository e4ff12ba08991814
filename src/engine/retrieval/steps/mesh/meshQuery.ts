/**
 * A question to an index as the steps of `mesh` share it: what was read, looked up and scored, and the chunks described so far.
 *
 * Cost: two round trips to the reader. The keys that the question names need nothing else, so they are looked up while the index is asked
 * for its languages; their holders are described while terms are scored.
 */

import type { ChunkInfo, IndexReader } from '../../../index/reader.ts';
import { type Question, questionTerms, readQuestion } from '../../../question/question.ts';
import type { StemmedLanguage } from '../../../text/stemming/stems.ts';
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

/** A symbol in more of the chunks is the project's own name, which says next to nothing in a question. */
const ownNameShare = 0.15;

/** The descriptions of the chunks of one query: each is fetched once. */
class ChunkInfos implements Pick<IndexReader, 'chunkInfo'> {
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
  const own = ownNames(keys, question, Math.max(max, reader.liveCount * ownNameShare));
  return {
    reader,
    weights,
    max,
    question: { ...question, symbols: question.symbols.filter((key) => !own.has(key)) },
    languages,
    keys: { ...keys, symbols: keys.symbols.filter(({ key }) => !own.has(key)) },
    hits,
    infos,
  };
}

/** The symbols of a question, which is more than one of them, that over `max` chunks hold. */
function ownNames({ symbols }: NamedKeys, { bareSymbol }: Question, max: number): ReadonlySet<string> {
  return new Set(symbols.filter(({ key, postings }) => key !== bareSymbol && postings.size > max).map(({ key }) => key));
}
