/** Has one of the editor's models read the passages of the workspace, or verify gates: composed and checked here, sent there. */

import { MessageError, message, messagesOf } from '../messages/messages.ts';
import {
  type EnrichProgress,
  type EnrichResult,
  enrichEstimateParams,
  enrichEstimateRequest,
  enrichParams,
  enrichProgressNotification,
  enrichRequest,
} from '../protocol/model.ts';
import { type EnrichmentCounts, type GateCounts, toleratedTokens, type VectorCounts } from '../systems/index.ts';
import type { HostEmbedders } from './hostEmbedder.ts';
import type { HostModels } from './hostModel.ts';
import type { Answering } from './requests.ts';
import type { Session } from './session.ts';

export function answerEnrichment({ connection, service }: Session, models: HostModels, embedders: HostEmbedders, answer: Answering): void {
  answer(enrichEstimateRequest, enrichEstimateParams, async ({ subject, model }, signal) => {
    if (subject === 'passages') {
      const { passages: total, ...estimate } = await service.enrichmentEstimate(model, { signal });
      return { total, ...estimate };
    }
    if (subject === 'vectors') {
      const { passages: total, ...estimate } = await service.vectorEstimate(model, { signal });
      return { total, ...estimate };
    }
    const { candidates: total, ...estimate } = await service.gateEstimate(model, 'evidence', signal);
    return { total, ...estimate };
  });
  answer(enrichRequest, enrichParams, async ({ subject, model: info, tokens }, signal) => {
    const optionsFor = <Counts>(progressOf: (counts: Counts) => EnrichProgress) => ({
      signal,
      maxTokens: tokens === undefined ? undefined : toleratedTokens(tokens),
      onProgress: (counts: Counts) => void connection.sendNotification(enrichProgressNotification, progressOf(counts)),
    });
    const ended = (progress: EnrichProgress, failure: unknown): EnrichResult => {
      return { ...progress, ...(failure === undefined ? {} : { failure: messagesOf(failure) }) };
    };
    if (subject === 'vectors') {
      const embedder = await embedders.current();
      if (embedder === undefined) throw new MessageError(message('noEmbedder'));
      const run = await service.embedPassages(embedder, optionsFor(ofVectors));
      return ended(ofVectors(run), run.failure);
    }
    if (info === undefined) throw new RangeError('"model" is missing');
    const model = models.model(info);
    if (subject === 'gates') {
      const run = await service.verifyGates(model, 'evidence', optionsFor(ofPairs));
      return ended(ofPairs(run), run.failure);
    }
    // The user has agreed by then.
    const run = await service.enrich(model, { embedder: () => embedders.current(), ...optionsFor(ofPassages) });
    return ended(ofPassages(run), run.failure);
  });
}

function ofPassages({ passages: total, known, enriched: done, skipped }: EnrichmentCounts): EnrichProgress {
  return { total, known, done, skipped };
}

function ofVectors({ passages: total, known, embedded: done, skipped }: VectorCounts): EnrichProgress {
  return { total, known, done, skipped };
}

function ofPairs({ candidates: total, known, related, unrelated, skipped }: GateCounts): EnrichProgress {
  return { total, known, done: related + unrelated, skipped };
}
