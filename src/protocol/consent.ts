/** What is known of a request to a model beside its messages: what the user is told before it is sent, and what the log keeps. */

import { asInteger, asObject, asString } from './check.ts';

/** What a request is made of. */
export interface RequestCounts {
  /** Sources among the messages. */
  readonly sources: number;
  /** Earlier turns of the thread among the messages. */
  readonly earlier: number;
  /** Earlier turns that were left out because a file that they quote has changed since. */
  readonly leftOut: number;
  /** Secrets that were masked in the messages. */
  readonly masked: number;
  /** Tokens of the messages, as counted or estimated. */
  readonly tokens: number;
}

/** A request that waits for the user's permission, as the answer panel shows it. */
export interface ConsentCard extends RequestCounts {
  /** Names the request between the panel and the extension. */
  readonly id: string;
  /** Who would get it: a host name, or the vendor of an editor's model. */
  readonly recipient: string;
  /** The name of the model. */
  readonly model: string;
  /** What was asked, where that was not in the answer panel. */
  readonly question?: string;
}

/** Checks the counts of a request. */
export function readCounts(value: unknown, name: string): RequestCounts {
  const counts = asObject(value, name);
  const read = (field: keyof RequestCounts): number => asInteger(counts[field], `${name}.${field}`, 0, 1e9);
  return { sources: read('sources'), earlier: read('earlier'), leftOut: read('leftOut'), masked: read('masked'), tokens: read('tokens') };
}

/** Checks a card; throws where it cannot be drawn. */
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
