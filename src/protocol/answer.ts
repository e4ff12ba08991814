/**
 * An answer while it is being written: what the server tells the extension between the question and its `AskResult`, and what the
 * extension hands on to the answer panel as it is. The `AskResult` at the end says all of it again and more, so whoever missed an
 * event loses nothing but time. An answer without a model has no events.
 */

import { asArray, asInteger, asObject, asString } from './check.ts';
import { readCitation, readSource } from './checkPlaces.ts';
import type { RequestCounts } from './consent.ts';
import type { WireMessage } from './model.ts';
import type { NotificationName, RequestName } from './names.ts';
import type { Source, WireCitation } from './places.ts';
import type { AskParams } from './server.ts';

/** One thing that happens while a model answers. */
export type AnswerEvent =
  /**
   * What the model is given is known and is about to be sent: sources by number, `[n]` in the text means the n-th. Text that came before
   * is void: the model had said that it was too much, and is asked again with fewer sources.
   */
  | { readonly kind: 'sources'; readonly sources: readonly Source[]; readonly masked: number; readonly tokens: number }
  /** The next piece of the answer: plain text to append. Links, images and HTML in it are inert already, unknown numbers removed. */
  | { readonly kind: 'text'; readonly text: string }
  /** Which lines bear out a number of the text so far: the same as in the `AskResult`. Told once for each, when its sentence is whole. */
  | { readonly kind: 'citation'; readonly citation: WireCitation };

/** An event, and the question that it belongs to. */
export interface AnswerEventParams {
  /** `AskParams.stream`. */
  readonly stream: string;
  readonly event: AnswerEvent;
}

/** The server tells what happens while a model answers, in order, before the request for the answer is answered. */
export const answerEventNotification: NotificationName<AnswerEventParams> = 'meshrag/answerEvent';

/** Exactly what would be sent for a question. */
export interface RequestPreview extends RequestCounts {
  readonly messages: readonly WireMessage[];
}

/** Composes what would be sent, and sends nothing. Takes the parameters of a question with its model. */
export const previewRequest: RequestName<AskParams, RequestPreview> = 'meshrag/preview';

/** Checks an event that came over a wire; throws where it cannot be drawn. */
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
