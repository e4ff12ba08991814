/** The overviews of folders, the outlines of files, and what authors say of files. */

import nodePath from 'node:path';
import { chunkIdsOf } from '../../engine/index/reader.ts';
import { type Quote, sentenceOfFile } from '../../engine/parts/authorWords.ts';
import { buildOutline } from '../../engine/parts/outline.ts';
import { filesBelow, findParts, type PartFile } from '../../engine/parts/overview.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import { Texts } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { Outline, OverviewAnswer } from '../types/results.ts';
import { type AnswerKeeper, createAnswerKeeper } from './answerKeeper.ts';

export type OverviewKeeper = AnswerKeeper<OverviewAnswer>;

export function createOverviewKeeper(): OverviewKeeper {
  return createAnswerKeeper(async (folder, reader, yieldThread) => ({
    folder: folder.folder,
    ...(await findParts(reader, createTextReader(folder), yieldThread)),
  }));
}

/** What the authors of some files (relative paths) say about them, in order. */
export async function wordsOfFiles(
  folder: FolderIndex,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (Quote | undefined)[]> {
  const texts = new Texts([folder]);
  const words: (Quote | undefined)[] = [];
  for (const [at, path] of paths.entries()) {
    if (at % 16 === 0) await yieldToEventLoop(signal);
    const text = texts.wholeText({ path, folder: 0 });
    const first = text === undefined ? undefined : sentenceOfFile(path, text, folder.languageOf(path));
    words.push(first && { ...first, text: maskSecrets(first.text).text });
  }
  return words;
}

/** The files at or below a path of a folder, the most used first; none if it cannot be queried. */
export async function listFiles(folder: FolderIndex, path: string, signal?: AbortSignal): Promise<readonly PartFile[]> {
  const reader = folder.reader();
  return reader === undefined ? [] : filesBelow(path, reader, () => yieldToEventLoop(signal));
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
    says: text === undefined ? undefined : sentenceOfFile(path, text, language),
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
