/** The part of the service that serves the published systems: what models read and judge for them, and the figures of MeshRAG's paper. */

import type { DerivedData } from '../explore/derivedData.ts';
import type { AskedFolders } from '../folder/openFolders.ts';
import type { Gates } from '../types/gates.ts';
import type { Service } from '../types/service.ts';
import { createEnrichments, type Enrichments } from './enrichments.ts';
import { plotSketches, reportPaper } from './figures.ts';
import { createGates } from './gates.ts';
import { createNameFacts } from './nameFacts.ts';

export interface ModelReadings
  extends Pick<
    Service,
    | 'nameFacts'
    | 'enrichmentEstimate'
    | 'enrich'
    | 'vectorEstimate'
    | 'embedPassages'
    | 'gateEstimate'
    | 'verifyGates'
    | 'sketches'
    | 'paperReports'
  > {
  readonly enrichmentSource: Enrichments['source'];
  readonly replies: Enrichments['replies'];
  readonly vectorSource: Enrichments['vectors'];
  readonly gateSource: Gates['source'];
}

export function createModelReadings({ folders, askEach }: AskedFolders, derived: DerivedData): ModelReadings {
  const enrichments = createEnrichments(() => folders.view(), derived);
  const gates = createGates(() => folders.view(), derived, enrichments.source);
  return {
    enrichmentSource: enrichments.source,
    vectorSource: enrichments.vectors,
    replies: enrichments.replies,
    gateSource: gates.source,
    nameFacts: createNameFacts(() => derived.adopt(folders.view()), derived.store, enrichments.source),
    enrichmentEstimate: enrichments.estimate,
    enrich: enrichments.run,
    vectorEstimate: enrichments.estimateVectors,
    embedPassages: enrichments.embed,
    gateEstimate: gates.estimate,
    verifyGates: gates.run,
    sketches: (signal) => askEach(folders.all(), (folder) => plotSketches(folder, signal), signal),
    paperReports: (signal) => askEach(folders.all(), (folder) => reportPaper(folder, derived, signal), signal),
  };
}
