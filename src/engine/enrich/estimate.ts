/**
 * What it would take to ask a model about the passages that it was not asked about yet.
 *
 * Tokens sent are those of the prompts. Tokens received are, per token of a passage, those of the replies that are known; before there are
 * some, a guess: the reply repeats the passage in pieces, with keys of JSON around them. Cost: one pass over the texts.
 */

import { estimateTokens } from '../answer/written/languageModel.ts';
import { enrichmentPrompt } from './enrichmentPrompt.ts';
import { type EnrichmentRecords, type KeyedPassage, tokensOf } from './enrichPassages.ts';

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
/** Fewer known replies say nothing. */
const minReplies = 5;

export async function estimateEnrichment(
  passages: readonly (() => Promise<KeyedPassage | undefined>)[],
  records: EnrichmentRecords,
  { limit = Number.POSITIVE_INFINITY, signal }: { readonly limit?: number; readonly signal?: AbortSignal } = {},
): Promise<EnrichmentEstimate> {
  const missing = new Map<string, number>();
  let [known, tokensSent, replies, replyTokens, repliedTokens] = [0, 0, 0, 0, 0];
  for (const passageOf of passages) {
    signal?.throwIfAborted();
    const passage = await passageOf();
    if (passage === undefined) continue;
    const record = records.get(passage.key);
    if (record !== undefined) known++;
    const tokens = estimateTokens(passage.text);
    if (record) {
      replies++;
      replyTokens += replyTokensOf(record);
      repliedTokens += tokens;
    }
    if (record !== undefined || missing.has(passage.key) || missing.size >= limit) continue;
    missing.set(passage.key, tokens);
    tokensSent += tokensOf(enrichmentPrompt(passage).messages.map(({ content }) => content));
  }
  const share = replies < minReplies ? undefined : replyTokens / Math.max(1, repliedTokens);
  const received = [...missing.values()].map((tokens) =>
    share === undefined ? Math.min(maxReplyTokens, usualReplyTokens + usualReplyShare * tokens) : share * tokens,
  );
  const tokensReceived = Math.round(received.reduce((sum, tokens) => sum + tokens, 0));
  return { passages: passages.length, known, requests: missing.size, tokensSent, tokensReceived };
}

function replyTokensOf({ entities, triples, summary }: NonNullable<ReturnType<EnrichmentRecords['get']>>): number {
  return estimateTokens(JSON.stringify({ entities, triples: triples.map((one) => Object.values(one)), summary }));
}
