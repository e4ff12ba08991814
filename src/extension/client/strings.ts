/** Texts in the user's language. */

import { messagesOf, textOf } from '../../messages/messages.ts';
import type { Failure } from '../../protocol/messages.ts';
import type { RestatedQuestion } from '../../protocol/places.ts';
import { termsIn } from '../../protocol/text/restatedTerms.ts';
import { t } from '../../protocol/text/translate.ts';

/** Messages of the server and of the model clients in the user's language. */
export function textIn(messages: Failure['messages'] | undefined): string {
  return textOf(messages, t);
}

/** The message of an error for display; the log keeps the original. */
export function messageOf(error: unknown): string {
  return textIn(messagesOf(error));
}

/** What a model had looked for as well, as a line. */
export function alsoLookedFor(restated: RestatedQuestion): string {
  return t('Also looked for: {0}', termsIn(restated).join(', '));
}
