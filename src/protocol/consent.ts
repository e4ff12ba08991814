/** Metadata of a request to a model: shown to the user before it is sent, and kept in the log. */

import { asInteger, asObject, asString } from './check.ts';

/** Statistics of a request. */
export interface RequestCounts {
  /** Sources among the messages. */
  readonly sources: number;
  /** Earlier turns of the thread among the messages. */
  readonly earlier: number;
  /** Earlier turns left out because a file that they quote has changed since. */
  readonly leftOut: number;
  /** Secrets that were masked in the messages. */
  readonly masked: number;
  /** Tokens of the messages, as counted or estimated. */
  readonly tokens: number;
}

/** A request that waits for the user's permission, as shown in the answer panel. */
export interface ConsentCard extends RequestCounts {
  /** Identifies the request between the panel and the extension. */
  readonly id: string;
  /** Who would receive it: a host name, or the vendor of an editor's model. */
  readonly recipient: string;
  /** The name of the model. */
  readonly model: string;
  /** The question, if it was not asked in the answer panel. */
  readonly question?: string;
}

/** Validates the counts of a request. */
export function readCounts(value: unknown, name: string): RequestCounts {
  const counts = asObject(value, name);
  const read = (field: keyof RequestCounts): number => asInteger(counts[field], `${name}.${field}`, 0, 1e9);
  return { sources: read('sources'), earlier: read('earlier'), leftOut: read('leftOut'), masked: read('masked'), tokens: read('tokens') };
}

/** Validates a card; throws if it cannot be drawn. */
export function readConsentCard(value: unknown, name: string): ConsentCard {
  const card = asObject(value, name);
  return {
    ...readCounts(value, name),
    id: asString(card.id, `${name}.id`, 100),
    recipient: asString(card.recipient, `${name}.recipient`, 10_000),
    model: asString(card.model, `${name}.model`, 1000),
    ...(card.question === undefined ? {} : { question: asString(card.question, `${name}.question`) }),
  };
}
