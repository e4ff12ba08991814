/** Messages about one name: where it is defined, who uses it, what documents say about it; and about what a change reaches. */

import type { ImpactRow } from '../service/types/relations.ts';
import type { SymbolAnswer, SymbolDefinition, SymbolUse } from '../service/types/results.ts';
import type { RequestName } from './messageNames.ts';
import type { Failure } from './messages.ts';
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

export interface SymbolResult extends Omit<SymbolAnswer, 'definitions' | 'uses' | 'sentences' | 'masked'> {
  readonly definitions: readonly WireDefinition[];
  readonly uses: readonly WireUse[];
  readonly sentences: readonly Wire<SymbolAnswer['sentences'][number]>[];
}

/** What is known of a name, for its page. */
export const symbolRequest: RequestName<SymbolParams, SymbolResult> = 'meshrag/symbol';

/** A place whose change is asked about; without a line, the whole file; without a place, all uncommitted changes. */
export const impactParams = object({ place: optional(object({ uri, line: optional(zeroBased) })) });
export type ImpactParams = Infer<typeof impactParams>;

export type WireImpact = Wire<ImpactRow>;

export interface ImpactResult {
  /** Paths of the files that change. */
  readonly sources: readonly string[];
  /** Names that change. */
  readonly names: readonly string[];
  /** By depth and kind; related ones last. */
  readonly rows: readonly WireImpact[];
  readonly notes: Failure['messages'];
}

/** What a change reaches. */
export const impactRequest: RequestName<ImpactParams, ImpactResult> = 'meshrag/impact';
