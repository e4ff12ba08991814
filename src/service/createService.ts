/** Assembles the service from folders, questions and maintenance. */

import { randomInt } from 'node:crypto';
import { createLexicons } from '../engine/text/words/lexicon.ts';
import type { Yield } from '../engine/util/steps.ts';
import { distrust } from '../workspace/programs.ts';
import { systemPaths } from '../workspace/systemPaths.ts';
import { countsWithin } from './explore/contentCounts.ts';
import { createDerivedData } from './explore/derivedData.ts';
import { FolderIndex } from './folder/folderIndex.ts';
import { createAskedFolders, OpenFolders } from './folder/openFolders.ts';
import { createOpener } from './folder/published/opener.ts';
import { insideTest } from './folder/scope.ts';
import { Lazy, loadedWhenCalled } from './lazy.ts';
import { createQuestionService } from './questionService.ts';
import { askedFile } from './relations/askedFile.ts';
import { IdleTime } from './scheduling/idleTime.ts';
import { taskThread } from './scheduling/taskThread.ts';
import { sliceMs, TimeSlices, untilAborted } from './scheduling/timeSlices.ts';
import type { FolderReport } from './types/results.ts';
import type { Service } from './types/service.ts';

/** Minimum interval between two calls of a listener, in milliseconds. */
const reportIntervalMs = 100;

/** A service without folders. */
export function createService(): Service {
  const timeSlices = new TimeSlices();
  const lexicons = createLexicons(randomInt(2 ** 31));
  const context = { lexicons, opener: createOpener(lexicons), timeSlices, onChange };
  const folders = new OpenFolders(lexicons);
  const listeners = new Set<(reports: readonly FolderReport[]) => void>();
  const closing = new AbortController();
  let reportTimer: NodeJS.Timeout | undefined;
  let closed: Promise<unknown> | undefined;

  const idleTime = new IdleTime();
  const derived = createDerivedData(() => folders.view(), idleYield, taskThread);
  const asked = createAskedFolders(folders, idleTime);
  // What an answer does not need is loaded with its first use.
  const exploration = new Lazy(async () => (await import('./explore/exploration.ts')).createExploration(asked));
  const readings = new Lazy(async () => (await import('./systems/modelReadings.ts')).createModelReadings(asked, derived));

  /** The `yieldThread` of work that is done while idle: waits until that is so. Throws once the service is closed. */
  function idleYield(): Yield {
    const { signal } = closing;
    let end = 0;
    return async () => {
      if (performance.now() < end && idleTime.isNow) return;
      await timeSlices.yieldThread(signal);
      if (!idleTime.isNow) await idleTime.begin();
      signal.throwIfAborted();
      end = performance.now() + sliceMs;
    };
  }

  function onChange(): void {
    exploration.loaded?.touch();
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
    },
    async closeFolder(path) {
      await folders.close(path);
      onChange();
    },
    async idle(signal) {
      await untilAborted(Promise.all(folders.all().map((folder) => folder.idle())), signal);
    },
    isWriter: () => folders.all().some(({ isFollowing }) => !isFollowing),
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
    async nameFacts(name, signal) {
      // Nothing is loaded where no model has read anything.
      const isRead = folders.all().some(({ contents }) => contents.mayHaveReplies('enriched'));
      return isRead ? (await readings.get()).nameFacts(name, signal) : [];
    },
    ...createQuestionService({ asked, exploration, readings, derived, timeSlices }),
    ...loadedWhenCalled(exploration, [
      ...(['communities', 'community', 'overview', 'filesBelow', 'wordsOfFiles', 'outline', 'masked'] as const),
      ...(['occurrences', 'digest', 'verify'] as const),
    ]),
    ...loadedWhenCalled(readings, [
      ...(['enrichmentEstimate', 'enrich', 'vectorEstimate', 'embedPassages'] as const),
      ...(['gateEstimate', 'verifyGates', 'sketches', 'paperReports'] as const),
    ]),
    async drift(path, options = {}) {
      const answers = await (await exploration.get()).drift(path, options);
      const { withRetiringCommits } = await import('./past/retiringCommits.ts');
      return Promise.all(answers.map((answer) => withRetiringCommits(answer, folders.at(answer.folder), options)));
    },
    async linkTarget(path, relative, target, signal) {
      const { findLinkTarget } = await import('./relations/linkTarget.ts');
      return asked.ask(() => findLinkTarget(folders.at(path), relative, target, signal), signal);
    },
    async exportIndex(path, directory, { withReplies, signal } = {}) {
      const replies = withReplies ? await (await readings.get()).replies(path, signal) : undefined;
      return (await exploration.get()).writeExport(path, directory, replies, signal);
    },
    async publishIndex(path, write, { withReplies, signal } = {}) {
      const replies = withReplies ? await (await readings.get()).replies(path, signal) : undefined;
      return (await exploration.get()).publish(path, write, replies, signal);
    },
    importIndex: (path, directory) => folders.at(path).importFrom(directory),
    hasVectors: () => folders.all().some(({ contents }) => contents.mayHaveReplies('vectors')),
    fileAt(text, { scope, base } = {}) {
      const all = folders.all();
      const isInside = scope === undefined ? () => true : insideTest(scope, all);
      const found = askedFile(text, all, ({ position, path }) => isInside({ folder: position, path }), base);
      return found && { folder: all[found.position]?.folder as string, path: found.path, line: found.line };
    },
    isIndexed: (path, relative) => folders.at(path).hashOf(relative) !== undefined,
    holdsIndexed: (path, relative) => folders.at(path).holds(relative),
    countsWithin: (path, within, signal) => asked.ask(() => countsWithin(folders.at(path), within, signal), signal),
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
    exploration.loaded?.close();
    derived.close();
    listeners.clear();
    return Promise.all(folders.all().map((folder) => folders.remove(folder)));
  }
}
