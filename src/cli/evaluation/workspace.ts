/** `eval --workspace`: how well a retriever finds the gold files of tasks. A file ranks by its best chunk. */

import type { IndexReader } from '../../engine/index/reader.ts';
import { joinSnapshots } from '../../engine/index/snapshot.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import { createLexicons } from '../../engine/text/words/lexicon.ts';
import { FolderIndex } from '../../service/folder/folderIndex.ts';
import { textsByFile } from '../../service/folder/view.ts';
import { TimeSlices } from '../../service/scheduling/timeSlices.ts';
import { defaultSettings } from '../../workspace/settings.ts';
import { type Judged, mean, queryTimes, recallAt, reciprocalRank, rounded } from './metrics.ts';
import { type RetrieverFor, readQueries } from './passages.ts';

export interface WorkspaceOptions {
  readonly folder: string;
  readonly queries: string;
  readonly ks: readonly number[];
  readonly signal?: AbortSignal;
}

/** Number of chunks ranked per question to determine the files. */
export const workspaceDepth = 100;

/** Runs all questions and returns the figures, as the command prints them. */
export async function evaluateWorkspace(retrieverFor: RetrieverFor, options: WorkspaceOptions): Promise<Record<string, unknown>> {
  const queries = await readQueries(options.queries);
  const { reader, texts, files, indexMs, close } = await openTree(options.folder);
  const retriever = retrieverFor(texts);
  const judged: Judged[] = [];
  try {
    for (const { id, query, gold } of queries) {
      const asked = performance.now();
      const { results } = await retriever.search(reader, query, { limit: workspaceDepth, signal: options.signal });
      const ms = performance.now() - asked;
      const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
      judged.push({ id, gold, found: [...new Set(infos.map(({ path }) => path))], ms });
    }
  } finally {
    await close();
  }
  const wanted = judged.filter(({ gold }) => gold.length > 0);
  return {
    system: retriever.name,
    files,
    queries: queries.length,
    hit1: rounded(mean(wanted.map((one) => (one.gold.includes(one.found[0] ?? '') ? 1 : 0)))),
    recall: Object.fromEntries(options.ks.map((k) => [String(k), rounded(mean(wanted.map((one) => recallAt(one, k))))])),
    mrr: rounded(mean(wanted.map(reciprocalRank))),
    indexMs: Math.round(indexMs),
    queryMs: queryTimes(judged),
  };
}

/** A folder of files as an index. */
interface Tree {
  readonly reader: IndexReader;
  readonly texts: TextSource;
  readonly files: number;
  /** Milliseconds to list, read, analyse and index. */
  readonly indexMs: number;
  close(): Promise<void>;
}

/** Indexes the folder at an absolute path in memory, as the service does, with the default settings. */
export async function openTree(folder: string): Promise<Tree> {
  const start = performance.now();
  const lexicons = createLexicons();
  const index = new FolderIndex(
    folder,
    { settings: defaultSettings, runGit: true },
    { lexicons, timeSlices: new TimeSlices(), onChange: () => undefined },
  );
  await index.load();
  await index.update();
  const indexMs = performance.now() - start;
  const snapshot = index.snapshot();
  const reader = joinSnapshots(snapshot === undefined ? [] : [snapshot], lexicons);
  const view = { reader, folders: [index] };
  return { reader, texts: textsByFile(() => view), files: index.report().files, indexMs, close: () => index.close() };
}
