/**
 * A prompt and its reply: ranked chunks are fitted to the model's context, the stream is made safe, and the whole answer checked. Lines that ask
 * for a look are taken out of it. `looks/answerByModel.ts` asks.
 */

import type { Look } from '../looks/look.ts';
import { LookLines, looksInCalls } from '../looks/lookLines.ts';
import { type Find, type Looked, minLookTokens } from '../looks/rounds.ts';
import { fillPool, mergeChunks, type PoolChunk, type PoolSource } from '../pool.ts';
import { AnswerFilter } from './answerFilter.ts';
import { type CheckedAnswer, checkAnswer } from './citations.ts';
import { CitedQuotes, type SupportingQuote } from './citedQuotes.ts';
import { type ChatEnd, estimateTokens, type LanguageModel, type TokenUsage } from './languageModel.ts';
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
  /** Looks further; without it the model answers from the chunks alone. */
  readonly find?: Find | undefined;
}

/** A prompt that is ready to be sent. */
export interface PreparedPrompt extends Prompt {
  readonly sources: readonly PoolSource[];
  /** Tokens of the messages as the model counts them. */
  readonly tokens: number;
  /** Max tokens of the sources. */
  readonly budget: number;
  readonly mark: string;
  /** How often the model may look further after it. */
  readonly rounds: number;
}

/** Events while a model answers. A further `prompt` starts over; a `quote` follows once the sentence that cites it is complete. */
export type AnswerEvent =
  | { readonly kind: 'prompt'; readonly prompt: PreparedPrompt }
  /** The model may be about to ask for a look. */
  | { readonly kind: 'mayLook' }
  /** What the model has looked for, and the next prompt brings. */
  | { readonly kind: 'look'; readonly looked: Looked }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'quote'; readonly quote: SupportingQuote; readonly source: PoolSource }
  | { readonly kind: 'end'; readonly end: ModelAnswer };

/** Events while a reply is read. `takenBack`: what came so far was a thought, the answer starts over. */
export type ReplyEvent = AnswerEvent | { readonly kind: 'takenBack' };

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
  /** What the model asks to see instead of answering; empty if the reply is an answer. */
  readonly looks: readonly Look[];
  /** The model stopped at its limit: the last sentence may be incomplete. */
  readonly isCut: boolean;
  readonly usage?: TokenUsage;
}

/** A quarter of the context is reserved for the answer, at most this many tokens. */
const maxAnswerTokens = 1500;
/** Requests for one answer: those after looks and those after an overflow. */
export const maxAnswerRequests = 4;
/** What the first request leaves of a small context for what looks bring. Not measured: at 8192 tokens, room for three or four passages. */
const lookShare = 1 / 3;
/** Calls of tools are read in the first so many UTF-16 units of a reply. */
const maxCallsLength = 20_000;
/** Overhead of a message in tokens. */
const perMessage = 8;
/** Tokens of a source's fence without its path and title. */
const perSource = 40;
/** Tokens of the number of a line. */
const perLine = 5;

/** The messages for a question. `budget` is the max tokens of the sources, by default what the model's context leaves. */
export async function preparePrompt(
  model: Pick<LanguageModel, 'contextTokens' | 'countTokens'>,
  { question, turns, chunks, find }: ModelQuestion,
  budget?: number,
  signal?: AbortSignal,
): Promise<PreparedPrompt> {
  const merged = mergeChunks(chunks);
  const mark = fenceMark(textsOf({ question, turns, chunks: merged }));
  const count = (text: string): Promise<number> => model.countTokens(text, signal);
  const maxRounds = find === undefined ? 0 : maxAnswerRequests - 1;
  const bare = await tokensInPrompt(composePrompt(question, turns, [], mark, maxRounds), count);
  const whole = roomIn(model) - bare;
  const room = budget ?? (find === undefined ? whole : whole - Math.min(minLookTokens, whole * lookShare));
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
  const prompt = composePrompt(question, turns, sources, mark, maxRounds);
  return { ...prompt, sources, tokens: await tokensInPrompt(prompt, count), budget: room, mark, rounds: maxRounds };
}

/** The texts in which the mark of a fence must not occur. */
export function textsOf({ question, turns, chunks }: Pick<ModelQuestion, 'question' | 'turns' | 'chunks'>): readonly string[] {
  return [
    question,
    ...turns.flatMap((turn) => [turn.question, turn.answer ?? '']),
    ...chunks.flatMap((one) => [one.text, one.title, one.path, one.summary ?? '']),
  ];
}

