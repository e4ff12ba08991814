/** Has one of the editor's models read the passages of the workspace: composed and checked here, sent there. */

import type { EnrichmentCounts } from '../engine/index.ts';
import { messagesOf } from '../messages/messages.ts';
import {
  type EnrichProgress,
  enrichEstimateParams,
  enrichEstimateRequest,
  enrichParams,
  enrichProgressNotification,
  enrichRequest,
} from '../protocol/model.ts';
import type { HostEmbedders } from './hostEmbedder.ts';
import type { HostModels } from './hostModel.ts';
import type { Answering } from './requests.ts';
import type { Session } from './session.ts';

export function answerEnrichment({ connection, service }: Session, models: HostModels, embedders: HostEmbedders, answer: Answering): void {
  answer(enrichEstimateRequest, enrichEstimateParams, async ({ model }, signal) => service.enrichmentEstimate(model, { signal }));
  answer(enrichRequest, enrichParams, async ({ model: info }, signal) => {
    const model = models.model(info);
    const { failure, ...counts } = await service.enrich(model, {
      signal,
      // The user has agreed by then.
      embedder: () => embedders.current(),
      onRequest: (facts) => {
        model.about = { purpose: 'enrich', sources: 1, earlier: 0, leftOut: 0, ...facts };
      },
      onProgress: (done) => void connection.sendNotification(enrichProgressNotification, progressOf(done)),
    });
    return { ...progressOf(counts), ...(failure === undefined ? {} : { failure: messagesOf(failure) }) };
  });
}

function progressOf({ passages, known, enriched, skipped }: EnrichmentCounts): EnrichProgress {
  return { passages, known, enriched, skipped };
}
