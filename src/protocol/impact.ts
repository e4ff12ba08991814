/** Messages about a name, a place or a file: what a change of it reaches, and why it is so. */

import type { Reason, WhyAnswer } from '../service/types/past.ts';
import type { ImpactAnswer, ImpactRow } from '../service/types/relations.ts';
import type { NameFact } from '../service/types/results.ts';
import type { RequestName } from './messageNames.ts';
import { uri, type Wire, zeroBased } from './places.ts';
import { boolean, type Infer, integer, object, optional, text } from './schema.ts';

/** Longer texts are not names. UTF-16 units. */
export const maxNameLength = 1000;

/**
 * What changes: a name, or a place; without a line, the whole file; with both, the name if the place holds it as a symbol, else the place. All
 * uncommitted changes if there is neither.
 */
export const impactParams = object({
  place: optional(object({ uri, line: optional(zeroBased) })),
  name: optional(text(maxNameLength)),
  /** How many levels of users are followed. */
  maxDepth: optional(integer(1, 3)),
});
export type ImpactParams = Infer<typeof impactParams>;

export type WireImpact = Wire<ImpactRow>;

export type ImpactResult = Wire<ImpactAnswer>;

/** What a change reaches: users, importers, subclasses, tests and documents, with lines. */
export const impactRequest: RequestName<ImpactParams, ImpactResult> = 'meshrag/impact';

/** A name, or a place; without a line, the whole file; with both, the name if it is defined somewhere, there first, else the place. */
export const whyParams = object({
  place: optional(object({ uri, line: optional(zeroBased) })),
  name: optional(text(maxNameLength)),
  /** Only the strongest reason, and only of a name that is defined once. */
  isBrief: optional(boolean),
});
export type WhyParams = Infer<typeof whyParams>;

export type WireReason = Wire<Reason>;

export type WhyResult = Wire<WhyAnswer>;

export const nameFactsParams = object({ name: text(maxNameLength) });
export type NameFactsParams = Infer<typeof nameFactsParams>;

export interface NameFactsResult {
  readonly facts: Wire<readonly NameFact[]>;
}

/** What a model that has read the passages says of a name. */
export const nameFactsRequest: RequestName<NameFactsParams, NameFactsResult> = 'meshrag/facts';

/** The commits, decision records, change-log entries and comments that say why something is so, strongest first. */
export const whyRequest: RequestName<WhyParams, WhyResult> = 'meshrag/why';
