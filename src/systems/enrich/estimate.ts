/**
 * What it would take to ask a model about the passages that it was not asked about yet.
 *
 * Tokens sent are those of the prompts. Tokens received are, per token of a passage, those of the replies that are known; before there are
 * some, a guess: the reply repeats the passage in pieces, with keys of JSON around them. Cost: one pass over the texts.
 */

import { estimateTokens } from '../../engine/answer/written/languageModel.ts';
import { enrichmentPrompt } from './enrichmentPrompt.ts';
import { countTokens, type EnrichmentRecords, type KeyedPassage, partByKnown } from './enrichPassages.ts';

export interface EnrichmentEstimate {
  readonly passages: number;
  /** Passages that are enriched, or were skipped. */
  readonly known: number;
  /** Of each content one is. */
  readonly requests: number;
  readonly tokensSent: number;
  readonly tokensReceived: number;
}

const usualReplyShare = 1.5;
const usualReplyTokens = 60;
const maxReplyTokens = 2000;
/** Fewer known replies say nothing, more say no more. */
const minReplies = 5;
const maxReplies = 1000;

export async function estimateEnrichment(
  passages: readonly KeyedPassage[],
  records: EnrichmentRecords,
  { limit = Number.POSITIVE_INFINITY, signal }: { readonly limit?: number; readonly signal?: AbortSignal } = {},
): Promise<EnrichmentEstimate> {
  const { known, missing } = partByKnown(passages, records);
  const replies = await knownReplies(passages, records, signal);
  const share = replies.count < minReplies ? undefined : replies.tokens / Math.max(1, replies.repliedTokens);
  let [requests, tokensSent, received] = [0, 0, 0];
  for (const one of missing) {
    if (requests === limit) break;
    signal?.throwIfAborted();
    const passage = await one.read();
    if (passage === undefined) continue;
    const tokens = estimateTokens(passage.text);
    requests++;
    tokensSent += countTokens(enrichmentPrompt(passage).messages.map(({ content }) => content));
    received += share === undefined ? Math.min(maxReplyTokens, usualReplyTokens + usualReplyShare * tokens) : share * tokens;
  }
  return { passages: passages.length, known, requests, tokensSent, tokensReceived: Math.round(received) };
}

/** The tokens of some known replies, and of the passages they reply to. */
async function knownReplies(passages: readonly KeyedPassage[], records: EnrichmentRecords, signal: AbortSignal | undefined) {
  let [count, tokens, repliedTokens] = [0, 0, 0];
  for (const { key, read } of passages) {
    if (count === maxReplies) break;
    const record = records.get(key);
    if (!record) continue;
    signal?.throwIfAborted();
    const passage = await read();
    if (passage === undefined) continue;
    count++;
    tokens += countReplyTokens(record);
    repliedTokens += estimateTokens(passage.text);
  }
  return { count, tokens, repliedTokens };
}

function countReplyTokens({ entities, triples, summary }: NonNullable<ReturnType<EnrichmentRecords['get']>>): number {
  return estimateTokens(JSON.stringify({ entities, triples: triples.map((one) => Object.values(one)), summary }));
}
