/** The language model interface that answering uses. Providers implement it; the engine does not know which one it talks to. */

import type { Message } from '../../message.ts';

/** One chat message, in the form that every provider takes. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** How an answer ended. */
export interface ChatEnd {
  /** The model stopped at its limit, so the answer is incomplete. */
  readonly isCut: boolean;
  /** Billed tokens, if the model reports them. */
  readonly usage?: TokenUsage;
}

/** Tokens used by an answer. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly answerTokens: number;
}

/** What is known of a request before it is sent. */
export interface RequestFacts {
  /**
   * `restate` says a question in the words of its authors; `judge` grades passages, divides the question or selects from a graph before it is
   * answered; `answer` asks for the answer, `look` as well, with what the model has looked for; `enrich` reads a passage, or verifies a gate.
   */
  readonly purpose: 'restate' | 'judge' | 'answer' | 'look' | 'enrich';
  /** Passages in it. */
  readonly sources: number;
  /** Earlier turns in it. */
  readonly earlier: number;
  /** Secrets masked in it. */
  readonly masked: number;
  /** Tokens of its messages, as the model counts them or estimated. */
  readonly tokens: number;
}

/** A request to a language model. */
export interface ModelRequest extends RequestFacts {
  /** Exactly what is sent. */
  readonly messages: readonly ChatMessage[];
}

/** A language model at some endpoint. */
export interface LanguageModel {
  /** The name that answers show. */
  readonly name: string;
  /** Max tokens of request and answer together. */
  readonly contextTokens: number;
  /**
   * Streams the answer's text and returns how it ended, if known. When the signal fires, it soon rejects with the signal's reason and closes
   * its connection; leaving the loop closes it too. `facts` are for those who announce and record requests. Throws `ContextOverflow` if the messages are too long, else an error whose message is a
   * sentence for the user.
   */
  chat(messages: readonly ChatMessage[], signal: AbortSignal | undefined, facts: RequestFacts): AsyncGenerator<string, ChatEnd | undefined>;
  /** Tokens of a text by the model's own tokenizer if it offers one, else `estimateTokens`. */
  countTokens(text: string, signal?: AbortSignal): Promise<number>;
}

/** The client of an endpoint, which sends the messages and nothing else. */
export interface ChatClient extends Omit<LanguageModel, 'chat'> {
  chat(messages: readonly ChatMessage[], signal?: AbortSignal): AsyncGenerator<string, ChatEnd | undefined>;
}

/** The messages are longer than the model's context; fewer sources may fit. */
export class ContextOverflow extends Error {
  override readonly name = 'ContextOverflow';
  /** The same for translation. */
  readonly messages: readonly Message[] | undefined;

  constructor(message: string, messages?: readonly Message[]) {
    super(message);
    this.messages = messages;
  }
}

/** A request with what the model has looked for was not sent: the user did not agree. */
export class LookRefused extends Error {
  override readonly name = 'LookRefused';
}

const asciiLettersPerToken = 4;
const asciiDigitsPerToken = 2;
const maxSpaces = 8;

/**
 * Estimates the tokens of a text without a tokenizer, rather too many than too few. Within a run, every four letters or two digits begun count
 * as one token, as do every eight spaces; so does every other character, line break and code unit outside ASCII. One pass.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let kind = 0;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    const next = kindOf(text.charCodeAt(i));
    run = next === kind ? run + 1 : 1;
    kind = next;
    const size = kind === 1 ? asciiLettersPerToken : kind === 2 ? asciiDigitsPerToken : kind === 3 ? maxSpaces : 1;
    // A single space belongs to the word after it.
    if (kind === 3 ? run % size === 2 : size === 1 || run % size === 1) tokens++;
  }
  return tokens;
}

/** 1 letter, 2 digit, 3 space or tab, 0 anything else. */
function kindOf(unit: number): number {
  if (unit === 32 || unit === 9) return 3;
  if (unit >= 48 && unit <= 57) return 2;
  return (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) ? 1 : 0;
}

/**
 * A language model whose requests are announced: nothing else asks a model while a question is answered. Calls `onRequest` just before each request. One
 * that exceeds the model's context, which bounds what was announced, is not sent.
 */
export function announced(model: LanguageModel, onRequest: (request: ModelRequest) => void): LanguageModel {
  return {
    name: model.name,
    contextTokens: model.contextTokens,
    countTokens: (text, signal) => model.countTokens(text, signal),
    async *chat(messages, signal, facts) {
      if (facts.tokens > model.contextTokens) throw tooLong(model, facts.tokens);
      onRequest({ ...facts, messages });
      return yield* model.chat(messages, signal, facts);
    },
  };
}

function tooLong({ contextTokens, name }: LanguageModel, tokens: number): ContextOverflow {
  const message = { code: 'requestTooLong', arguments: [tokens, contextTokens, name] };
  return new ContextOverflow(`A request of ${tokens} tokens exceeds the ${contextTokens} tokens of ${name}`, [message]);
}
