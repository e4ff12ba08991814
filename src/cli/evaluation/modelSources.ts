/** What models give to the system that is evaluated: what they have read, kept next to an index, and what they say when they are asked. */

import nodePath from 'node:path';
import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import { announced } from '../../engine/answer/written/languageModel.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { Sources } from '../../engine/retrieval/retrievalSystem.ts';
import type { SystemEntry } from '../../engine/retrieval/systemRegistry.ts';
import { enrichmentIn } from '../../service/systems/enrichments.ts';
import { verdictsIn } from '../../service/systems/gates.ts';
import { cachedEmbedder, EmbeddingFile } from '../../storage/embeddingFile.ts';
import { EnrichedFile, GateFile } from '../../storage/modelRecordFile.ts';
import { modelJudge } from '../../systems/index.ts';
import { cacheFolder } from '../cacheFolder.ts';

export interface GivenModels {
  /** The index whose records are read; nothing of it is opened but those. */
  readonly indexFile?: string;
  readonly model?: LanguageModel;
  readonly embedder?: Embedder;
}

export interface ModelSources {
  readonly sources: Pick<Sources, 'enrichment' | 'gates' | 'judge' | 'embedder'>;
  /** Records that are used, and requests so far. */
  counts(): Readonly<Record<string, number>>;
}

/** Of a system that uses or needs them. */
export function createModelSources({ uses = [] }: SystemEntry, { indexFile, model, embedder }: GivenModels): ModelSources {
  const counts: Record<string, number> = {};
  const count = (what: string, by = 1): void => {
    counts[what] = (counts[what] ?? 0) + by;
  };
  const enriched = new EnrichedFile(uses.includes('enrichment') ? indexFile : undefined);
  const verdicts = new GateFile(uses.includes('gates') ? indexFile : undefined);
  const [enrichment, gates] = [enrichmentIn(() => [enriched]), verdictsIn(() => verdicts)];
  if (enrichment !== undefined) count('enriched', enriched.count);
  if (gates !== undefined) count('verdicts', verdicts.count);
  if (model !== undefined) count('requests', 0);
  if (embedder !== undefined) count('embeddings', 0);
  const counted: Embedder | undefined = embedder && {
    name: embedder.name,
    embed(texts, signal) {
      count('embeddings');
      return embedder.embed(texts, signal);
    },
  };
  // Next to an enriched index, as when the folder is searched.
  const vectors = enrichment === undefined ? nodePath.join(cacheFolder(), 'embeddings.tsv') : `${indexFile}-embeddings`;
  const judge = model && modelJudge(announced(model, () => count('requests')));
  return {
    sources: { enrichment, gates, judge, embedder: counted && cachedEmbedder(counted, new EmbeddingFile(vectors)) },
    counts: () => counts,
  };
}
