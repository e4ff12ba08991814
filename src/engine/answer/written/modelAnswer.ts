/**
 * An answer that a model writes from ranked chunks: the prompt is fitted to the model's context, the stream made safe, the whole answer
 * checked. If the context overflows, the request is retried with half the budget for sources, at most three times.
 */

import { fillPool, mergeChunks, type PoolChunk, type PoolSource } from '../pool.ts';
import { AnswerFilter } from './answerFilter.ts';
import { type CheckedAnswer, checkAnswer } from './citations.ts';
import { CitedQuotes, type SupportingQuote } from './citedQuotes.ts';
import { type ChatEnd, ContextOverflow, estimateTokens, type LanguageModel, type TokenUsage } from './languageModel.ts';
import { composePrompt, fencedSource, fenceMark, notInSources, type Prompt, type Turn } from './prompt.ts';
import { spoken } from './thoughts.ts';
import { Unwrapped } from './unwrapped.ts';

/** A question with its context. */
export interface ModelQuestion {
  readonly question: string;
  /** Earlier questions and answers, oldest first. */
  readonly turns: readonly Turn[];
  /** Best first. */
  readonly chunks: readonly PoolChunk[];
  /** The sentence that the sources do not answer, in the user's language; English by default. */
  readonly denial?: string | undefined;
}

/** A prompt that is ready to be sent. */
export interface PreparedPrompt extends Prompt {
  readonly sources: readonly PoolSource[];
  /** Tokens of the messages as the model counts them. */
  readonly tokens: number;
  /** Max tokens of the sources. */
  readonly budget: number;
}

/** Events while a model answers. A `prompt` after an overflow starts over; a `quote` follows once the sentence that cites it is complete. */
export type AnswerEvent =
  | { readonly kind: 'prompt'; readonly prompt: PreparedPrompt }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'quote'; readonly quote: SupportingQuote; readonly source: PoolSource }
  | { readonly kind: 'end'; readonly end: ModelAnswer };

/** The whole answer. */
export interface ModelAnswer extends CheckedAnswer {
  readonly answer: string;
  readonly sources: readonly PoolSource[];
  /** One for each mark, in order. */
  readonly quotes: readonly SupportingQuote[];
  /** Cited numbers that refer to no source. */
  readonly unknown: readonly number[];
  /** Number of links, images and tags that were made plain text. */
  readonly disarmed: number;
  /** Number of secrets masked in what was sent. */
  readonly masked: number;
  /** The model has thought aloud and said nothing. */
  readonly isSilent?: boolean;
  /** The model stopped at its limit: the last sentence may be incomplete. */
  readonly isCut: boolean;
  readonly usage?: TokenUsage;
}

/** A quarter of the context is reserved for the answer, at most this many tokens. */
const maxAnswerTokens = 1500;
const maxShrinks = 3;
/** Requests for one answer. */
export const maxAnswerRequests = maxShrinks + 1;
/** Overhead of a message in tokens. */
const perMessage = 8;
/** Tokens of a source's fence without its path and title. */
const perSource = 40;
/** Tokens of the number of a line. */
const perLine = 5;

/** The messages for a question. `budget` is the max tokens of the sources, by default what the model's context leaves. */
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
    ...merged.flatMap((one) => [one.text, one.title, one.path, one.summary ?? '']),
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
  // Counting may need a request to the provider; it is skipped if everything fits by an estimate that is rather too high.
  const likely = merged.reduce(
    (sum, one) =>
      sum +
      estimateTokens(one.text) +
      (one.endLine - one.startLine + 1) * perLine +
      estimateTokens(one.title + one.path + (one.summary ?? '')) +
      perSource,
    0,
  );
  const sources = await fillPool(merged, room, likely <= room ? async (text) => estimateTokens(text) : count, wrap);
  const prompt = composePrompt(question, turns, sources, mark);
  return { ...prompt, sources, tokens: await tokensOf(prompt), budget: room };
}

function noSourceFits({ contextTokens, name }: LanguageModel): ContextOverflow {
  const message = { code: 'noSourceFits', arguments: [contextTokens, name] };
  return new ContextOverflow(`No source fits into the ${contextTokens} tokens of ${name} along with the question`, [message]);
}

/** Asks the model. Throws what the model throws, and `ContextOverflow` if not even one source fits. */
export async function* answerByModel(model: LanguageModel, asked: ModelQuestion, signal?: AbortSignal): AsyncGenerator<AnswerEvent> {
  let budget: number | undefined;
  for (let shrinks = 0; ; shrinks++) {
    const prompt = await preparePrompt(model, asked, budget, signal);
    // Without sources nothing is sent.
    if (prompt.sources.length === 0) {
      if (asked.chunks.length > 0) throw noSourceFits(model);
      yield { kind: 'text', text: notInSources };
      yield { kind: 'end', end: checkedEnd(notInSources, new AnswerFilter(() => false), new CitedQuotes([]), prompt, undefined) };
      return;
    }
    yield { kind: 'prompt', prompt };
    try {
      const { messages, sources, earlier, masked, tokens } = prompt;
      const facts = { purpose: 'answer', sources: sources.length, earlier, masked, tokens } as const;
      yield* readAnswer(model.chat(messages, signal, facts), prompt, asked.denial);
      return;
    } catch (error) {
      if (!(error instanceof ContextOverflow) || shrinks === maxShrinks) throw error;
      budget = Math.floor(Math.min(prompt.budget, prompt.tokens) / 2);
    }
  }
}

/** Reads what a model replies to a prompt while it arrives. Throws what the model throws. */
export async function* readAnswer(
  reply: ReturnType<LanguageModel['chat']>,
  prompt: PreparedPrompt,
  denial: string = notInSources,
): AsyncGenerator<AnswerEvent> {
  const filter = new AnswerFilter((n) => n >= 1 && n <= prompt.sources.length);
  const quotes = new CitedQuotes(prompt.sources, filter.marks);
  const inner = new Unwrapped(denial);
  const parts: string[] = [];
  let isSilent = false;
  const chat = spoken(reply, () => {
    isSilent = true;
  });
  let end: ChatEnd | undefined;
  try {
    for (;;) {
      const next = await chat.next();
      if (next.done) {
        end = next.value;
        break;
      }
      const safe = filter.push(inner.push(next.value));
      if (safe === '') continue;
      parts.push(safe);
      yield { kind: 'text', text: safe };
      for (const quote of quotes.push(safe)) yield { kind: 'quote', quote, source: prompt.sources[quote.n - 1] as PoolSource };
    }
  } finally {
    // Closes the connection even if the caller leaves early.
    await chat.return(undefined);
  }
  const rest = filter.push(inner.end()) + filter.end();
  if (rest !== '') yield { kind: 'text', text: rest };
  quotes.push(rest);
  const checked = checkedEnd(parts.join('') + rest, filter, quotes, prompt, end);
  yield { kind: 'end', end: { ...checked, found: checked.found && !inner.isDenied, isSilent } };
}

function checkedEnd(
  answer: string,
  { unknown, disarmed }: AnswerFilter,
  quoted: CitedQuotes,
  { sources, masked }: PreparedPrompt,
  { isCut, usage }: ChatEnd = { isCut: false },
): ModelAnswer {
  const checked = checkAnswer(answer, (n) => n >= 1 && n <= sources.length);
  const quotes = quoted.end(checked.marks);
  const reported = usage === undefined ? {} : { usage };
  return { ...checked, answer, sources, quotes, unknown: [...new Set(unknown)], disarmed, masked, isCut, ...reported };
}
