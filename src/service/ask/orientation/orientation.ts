/** Answers orientation questions: where to begin, how the workspace is divided, what a folder holds, what is new. */

import nodePath from 'node:path';
import { type Orientation, orientationAskedFor } from '../../../engine/question/orientationQuestions.ts';
import type { Ranking } from '../../../engine/retrieval/ranking.ts';
import { foldersOf } from '../../../engine/util/paths.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { FolderIndex } from '../../folder/folderIndex.ts';
import type { View } from '../../folder/view.ts';
import type { OverviewAnswer } from '../../results.ts';
import { newestChanges } from './newestChanges.ts';
import { type FoundBlocks, interleaved, linesAt } from './shownLines.ts';
import { type StartingPointSources, StartingPoints } from './startingPoints.ts';

/** The overview of a folder, and a search for words in the view. */
export interface OrientationTools {
  overviewOf(folder: FolderIndex): Promise<OverviewAnswer | undefined>;
  search(words: string): Promise<Ranking>;
}

/**
 * Undefined if a question does not ask for it, or no folder is on this machine. Cost: a pass over all paths if a short question may name a folder,
 * and the overviews of the folders if it asks.
 */
export async function orientationAnswer(
  question: string,
  view: View,
  texts: Texts,
  { overviewOf, search }: OrientationTools,
): Promise<FoundBlocks | undefined> {
  const here = view.folders.flatMap((folder, number) => (folder.hasFiles ? [{ folder, number }] : []));
  if (here.length === 0) return undefined;
  const names = here.map(({ folder }) => nodePath.basename(folder.folder));
  const folders = async (): Promise<ReadonlySet<string>> => foldersOf((await view.reader.documents()).map(({ path }) => path));
  const asked = await orientationAskedFor(question, names, folders);
  if (asked === undefined) return undefined;
  const all = await view.reader.documents();
  const answers: FoundBlocks[] = [];
  for (const { folder, number } of here) {
    const documents = all.filter((document) => document.folder === number);
    const answerIn = async (): Promise<FoundBlocks | undefined> => {
      if (asked.asks === 'changes') return newestChanges(documents, view, texts);
      const overview = await overviewOf(folder);
      return overview && placesFor(asked, { folder: number, view, texts, documents, overview, search });
    };
    const found = await answerIn();
    if (found !== undefined) answers.push(found);
  }
  return interleaved(answers);
}

async function placesFor(asked: Orientation, from: StartingPointSources): Promise<FoundBlocks | undefined> {
  const { documents, view, texts } = from;
  const startingPoints = new StartingPoints(from);
  if (asked.asks === 'folder') {
    const isThere = documents.some(({ path }) => path.startsWith(`${asked.folder}/`));
    return isThere ? linesAt(await startingPoints.inFolder(asked.folder), documents, view, texts) : undefined;
  }
  const ofParts = await startingPoints.ofParts();
  const known = ofParts ?? startingPoints.byUsers();
  const isStart = asked.asks === 'start';
  const [first, ...others] = isStart ? startingPoints.beginnings() : [];
  // Where nothing is executed, reading begins with the README.
  const start = first ?? (isStart ? startingPoints.introduction() : undefined);
  const shown = start === undefined ? known : [start, ...known.slice(0, first === undefined ? undefined : 1), ...others];
  const found = await linesAt(shown, documents, view, texts);
  return found && { ...found, isUnsure: start === undefined && ofParts === undefined };
}
