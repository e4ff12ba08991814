/** Messages about one name: where it is defined, who uses it, what documents say about it; and about what a change reaches. */

import type { ImpactAnswer, ImpactRow } from '../service/types/relations.ts';
import type { SymbolAnswer, SymbolDefinition, SymbolUse } from '../service/types/results.ts';
import type { RequestName } from './messageNames.ts';
import { uri, type Wire, zeroBased } from './places.ts';
import { type Infer, list, object, optional, text } from './schema.ts';

/** Longer texts are not names. UTF-16 units. */
export const maxNameLength = 1000;

export const symbolParams = object({
  name: text(maxNameLength),
  /** URIs of files or folders; absent means the whole workspace. */
  scope: optional(list(uri)),
});
export type SymbolParams = Infer<typeof symbolParams>;

export type WireDefinition = Wire<SymbolDefinition>;
export type WireUse = Wire<SymbolUse>;

export type SymbolResult = Wire<SymbolAnswer>;

/** What is known of a name, for its page. */
export const symbolRequest: RequestName<SymbolParams, SymbolResult> = 'meshrag/symbol';

/** A place whose change is asked about; without a line, the whole file; without a place, all uncommitted changes. */
export const impactParams = object({ place: optional(object({ uri, line: optional(zeroBased) })) });
export type ImpactParams = Infer<typeof impactParams>;

export type WireImpact = Wire<ImpactRow>;

export type ImpactResult = Wire<ImpactAnswer>;

/** What a change reaches. */
export const impactRequest: RequestName<ImpactParams, ImpactResult> = 'meshrag/impact';
