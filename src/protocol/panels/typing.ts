/** What the box of a question shows while one types: the best places so far, and how a file or name that was begun goes on. */

import type { CompletedFile, MatchingLine } from '../../service/types/results.ts';
import type { RequestName } from '../messageNames.ts';
import { maxQuestionLength, uri, type Wire } from '../places.ts';
import { type Infer, integer, list, object, oneOf, optional, text } from '../schema.ts';

export const typedPlacesParams = object({
  /** As far as it is typed. */
  question: text(maxQuestionLength),
  /** URIs of files or folders; absent means the whole workspace. */
  scope: optional(list(uri)),
});
export type TypedPlacesParams = Infer<typeof typedPlacesParams>;

export type TypedPlace = Wire<MatchingLine>;

/** The five best places by `mesh`, best first: no answer is composed, no model is asked. */
export const typedPlacesRequest: RequestName<TypedPlacesParams, { readonly places: readonly TypedPlace[] }> = 'meshrag/typedPlaces';

export const completeParams = object({
  kind: oneOf(['file', 'name']),
  typed: text(1000),
  max: integer(1, 100),
});
export type CompleteParams = Infer<typeof completeParams>;

export interface CompleteResult {
  readonly files: readonly Wire<CompletedFile>[];
  readonly names: readonly string[];
}

/** Files, or names that are defined, best first. */
export const completeRequest: RequestName<CompleteParams, CompleteResult> = 'meshrag/complete';
