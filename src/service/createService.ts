/** Wires folders, questions and upkeep into the service. */

import { randomInt } from 'node:crypto';
import { defaultMemoryBudget, MemoryBudget } from '../engine/index/memoryBudget.ts';
import { createLexicons } from '../engine/text/words/lexicon.ts';
import { systemPaths } from '../workspace/paths.ts';
import type { Service } from './api.ts';
import { createCommunitiesKeeper, noCommunities } from './explore/communities.ts';
import { countsWithin } from './explore/contentCounts.ts';
import { createDriftFinder } from './explore/drift.ts';
import { paperReportOf, sketchPlotOf } from './explore/figures.ts';
import { digestOfFolder, findDifference } from './explore/verify.ts';
import { FolderIndex } from './folder/folderIndex.ts';
import { OpenFolders, type SharedContext } from './folder/openFolders.ts';
import { LexiconRenewal } from './folder/update/lexiconRenewal.ts';
import { createAsking } from './questionService.ts';
import type { FolderReport } from './results.ts';
import { IdleTime } from './scheduling/idleTime.ts';
import { Gate, sliceMs, untilAborted } from './scheduling/timeSlices.ts';

/** Least time between two calls of a listener, in milliseconds. */
const reportEveryMs = 100;

export interface ServiceOptions {
  /** Memory that the indexes may take, in bytes; 1 GB where absent. */
  readonly memoryBudget?: number;
}

/** A service without folders. */
export function createService({ memoryBudget = defaultMemoryBudget }: ServiceOptions = {}): Service {
  const gate = new Gate();
  const folders = new OpenFolders(newContext(memoryBudget));
  const listeners = new Set<(reports: readonly FolderReport[]) => void>();
  const communities = createCommunitiesKeeper();
  const driftOf = createDriftFinder();
  const closing = new AbortController();
  let reportTimer: NodeJS.Timeout | undefined;

  const idleTime = new IdleTime();
  const renewal = new LexiconRenewal(folders, () => newContext(folders.context.budget.limit), untilIdle);
  /** What was gone through for one folder is compiled for all. */
  let hasRehearsed = false;

  function newContext(budget: number): SharedContext {
    const lexicons = createLexicons(randomInt(2 ** 31));
    return { lexicons, budget: new MemoryBudget(budget, lexicons), gate, onChange };
  }

  /** Resolves when nobody wants anything. Throws once the service is closed. */
  async function untilIdle(): Promise<void> {
    const { signal } = closing;
    await gate.pass(signal);
    if (!idleTime.isNow) await idleTime.begin();
    signal.throwIfAborted();
  }

  /** Does beforehand what the first change and the first question would take long for, while nobody wants anything else. */
  async function prepareFirst(folder: FolderIndex): Promise<void> {
    let end = 0;
    const turn = async (): Promise<void> => {
      if (performance.now() < end && idleTime.isNow) return;
      await untilIdle();
      end = performance.now() + sliceMs;
    };
    await folder.idle();
    await turn();
    await folder.readAhead(turn);
    if (hasRehearsed) return;
    hasRehearsed = true;
    hasRehearsed = await folder.rehearse(turn);
  }

  function onChange(): void {
    communities.touch();
    reportTimer ??= setTimeout(() => {
      reportTimer = undefined;
      if (listeners.size === 0) return;
      const reports = folders.report();
      for (const listener of listeners) listener(reports);
    }, reportEveryMs).unref();
  }

  return {
    async openFolder(path, options) {
      while (folders.has(path)) await folders.close(path);
      closing.signal.throwIfAborted();
      const folder = new FolderIndex(systemPaths.normalise(path), options, folders.context);
      folders.add(folder);
      try {
        await folder.load();
      } catch (error) {
        await folders.remove(folder);
        throw error;
      }
      if (options.updateOnOpen !== false) folder.update().catch(() => undefined);
      else folder.useAsStored();
      prepareFirst(folder).catch(() => undefined);
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
      // The folder itself among them means everything; what lies elsewhere is not this folder's.
      const paths = relative.includes('') ? undefined : relative.filter((one) => one !== undefined);
      return idleTime.during(() => folder.update(paths));
    },
    limitMemory(bytes) {
      folders.context.budget.limit = bytes;
    },
    async rebuild(path) {
      await folders.at(path).rebuild();
    },
    async clear(path) {
      await folders.at(path).clear();
    },
    pause() {
      gate.close();
      onChange();
    },
    resume() {
      gate.open();
      onChange();
    },
    ...createAsking({ folders, communities, gate, askFolders }),
    async communities(path, signal) {
      return askEach(folders.some(path), (folder) => communities.of(folder, signal), signal);
    },
    largestCommunities: (most, signal) => askEach(folders.all(), (folder) => communities.largestOf(folder, most, signal), signal),
    async community(path, id, signal) {
      return askFolders(() => communities.detailOf(folders.at(path), id, signal), signal);
    },
    async drift(path, options = {}) {
      return askEach(folders.some(path), (folder) => driftOf(folder, options), options.signal);
    },
    sketches: (signal) => askEach(folders.all(), (folder) => sketchPlotOf(folder, signal), signal),
    paperReports: (signal) => askEach(folders.all(), (folder) => paperReportOf(folder, signal), signal),
    async digest(path, signal) {
      const folder = folders.at(path);
      return askFolders(async () => digestOfFolder(folder, (await communities.of(folder, signal)) ?? noCommunities(folder.folder)), signal);
    },
    async verify(path, signal) {
      const folder = folders.at(path);
      return askFolders(async () => findDifference(folder, await communities.of(folder, signal), signal), signal);
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
      closing.abort(new Error('The service was closed'));
      clearTimeout(reportTimer);
      renewal.close();
      communities.close();
      listeners.clear();
      await Promise.all(folders.all().map((folder) => folders.remove(folder)));
    },
  };

  function askFolders<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return idleTime.during(() => folders.ask(work, signal));
  }

  /** What each folder gives, one after the other; those that cannot be asked give nothing. */
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
