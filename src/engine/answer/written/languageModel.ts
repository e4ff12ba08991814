/** What answering asks of a language model. Providers implement it; core never knows which one it talks to. */

/** One message of a chat, as every provider knows it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** How an answer ended. */
export interface ChatEnd {
  /** The model stopped at its limit, so the answer is not whole. */
  readonly isCut: boolean;
  /** Tokens as the model counts them for its bill, where it tells them. */
  readonly usage?: TokenUsage;
}

/** What an answer cost. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly answerTokens: number;
}

/** A language model at some endpoint. */
export interface LanguageModel {
  /** The name that answers bear. */
  readonly name: string;
  /** Tokens that the request and the answer may have together. */
  readonly contextTokens: number;
  /**
   * Streams the answer's text and returns how it ended, where that is known. Ends soon after the signal fires, rejecting with its reason,
   * and leaves no connection behind; so does leaving the loop. Throws `ContextOverflow` where the messages are too long, else an error
   * whose message is a sentence for people.
   */
  chat(messages: readonly ChatMessage[], signal?: AbortSignal): AsyncGenerator<string, ChatEnd | undefined>;
  /** Tokens of a text by the model's own count where it offers one, else `estimateTokens`. */
  countTokens(text: string, signal?: AbortSignal): Promise<number>;
}

/** The messages are longer than the model's context; fewer sources may fit. */
export class ContextOverflow extends Error {
  override readonly name = 'ContextOverflow';
}

const asciiLettersPerToken = 4;
const asciiDigitsPerToken = 2;
const maxSpaces = 8;

/**
 * Tokens of a text, estimated without a tokenizer and rather too many than too few: a token for every four letters or two digits begun
 * of a run, for every sign, line break and run of eight blanks, and for every code unit outside ASCII. One pass.
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
    // A single blank belongs to the word after it.
    if (kind === 3 ? run % size === 2 : size === 1 || run % size === 1) tokens++;
  }
  return tokens;
}

/** 1 letter, 2 digit, 3 blank, 0 anything else. */
function kindOf(unit: number): number {
  if (unit === 32 || unit === 9) return 3;
  if (unit >= 48 && unit <= 57) return 2;
  return (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) ? 1 : 0;
}
