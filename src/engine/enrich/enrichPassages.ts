/**
 * Asks a model about passages, one request each, and keeps each reply as it comes: stopped or killed, it asks nothing twice.
 *
 * The first passage is asked about alone, so that what fails for all fails once; then several at a time. A passage whose reply cannot be used, also
 * when asked for once more, is kept as skipped. The first error of the model ends the run: what was kept stays.
 */

import { estimateTokens, type LanguageModel } from '../answer/written/languageModel.ts';
import type { Enrichment } from '../retrieval/enriched/enrichment.ts';
import { askForJson } from './askForJson.ts';
import { type EnrichmentPassage, enrichmentPrompt } from './enrichmentPrompt.ts';
import { readEnrichment } from './enrichmentReply.ts';

/** A passage by the key of its content. */
export interface KeyedPassage {
  readonly key: string;
  /** `undefined` if it has changed meanwhile. */
  read(): Promise<EnrichmentPassage | undefined>;
}

/** What is known of the passages, by one model and prompt. */
export interface EnrichmentRecords {
  /** `null` for a passage that was skipped, `undefined` for one that was not asked about. */
  get(key: string): Enrichment | null | undefined;
  /** Keeps it at once. Throws if it cannot. */
  keep(key: string, enrichment: Enrichment | null): void;
}

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

export interface EnrichmentRun extends EnrichmentCounts {
  /** What ended the run early: an error of the model or of the records. */
  readonly failure?: unknown;
  /** Whether the signal did. */
  readonly isPaused: boolean;
}

export interface EnrichmentOptions {
  /** Max passages to ask about. */
  readonly limit?: number;
  /** Requests at a time; 4 by default, which most endpoints allow. */
  readonly parallel?: number;
  readonly signal?: AbortSignal;
  /** Before each request: secrets masked in it, and its estimated tokens. */
  readonly onRequest?: (facts: { readonly masked: number; readonly tokens: number }) => void;
  /** After each passage. */
  readonly onProgress?: (counts: EnrichmentCounts) => void;
}

/** Never throws but for what reading a passage throws. */
export async function enrichPassages(
  model: LanguageModel,
  passages: readonly KeyedPassage[],
  records: EnrichmentRecords,
  { limit = Number.POSITIVE_INFINITY, parallel = 4, signal, onRequest, onProgress }: EnrichmentOptions = {},
): Promise<EnrichmentRun> {
  const { known, missing } = partByKnown(passages, records);
  const counts = { known, enriched: 0, skipped: 0, dropped: 0, requests: 0, tokensSent: 0, tokensReceived: 0 };
  const waiting = missing[Symbol.iterator]();
  let left = limit;
  let failure: unknown;
  const isOver = (): boolean => failure !== undefined || signal?.aborted === true;

  /** The next passage to ask about; `undefined` at the end. */
  async function next(): Promise<{ readonly key: string; readonly passage: EnrichmentPassage } | undefined> {
    while (left > 0 && !isOver()) {
      const { done, value } = waiting.next();
      if (done) return undefined;
      left--;
      const passage = await value.read();
      if (passage !== undefined) return { key: value.key, passage };
      left++;
    }
    return undefined;
  }

  async function ask(key: string, passage: EnrichmentPassage): Promise<void> {
    const { messages, masked } = enrichmentPrompt(passage);
    const { value, requests, sent, received } = await askForJson(model, messages, (reply) => readEnrichment(reply, passage), {
      signal,
      onRequest: (asked) => onRequest?.({ masked, tokens: tokensOf(asked.map(({ content }) => content)) }),
    });
    records.keep(key, value?.enrichment ?? null);
    counts.requests += requests;
    counts.tokensSent += tokensOf(sent);
    counts.tokensReceived += tokensOf(received);
    counts.dropped += value?.dropped ?? 0;
    counts[value === undefined ? 'skipped' : 'enriched']++;
  }

  async function work(max = Number.POSITIVE_INFINITY): Promise<void> {
    for (let asked = 0; asked < max && !isOver(); asked++) {
      const found = await next();
      if (found === undefined) return;
      const { key, passage } = found;
      try {
        await ask(key, passage);
      } catch (error) {
        // By name, since the client may be a bundle of its own.
        if (error instanceof Error && error.name === 'ContextOverflow') {
          counts.requests++;
          counts.skipped++;
          records.keep(key, null);
        } else if (signal?.aborted !== true) failure ??= error;
      }
      onProgress?.({ passages: passages.length, ...counts });
    }
  }

  await work(1);
  await Promise.all(Array.from({ length: parallel }, () => work()));
  const run = { passages: passages.length, ...counts, isPaused: signal?.aborted === true };
  return failure === undefined ? run : { ...run, failure };
}

/** The number of passages that the model was asked about before, and one of each content that it was not. */
export function partByKnown(passages: readonly KeyedPassage[], records: EnrichmentRecords) {
  const missing = new Map<string, KeyedPassage>();
  let known = 0;
  for (const passage of passages) {
    if (records.get(passage.key) !== undefined) known++;
    else if (!missing.has(passage.key)) missing.set(passage.key, passage);
  }
  return { known, missing: [...missing.values()] };
}

export function tokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}
