/**
 * Has an embedder turn passages into vectors, some in each request, and keeps each vector as it comes: stopped or killed, at most the requests in
 * flight are repeated.
 *
 * An embedder that takes fewer or shorter texts than it is given is asked for half, down to one text of some hundred words, and for no more after that;
 * one that does not take even this is not asked about that passage again before all others. Vectors that are too few, or of another number of dimensions
 * than those that are kept, end the run, and so does a request with which more tokens than `maxTokens` would be sent.
 */

import { estimateTokens } from '../../engine/answer/written/languageModel.ts';
import { checkedEmbedder, type Embedder, EmbedderError } from '../../engine/retrieval/modelSources/embedder.ts';
import { embeddedText, type PassageVector, toPassageVector } from '../../engine/retrieval/modelSources/passageVectors.ts';
import { countTokens, type KeyedPassage, partByKnown } from './enrichPassages.ts';
import { isOverflow, OverEstimate, type RunEnd, type RunOptions, type RunRecords, workOff } from './modelRun.ts';

export type VectorRecords = RunRecords<PassageVector>;

export interface VectorCounts {
  /** Passages of the index, and those that had a vector before. */
  readonly passages: number;
  readonly known: number;
  readonly embedded: number;
  /** Not taken by the embedder. */
  readonly skipped: number;
  readonly requests: number;
  /** Estimated. */
  readonly tokensSent: number;
}

export type VectorRun = VectorCounts & RunEnd;
export type VectorEstimate = Pick<VectorCounts, 'passages' | 'known' | 'requests' | 'tokensSent'>;

/** Texts of one request. */
const maxBatch = 32;
/** UTF-16 units of a text that every embedder should take. */
const minLength = 600;

interface Waiting {
  readonly key: string;
  readonly text: string;
}

/** Never throws but for what reading a passage throws. */
export async function embedPassages(
  given: Embedder,
  passages: readonly KeyedPassage[],
  records: VectorRecords,
  { limit = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY, signal, onProgress }: RunOptions<VectorCounts> = {},
): Promise<VectorRun> {
  const embedder = checkedEmbedder(given);
  const { known, missing } = partByKnown(passages, records);
  const counts = { known, embedded: 0, skipped: 0, requests: 0, tokensSent: 0 };
  let dimensions = dimensionsIn(passages, records);
  /** What the embedder takes. */
  const taken = { texts: maxBatch, length: Number.POSITIVE_INFINITY };
  let failure: unknown;
  const isOver = (): boolean => failure !== undefined || signal?.aborted === true;

  async function request(part: readonly Waiting[]): Promise<void> {
    if (isOver()) return;
    const texts = part.map(({ text }) => text.slice(0, taken.length));
    const tokens = countTokens(texts);
    if (counts.tokensSent + tokens > maxTokens) throw new OverEstimate(maxTokens);
    counts.requests++;
    counts.tokensSent += tokens;
    try {
      keep(part, await embedder.embed(texts, signal));
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      await requestLess(part, texts, error);
    }
  }

  async function requestLess(part: readonly Waiting[], texts: readonly string[], error: unknown): Promise<void> {
    const [{ key }, { length }] = [part[0] as Waiting, texts[0] as string];
    if (part.length > 1) {
      taken.texts = Math.min(taken.texts, Math.ceil(part.length / 2));
      for (const half of inParts(part, taken.texts)) await request(half);
    } else if (length > minLength) {
      taken.length = Math.min(taken.length, Math.max(minLength, length >> 1));
      await request(part);
    } else if (isOverflow(innerCause(error))) {
      counts.skipped++;
      records.keep(key, null);
    } else throw error;
  }

  function keep(part: readonly Waiting[], vectors: readonly Float32Array[]): void {
    const [{ length }] = vectors as readonly [Float32Array];
    dimensions ??= length;
    if (length !== dimensions) throw new EmbedderError(`vectors of ${dimensions} and of ${length} numbers`);
    part.forEach(({ key }, at) => {
      records.keep(key, toPassageVector(vectors[at] as Float32Array));
      counts.embedded++;
    });
  }

  const wanted = Array.from(inParts(missing.slice(0, limit), maxBatch));
  await workOff(wanted, isOver, async (batch) => {
    const waiting = await readTexts(batch);
    try {
      for (const part of inParts(waiting, taken.texts)) await request(part);
    } catch (error) {
      if (signal?.aborted !== true) failure ??= error;
    }
    onProgress?.({ passages: passages.length, ...counts });
    return waiting.length > 0;
  });
  const run = { passages: passages.length, ...counts, isPaused: signal?.aborted === true };
  return failure === undefined ? run : { ...run, failure };
}

/** What the run would take, if the embedder takes everything. Cost: one pass over the texts. */
export async function estimateVectors(
  passages: readonly KeyedPassage[],
  records: VectorRecords,
  { limit = Number.POSITIVE_INFINITY, signal }: { readonly limit?: number; readonly signal?: AbortSignal } = {},
): Promise<VectorEstimate> {
  const { known, missing } = partByKnown(passages, records);
  let [requests, tokensSent] = [0, 0];
  for (const batch of inParts(missing.slice(0, limit), maxBatch)) {
    signal?.throwIfAborted();
    const waiting = await readTexts(batch);
    requests += Number(waiting.length > 0);
    for (const { text } of waiting) tokensSent += estimateTokens(text);
  }
  return { passages: passages.length, known, requests, tokensSent };
}

/** Of the passages that have not changed meanwhile. */
async function readTexts(batch: readonly KeyedPassage[]): Promise<readonly Waiting[]> {
  const waiting: Waiting[] = [];
  for (const { key, read } of batch) {
    const passage = await read();
    if (passage !== undefined) waiting.push({ key, text: embeddedText(passage) });
  }
  return waiting;
}

function dimensionsIn(passages: readonly KeyedPassage[], records: VectorRecords): number | undefined {
  for (const { key } of passages) {
    const record = records.get(key);
    if (record) return record.dimensions;
  }
  return undefined;
}

function* inParts<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Whether fewer or shorter texts may be taken: the endpoint says so, or refuses or misreads the request. By fields, since clients may be bundles. */
function isTooMuch(error: unknown): boolean {
  const cause = innerCause(error);
  const failure = cause instanceof Error && 'failure' in cause ? cause.failure : undefined;
  return isOverflow(cause) || failure === 'refused' || failure === 'malformed' || failure === 'tooMuch';
}

function innerCause(error: unknown): unknown {
  return error instanceof EmbedderError ? (error.cause ?? error) : error;
}
