/** Assembles the service from folders, questions and maintenance. */

import { randomInt } from 'node:crypto';
import { createLexicons } from '../engine/text/words/lexicon.ts';
import { systemPaths } from '../workspace/paths.ts';
import { distrust } from '../workspace/programs.ts';
import type { Service } from './api.ts';
import { createCommunitiesKeeper, noCommunities } from './explore/communities.ts';
import { countsWithin } from './explore/contentCounts.ts';
import { createDerivedData } from './explore/derivedData.ts';
import { createOverviewKeeper, outlineOfFile, wordsOfFiles } from './explore/overview.ts';
import { FolderIndex } from './folder/folderIndex.ts';
import { OpenFolders } from './folder/openFolders.ts';
import { newConnections } from './folder/published/overlay.ts';
import { insideTest } from './folder/scope.ts';
import { createQuestionService } from './questionService.ts';
import { askedFile } from './relations/askedFile.ts';
import type { FolderReport } from './results.ts';
import { IdleTime } from './scheduling/idleTime.ts';
import { systemsThread } from './scheduling/systemsThread.ts';
import { sliceMs, TimeSlices, untilAborted } from './scheduling/timeSlices.ts';

/** Minimum interval between two calls of a listener, in milliseconds. */
const reportIntervalMs = 100;

