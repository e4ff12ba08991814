/** Answers for somebody who finds their way in a workspace: where to begin, how it is divided, what a folder holds, what is new. */

import nodePath from 'node:path';
import { foldersOf, orientationAskedFor, type Ranking } from '../../../engine/index.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { FolderIndex } from '../../folder/folderIndex.ts';
import type { View } from '../../folder/view.ts';
import type { OverviewAnswer } from '../../results.ts';
import { newestChanges } from './newestChanges.ts';
import { type FoundBlocks, linesAt } from './shownLines.ts';
import { StartingPoints } from './startingPoints.ts';

/** What the answer is made with: the overview of a folder, and a search for words in the view. */
export interface OrientationTools {
  overviewOf(folder: FolderIndex): Promise<OverviewAnswer | undefined>;
  search(words: string): Promise<Ranking>;
}

/**
 * Undefined if a question does not ask for it, or several folders are open. Cost: a pass over all paths if a short question may name a folder, and
 * the overview if it asks.
 */
export async function orientationAnswer(
  question: string,
  view: View,
  texts: Texts,
  { overviewOf, search }: OrientationTools,
): Promise<FoundBlocks | undefined> {
  const [folder, another] = view.folders;
  if (folder === undefined || another !== undefined || folder.isShared) return undefined;
  const folders = async (): Promise<ReadonlySet<string>> => foldersOf((await view.reader.documents()).map(({ path }) => path));
  const asked = await orientationAskedFor(question, [nodePath.basename(folder.folder)], folders);
  if (asked?.asks === 'changes') return newestChanges(view, texts);
  const overview = asked && (await overviewOf(folder));
  if (asked === undefined || overview === undefined) return undefined;
  const documents = await view.reader.documents();
  const startingPoints = new StartingPoints({ view, texts, documents, overview, search });
  if (asked.asks === 'folder') return linesAt(await startingPoints.inFolder(asked.folder), documents, view, texts);
  const ofParts = await startingPoints.ofParts();
  const known = ofParts ?? startingPoints.byUsers();
  const [first, ...others] = asked.asks === 'start' ? startingPoints.beginnings() : [];
  const shown = first === undefined ? known : [first, ...known.slice(0, 1), ...others];
  const found = await linesAt(shown, documents, view, texts);
  return found && { ...found, isUnsure: first === undefined && ofParts === undefined };
}
