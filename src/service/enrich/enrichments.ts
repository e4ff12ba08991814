/**
 * Enrichment of the open folders by a model: what it would take, the work itself, and what is known of their passages, for the systems that use it.
 *
 * Nothing is asked unless `run` is called. It reads the texts as they were indexed; a passage that has changed since is left for the next run.
 */

import { createHash } from 'node:crypto';
import {
  type ChunkInfo,
  type EnrichmentEstimate,
  type EnrichmentOptions,
  type EnrichmentRecords,
  type EnrichmentRun,
  type EnrichmentSource,
  enrichPassages,
  estimateEnrichment,
  type KeyedPassage,
  type LanguageModel,
  maskSpans,
} from '../../engine/index.ts';
import { Texts } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { View } from '../folder/view.ts';
import { untilAborted, yieldThread } from '../scheduling/timeSlices.ts';

export interface Enrichments {
  /** What is known of the open folders' passages; `undefined` if nothing is. */
  source(): EnrichmentSource | undefined;
  /** What asking the model of that name would take. */
  estimate(model: string, options?: Pick<EnrichmentOptions, 'limit' | 'signal'>): Promise<EnrichmentEstimate>;
  run(model: LanguageModel, options?: EnrichmentOptions): Promise<EnrichmentRun>;
}

type PassageOf = () => Promise<KeyedPassage | undefined>;

/** Passages described at a time. */
const slice = 256;

export function createEnrichments(currentView: () => View): Enrichments {
  /** The passages of all folders, and the records of their contents; each is read when it is its turn. */
  async function passagesFor(model: string, signal?: AbortSignal): Promise<{ passages: PassageOf[]; records: EnrichmentRecords }> {
    const { reader, folders } = currentView();
    const chunks = [...(await reader.liveChunks())];
    const infos: ChunkInfo[] = [];
    for (let from = 0; from < chunks.length; from += slice) {
      await yieldThread(signal);
      infos.push(...(await reader.chunkInfo(chunks.slice(from, from + slice))));
    }
    const recordsOf = new Map<string, EnrichmentRecords>();
    const own = folders.map(({ enriched }) => enriched.records(model));
    const paths = folders.map(({ folder }) => folder);
    const passageOf = fileByFile(() => {
      // Folders may have been opened again; the order of those that were asked for stays.
      const open = currentView().folders;
      return paths.map((path) => open.find(({ folder }) => folder === path));
    });
    const passages = infos.map(
      (info): PassageOf =>
        async () => {
          await yieldThread();
          const passage = await passageOf(info);
          if (passage !== undefined && !recordsOf.has(passage.key)) recordsOf.set(passage.key, own[info.folder] as EnrichmentRecords);
          return passage;
        },
    );
    return {
      passages,
      records: { get: (key) => recordsOf.get(key)?.get(key), keep: (key, value) => recordsOf.get(key)?.keep(key, value) },
    };
  }

  return {
    source() {
      const versions = currentView().folders.map(({ enriched }) => enriched.version);
      if (versions.every((version) => version === undefined)) return undefined;
      const passageOf = fileByFile(() => currentView().folders);
      return {
        version: versions.join(' '),
        async of(info) {
          const passage = await passageOf(info);
          if (passage === undefined) return undefined;
          for (const { enriched } of currentView().folders) {
            const found = enriched.get(passage.key);
            if (found !== undefined) return found;
          }
          return undefined;
        },
      };
    },
    async estimate(model, options = {}) {
      const { passages, records } = await passagesFor(model, options.signal);
      return untilAborted(estimateEnrichment(passages, records, options), options.signal);
    },
    async run(model, options = {}) {
      const { passages, records } = await passagesFor(model.name, options.signal);
      return enrichPassages(model, passages, records, options);
    },
  };
}

/** The passage of a chunk as it would be sent; `undefined` if it has changed since it was indexed, or is blank. Keeps one file in memory. */
function fileByFile(folders: () => readonly (FolderIndex | undefined)[]): (info: ChunkInfo) => Promise<KeyedPassage | undefined> {
  let last: { readonly file: string; readonly texts: Texts } | undefined;
  return async (info) => {
    const file = `${info.folder} ${info.path}`;
    const open = folders();
    if (open[info.folder] === undefined) return undefined;
    if (last?.file !== file) last = { file, texts: new Texts(open as readonly FolderIndex[]) };
    const { texts } = last;
    const whole = await texts.chunkText(info);
    if (whole === undefined || whole.trim() === '') return undefined;
    const { text, count: masked } = maskSpans(whole, texts.secretsIn(info));
    return { key: keyOf(info.title, text), title: info.title, text, masked };
  };
}

/** Equal for equal contents, wherever they are. */
function keyOf(title: string, text: string): string {
  return createHash('sha256').update(`${title}\0${text}`).digest('base64url').slice(0, 32);
}
