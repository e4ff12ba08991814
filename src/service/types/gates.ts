/** Gates between modules, verified by a model, for `hug`. */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { Place } from '../../engine/place.ts';
import type { GateVerdicts, RelationKind } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import type { GateCounts, GateOptions, GateRun } from '../../systems/index.ts';

/** Candidates with evidence, or all pairs of modules as in algorithm 2 of HugRAG. */
export type GatePairs = 'evidence' | 'all';

/** An estimate of the verification; for all pairs, an upper bound. */
export type GateEstimate = Pick<GateCounts, 'candidates' | 'known' | 'requests' | 'tokensSent'>;

export interface Gates {
  /** The verdicts on the open folders' candidates; `undefined` if there are none. */
  source(): GateVerdicts | undefined;
  /**
   * Estimates a run with the model of that name. Throws `RangeError` for too many pairs of modules, `MessageError` for an index that `hug`
   * covers only in part.
   */
  estimate(model: string, pairs?: GatePairs, signal?: AbortSignal): Promise<GateEstimate>;
  /**
   * The relations that make up the gates, with a model's verdicts, rarest names first; `undefined` for an index that `hug` covers only in
   * part.
   */
  relations(signal?: AbortSignal): Promise<readonly GateRelation[] | undefined>;
  run(model: LanguageModel, pairs?: GatePairs, options?: GateOptions): Promise<GateRun>;
}

/** A relation between passages; gates between modules consist of these. */
export interface GateRelation {
  readonly from: Place;
  readonly to: Place;
  readonly kind: RelationKind;
  /** What is used or, for a sentence of cause, one of the names. */
  readonly name: string;
}
