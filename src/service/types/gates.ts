/** Gates between modules, verified by a model, for `hug`. */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { GateVerdicts } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import type { GateCounts, GateOptions, GateRun } from '../../systems/index.ts';

/** Candidates with evidence, or all pairs of modules as in algorithm 2 of HugRAG. */
export type GatePairs = 'evidence' | 'all';

/** An estimate of the verification; for all pairs, an upper bound. */
export type GateEstimate = Pick<GateCounts, 'candidates' | 'known' | 'requests' | 'tokensSent'>;

export interface Gates {
  /** The verdicts on the open folders' candidates; `undefined` if there are none. Read in slices. */
  source(signal?: AbortSignal): Promise<GateVerdicts | undefined>;
  /**
   * Estimates a run with the model of that name. Throws `RangeError` for too many pairs of modules, `MessageError` for an index that `hug`
   * covers only in part.
   */
  estimate(model: string, pairs?: GatePairs, signal?: AbortSignal): Promise<GateEstimate>;
  run(model: LanguageModel, pairs?: GatePairs, options?: GateOptions): Promise<GateRun>;
}
