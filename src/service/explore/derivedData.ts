/**
 * What retrieval systems derive from the open folders: kept next to their indexes, and built again after a change while idle, where a question
 * has asked for it.
 *
 * Data of a document is kept next to the index of its folder, data of a view with several folders next to that of the first one.
 */

import type { ContentId } from '../../engine/document.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import { createDerivedStore, type DerivedStore, type KeptData, type OtherThread } from '../../engine/retrieval/derived.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { stateDigest } from '../../storage/digest.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { textsByFile, type View } from '../folder/view.ts';

/** Milliseconds. */
const usualQuietMs = 3000;

export interface DerivedData {
  readonly store: DerivedStore;
  /** What is kept of the state that a reader reads; `undefined` if its folders have changed since or are not known. */
  readonly keptFor: (reader: IndexReader) => KeptData | undefined;
  /** Makes the folders of a view known; returns the view. */
  adopt(view: View): View;
  /** Call when a folder may have changed. */
  touch(): void;
  close(): void;
}

/** The contents of a folder at one generation of its index. */
interface FolderContent {
  readonly generation: number;
  readonly contents: ReadonlyMap<string, ContentId>;
  readonly digest: string;
}

/**
 * @param idleYield returns the `yieldThread` of work that is done while idle.
 * @param quietMs how long the folders must be unchanged before data is built unasked.
 */
export function createDerivedData(
  currentView: () => View,
  idleYield: () => Yield,
  otherThread?: OtherThread,
  quietMs = usualQuietMs,
): DerivedData {
  const foldersOf = new WeakMap<IndexReader, readonly FolderIndex[]>();
  const contentOf = new WeakMap<FolderIndex, FolderContent>();
  const store = createDerivedStore(keptFor, otherThread);
  let timer: NodeJS.Timeout | undefined;
  let refreshing: { readonly reader: IndexReader; readonly work: AbortController } | undefined;

  function contentsOf(folder: FolderIndex): FolderContent | undefined {
    const generation = folder.reader()?.generation;
    if (generation === undefined) return undefined;
    const known = contentOf.get(folder);
    if (known?.generation === generation) return known;
    const contents = new Map<string, ContentId>();
    for (const { path, content } of folder.contents.files()) contents.set(path, content);
    const found = { generation, contents, digest: stateDigest(contents) };
    contentOf.set(folder, found);
    return found;
  }

  function keptFor(reader: IndexReader): KeptData | undefined {
    const folders = foldersOf.get(reader) ?? [];
    const [first] = folders;
    const states = folders.flatMap((folder) => contentsOf(folder) ?? []);
    // Generations only rise, so equal sums mean that none has changed.
    const isCurrent = states.length === folders.length && states.reduce((sum, { generation }) => sum + generation, 0) === reader.generation;
    if (first === undefined || !isCurrent) return undefined;
    const state = states.map(({ digest }) => digest).join(' ');
    const idOf: KeptData['contentOf'] = ({ folder, path }) => states[folder]?.contents.get(path);
    return {
      contentOf(info) {
        const id = idOf(info);
        return id?.hash === folders[info.folder]?.hashOf(info.path) ? id : undefined;
      },
      generation: async (kind, yieldThread) => first.contents.derived?.generation(kind, state, yieldThread),
      async keepGeneration(kind, bytes, yieldThread) {
        // The states of a build follow each other quickly.
        if (folders.every((folder) => folder.progress() === undefined))
          await first.contents.derived?.keepGeneration(kind, state, bytes, yieldThread);
      },
      document(kind, info) {
        const id = idOf(info);
        return id && folders[info.folder]?.contents.derived?.document(kind, id);
      },
      keepDocuments(kind, documents) {
        for (const [at, folder] of folders.entries()) {
          const own = documents.filter(({ info }) => info.folder === at);
          folder.contents.derived?.keepDocuments(
            kind,
            own.flatMap(({ info, bytes }) => ({ id: idOf(info) as ContentId, bytes })),
          );
        }
      },
      refuse: (kind) => {
        for (const folder of folders) folder.contents.derived?.refuse(kind);
      },
    };
  }

  function adopt(view: View): View {
    foldersOf.set(view.reader, view.folders);
    return view;
  }

  function isOutdated(): boolean {
    return refreshing !== undefined && refreshing.reader !== currentView().reader;
  }

  async function refresh(): Promise<void> {
    const view = adopt(currentView());
    const { reader, folders } = view;
    if (refreshing !== undefined || !store.isStale(reader) || folders.some((folder) => folder.progress() !== undefined)) return;
    const work = new AbortController();
    refreshing = { reader, work };
    try {
      await store.refresh({ reader, texts: textsByFile(() => view), yieldThread: idleYield(), signal: work.signal });
    } finally {
      refreshing = undefined;
    }
  }

  return {
    store,
    keptFor,
    adopt,
    touch() {
      if (isOutdated()) refreshing?.work.abort(new Error('The index has changed'));
      clearTimeout(timer);
      timer = setTimeout(() => refresh().catch(() => undefined), quietMs).unref();
    },
    close() {
      clearTimeout(timer);
      refreshing?.work.abort(new Error('The service was closed'));
    },
  };
}
