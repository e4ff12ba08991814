/**
 * Asks a model for one JSON value, and once more if its reply cannot be used: with the reply and what is wrong with it.
 *
 * A reply is data of a stranger: it is read up to a length, parsed, and checked by the caller; nothing else is done with it.
 */

import { jsonrepair } from 'jsonrepair';
import { type ChatMessage, estimateTokens, type LanguageModel, type RequestFacts } from '../../engine/answer/written/languageModel.ts';
import { spoken } from '../../engine/answer/written/thoughts.ts';
import type { Message } from '../../engine/message.ts';
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

/** Longer replies are left unread. UTF-16 units: streamed in pieces of four, each some 300 bytes, so much is within the 16 MB that clients read. */
const maxReplyLength = 200_000;
const maxShownLength = 4000;
/** Braces that may begin an object. */
const maxObjects = 20;

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
        return { value: readObjects(text, isCut, read), requests, sent, received };
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
  let text = '';
  const onTakenBack = (): void => {
    text = '';
  };
  const chunks = spoken(model.chat(messages, signal, { ...facts, earlier: 0, tokens }), { onTakenBack });
  for (;;) {
    const next = await chunks.next();
    if (next.done) return { text, isCut: next.value?.isCut === true };
    text += next.value;
    if (text.length <= maxReplyLength) continue;
    await chunks.return(undefined);
    return { text: text.slice(0, maxReplyLength), isCut: true };
  }
}

/** Codes of the messages of a reply that nothing can be read of: the endpoint works, and what is asked about next may have another. */
const unusableReplies: ReadonlySet<unknown> = new Set(['emptyAnswer', 'toolCallsAlone', 'unfinished']);

/** By the messages, since the client is a bundle or a process of its own. */
function isUnusable(error: unknown): boolean {
  const messages = error instanceof Error && 'messages' in error && Array.isArray(error.messages) ? error.messages : [];
  return messages.some((one: Partial<Message> | undefined) => unusableReplies.has(one?.code));
}

/**
 * What `read` accepts of the JSON objects in a reply, which may have prose, thoughts or a fence around them: the longest that is valid, else the longest
 * that can be repaired, such as one that was cut. Throws the `UnusableReply` of the best one.
 */
function readObjects<T>(text: string, isCut: boolean, read: (value: unknown) => T): T {
  const objects = objectsIn(text);
  let fault = new UnusableReply(
    isCut ? 'it was too long and was cut; say less' : objects.length === 0 ? 'it holds no JSON object' : 'it is no valid JSON',
  );
  for (const parse of [readJson, (json: string) => readJson(jsonrepair(json))])
    for (const json of objects) {
      let value: unknown;
      try {
        value = parse(json);
      } catch {
        continue;
      }
      try {
        return read(value);
      } catch (error) {
        if (!(error instanceof UnusableReply)) throw error;
        if (!isCut) fault = error;
      }
    }
  throw fault;
}

/** From each brace that is in no object before it to the one that closes it, or to the last whole item of what was cut; the longest first. */
function objectsIn(text: string): readonly string[] {
  const found: string[] = [];
  const lastBracket = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  for (let from = text.indexOf('{'), tries = 0; from >= 0 && tries < maxObjects; tries++) {
    const end = closingBrace(text, from);
    found.push(text.slice(from, end ?? lastBracket + 1));
    from = text.indexOf('{', end ?? from + 1);
  }
  return found.sort((a, b) => b.length - a.length);
}

/** After the brace that closes the one at `from`; `undefined` if none does. */
function closingBrace(text: string, from: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\' && isQuoted) at++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '{') depth++;
    else if (!isQuoted && char === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}
