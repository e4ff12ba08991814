/**
 * Asks a model about passages, one request each, and keeps each reply as it comes: stopped or killed, it asks nothing twice.
 *
 * The first passage is asked about alone, so that what fails for all fails once; then several at a time. A passage whose reply cannot be used, also
 * when asked for once more, is kept as skipped; the next run asks again, after all others. The first error of the model ends the run: what was kept stays.
 */

import { estimateTokens, type LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { Enrichment } from '../../engine/retrieval/modelSources/enrichment.ts';
import { askForJson } from './askForJson.ts';
import { type EnrichmentPassage, enrichmentPrompt } from './enrichmentPrompt.ts';
import { readEnrichment } from './enrichmentReply.ts';
import { isOverflow, OverEstimate, type RunEnd, type RunOptions, type RunRecords, workOff } from './modelRun.ts';

/** A passage by the key of its content. */
export interface KeyedPassage {
  readonly key: string;
  /** `undefined` if it has changed meanwhile. */
  read(): Promise<EnrichmentPassage | undefined>;
}

/** `null` for a passage that was skipped. */
export type EnrichmentRecords = RunRecords<Enrichment>;

export interface EnrichmentCounts {
  /** Passages of the index, and those that were known before. */
  readonly passages: number;
  readonly known: number;
  readonly enriched: number;
  /** No usable reply, or longer than the model can read. */
  readonly skipped: number;
  /** Items of replies that were left out: too long, repeated, or not in the passage. */
  readonly dropped: number;
  readonly requests: number;
  /** Estimated. */
  readonly tokensSent: number;
  readonly tokensReceived: number;
}

export type EnrichmentRun = EnrichmentCounts & RunEnd;
export type EnrichmentOptions = RunOptions<EnrichmentCounts>;

/** Never throws but for what reading a passage throws. */
export async function enrichPassages(
  model: LanguageModel,
  passages: readonly KeyedPassage[],
  records: EnrichmentRecords,
  { limit = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY, signal, onProgress }: EnrichmentOptions = {},
): Promise<EnrichmentRun> {
  const { known, missing } = partByKnown(passages, records);
  const counts = { known, enriched: 0, skipped: 0, dropped: 0, requests: 0, tokensSent: 0, tokensReceived: 0 };
  let asked = 0;
  let failure: unknown;
  const isOver = (): boolean => failure !== undefined || signal?.aborted === true || asked >= limit;

  async function ask(key: string, passage: EnrichmentPassage): Promise<void> {
    const { messages, masked } = enrichmentPrompt(passage);
    if (counts.tokensSent + countTokens(messages.map(({ content }) => content)) > maxTokens) throw new OverEstimate(maxTokens);
    const facts = { purpose: 'enrich', sources: 1, masked } as const;
    const read = (reply: unknown) => readEnrichment(reply, passage);
    const { value, requests, sent, received } = await askForJson(model, messages, read, facts, signal);
    records.keep(key, value?.enrichment ?? null);
    counts.requests += requests;
    counts.tokensSent += countTokens(sent);
    counts.tokensReceived += countTokens(received);
    counts.dropped += value?.dropped ?? 0;
    counts[value === undefined ? 'skipped' : 'enriched']++;
  }

  await workOff(missing, isOver, async ({ key, read }) => {
    const passage = await read();
    if (passage === undefined || isOver()) return false;
    asked++;
    try {
      await ask(key, passage);
    } catch (error) {
      if (isOverflow(error)) {
        counts.requests++;
        counts.skipped++;
        records.keep(key, null);
      } else if (signal?.aborted !== true) failure ??= error;
    }
    onProgress?.({ passages: passages.length, ...counts });
    return true;
  });
  const run = { passages: passages.length, ...counts, isPaused: signal?.aborted === true };
  return failure === undefined ? run : { ...run, failure };
}

/** The number of passages whose reply is kept, and one of each other content: those that the model was not asked about yet come first. */
export function partByKnown(passages: readonly KeyedPassage[], records: Pick<RunRecords<unknown>, 'get'>) {
  const missing = new Map<string, KeyedPassage>();
  const skipped = new Map<string, KeyedPassage>();
  let known = 0;
  for (const passage of passages) {
    const record = records.get(passage.key);
    if (record) known++;
    else (record === null ? skipped : missing).set(passage.key, passage);
  }
  return { known, missing: [...missing.values(), ...skipped.values()] };
}

export function countTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}
