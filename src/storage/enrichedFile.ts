/** What models have read out of single passages, and what they have said of candidates for gates: files next to the index file. */

import {
  type Enrichment,
  enrichmentFrom,
  enrichmentPromptVersion,
  type GateVerdict,
  gatePromptVersion,
  gateVerdictFrom,
} from '../engine/index.ts';
import { ModelRecordFile } from './modelRecordFile.ts';

export class EnrichedFile extends ModelRecordFile<Enrichment> {
  constructor(indexFile: string | undefined) {
    super(indexFile, { suffix: '-enriched', promptVersion: enrichmentPromptVersion, from: enrichmentFrom });
  }
}

export class GateFile extends ModelRecordFile<GateVerdict> {
  constructor(indexFile: string | undefined) {
    super(indexFile, { suffix: '-gates', promptVersion: gatePromptVersion, from: gateVerdictFrom });
  }
}
