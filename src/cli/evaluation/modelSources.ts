/** What models give to the system that is evaluated: what they have read, kept next to an index, and what they say when they are asked. */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import { announced } from '../../engine/answer/written/languageModel.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { PassageVector, PassageVectors } from '../../engine/retrieval/modelSources/passageVectors.ts';
import type { Sources } from '../../engine/retrieval/retrievalSystem.ts';
import type { SystemEntry } from '../../engine/retrieval/systemRegistry.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import { contentKey } from '../../service/systems/contentKeys.ts';
import { enrichmentIn } from '../../service/systems/enrichments.ts';
import { verdictsIn } from '../../service/systems/gates.ts';
import { cachedEmbedder } from '../../storage/cachedEmbedder.ts';
import { ModelReplies } from '../../storage/modelReplies.ts';
import { sideFile } from '../../storage/segments/indexDirectory.ts';
import { embedPassages, modelJudge, type RunRecords } from '../../systems/index.ts';
import { cacheFolder } from '../cacheFolder.ts';

export interface GivenModels {
  /** The index whose records are read; nothing of it is opened but those. */
  readonly indexDirectory?: string;
  readonly model?: LanguageModel;
  readonly embedder?: Embedder;
}

export interface ModelSources {
  readonly sources: Pick<Sources, 'enrichment' | 'gates' | 'judge' | 'embedder'>;
  /** The vectors of passages: those that are kept, others when they are first compared. */
  passageVectors(texts: TextSource): PassageVectors | undefined;
  /** Records that are used, and requests so far. */
  counts(): Readonly<Record<string, number>>;
}

/** Of a system that uses or needs them. */
export function createModelSources({ uses = [] }: SystemEntry, { indexDirectory, model, embedder }: GivenModels): ModelSources {
  const counts: Record<string, number> = {};
  const count = (what: string, by = 1): void => {
    counts[what] = (counts[what] ?? 0) + by;
  };
  // Of an index they are read; what is made here is kept elsewhere, but next to an enriched index, as when the folder is searched.
  const [ofIndex, elsewhere] = [new ModelReplies(indexDirectory), new ModelReplies(cacheFolder())];
  carryOver(nodePath.join(cacheFolder(), 'embeddings.tsv'), sideFile(cacheFolder(), 'embeddings'));
  const { enriched } = uses.includes('enrichment') ? ofIndex : new ModelReplies();
  const { gates: verdicts } = uses.includes('gates') ? ofIndex : new ModelReplies();
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
  const { embeddings } = enrichment === undefined ? elsewhere : ofIndex;
  const cached = counted && cachedEmbedder(counted, embeddings.records(counted.name));
  const vectorsIn = ({ vectors }: ModelReplies) => vectors.records(embedder?.name ?? '');
  const [known, made] = [vectorsIn(ofIndex), vectorsIn(elsewhere)];
  const records = { get: (key: string) => known.get(key) ?? made.get(key), keep: made.keep };
  const judge = model && modelJudge(announced(model, () => count('requests')));
  return {
    sources: { enrichment, gates, judge, embedder: cached },
    passageVectors: (texts) => (counted && uses.includes('vectors') ? vectorsWhenAsked(counted, records, texts) : undefined),
    counts: () => counts,
  };
}

/** Gives a file its name of today. */
function carryOver(older: string, file: string): void {
  if (fs.existsSync(older) && !fs.existsSync(file)) fs.renameSync(older, file);
}

/** Vectors of passages that are made, and kept, when they are asked for. */
export function vectorsWhenAsked(embedder: Embedder, records: RunRecords<PassageVector>, texts: TextSource): PassageVectors {
  return {
    version: embedder.name,
    async of(reader, chunks, signal) {
      const passages = await Promise.all(
        (await reader.chunkInfo(chunks)).map(async (info) => {
          const text = (await texts.chunkText(info)) ?? '';
          const read = async () => ({ title: maskSecrets(info.title).text, text: maskSecrets(text).text, masked: 0 });
          return { key: contentKey(info.title, text), read };
        }),
      );
      const missing = passages.filter(({ key }) => key !== '' && records.get(key) === undefined);
      const { failure } = missing.length === 0 ? {} : await embedPassages(embedder, missing, records, { signal });
      if (failure !== undefined) throw failure;
      return passages.map(({ key }) => records.get(key) ?? undefined);
    },
  };
}
