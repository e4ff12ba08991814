/** A request as readable text, complete to the last character: URL, headers, every message, and the body as sent. */

import type { ShownRequest } from '../usableModel.ts';
import type { SentEntry } from './sentLog.ts';

/** The surrounding texts, in the user's language; placeholders are already filled in. */
export interface RequestWords {
  readonly facts: string;
  readonly body: string;
}

const rule = '─'.repeat(72);

export function requestText({ to, headers, body }: ShownRequest, words: RequestWords): string {
  const messages = readMessages(body).map(({ role, content }) => `${rule}\n[${role}]\n\n${content}\n`);
  return [to, ...headers, '', words.facts, '', ...messages, rule, words.body, '', JSON.stringify(body, null, 2), ''].join('\n');
}

/** Requests that would be sent, in order, then what may follow. */
export function requestsText(requests: readonly string[], following: readonly string[]): string {
  return [requests.join(`${'═'.repeat(72)}\n`), ...following, ''].join('\n');
}

/** All entries of the log, most recent first. */
export function logText(entries: readonly SentEntry[], title: string, wordsOf: (entry: SentEntry) => RequestWords): string {
  const texts = [...entries].reverse().map((entry) => `${'═'.repeat(72)}\n${entry.at}\n${requestText(entry, wordsOf(entry))}`);
  return [title, '', ...texts].join('\n');
}

function readMessages(body: unknown): { role: string; content: string }[] {
  const { messages, input } = (body ?? {}) as { messages?: unknown; input?: unknown };
  if (Array.isArray(input)) return input.map((text, i) => ({ role: `input ${i + 1}`, content: String(text) }));
  if (!Array.isArray(messages)) return [];
  return messages.map((message) => ({ role: String(message?.role), content: String(message?.content) }));
}