export async function tokensInPrompt({ messages }: Pick<Prompt, 'messages'>, count: (text: string) => Promise<number>): Promise<number> {
  let tokens = 0;
  for (const { content } of messages) tokens += perMessage + (await count(content));
  return tokens;
}

/** Tokens that a request may have. */
export function roomIn({ contextTokens }: Pick<LanguageModel, 'contextTokens'>): number {
  return contextTokens - Math.min(maxAnswerTokens, contextTokens / 4);
}

/** Reads what a model replies to a prompt while it arrives. Throws what the model throws. */
export async function* readAnswer(
  reply: ReturnType<LanguageModel['chat']>,
  prompt: Pick<PreparedPrompt, 'sources' | 'masked'>,
  denial: string = notInSources,
): AsyncGenerator<ReplyEvent> {
  let reader = new ReplyReader(prompt, denial);
  let isSilent = false;
  let isTakenBack = false;
  const chat = spoken(reply, {
    onTakenBack: () => {
      isTakenBack = true;
    },
    onSilence: () => {
      isSilent = true;
    },
  });
  let end: ChatEnd | undefined;
  try {
    for (;;) {
      const next = await chat.next();
      if (isTakenBack) {
        isTakenBack = false;
        reader = new ReplyReader(prompt, denial);
        yield { kind: 'takenBack' };
      }
      if (next.done) {
        end = next.value;
        break;
      }
      yield* reader.push(next.value);
    }
  } finally {
    // Closes the connection even if the caller leaves early.
    await chat.return(undefined);
  }
  yield* reader.end(end, isSilent);
}

/** Takes an answer and the looks that it asks for out of a reply without thoughts. */
class ReplyReader {
  readonly #prompt: Pick<PreparedPrompt, 'sources' | 'masked'>;
  readonly #filter: AnswerFilter;
  readonly #quotes: CitedQuotes;
  readonly #inner: Unwrapped;
  readonly #lines = new LookLines();
  /** Of an answer that was wrapped in JSON. */
  readonly #nested = new LookLines();
  #answer = '';
  #raw = '';
  #mayLook = false;

  constructor(prompt: Pick<PreparedPrompt, 'sources' | 'masked'>, denial: string) {
    this.#prompt = prompt;
    this.#filter = new AnswerFilter((n) => n >= 1 && n <= prompt.sources.length, prompt.sources);
    this.#quotes = new CitedQuotes(prompt.sources, this.#filter.marks);
    this.#inner = new Unwrapped(denial);
  }

  *push(text: string): Generator<AnswerEvent> {
    if (this.#raw.length < maxCallsLength) this.#raw += text;
    const safe = this.#filter.push(this.#nested.push(this.#inner.push(this.#lines.push(text))));
    if (!this.#mayLook && this.#lines.mayLook) {
      this.#mayLook = true;
      yield { kind: 'mayLook' };
    }
    if (safe === '') return;
    this.#answer += safe;
    yield { kind: 'text', text: safe };
    for (const quote of this.#quotes.push(safe)) yield { kind: 'quote', quote, source: this.#prompt.sources[quote.n - 1] as PoolSource };
  }

  *end(end: ChatEnd | undefined, isSilent: boolean): Generator<AnswerEvent> {
    const last = this.#nested.push(this.#inner.push(this.#lines.end()) + this.#inner.end()) + this.#nested.end();
    const rest = this.#filter.push(last) + this.#filter.end();
    if (rest !== '') yield { kind: 'text', text: rest };
    this.#quotes.push(rest);
    const checked = checkedEnd(this.#answer + rest, this.#filter, this.#quotes, this.#prompt, end);
    const found = checked.found && !this.#inner.isDenied;
    const inLines = [...this.#lines.looks, ...this.#nested.looks];
    const asked = inLines.length > 0 ? inLines : looksInCalls(this.#raw);
    yield { kind: 'end', end: { ...checked, found, isSilent, looks: found ? [] : asked } };
  }
}

export function checkedEnd(
  answer: string,
  { unknown, disarmed }: AnswerFilter,
  quoted: CitedQuotes,
  { sources, masked }: Pick<PreparedPrompt, 'sources' | 'masked'>,
  { isCut, usage }: ChatEnd = { isCut: false },
): Omit<ModelAnswer, 'looks'> {
  const checked = checkAnswer(answer, (n) => n >= 1 && n <= sources.length);
  const quotes = quoted.end(checked.marks);
  const reported = usage === undefined ? {} : { usage };
  return { ...checked, answer, sources, quotes, unknown: [...new Set(unknown)], disarmed, masked, isCut, ...reported };
}