/** A service without folders. */
export function createService(): Service {
  const timeSlices = new TimeSlices();
  const lexicons = createLexicons(randomInt(2 ** 31));
  const context = { lexicons, connections: newConnections(), timeSlices, onChange };
  const folders = new OpenFolders(lexicons);
  const listeners = new Set<(reports: readonly FolderReport[]) => void>();
  const communities = createCommunitiesKeeper();
  const overviews = createOverviewKeeper();
  const closing = new AbortController();
  let reportTimer: NodeJS.Timeout | undefined;
  let closed: Promise<unknown> | undefined;

  const idleTime = new IdleTime();
  const derived = createDerivedData(() => folders.view(), idleTurn, systemsThread);
  // What an answer does not need is loaded with its first use.
  const enrichments = lazily(async () => (await import('./enrich/enrichments.ts')).createEnrichments(() => folders.view(), derived));
  const gates = lazily(async () => (await import('./enrich/gates.ts')).createGates(() => folders.view(), derived));
  const driftFinder = lazily(async () => (await import('./explore/drift.ts')).createDriftFinder());
  const maskedFinder = lazily(async () => (await import('./explore/masked.ts')).createMaskedFinder());
  const exports = lazily(() => import('./explore/exportIndex.ts'));
  const figures = lazily(() => import('./explore/figures.ts'));
  const checks = lazily(() => import('./explore/verify.ts'));

  /** A function to await between steps of work that is done while idle; it throws once the service is closed. */
  function idleTurn(): () => Promise<void> {
    const { signal } = closing;
    let end = 0;
    return async () => {
      if (performance.now() < end && idleTime.isNow) return;
      await timeSlices.pass(signal);
      if (!idleTime.isNow) await idleTime.begin();
      signal.throwIfAborted();
      end = performance.now() + sliceMs;
    };
  }

  /** Reads, while idle, what the first change would have to wait for. */
  async function readAhead(folder: FolderIndex): Promise<void> {
    const turn = idleTurn();
    await folder.idle();
    await turn();
    await folder.readAhead(turn);
  }

  function onChange(): void {
    communities.touch();
    overviews.touch();
    derived.touch();
    reportTimer ??= setTimeout(() => {
      reportTimer = undefined;
      if (listeners.size === 0) return;
      const reports = folders.report();
      for (const listener of listeners) listener(reports);
    }, reportIntervalMs).unref();
  }

  return {
    async openFolder(path, options) {
      distrust(path);
      while (folders.has(path)) await folders.close(path);
      closing.signal.throwIfAborted();
      const folder = new FolderIndex(systemPaths.normalise(path), options, context);
      folders.add(folder);
      try {
        await folder.load();
      } catch (error) {
        await folders.remove(folder);
        throw error;
      }
      if (options.updateOnOpen !== false) folder.update().catch(() => undefined);
      else folder.useAsStored();
      readAhead(folder).catch(() => undefined);
    },
    async closeFolder(path) {
      await folders.close(path);
      onChange();
    },
    async idle(signal) {
      await untilAborted(Promise.all(folders.all().map((folder) => folder.idle())), signal);
    },
    async update(path, absolutePaths) {
      const folder = folders.at(path);
      if (absolutePaths === undefined) return folder.update();
      const relative = absolutePaths.map((absolute) => systemPaths.toRelative(folder.folder, absolute));
      // The folder itself among them means everything; paths outside are not this folder's.
      const paths = relative.includes('') ? undefined : relative.filter((one) => one !== undefined);
      return idleTime.during(() => folder.update(paths));
    },
    async rebuild(path) {
      await folders.at(path).rebuild();
    },
    async clear(path) {
      await folders.at(path).clear();
    },
    pause() {
      timeSlices.pause();
      onChange();
    },
    resume() {
      timeSlices.resume();
      onChange();
    },
    ...createQuestionService({ folders, communities, overviews, derived, enrichments, gates, timeSlices, askFolders }),
    enrichmentEstimate: async (model, options) => (await enrichments()).estimate(model, options),
    enrich: async (model, options) => (await enrichments()).run(model, options),
    gateEstimate: async (model, pairs, signal) => (await gates()).estimate(model, pairs, signal),
    verifyGates: async (model, pairs, options) => (await gates()).run(model, pairs, options),
    gates: (signal) => askFolders(async () => (await gates()).relations(signal), signal),
    async communities(path, signal) {
      return askEach(folders.some(path), (folder) => communities.of(folder, signal), signal);
    },
    largestCommunities: (max, signal) => askEach(folders.all(), (folder) => communities.largestOf(folder, max, signal), signal),
    async community(path, id, signal) {
      return askFolders(() => communities.detailOf(folders.at(path), id, signal), signal);
    },
    async overview(path, signal) {
      return askEach(folders.some(path), (folder) => overviews.of(folder, signal), signal);
    },
    async topics(path, files, signal) {
      const { topicsIn } = await import('./explore/topics.ts');
      return askFolders(() => topicsIn(folders.at(path), new Set(files), communities, signal), signal);
    },
    wordsOfFiles: (path, files, signal) => askFolders(() => wordsOfFiles(folders.at(path), files, signal), signal),
    outline: (path, relative, signal) => askFolders(() => outlineOfFile(folders.at(path), relative), signal),
    async drift(path, options = {}) {
      const driftOf = await driftFinder();
      return askEach(folders.some(path), (folder) => driftOf(folder, options), options.signal);
    },
    async masked(path, signal) {
      const maskedIn = await maskedFinder();
      return askEach(folders.some(path), (folder) => maskedIn(folder, signal), signal);
    },
    sketches: (signal) => askEach(folders.all(), async (folder) => (await figures()).sketchPlotOf(folder, signal), signal),
    paperReports: (signal) => askEach(folders.all(), async (folder) => (await figures()).paperReportOf(folder, derived, signal), signal),
    publishIndex: (path, write, signal) => askFolders(async () => (await exports()).publishIndex(folders.at(path), write, signal), signal),
    exportIndex: (path, file, signal) => askFolders(async () => (await exports()).exportIndex(folders.at(path), file, signal), signal),
    importIndex: (path, file) => folders.at(path).importFrom(file),
    async digest(path, signal) {
      const folder = folders.at(path);
      folder.refuseShared();
      const { digestOfFolder } = await checks();
      return askFolders(async () => digestOfFolder(folder, (await communities.of(folder, signal)) ?? noCommunities(folder.folder)), signal);
    },
    async verify(path, signal) {
      const folder = folders.at(path);
      folder.refuseShared();
      const { findDifference } = await checks();
      return askFolders(async () => findDifference(folder, await communities.of(folder, signal), signal), signal);
    },
    fileAt(asked, { scope, base } = {}) {
      const all = folders.all();
      const isInside = scope === undefined ? () => true : insideTest(scope, all);
      const found = askedFile(asked, all, ({ position, path }) => isInside({ folder: position, path }), base);
      return found && { folder: all[found.position]?.folder as string, path: found.path, line: found.line };
    },
    isIndexed: (path, relative) => folders.at(path).hashOf(relative) !== undefined,
    holdsIndexed: (path, relative) => folders.at(path).holds(relative),
    countsWithin: (path, within, signal) => askFolders(() => countsWithin(folders.at(path), within, signal), signal),
    report: () => folders.report(),
    onReport(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed ??= close();
      await closed;
    },
  };

  function close(): Promise<unknown> {
    closing.abort(new Error('The service was closed'));
    clearTimeout(reportTimer);
    communities.close();
    overviews.close();
    derived.close();
    listeners.clear();
    return Promise.all(folders.all().map((folder) => folders.remove(folder)));
  }

  function askFolders<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return idleTime.during(() => folders.ask(work, signal));
  }

  /** The results of all folders, in sequence; folders that cannot be queried are left out. */
  function askEach<T>(
    each: readonly FolderIndex[],
    ask: (folder: FolderIndex) => Promise<T | undefined>,
    signal: AbortSignal | undefined,
  ): Promise<readonly T[]> {
    return askFolders(async () => {
      const answers: T[] = [];
      for (const folder of each) {
        const answer = await ask(folder);
        if (answer !== undefined) answers.push(answer);
      }
      return answers;
    }, signal);
  }
}

function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
