/**
 * Enriches the open folders by a model, and embeds their passages: the estimate, the run, and the stored results for the systems that use them.
 *
 * Nothing is asked unless `run` is called. It reads the texts as they were indexed; a passage that has changed since is left for the next
 * run.
 */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { ChunkInfo, IndexReader } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import type { DerivedStore } from '../../engine/retrieval/derived.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { Enrichment, EnrichmentSource } from '../../engine/retrieval/modelSources/enrichment.ts';
import type { PassageVector, PassageVectors } from '../../engine/retrieval/modelSources/passageVectors.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { maskSpans } from '../../engine/text/secrets/secrets.ts';
import { MessageError, message } from '../../messages/messages.ts';
import { cachedEmbedder } from '../../storage/cachedEmbedder.ts';
import { type ModelRecords, type ModelReplies, type ReplyFile, type ReplyKind, replyKinds } from '../../storage/modelReplies.ts';
import { concatBytes } from '../../storage/served/concatBytes.ts';
import type { EnrichmentPassage } from '../../systems/index.ts';
import {
  type EnrichmentEstimate,
  type EnrichmentOptions,
  type EnrichmentRun,
  embedPassages,
  enrichPassages,
  estimateEnrichment,
  estimateVectors,
  type KeyedPassage,
  OverEstimate,
  type RunOptions,
  type RunRecords,
  readEnriched,
  type VectorCounts,
  type VectorEstimate,
  type VectorRun,
} from '../../systems/index.ts';
import type { DerivedData } from '../explore/derivedData.ts';
import type { ExportedReplies } from '../explore/exportIndex.ts';
import { Texts } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { textsByFile, type View, vectorsByText } from '../folder/view.ts';
import { untilAborted, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { EnrichOptions } from '../types/options.ts';
import { contentKeys } from './contentKeys.ts';

export interface Enrichments {
  /** The enrichments of the open folders' passages; `undefined` if there are none. Read in slices. */
  source(signal?: AbortSignal): Promise<EnrichmentSource | undefined>;
  /** Estimates a run with the model of that name. */
  estimate(model: string, options?: Pick<EnrichmentOptions, 'limit' | 'signal'>): Promise<EnrichmentEstimate>;
  run(model: LanguageModel, options?: EnrichOptions): Promise<EnrichmentRun>;
  /** The vectors of the open folders' passages by the embedder of that name; `undefined` if there are none. Read in slices. */
  vectors(embedder: string, signal?: AbortSignal): Promise<PassageVectors | undefined>;
  /** What models were paid for in a folder, of passages only of those that it has now, as lines of each kind. */
  replies(folder: string, signal?: AbortSignal): Promise<ExportedReplies>;
  estimateVectors(embedder: string, options?: Pick<RunOptions<never>, 'limit' | 'signal'>): Promise<VectorEstimate>;
  embed(embedder: Embedder, options?: RunOptions<VectorCounts>): Promise<VectorRun>;
}

/** The names of contents are kept in `derived`: a passage whose content is known is not read again. */
export function createEnrichments(currentView: () => View, derived: Pick<DerivedData, 'store' | 'adopt'>): Enrichments {
  /** The passages of all folders, each read on demand, and the records of their contents. */
  async function passagesFor<T>(
    ownRecords: (folder: FolderIndex) => Promise<RunRecords<T>>,
    signal?: AbortSignal,
  ): Promise<{ readonly passages: readonly KeyedPassage[]; readonly records: RunRecords<T> }> {
    const view = derived.adopt(currentView());
    const { reader, folders } = view;
    const texts = textsByFile(() => view);
    const documents = await derived.store.ofDocuments(contentKeys, { reader, texts, signal, yieldThread: () => yieldToEventLoop(signal) });
    const recordsOf = new Map<string, RunRecords<T>>();
    const own = await Promise.all(folders.map(ownRecords));
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
        if (!recordsOf.has(key)) recordsOf.set(key, own[info.folder] as RunRecords<T>);
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
    for (const folder of currentView().folders) await repliesIn(folder, 'enriched', signal);
    return enrichmentIn(() => currentView().folders.map(({ contents }) => contents.replies.enriched));
  }

  async function embed(embedder: Embedder, signal: AbortSignal | undefined): Promise<void> {
    const view = derived.adopt(currentView());
    const cached = cachedEmbedder(embedder, await vectorsByText(view, embedder));
    const sources = { enrichment: await source(signal), embedder: cached, texts: textsByFile(() => view) };
    const input = { reader: view.reader, texts: sources.texts, signal, yieldThread: () => yieldToEventLoop(signal) };
    await readEnriched({ ...input, sources, derived: derived.store });
  }

  return {
    source,
    async estimate(model, options = {}) {
      const { passages, records } = await passagesFor(enrichedBy(model), options.signal);
      return untilAborted(estimateEnrichment(passages, records, options), options.signal);
    },
    async run(model, { embedder: embedderNow, ...options } = {}) {
      const { passages, records } = await passagesFor(enrichedBy(model.name), options.signal);
      const run = inWords(await enrichPassages(model, passages, records, options));
      if (run.failure !== undefined || run.isPaused) return run;
      try {
        const embedder = await embedderNow?.();
        if (embedder !== undefined) await embed(embedder, options.signal);
        return run;
      } catch (failure) {
        return options.signal?.aborted ? { ...run, isPaused: true } : { ...run, failure };
      }
    },
    async vectors(embedder, signal) {
      for (const folder of currentView().folders) await repliesIn(folder, 'vectors', signal);
      const records = currentView().folders.map(({ contents }) => contents.replies.vectors.records(embedder));
      if (records.every(({ size }) => size === 0)) return undefined;
      return vectorsIn(records, derived.store, textsByFile(currentView));
    },
    async replies(folder, signal) {
      const view = derived.adopt(currentView());
      const [own, yieldThread] = [view.folders.findIndex((one) => one.folder === folder), () => yieldToEventLoop(signal)];
      const input = { reader: view.reader, texts: textsByFile(() => view), signal, yieldThread };
      const documents = await derived.store.ofDocuments(contentKeys, input);
      const keys = new Set(documents.flatMap(({ infos, value }) => value.filter((_, at) => infos[at]?.folder === own)));
      const found: (readonly string[])[] = [];
      for (const kind of replyKinds) {
        const file = await repliesIn(view.folders[own] as FolderIndex, kind, signal);
        // What was said of a passage that is gone stays here; what was said of others names none.
        found.push(file.lines(kind === 'enriched' || kind === 'vectors' ? keys : undefined));
      }
      // One by one, since a string of all may be too long.
      const encoder = new TextEncoder();
      const lines = found.map((own) => concatBytes(own.map((line) => encoder.encode(`${line}\n`))));
      return { lines, count: found.flat().length };
    },
    async estimateVectors(embedder, options = {}) {
      const { passages, records } = await passagesFor(embeddedBy(embedder), options.signal);
      return untilAborted(estimateVectors(passages, records, options), options.signal);
    },
    async embed(embedder, options = {}) {
      const { passages, records } = await passagesFor(embeddedBy(embedder.name), options.signal);
      return inWords(await embedPassages(embedder, passages, records, options));
    },
  };
}

const enrichedBy = (model: string) => async (folder: FolderIndex) => (await repliesIn(folder, 'enriched')).records(model);
const embeddedBy = (embedder: string) => async (folder: FolderIndex) => (await repliesIn(folder, 'vectors')).records(embedder);

/** What models have said of a folder, of a kind. */
async function repliesIn<K extends ReplyKind>({ contents }: FolderIndex, kind: K, signal?: AbortSignal): Promise<ModelReplies[K]> {
  await contents.readReplies(kind, () => yieldToEventLoop(signal));
  return contents.replies[kind];
}

/** A run whose failure is a sentence for users. */
export function inWords<Run extends { readonly failure?: unknown }>(run: Run): Run {
  const { failure } = run;
  return failure instanceof OverEstimate ? { ...run, failure: new MessageError(message('overEstimate', failure.maxTokens)) } : run;
}

/** Vectors by the content of passages, in each folder's records. */
function vectorsIn(
  records: readonly Pick<ModelRecords<PassageVector>, 'get' | 'size'>[],
  derived: DerivedStore,
  texts: TextSource,
): PassageVectors {
  const keysOf = new WeakMap<IndexReader, Promise<ReadonlyMap<number, string>>>();
  async function readKeys(reader: IndexReader, signal: AbortSignal | undefined): Promise<ReadonlyMap<number, string>> {
    const documents = await derived.ofDocuments(contentKeys, { reader, texts, signal, yieldThread: () => yieldToEventLoop(signal) });
    return new Map(documents.flatMap(({ chunks, value }) => chunks.map((chunk, at) => [chunk, value[at] ?? ''] as const)));
  }
  return {
    version: records.map(({ size }) => size).join(' '),
    async of(reader, chunks, signal) {
      const known = keysOf.get(reader) ?? readKeys(reader, signal);
      keysOf.set(reader, known);
      known.catch(() => keysOf.delete(reader));
      const keys = await known;
      const infos = await reader.chunkInfo(chunks);
      return chunks.map((chunk, at) => records[(infos[at] as ChunkInfo).folder]?.get(keys.get(chunk) ?? '') ?? undefined);
    },
  };
}

/** Whether a passage is configuration or data, such as a workflow, a table of translations or a lock file: it says nothing of the things that it names. */
function isData({ language }: ChunkInfo): boolean {
  return ['config', 'json'].includes(languageNamed(language).id);
}

/** The enrichments in some files; `undefined` if there are none. */
export function enrichmentIn(files: () => readonly ReplyFile<Enrichment>[]): EnrichmentSource | undefined {
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
