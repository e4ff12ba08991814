/**
 * An answer while it is being written: events from the server to the extension between the question and its `AskResult`, passed on
 * unchanged to the answer panel. The final `AskResult` repeats everything, so a missed event costs nothing but time. Answers without a
 * model have no events.
 */

import { asArray, asInteger, asObject, asString } from './check.ts';
import { readCitation, readSource } from './checkPlaces.ts';
import type { RequestCounts } from './consent.ts';
import type { WireMessage } from './model.ts';
import type { NotificationName, RequestName } from './names.ts';
import type { Source, WireCitation } from './places.ts';
import type { AskParams } from './server.ts';

/** An event while a model answers. */
export type AnswerEvent =
  /**
   * The prompt is composed and about to be sent: `[n]` in the text refers to the n-th source. Any text so far is void: the model reported
   * an overflow and is asked again with fewer sources.
   */
  | { readonly kind: 'sources'; readonly sources: readonly Source[]; readonly masked: number; readonly tokens: number }
  /** The next piece of the answer: plain text to append. Links, images and HTML in it are already inert, unknown numbers removed. */
  | { readonly kind: 'text'; readonly text: string }
  /** The lines that support a number in the text so far, as in the `AskResult`. Sent once per number, when its sentence is complete. */
  | { readonly kind: 'citation'; readonly citation: WireCitation };

/** An event, and its question. */
export interface AnswerEventParams {
  /** `AskParams.stream`. */
  readonly stream: string;
  readonly event: AnswerEvent;
}

/** Sent in order while a model answers, before the response to the question. */
export const answerEventNotification: NotificationName<AnswerEventParams> = 'meshrag/answerEvent';

/** Exactly what would be sent for a question. */
export interface RequestPreview extends RequestCounts {
  readonly messages: readonly WireMessage[];
}

/** Composes the prompt without sending it. Takes the parameters of a question with its model. */
export const previewRequest: RequestName<AskParams, RequestPreview> = 'meshrag/preview';

/** Validates an event from the wire; throws if it cannot be drawn. */
export function readAnswerEvent(value: unknown): AnswerEvent {
  const event = asObject(value, 'event');
  if (event.kind === 'text') return { kind: 'text', text: asString(event.text, 'event.text') };
  if (event.kind === 'citation') return { kind: 'citation', citation: readCitation(event.citation, 'event.citation') };
  if (event.kind !== 'sources')
    throw new TypeError(`"event.kind" is ${JSON.stringify(event.kind)}, expected "sources", "text" or "citation"`);
  return {
    kind: 'sources',
    sources: asArray(event.sources, 'event.sources', readSource),
    masked: asInteger(event.masked, 'event.masked', 0, 1e9),
    tokens: asInteger(event.tokens, 'event.tokens', 0, 1e9),
  };
}
