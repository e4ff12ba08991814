/** The part of the service that describes folders: their parts, communities and outlines, what is stale or masked, the index as a whole. */

import type { AskedFolders } from '../folder/openFolders.ts';
import { createOccurrenceFinder, type FindOccurrences } from '../occurrences/finder.ts';
import type { Service } from '../types/service.ts';
import { type CommunitiesKeeper, createCommunitiesKeeper } from './communitiesKeeper.ts';
import { createDriftFinder } from './driftFinder.ts';
import { lostWithout, sharedKeys } from './evidence.ts';
import { exportIndex, publishIndex } from './exportIndex.ts';
import { topicsIn } from './fileTopics.ts';
import { createMaskedFinder } from './masked.ts';
import { createOverviewKeeper, type OverviewKeeper, outlineOfFile, wordsOfFiles } from './overviewKeeper.ts';
import { digestOfFolder, findDifference } from './verify.ts';

type Questions = Pick<
  Service,
  | 'communities'
  | 'largestCommunities'
  | 'community'
  | 'overview'
  | 'topics'
  | 'wordsOfFiles'
  | 'outline'
  | 'drift'
  | 'masked'
  | 'occurrences'
  | 'publishIndex'
  | 'exportIndex'
  | 'digest'
  | 'verify'
>;

export interface Exploration extends Questions {
  readonly communitiesOf: CommunitiesKeeper['of'];
  readonly overviewOf: OverviewKeeper['of'];
  readonly findOccurrences: FindOccurrences;
  readonly lostWithout: typeof lostWithout;
  readonly sharedKeys: typeof sharedKeys;
  /** Call when a folder may have changed. */
  touch(): void;
  close(): void;
}

export function createExploration({ folders, ask, askEach }: AskedFolders): Exploration {
  const communities = createCommunitiesKeeper();
  const overviews = createOverviewKeeper();
  const driftOf = createDriftFinder();
  const maskedIn = createMaskedFinder();
  const findOccurrences = createOccurrenceFinder();
  return {
    communitiesOf: communities.of,
    overviewOf: overviews.of,
    findOccurrences,
    lostWithout,
    sharedKeys,
    communities: async (path, signal) => askEach(folders.some(path), (folder) => communities.of(folder, signal), signal),
    largestCommunities: (max, signal) => askEach(folders.all(), (folder) => communities.largestOf(folder, max, signal), signal),
    community: async (path, id, signal) => ask(() => communities.detailOf(folders.at(path), id, signal), signal),
    overview: async (path, signal) => askEach(folders.some(path), (folder) => overviews.of(folder, signal), signal),
    topics: async (path, files, signal) => ask(() => topicsIn(folders.at(path), new Set(files), communities, signal), signal),
    wordsOfFiles: async (path, files, signal) => ask(() => wordsOfFiles(folders.at(path), files, signal), signal),
    outline: async (path, relative, signal) => ask(() => outlineOfFile(folders.at(path), relative), signal),
    drift: async (path, options = {}) => askEach(folders.some(path), (folder) => driftOf(folder, options), options.signal),
    masked: async (path, signal) => askEach(folders.some(path), (folder) => maskedIn(folder, signal), signal),
    async occurrences(pattern, options = {}) {
      const partial = folders.progress();
      const found = await ask(() => findOccurrences(folders.view().folders, pattern, options), options.signal);
      return partial === undefined ? found : { ...found, partial };
    },
    publishIndex: async (path, write, signal) => ask(() => publishIndex(folders.at(path), write, signal), signal),
    exportIndex: async (path, file, signal) => ask(() => exportIndex(folders.at(path), file, signal), signal),
    async digest(path, signal) {
      const folder = folders.at(path);
      folder.refuseShared();
      return ask(async () => digestOfFolder(folder, await communities.of(folder, signal)), signal);
    },
    async verify(path, signal) {
      const folder = folders.at(path);
      folder.refuseShared();
      return ask(async () => findDifference(folder, await communities.of(folder, signal), signal), signal);
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
