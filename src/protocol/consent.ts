/** Metadata of a request to a model: shown to the user before it is sent, and kept in the log. */

import { boolean, extend, type Infer, integer, object, optional, text } from './schema.ts';

const count = integer(0, 1e9);

/** Statistics of a request. */
export const requestCounts = object({
  /** Sources among the messages. */
  sources: count,
  /** Earlier turns of the thread among the messages. */
  earlier: count,
  /** Earlier turns left out because a file that they quote has changed since. */
  leftOut: count,
  /** Secrets that were masked in the messages. */
  masked: count,
  /** Tokens of the messages, as counted or estimated. */
  tokens: count,
});
export type RequestCounts = Infer<typeof requestCounts>;

/** A request that waits for the user's permission, as shown in the answer panel. */
export const consentCard = extend(requestCounts, {
  /** Identifies the request between the panel and the extension. */
  id: text(100),
  /** Who would receive it: a host name, or the vendor of an editor's model. */
  recipient: text(10_000),
  /** The name of the model. */
  model: text(1000),
  /** Whether the user may allow that questions alone are sent. */
  offersQuestions: optional(boolean),
  /** Whether the user is asked because the request has what the model has looked for. */
  isLook: optional(boolean),
  /** The question, if it was not asked in the answer panel. */
  question: optional(text()),
});
export type ConsentCard = Infer<typeof consentCard>;
