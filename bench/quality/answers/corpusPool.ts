/** Sources for answers from a corpus of passages: the same pool as in a workspace, from the same retriever. */

import type { Corpus } from '../../../src/cli/evaluation/corpus.ts';
import type { PoolChunk } from '../../../src/engine/answer/pool.ts';
import type { Retriever } from '../../../src/engine/retrieval/ranking.ts';
import { findSecrets } from '../../../src/engine/text/secrets/secrets.ts';
import type { Pool, SearchResult } from '../../../src/service/types/results.ts';
import type { Service } from '../../../src/service/types/service.ts';

/** A service that only provides pools. */
export function corpusPools(corpus: Corpus, retriever: Retriever, limit: number): Pick<Service, 'pool'> {
  return {
    async pool(query): Promise<Pool> {
      const started = performance.now();
      const { results } = await retriever.search(corpus.reader, query, { limit });
      const infos = await corpus.reader.chunkInfo(results.map(({ chunk }) => chunk));
      const chunks: PoolChunk[] = [];
      const sources: SearchResult[] = [];
      for (const [i, { path, startLine, endLine, title, kind, ...info }] of infos.entries()) {
        const text = (await corpus.texts.chunkText({ path, startLine, endLine, title, kind, ...info })) ?? '';
        const place = { path, folder: '', startLine, endLine, title, kind };
        chunks.push({ ...place, text, secrets: findSecrets(text) });
        sources.push({ ...place, fileHash: '', rank: i + 1, score: results[i]?.score ?? 0, evidence: [] });
      }
      return {
        query,
        chunks,
        sources,
        isCertain: false,
        about: { workspace: 'corpus', languages: [] },
        system: retriever.name,
        ms: performance.now() - started,
      };
    },
  };
}
