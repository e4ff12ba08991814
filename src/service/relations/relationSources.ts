/**
 * The folders of a view as sources of relations: their texts, and the graph of their modules, which is built when first asked for and kept for
 * one state of the index.
 */

import type { IndexReader } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import { bindingsBuilder } from '../../engine/relations/bindingsBuilder.ts';
import type { RelationSource } from '../../engine/relations/candidates.ts';
import { isModuleManifest, readManifests } from '../../engine/relations/manifests.ts';
import { ModuleGraph } from '../../engine/relations/moduleGraph.ts';
import type { Binding } from '../../engine/text/code/imports/binding.ts';
import { type Language, languageNamed } from '../../engine/text/languages.ts';
import type { DerivedData } from '../explore/derivedData.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import { insideTest } from '../folder/scope.ts';
import { fileByFile, type View } from '../folder/view.ts';
import { yieldInSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';

/** Returns the sources of a view, one for each folder, in their order. */
export type RelationSources = (view: View, texts: Texts, signal?: AbortSignal) => Promise<readonly RelationSource[]>;

/** The sources with only what is at or below some absolute paths; all of them without any. */
export function within(
  scope: readonly string[] | undefined,
  sources: readonly RelationSource[],
  { folders }: View,
): readonly RelationSource[] {
  if (scope === undefined) return sources;
  const isInside = insideTest(scope, folders);
  return sources.map((source) => ({ ...source, isVisible: (path) => isInside({ folder: source.folder, path }) }));
}

export function createRelationSources({ store }: DerivedData): RelationSources {
  const graphs = new WeakMap<IndexReader, Promise<readonly ModuleGraph[]>>();

  async function graphsFor(view: View, signal: AbortSignal | undefined): Promise<readonly ModuleGraph[]> {
    for (;;) {
      const graphsNow = graphs.get(view.reader) ?? readGraphs(view, store, signal);
      graphs.set(view.reader, graphsNow);
      try {
        return await graphsNow;
      } catch (error) {
        if (graphs.get(view.reader) === graphsNow) graphs.delete(view.reader);
        // The call that started it may have been cancelled.
        if (signal?.aborted === true || !isAbort(error)) throw error;
      }
    }
  }

  return async (view, texts, signal) => {
    const modules = await graphsFor(view, signal);
    return view.folders.map((opened, folder) => ({
      reader: view.reader,
      folder,
      modules: modules[folder] as ModuleGraph,
      languageOf: (path: string) => opened.languageOf(path),
      textOf: (path: string) => texts.wholeText({ path, folder }),
      yieldThread: yieldInSlices(() => yieldToEventLoop(signal)),
    }));
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

async function readGraphs(view: View, store: DerivedData['store'], signal: AbortSignal | undefined): Promise<readonly ModuleGraph[]> {
  const { reader, folders } = view;
  const textsOf = fileByFile(() => view);
  const texts: TextSource = { chunkText: (info) => textsOf(info).chunkText(info) };
  const yieldThread = yieldInSlices(() => yieldToEventLoop(signal));
  const documents = await store.ofDocuments(bindingsBuilder, { reader, texts, signal, yieldThread });
  const languages = folders.map(() => new Map<string, Language>());
  const bindings = folders.map(() => new Map<string, readonly Binding[]>());
  const manifests = folders.map(() => new Map<string, string>());
  for (const { infos, value } of documents) {
    const [info] = infos;
    if (info === undefined) continue;
    const { folder, path, language } = info;
    languages[folder]?.set(path, languageNamed(language));
    if (value.length > 0) bindings[folder]?.set(path, value);
    const text = isModuleManifest(path) ? folders[folder]?.fileText(path)?.whole() : undefined;
    if (text !== undefined) manifests[folder]?.set(path, text);
  }
  return folders.map(
    (_, folder) =>
      new ModuleGraph(languages[folder] ?? new Map(), bindings[folder] ?? new Map(), readManifests(manifests[folder] ?? new Map())),
  );
}
