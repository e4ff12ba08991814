/** Messages about what a change of a name, a place or a file reaches. */

import type { ImpactAnswer, ImpactRow } from '../service/types/relations.ts';
import type { RequestName } from './messageNames.ts';
import { uri, type Wire, zeroBased } from './places.ts';
import { type Infer, integer, object, optional, text } from './schema.ts';

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
