/** The overviews of folders: computed on first use, then again when a folder that was asked for is quiet after a change. */

import nodePath from 'node:path';
import { chunkIdsOf, type IndexReader } from '../../engine/index/reader.ts';
import { firstSentence, type Quote } from '../../engine/parts/authorWords.ts';
import { buildOutline } from '../../engine/parts/outline.ts';
import { findParts } from '../../engine/parts/overview.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import { Texts } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { untilAborted, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { Outline, OverviewAnswer } from '../types/results.ts';

/** How long a folder must be unchanged before its overview is computed unasked, in milliseconds. */
const idleMs = 3000;

export interface OverviewKeeper {
  /** The current overview of a folder; `undefined` if it cannot be queried. */
  of(folder: FolderIndex, signal?: AbortSignal): Promise<OverviewAnswer | undefined>;
  /** Call when a folder may have changed. */
  touch(): void;
  close(): void;
}

export function createOverviewKeeper(): OverviewKeeper {
  const kept = new Map<FolderIndex, { readonly reader: IndexReader; readonly answer: Promise<OverviewAnswer> }>();
  let timer: NodeJS.Timeout | undefined;

  function of(folder: FolderIndex, signal?: AbortSignal): Promise<OverviewAnswer | undefined> {
    const reader = folder.reader();
    if (reader === undefined) {
      kept.delete(folder);
      return Promise.resolve(undefined);
    }
    const known = kept.get(folder);
    if (known?.reader === reader) return untilAborted(known.answer, signal);
    const textOf = createTextReader(folder);
    const answer = findParts(reader, textOf, () => yieldToEventLoop()).then((found) => ({
      folder: folder.folder,
      ...found,
    }));
    const made = { reader, answer };
    kept.set(folder, made);
    answer.catch(() => kept.get(folder) === made && kept.delete(folder));
    return untilAborted(answer, signal);
  }

  return {
    of,
    touch() {
      clearTimeout(timer);
      if (kept.size === 0) return;
      timer = setTimeout(() => {
        for (const folder of kept.keys()) if (folder.progress() === undefined) of(folder).catch(() => undefined);
      }, idleMs).unref();
    },
    close() {
      clearTimeout(timer);
      kept.clear();
    },
  };
}

/** What the authors of some files (relative paths) say about them, in order. */
export async function wordsOfFiles(
  folder: FolderIndex,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (Quote | undefined)[]> {
  const textOf = createTextReader(folder);
  const words: (Quote | undefined)[] = [];
  for (const [at, path] of paths.entries()) {
    if (at % 16 === 0) await yieldToEventLoop(signal);
    const text = await textOf(path);
    words.push(text === undefined ? undefined : firstSentence(path, text, folder.languageOf(path)));
  }
  return words;
}

/** The outline of a file (relative path); `undefined` if it is not indexed. */
export async function outlineOfFile(folder: FolderIndex, path: string): Promise<Outline | undefined> {
  const reader = folder.reader();
  if (reader === undefined || folder.hashOf(path) === undefined) return undefined;
  const document = (await reader.documents()).find((one) => one.path === path);
  if (document === undefined) return undefined;
  const infos = await reader.chunkInfo(chunkIdsOf(document));
  const language = languageNamed(document.language);
  const text = await createTextReader(folder)(path);
  return {
    file: nodePath.join(folder.folder, path),
    says: text === undefined ? undefined : firstSentence(path, text, language),
    entries: buildOutline(language, infos, text),
  };
}

/** The texts of a folder's files as they were indexed, with secrets masked. */
function createTextReader(folder: FolderIndex): (path: string) => Promise<string | undefined> {
  const texts = new Texts([folder]);
  return async (path) => {
    const text = texts.wholeText({ path, folder: 0 });
    return text === undefined ? undefined : maskSecrets(text).text;
  };
}
