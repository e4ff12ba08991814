/**
 * The published systems, and what else the service needs of this package. Nobody loads it for an answer of `mesh` or `bm25`: what is chosen
 * is known from `registry.ts`.
 */

import type { RetrievalSystem } from '../engine/retrieval/retrievalSystem.ts';
import { hippo } from './baselines/hippo.ts';
import { minhash } from './baselines/minhash.ts';
import { tfidf } from './baselines/tfidf.ts';
import { vector } from './baselines/vector.ts';
import { hug } from './hug/hug.ts';
import { meshPaperSystems } from './meshPaper/meshPaper.ts';
import { multiSemantic } from './multiSemantic/multiSemantic.ts';
import { topo } from './topo/topo.ts';
import { unweaver } from './unweaver/unweaver.ts';
import { unweaverPpr } from './unweaver/unweaverPpr.ts';

export const publishedSystems: readonly RetrievalSystem[] = [
  ...[tfidf, hippo, minhash, vector, unweaver, unweaverPpr, multiSemantic, hug, topo],
  ...meshPaperSystems,
];

export { maxJsonRequests } from './enrich/askForJson.ts';
export {
  embedPassages,
  estimateVectors,
  type VectorCounts,
  type VectorEstimate,
  type VectorRun,
} from './enrich/embedPassages.ts';
export type { EnrichmentPassage } from './enrich/enrichmentPrompt.ts';
export {
  type EnrichmentCounts,
  type EnrichmentOptions,
  type EnrichmentRecords,
  type EnrichmentRun,
  enrichPassages,
  type KeyedPassage,
} from './enrich/enrichPassages.ts';
export { type EnrichmentEstimate, estimateEnrichment } from './enrich/estimate.ts';
export { modelJudge } from './enrich/modelJudge.ts';
export { OverEstimate, type RunOptions, type RunRecords, toleratedTokens } from './enrich/modelRun.ts';
export {
  type ComparedModules,
  estimateGates,
  type GateCandidate,
  type GateCounts,
  type GateOptions,
  type GateRecords,
  type GateRun,
  verifyGates,
} from './enrich/verifyGates.ts';
export { readEnriched } from './entities/entitySource.ts';
export { projectSignatures } from './figures/sketchPlot.ts';
export { gateRelations } from './hug/gateRelations.ts';
export { hug } from './hug/hug.ts';
export { type ModuleGraph, maxModule, moduleSide, readModuleGraph } from './hug/moduleGraph.ts';
export { gateCandidates, gateSides } from './hug/verdicts.ts';
export { judgedRanking } from './judged.ts';
export { meshPaper } from './meshPaper/meshPaper.ts';
export { unweaver } from './unweaver/unweaver.ts';
