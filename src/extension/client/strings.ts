/** Texts in the user's language. */

import { l10n } from 'vscode';
import { messagesOf, textOf } from '../../messages/messages.ts';
import type { Failure } from '../../protocol/messages.ts';
import { defaultPanelWords, type PanelWords } from '../../protocol/panels/panelWords.ts';
import type { RestatedQuestion } from '../../protocol/places.ts';
import { termsIn } from '../../protocol/text/restatedTerms.ts';

/** Messages of the server and of the model clients in the user's language. */
export function textIn(messages: Failure['messages'] | undefined): string {
  return textOf(messages, (english) => l10n.t(english));
}

/** The message of an error for display; the log keeps the original. */
export function messageOf(error: unknown): string {
  return textIn(messagesOf(error));
}

/** Translates sentences of files that are independent of the editor, where they are listed literally so that they can be extracted. */
export function translate(sentence: string, ...values: (string | number)[]): string {
  return l10n.t(sentence, ...values);
}

/** What a model had looked for as well, as a line. */
export function alsoLookedFor(restated: RestatedQuestion): string {
  return l10n.t('Also looked for: {0}', termsIn(restated).join(', '));
}

/** Passed to such files. */
export type Translate = typeof translate;

/** A table of English texts in the user's language. */
export function translated<Key extends string>(texts: Readonly<Record<Key, string>>): Readonly<Record<Key, string>> {
  const pairs = Object.entries<string>(texts).map(([key, english]) => [key, l10n.t(english)]);
  return Object.fromEntries(pairs);
}

export function panelWords(): PanelWords {
  return translated(defaultPanelWords);
}
