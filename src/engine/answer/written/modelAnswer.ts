/**
 * An answer that a model writes from ranked chunks: the prompt within the model's budget, the stream made safe, the whole checked. Where
 * the model says that it was too much, the sources get half the room and it is asked again, at most three times.
 */

import { fillPool, mergeChunks, type PoolChunk, type PoolSource } from '../pool.ts';
import { AnswerFilter, type CheckedAnswer, checkAnswer } from './citations.ts';
import { CitedQuotes, type SupportingQuote } from './citedQuotes.ts';
import { type ChatEnd, ContextOverflow, estimateTokens, type LanguageModel, type TokenUsage } from './languageModel.ts';
import { composePrompt, fencedSource, fenceMark, notInSources, type Prompt, type Turn } from './prompt.ts';

/** A question with what there is to answer it from. */
export interface ModelQuestion {
  readonly question: string;
  /** What was asked before, the oldest first. */
  readonly turns: readonly Turn[];
  /** Best first. */
  readonly chunks: readonly PoolChunk[];
}

/** What is about to be sent. */
export interface PreparedPrompt extends Prompt {
  readonly sources: readonly PoolSource[];
  /** Tokens of the messages as the model counts them. */
  readonly tokens: number;
  /** Tokens that the sources may have. */
  readonly budget: number;
}

/** What happens while a model answers; a new `prompt` after an overflow starts over. A `quote` comes once the sentence that cites it is whole. */
export type AnswerEvent =
  | { readonly kind: 'prompt'; readonly prompt: PreparedPrompt }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'quote'; readonly quote: SupportingQuote; readonly source: PoolSource }
  | { readonly kind: 'end'; readonly end: ModelAnswer };

/** The whole answer. */
export interface ModelAnswer extends CheckedAnswer {
  readonly answer: string;
  readonly sources: readonly PoolSource[];
  /** One for each source that is cited, in the order of first citation. */
  readonly quotes: readonly SupportingQuote[];
  /** Numbers that meant no source. */
  readonly unknown: readonly number[];
  /** Links, images and tags that were made plain text. */
  readonly disarmed: number;
  /** Secrets that were masked in what was sent. */
  readonly masked: number;
  /** The model stopped at its limit: the last sentence may be broken off. */
  readonly isCut: boolean;
  readonly usage?: TokenUsage;
}

/** The room that is left for the answer: a quarter of the context, at most this many tokens. */
const maxAnswerTokens = 1500;
const maxShrinks = 3;
/** Tokens of a message beside its text. */
const perMessage = 8;
/** Tokens of a source's fence, its names left out. */
const perSource = 40;

/** The messages for a question; `budget` are the tokens that the sources may have, by the model's context where absent. */
export async function preparePrompt(
  model: Pick<LanguageModel, 'contextTokens' | 'countTokens'>,
  { question, turns, chunks }: ModelQuestion,
  budget?: number,
  signal?: AbortSignal,
): Promise<PreparedPrompt> {
  const merged = mergeChunks(chunks);
  const mark = fenceMark([
    question,
    ...turns.flatMap((turn) => [turn.question, turn.answer ?? '']),
    ...merged.flatMap((one) => [one.text, one.title, one.path]),
  ]);
  const count = (text: string): Promise<number> => model.countTokens(text, signal);
  const tokensOf = async ({ messages }: Prompt): Promise<number> => {
    let tokens = 0;
    for (const { content } of messages) tokens += perMessage + (await count(content));
    return tokens;
  };
  const bare = await tokensOf(composePrompt(question, turns, [], mark));
  const room = budget ?? model.contextTokens - Math.min(maxAnswerTokens, model.contextTokens / 4) - bare;
  const wrap = (source: PoolSource): string => `${fencedSource(source, mark)}\n\n`;
  // Counting may be a journey to the model's provider: where everything fits by an estimate that is rather too high, none is made.
  const likely = merged.reduce((sum, one) => sum + estimateTokens(one.text) + estimateTokens(one.title + one.path) + perSource, 0);
  const sources = await fillPool(merged, room, likely <= room ? async (text) => estimateTokens(text) : count, wrap);
  const prompt = composePrompt(question, turns, sources, mark);
  return { ...prompt, sources, tokens: await tokensOf(prompt), budget: room };
}

/** Asks the model. Throws what the model throws, and `ContextOverflow` where not even a small pool fits. */
export async function* answerByModel(model: LanguageModel, asked: ModelQuestion, signal?: AbortSignal): AsyncGenerator<AnswerEvent> {
  let budget: number | undefined;
  for (let shrinks = 0; ; shrinks++) {
    const prompt = await preparePrompt(model, asked, budget, signal);
    // Without a source there is nothing to answer from, so nothing is sent.
    if (prompt.sources.length === 0) {
      if (asked.chunks.length > 0)
        throw new ContextOverflow(`No source fits beside the question into the ${model.contextTokens} tokens of ${model.name}`);
      yield { kind: 'text', text: notInSources };
      yield { kind: 'end', end: ended(notInSources, new AnswerFilter(() => false), new CitedQuotes([]), prompt, undefined) };
      return;
    }
    yield { kind: 'prompt', prompt };
    try {
      yield* streamed(model, prompt, signal);
      return;
    } catch (error) {
      if (!(error instanceof ContextOverflow) || shrinks === maxShrinks) throw error;
      budget = Math.floor(Math.min(prompt.budget, prompt.tokens) / 2);
    }
  }
}

async function* streamed(model: LanguageModel, prompt: PreparedPrompt, signal: AbortSignal | undefined): AsyncGenerator<AnswerEvent> {
  const filter = new AnswerFilter((n) => n >= 1 && n <= prompt.sources.length);
  const quotes = new CitedQuotes(prompt.sources);
  const parts: string[] = [];
  const chat = model.chat(prompt.messages, signal);
  let end: ChatEnd | undefined;
  try {
    for (;;) {
      const next = await chat.next();
      if (next.done) {
        end = next.value;
        break;
      }
      const safe = filter.push(next.value);
      if (safe === '') continue;
      parts.push(safe);
      yield { kind: 'text', text: safe };
      for (const quote of quotes.push(safe)) yield { kind: 'quote', quote, source: prompt.sources[quote.n - 1] as PoolSource };
    }
  } finally {
    // Whoever leaves early leaves no connection behind.
    await chat.return(undefined);
  }
  const rest = filter.end();
  if (rest !== '') yield { kind: 'text', text: rest };
  quotes.push(rest);
  yield { kind: 'end', end: ended(parts.join('') + rest, filter, quotes, prompt, end) };
}

function ended(
  answer: string,
  { unknown, disarmed }: AnswerFilter,
  quoted: CitedQuotes,
  { sources, masked }: PreparedPrompt,
  { isCut, usage }: ChatEnd = { isCut: false },
): ModelAnswer {
  const checked = checkAnswer(answer, (n) => n >= 1 && n <= sources.length);
  const quotes = quoted.end(checked.sentences, checked.cited);
  const reported = usage === undefined ? {} : { usage };
  return { ...checked, answer, sources, quotes, unknown: [...new Set(unknown)], disarmed, masked, isCut, ...reported };
}
