/** A request as the parts of a page, complete to the last character: URL, headers, every message, and the body as sent. */

import type { Page } from '../../panels/answer/page.ts';
import type { ShownRequest } from '../usableModel.ts';

/** The surrounding texts, in the user's language; placeholders are already filled in. */
export interface RequestWords {
  readonly facts: string;
  readonly body: string;
}

export function addRequest(page: Page, { to, headers, body }: ShownRequest, words: RequestWords): void {
  page.verbatim([to, ...headers].join('\n'));
  page.line(words.facts);
  for (const { role, content } of readMessages(body)) {
    page.heading(3, role);
    page.verbatim(content);
  }
  page.heading(3, words.body);
  page.verbatim(JSON.stringify(body, null, 2));
}

function readMessages(body: unknown): { role: string; content: string }[] {
  const { messages, input } = (body ?? {}) as { messages?: unknown; input?: unknown };
  if (Array.isArray(input)) return input.map((text, i) => ({ role: `input ${i + 1}`, content: String(text) }));
  if (!Array.isArray(messages)) return [];
  return messages.map((message) => ({ role: String(message?.role), content: String(message?.content) }));
}
