/** The part of the service that describes folders: their parts, communities and outlines, what is stale or masked, the index as a whole. */

import type { FolderIndex } from '../folder/folderIndex.ts';
import type { AskedFolders } from '../folder/openFolders.ts';
import { createOccurrenceFinder, type FindOccurrences } from '../occurrences/finder.ts';
import { taskThread } from '../scheduling/taskThread.ts';
import type { WriteIndex } from '../types/options.ts';
import type { CommunitiesAnswer, ExportedIndex, PublishedFolder } from '../types/results.ts';
import type { Service } from '../types/service.ts';
import { communityDetail, createCommunitiesKeeper } from './communities.ts';
import { createDriftFinder } from './driftFinder.ts';
import { lostWithout, sharedKeys } from './evidence.ts';
import { type ExportedReplies, exportIndex, publishIndex } from './exportIndex.ts';
import { createMaskedFinder } from './masked.ts';
import { createOverviewKeeper, listFiles, type OverviewKeeper, outlineOfFile, wordsOfFiles } from './overviewKeeper.ts';
import { digestOfFolder, findDifference } from './verify.ts';

type Questions = Pick<
  Service,
  | 'communities'
  | 'community'
  | 'overview'
  | 'filesBelow'
  | 'wordsOfFiles'
  | 'outline'
  | 'drift'
  | 'masked'
  | 'occurrences'
  | 'digest'
  | 'verify'
>;

export interface Exploration extends Questions {
  readonly communitiesOf: (folder: FolderIndex, signal?: AbortSignal) => Promise<CommunitiesAnswer | undefined>;
  readonly overviewOf: OverviewKeeper['of'];
  readonly findOccurrences: FindOccurrences;
  readonly writeExport: (path: string, directory: string, replies?: ExportedReplies, signal?: AbortSignal) => Promise<ExportedIndex>;
  readonly publish: (path: string, write: WriteIndex, replies?: ExportedReplies, signal?: AbortSignal) => Promise<PublishedFolder>;
  readonly lostWithout: typeof lostWithout;
  readonly sharedKeys: typeof sharedKeys;
  /** Call when a folder may have changed. */
  touch(): void;
  close(): void;
}

export function createExploration({ folders, ask, askEach }: AskedFolders): Exploration {
  const communities = createCommunitiesKeeper(taskThread);
  const overviews = createOverviewKeeper();
  const driftOf = createDriftFinder();
  const maskedIn = createMaskedFinder();
  const findOccurrences = createOccurrenceFinder();
  const communitiesOf: Exploration['communitiesOf'] = async (folder, signal) => (await communities.of(folder, signal))?.answer;
  return {
    communitiesOf,
    overviewOf: overviews.of,
    findOccurrences,
    lostWithout,
    sharedKeys,
    communities: async (path, signal) => askEach(folders.some(path), (folder) => communitiesOf(folder, signal), signal),
    community: async (path, id, signal) =>
      ask(async () => {
        const found = await communities.of(folders.at(path), signal);
        return found && communityDetail(found, id);
      }, signal),
    overview: async (path, signal) => askEach(folders.some(path), (folder) => overviews.of(folder, signal), signal),
    filesBelow: async (folder, path, signal) => ask(() => listFiles(folders.at(folder), path, signal), signal),
    wordsOfFiles: async (path, files, signal) => ask(() => wordsOfFiles(folders.at(path), files, signal), signal),
    outline: async (path, relative, signal) => ask(() => outlineOfFile(folders.at(path), relative), signal),
    drift: async (path, options = {}) => askEach(folders.some(path), (folder) => driftOf(folder, options), options.signal),
    masked: async (path, signal) => askEach(folders.some(path), (folder) => maskedIn(folder, signal), signal),
    async occurrences(pattern, options = {}) {
      const partial = folders.progress();
      const found = await ask(() => findOccurrences(folders.view().folders, pattern, options), options.signal);
      return partial === undefined ? found : { ...found, partial };
    },
    publish: async (path, write, replies, signal) => ask(() => publishIndex(folders.at(path), write, replies, signal), signal),
    writeExport: async (path, directory, replies, signal) => ask(() => exportIndex(folders.at(path), directory, replies, signal), signal),
    async digest(path, signal) {
      const folder = folders.at(path);
      folder.refuseShared();
      return ask(async () => digestOfFolder(folder, (await communitiesOf(folder, signal))?.communities), signal);
    },
    async verify(path, signal) {
      const folder = folders.at(path);
      folder.refuseShared();
      return ask(async () => findDifference(folder, (await communitiesOf(folder, signal))?.communities, signal), signal);
    },
    touch() {
      communities.touch();
      overviews.touch();
    },
    close() {
      communities.close();
      overviews.close();
    },
  };
}
