/**
 * Enriches the open folders by a model: the estimate, the run, and the stored results for the systems that use them.
 *
 * Nothing is asked unless `run` is called. It reads the texts as they were indexed; a passage that has changed since is left for the next
 * run.
 */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { ChunkInfo } from '../../engine/index/reader.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { EnrichmentSource } from '../../engine/retrieval/modelSources/enrichment.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { maskSpans } from '../../engine/text/secrets/secrets.ts';
import { cachedEmbedder } from '../../storage/embeddingFile.ts';
import type { EnrichedFile } from '../../storage/modelRecordFile.ts';
import type { EnrichmentPassage } from '../../systems/index.ts';
import {
  type EnrichmentEstimate,
  type EnrichmentOptions,
  type EnrichmentRecords,
  type EnrichmentRun,
  enrichPassages,
  estimateEnrichment,
  type KeyedPassage,
  readEnriched,
  readPassageVectors,
} from '../../systems/index.ts';
import type { DerivedData } from '../explore/derivedData.ts';
import { Texts } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { textsByFile, type View } from '../folder/view.ts';
import { untilAborted, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { EnrichOptions } from '../types/options.ts';
import { contentKeys } from './contentKeys.ts';

export interface Enrichments {
  /** The enrichments of the open folders' passages; `undefined` if there are none. Read in slices. */
  source(signal?: AbortSignal): Promise<EnrichmentSource | undefined>;
  /** Estimates a run with the model of that name. */
  estimate(model: string, options?: Pick<EnrichmentOptions, 'limit' | 'signal'>): Promise<EnrichmentEstimate>;
  run(model: LanguageModel, options?: EnrichOptions): Promise<EnrichmentRun>;
}

/** The names of contents are kept in `derived`: a passage whose content is known is not read again. */
export function createEnrichments(currentView: () => View, derived: Pick<DerivedData, 'store' | 'adopt'>): Enrichments {
  /** The passages of all folders, each read on demand, and the records of their contents. */
  async function passagesFor(
    model: string,
    signal?: AbortSignal,
  ): Promise<{ readonly passages: readonly KeyedPassage[]; readonly records: EnrichmentRecords }> {
    const view = derived.adopt(currentView());
    const { reader, folders } = view;
    const texts = textsByFile(() => view);
    const documents = await derived.store.ofDocuments(contentKeys, { reader, texts, signal, yieldThread: () => yieldToEventLoop(signal) });
    const recordsOf = new Map<string, EnrichmentRecords>();
    const own = folders.map(({ contents }) => contents.enriched.records(model));
    const paths = folders.map(({ folder }) => folder);
    const passageOf = passagesByFile(() => {
      // Folders may have been reopened since; keeps the order of `paths`.
      const open = currentView().folders;
      return paths.map((path) => open.find(({ folder }) => folder === path));
    });
    const passages = documents.flatMap(({ infos, value }) =>
      infos.flatMap((info, i): KeyedPassage[] => {
        const key = value[i] ?? '';
        if (key === '' || isData(info)) return [];
        if (!recordsOf.has(key)) recordsOf.set(key, own[info.folder] as EnrichmentRecords);
        const read = async (): Promise<EnrichmentPassage | undefined> => {
          await yieldToEventLoop();
          return passageOf(info);
        };
        return [{ key, read }];
      }),
    );
    return {
      passages,
      records: { get: (key) => recordsOf.get(key)?.get(key), keep: (key, value) => recordsOf.get(key)?.keep(key, value) },
    };
  }

  async function source(signal?: AbortSignal): Promise<EnrichmentSource | undefined> {
    for (const { contents } of currentView().folders) await contents.enriched.follow(() => yieldToEventLoop(signal));
    return enrichmentIn(() => currentView().folders.map(({ contents }) => contents.enriched));
  }

  async function embed(embedder: Embedder, signal: AbortSignal | undefined): Promise<void> {
    const view = derived.adopt(currentView());
    const cached = cachedEmbedder(embedder, view.folders[0]?.contents.embeddings ?? new Map());
    const sources = { enrichment: await source(signal), embedder: cached, texts: textsByFile(() => view) };
    const input = { reader: view.reader, texts: sources.texts, signal, yieldThread: () => yieldToEventLoop(signal) };
    await readPassageVectors(cached, derived.store, input);
    await readEnriched({ ...input, sources, derived: derived.store });
  }

  return {
    source,
    async estimate(model, options = {}) {
      const { passages, records } = await passagesFor(model, options.signal);
      return untilAborted(estimateEnrichment(passages, records, options), options.signal);
    },
    async run(model, { embedder: embedderNow, ...options } = {}) {
      const { passages, records } = await passagesFor(model.name, options.signal);
      const run = await enrichPassages(model, passages, records, options);
      if (run.failure !== undefined || run.isPaused) return run;
      try {
        const embedder = await embedderNow?.();
        if (embedder !== undefined) await embed(embedder, options.signal);
        return run;
      } catch (failure) {
        return options.signal?.aborted ? { ...run, isPaused: true } : { ...run, failure };
      }
    },
  };
}

/** Whether a passage is configuration or data, such as a workflow, a table of translations or a lock file: it says nothing of the things that it names. */
function isData({ language }: ChunkInfo): boolean {
  return ['config', 'json'].includes(languageNamed(language).id);
}

/** The enrichments in some files; `undefined` if there are none. */
export function enrichmentIn(files: () => readonly EnrichedFile[]): EnrichmentSource | undefined {
  const versions = files().map(({ version }) => version);
  if (versions.every((version) => version === undefined)) return undefined;
  return {
    version: versions.join(' '),
    keys: contentKeys,
    get(key) {
      for (const file of files()) {
        const found = file.get(key);
        if (found) return found;
      }
      return undefined;
    },
  };
}

/** The passage of a chunk as it would be sent; `undefined` if it has changed since it was indexed. Keeps one file in memory. */
function passagesByFile(folders: () => readonly (FolderIndex | undefined)[]): (info: ChunkInfo) => Promise<EnrichmentPassage | undefined> {
  let last: { readonly file: string; readonly texts: Texts } | undefined;
  return async (info) => {
    const file = `${info.folder} ${info.path}`;
    const open = folders();
    if (open[info.folder] === undefined) return undefined;
    if (last?.file !== file) last = { file, texts: new Texts(open as readonly FolderIndex[]) };
    const { texts } = last;
    const whole = await texts.chunkText(info);
    if (whole === undefined) return undefined;
    const { text, count: masked } = maskSpans(whole, texts.secretsIn(info));
    return { title: info.title, text, masked };
  };
}
