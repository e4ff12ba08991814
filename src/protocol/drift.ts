/** Wire types of removed names and their remaining mentions. */

import type { DriftAnswer, StaleMention } from '../service/types/results.ts';
import type { RequestName } from './messageNames.ts';
import type { Wire } from './places.ts';

/** A place that mentions a name that is no longer defined. */
export type WireMention = Wire<StaleMention>;

export interface DriftResult {
  readonly folders: readonly Wire<Pick<DriftAnswer, 'mentions' | 'missing'>>[];
}

/** Requested by the extension when the index, or the commit to compare with, has changed. */
export const driftRequest: RequestName<Record<string, never>, DriftResult> = 'meshrag/drift';
