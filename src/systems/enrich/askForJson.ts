/**
 * Asks a model for one JSON value, and once more if its reply cannot be used: with the reply and what is wrong with it.
 *
 * A reply is data of a stranger: it is read up to a length, parsed, and checked by the caller; nothing else is done with it.
 */

import { type ChatMessage, estimateTokens, type LanguageModel, type RequestFacts } from '../../engine/answer/written/languageModel.ts';
import { spoken } from '../../engine/answer/written/thoughts.ts';
import { readJson } from '../../engine/util/budget.ts';

/** A reply that cannot be used; the message says why, in words for the model. */
export class UnusableReply extends Error {
  override readonly name = 'UnusableReply';
}

/** What was asked for, and what it took. */
export interface JsonReply<T> {
  /** Absent if neither reply could be used. */
  readonly value?: T;
  /** Requests sent: 1 or 2. */
  readonly requests: number;
  /** Estimated tokens of what was sent and received are counted by these texts. */
  readonly sent: readonly string[];
  readonly received: readonly string[];
}

/** Longer replies are left unread. UTF-16 units. */
const maxReplyLength = 200_000;
const maxShownLength = 4000;

/** Requests for one value. */
export const maxJsonRequests = 2;

/** What the caller knows of the request. */
export type JsonFacts = Pick<RequestFacts, 'purpose' | 'sources' | 'masked'>;

/** @param read checks the parsed value; throws `UnusableReply`. */
export async function askForJson<T>(
  model: LanguageModel,
  messages: readonly ChatMessage[],
  read: (value: unknown) => T,
  facts: JsonFacts,
  signal?: AbortSignal,
): Promise<JsonReply<T>> {
  const sent: string[] = [];
  const received: string[] = [];
  let asked = messages;
  for (let requests = 1; ; requests++) {
    signal?.throwIfAborted();
    sent.push(...asked.map(({ content }) => content));
    try {
      const { text, isCut } = await readReply(model, asked, facts, signal);
      received.push(text);
      try {
        return { value: read(jsonIn(text, isCut)), requests, sent, received };
      } catch (error) {
        if (!(error instanceof UnusableReply)) throw error;
        if (requests === maxJsonRequests) return { requests, sent, received };
        asked = [...messages, { role: 'assistant', content: text.slice(0, maxShownLength) || '…' }, correction(error.message)];
      }
    } catch (error) {
      if (!isUnusable(error)) throw error;
      if (requests === maxJsonRequests) return { requests, sent, received };
    }
  }
}

function correction(fault: string): ChatMessage {
  return { role: 'user', content: `That reply cannot be used: ${fault}. Reply again, with the JSON object alone, as it was described.` };
}

async function readReply(model: LanguageModel, messages: readonly ChatMessage[], facts: JsonFacts, signal: AbortSignal | undefined) {
  const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  const chunks = spoken(model.chat(messages, signal, { ...facts, earlier: 0, tokens }));
  let text = '';
  for (;;) {
    const next = await chunks.next();
    if (next.done) return { text, isCut: next.value?.isCut === true };
    text += next.value;
    if (text.length <= maxReplyLength) continue;
    await chunks.return(undefined);
    return { text: text.slice(0, maxReplyLength), isCut: true };
  }
}

/** An endpoint that answers without a text is no broken endpoint. Tested by its field, since clients are bundles of their own. */
function isUnusable(error: unknown): boolean {
  return error instanceof Error && 'failure' in error && error.failure === 'empty';
}

/** The JSON object in a reply, which may have prose or a fence around it. */
function jsonIn(text: string, isCut: boolean): unknown {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  try {
    if (from < 0 || to < from) throw new SyntaxError('it holds none');
    return readJson(text.slice(from, to + 1));
  } catch {
    throw new UnusableReply(isCut ? 'it was too long and was cut; say less' : from < 0 ? 'it holds no JSON object' : 'it is no valid JSON');
  }
}
