/** Wires folders, retrievers and texts into the service. */

import { randomInt } from 'node:crypto';
import { standaloneQuestion } from '../core/answer/followUp.ts';
import type { PoolChunk } from '../core/answer/pool.ts';
import { readFields } from '../core/retrieve/fields.ts';
import { readQuestion } from '../core/retrieve/question.ts';
import type { Ranking, Retriever } from '../core/retrieve/ranking.ts';
import { createRetriever, defaultRetriever, retrievers } from '../core/retrieve/retrievers.ts';
import { readSynonyms, synonymGroups } from '../core/retrieve/synonyms.ts';
import { createLexicons } from '../core/text/lexicon.ts';
import { defaultMemoryBudget, MemoryBudget } from '../index/memoryBudget.ts';
import { joinSnapshots, type Snapshot } from '../index/snapshot.ts';
import { systemPaths } from '../workspace/paths.ts';
import { createCommunitiesKeeper, noCommunities } from './communities.ts';
import { communitiesHolding } from './communityFiles.ts';
import { describeRanking, placeOf } from './describe.ts';
import { createDriftFinder } from './drift.ts';
import { lostWithout, sharedKeys } from './evidence.ts';
import { excerptOf } from './excerpt.ts';
import { answerByQuotes, type DescribedResult } from './extractiveAnswer.ts';
import { paperReportOf, sketchPlotOf } from './figures.ts';
import { FolderIndex } from './folderIndex.ts';
import { IdleTime } from './idleTime.ts';
import { chunkAt, findRelated, type OwnChunk } from './related.ts';
import type { EvidenceChunk, FileRange, FolderReport, Progress, SearchResult } from './results.ts';
import { createScopes } from './scope.ts';
import type { AskOptions, SearchOptions, Service } from './service.ts';
import { Texts } from './texts.ts';
import { Gate, giveTurn, sliceMs, untilAborted } from './turns.ts';
import { digestOfFolder, findDifference } from './verify.ts';
import type { View } from './view.ts';

/** Least time between two calls of a listener, in milliseconds. */
const reportEveryMs = 100;
const defaultLimit = 10;
const largestLimit = 100;
/** A selection beyond this adds nothing that its beginning does not say. */
const longestContext = 4000;
/** A chunk is shorter, but for tables and data. */
const mostEvidenceLines = 200;

export interface ServiceOptions {
  /** Memory that the indexes may take, in bytes; 1 GB where absent. */
  readonly memoryBudget?: number;
}

/** A service without folders. */
export function createService({ memoryBudget = defaultMemoryBudget }: ServiceOptions = {}): Service {
  const lexicons = createLexicons(randomInt(2 ** 31));
  const budget = new MemoryBudget(memoryBudget, lexicons);
  const gate = new Gate();
  const folders = new Map<string, FolderIndex>();
  const listeners = new Set<(reports: readonly FolderReport[]) => void>();
  const communities = createCommunitiesKeeper(lexicons);
  const driftOf = createDriftFinder(lexicons);
  const scopeOf = createScopes();
  const closing = new AbortController();
  let reportTimer: NodeJS.Timeout | undefined;
  let joined: { readonly snapshots: readonly Snapshot[]; readonly view: View } | undefined;

  const idleTime = new IdleTime();
  /** What was gone through for one folder is compiled for all. */
  let hasRehearsed = false;

  /** Does beforehand what the first change and the first question would take long for, while nobody wants anything else. */
  async function prepareFirst(folder: FolderIndex): Promise<void> {
    const { signal } = closing;
    let end = 0;
    const turn = async (): Promise<void> => {
      if (performance.now() < end && idleTime.isNow) return;
      await gate.pass(signal);
      if (!idleTime.isNow) await idleTime.begin();
      signal.throwIfAborted();
      end = performance.now() + sliceMs;
    };
    await folder.idle();
    await turn();
    await folder.readAhead(turn);
    if (hasRehearsed) return;
    hasRehearsed = true;
    hasRehearsed = await folder.rehearse(turn);
  }

  const report = (): readonly FolderReport[] => [...folders.values()].map((folder) => folder.report());

  function onChange(): void {
    communities.touch();
    reportTimer ??= setTimeout(() => {
      reportTimer = undefined;
      if (listeners.size === 0) return;
      const reports = report();
      for (const listener of listeners) listener(reports);
    }, reportEveryMs).unref();
  }

  /** The view of the present generation; taken anew only when a folder has changed. */
  function view(): View {
    const asked: FolderIndex[] = [];
    const snapshots: Snapshot[] = [];
    for (const folder of folders.values()) {
      const snapshot = folder.snapshot();
      if (snapshot === undefined) continue;
      asked.push(folder);
      snapshots.push(snapshot);
    }
    const isSame =
      joined?.snapshots.length === snapshots.length &&
      joined.snapshots.every(({ generation }, i) => generation === snapshots[i]?.generation) &&
      joined.view.folders.every((folder, i) => folder === asked[i]);
    if (!isSame) joined = { snapshots, view: { reader: joinSnapshots(snapshots, lexicons), folders: asked } };
    return (joined as { readonly view: View }).view;
  }

  function progress(): { partial?: Progress } {
    const running = [...folders.values()].flatMap((folder) => folder.progress() ?? []);
    if (running.length === 0) return {};
    const sum = (of: (progress: Progress) => number): number => running.reduce((total, one) => total + of(one), 0);
    return { partial: { filesDone: sum(({ filesDone }) => filesDone), filesTotal: sum(({ filesTotal }) => filesTotal) } };
  }

  /**
   * Answers from the present view. Where the answer's texts show that files have changed since they were indexed, these are indexed
   * and the question is put once more.
   */
  function answer<T>(signal: AbortSignal | undefined, attempt: (view: View, texts: Texts) => Promise<T>): Promise<T> {
    return idleTime.during(() => answerNow(signal, attempt));
  }

  async function answerNow<T>(signal: AbortSignal | undefined, attempt: (view: View, texts: Texts) => Promise<T>): Promise<T> {
    // A question that was cancelled as soon as it was asked (the hover of a moving cursor) is not worked on.
    if (signal) await giveTurn(signal);
    for (const folder of folders.values()) await folder.leaveOldBranch(signal);
    const first = view();
    const texts = new Texts(first.folders);
    const result = await attempt(first, texts);
    signal?.throwIfAborted();
    if (texts.changed.size === 0) return result;
    for (const [folder, paths] of texts.changed) await untilAborted(folder.refresh([...paths]), signal);
    const second = view();
    return attempt(second, new Texts(second.folders));
  }

  async function rank(query: string, options: SearchOptions, { reader, folders: asked }: View): Promise<Ranking> {
    const limit = limitOf(options.limit);
    if (query.trim() === '' || reader.liveCount === 0) return { results: [], unknownTerms: [] };
    const accept = options.scope === undefined ? undefined : await scopeOf(options.scope, reader, asked);
    const { signal } = options;
    const ranking = await chosenRetriever(options).search(reader, query, { limit, signal, accept, turn: () => giveTurn(signal) });
    if (signal) await giveTurn(signal);
    return ranking;
  }

  /** What has changed since it was indexed is left out: its lines are no more where the index says. While paused, nothing else is known. */
  async function described(ranking: Ranking, { reader, folders: asked }: View, texts: Texts): Promise<DescribedResult[]> {
    const all = await describeRanking(ranking, { reader, folders: asked.map(({ folder }) => folder), texts });
    if (texts.changed.size === 0 || gate.isClosed) return all;
    const current = all.filter(({ info }) => !texts.changed.get(asked[info.folder] as FolderIndex)?.has(info.path));
    return current.map((one, i) => ({ ...one, result: { ...one.result, rank: i + 1 } }));
  }

  async function describeSide(
    chunk: OwnChunk,
    names: readonly string[],
    question: string,
    { folders: asked }: View,
    texts: Texts,
    signal?: AbortSignal,
  ): Promise<EvidenceChunk> {
    const place = placeOf(
      chunk,
      asked.map(({ folder }) => folder),
    );
    // What the chunk says is read through the texts of the question, so that a file that has changed is indexed first.
    await texts.chunkText(chunk);
    const file = systemPaths.toAbsolute(place.folder, place.path);
    const excerpt = excerptOf({ ...place, file }, { question, names, mostLines: mostEvidenceLines }, asked);
    const found = await communities.of(asked[chunk.folder] as FolderIndex, signal);
    const mine = found === undefined ? [] : communitiesHolding(found, place).map(({ name }) => name);
    return { ...place, title: chunk.title, kind: chunk.kind, excerpt, communities: mine };
  }

  function folderAt(folder: string): FolderIndex {
    const found = folders.get(systemPaths.normalise(folder));
    if (found === undefined) throw new RangeError(`Folder ${JSON.stringify(folder)} is not open; openFolder() opens it`);
    return found;
  }

  async function close(name: string): Promise<void> {
    const folder = folders.get(name);
    folders.delete(name);
    await folder?.close();
  }

  return {
    async openFolder(path, options) {
      const name = systemPaths.normalise(path);
      while (folders.has(name)) await close(name);
      closing.signal.throwIfAborted();
      const folder = new FolderIndex(name, options, { lexicons, gate, budget, onChange });
      folders.set(name, folder);
      try {
        await folder.load();
      } catch (error) {
        if (folders.get(name) === folder) await close(name);
        throw error;
      }
      if (options.updateOnOpen !== false) folder.update().catch(() => undefined);
      else folder.useAsStored();
      prepareFirst(folder).catch(() => undefined);
    },
    async closeFolder(path) {
      await close(systemPaths.normalise(path));
      onChange();
    },
    async idle(signal) {
      await untilAborted(Promise.all([...folders.values()].map((folder) => folder.idle())), signal);
    },
    async update(path, absolutePaths) {
      const folder = folderAt(path);
      if (absolutePaths === undefined) return folder.update();
      const relative = absolutePaths.map((absolute) => systemPaths.toRelative(folder.folder, absolute));
      // The folder itself among them means everything; what lies elsewhere is not this folder's.
      const paths = relative.includes('') ? undefined : relative.filter((one) => one !== undefined);
      return idleTime.during(() => folder.update(paths));
    },
    limitMemory(bytes) {
      budget.limit = bytes;
    },
    rebuild: (path) => folderAt(path).rebuild(),
    clear: (path) => folderAt(path).clear(),
    pause() {
      gate.close();
      onChange();
    },
    resume() {
      gate.open();
      onChange();
    },
    async search(query, options = {}) {
      const started = performance.now();
      const partial = progress();
      return answer(options.signal, async (current, texts) => {
        const ranking = await rank(query, options, current);
        const results = await resultsOf(await described(ranking, current, texts), texts, options.withText);
        const ms = performance.now() - started;
        return { query, system: retrieverOf(options.system).name, results, unknownTerms: ranking.unknownTerms, ms, ...partial };
      });
    },
    async ask(question, options = {}) {
      const started = performance.now();
      const partial = progress();
      const whole = withContext(question, options);
      return answer(options.signal, async (current, texts) => {
        const ranked = await described(await rank(whole, options, current), current, texts);
        // What is asked decides whether something was found; the context only where the question alone says nothing ("What is this?").
        // Operators restrict where is looked; they are not looked for.
        const query = readFields(standaloneQuestion(question, options.earlier ?? []).query).text;
        const asked = readQuestion(query).terms.length > 0 ? query : whole;
        const quoted = await answerByQuotes(asked, ranked, current.reader, texts);
        const sources = ranked.map(({ result }) => result);
        const ms = performance.now() - started;
        return { question, ...quoted, sources, system: retrieverOf(options.system).name, model: null, ms, ...partial };
      });
    },
    async pool(question, options = {}) {
      const started = performance.now();
      const partial = progress();
      const whole = withContext(question, options);
      return answer(options.signal, async (current, texts) => {
        const chunks: PoolChunk[] = [];
        const ranked = await described(await rank(whole, options, current), current, texts);
        for (const { result, info } of ranked) {
          const text = await texts.chunkText(info);
          if (text === undefined) continue;
          const { path, folder, startLine, endLine, startColumn, endColumn, title, kind } = result;
          chunks.push({ path, folder, startLine, endLine, startColumn, endColumn, title, kind, text, secrets: texts.secretsIn(info) });
        }
        const sources = ranked.map(({ result }) => result);
        const ms = performance.now() - started;
        return { query: whole, chunks, sources, system: retrieverOf(options.system).name, ms, ...partial };
      });
    },
    async related(file, line, options = {}) {
      return answer(options.signal, async (current, texts) => {
        const accept = options.scope && (await scopeOf(options.scope, current.reader, current.folders));
        const { path, defines, ranking } = await findRelated(file, line, { ...options, limit: limitOf(options.limit), accept }, current);
        return { path, line, defines, results: await resultsOf(await described(ranking, current, texts), texts, options.withText) };
      });
    },
    excerpt: (range, options) => excerptOf(range, options, view().folders),
    async evidence(to, { from, question, signal, ...options }) {
      return answer(signal, async (current, texts) => {
        const asked = { from: from && (await knownChunk(from, current)), question, to: await knownChunk(to, current) };
        const retriever = chosenRetriever(options);
        const shared = await sharedKeys(asked, retriever, current);
        const names = shared.map(({ name }) => name);
        const side = (chunk: OwnChunk) => describeSide(chunk, names, from === undefined ? (question ?? '') : '', current, texts, signal);
        const [fromSide, toSide] = [asked.from && (await side(asked.from)), await side(asked.to)];
        const lost = await lostWithout(asked, shared, retriever, current, signal);
        return { from: fromSide, to: toSide, shared, chunks: current.reader.liveCount, lost };
      });
    },
    async communities(path, signal) {
      const wanted = path === undefined ? [...folders.values()] : [folderAt(path)];
      const answers = [];
      for (const folder of wanted) answers.push(await communities.of(folder, signal));
      return answers.filter((one) => one !== undefined);
    },
    async largestCommunities(most, signal) {
      const answers = [];
      for (const folder of folders.values()) answers.push(await communities.largestOf(folder, most, signal));
      return answers.filter((one) => one !== undefined);
    },
    async community(path, id, signal) {
      return communities.detailOf(folderAt(path), id, signal);
    },
    async drift(path, options = {}) {
      const wanted = path === undefined ? [...folders.values()] : [folderAt(path)];
      const answers = [];
      for (const folder of wanted) answers.push(await driftOf(folder, options));
      return answers.filter((one) => one !== undefined);
    },
    async sketches(signal) {
      const plots = [];
      for (const folder of folders.values()) plots.push(await sketchPlotOf(folder, signal));
      return plots.filter((plot) => plot !== undefined);
    },
    async paperReports(signal) {
      const reports: { folder: string; text: string }[] = [];
      for (const folder of folders.values()) {
        const text = await paperReportOf(folder, lexicons, signal);
        if (text !== undefined) reports.push({ folder: folder.folder, text });
      }
      return reports;
    },
    async digest(path, signal) {
      const folder = folderAt(path);
      return digestOfFolder(folder, (await communities.of(folder, signal)) ?? noCommunities(path));
    },
    async verify(path, signal) {
      const folder = folderAt(path);
      return findDifference(folder, await communities.of(folder, signal), signal);
    },
    isIndexed: (path, relative) => folderAt(path).hashOf(relative) !== undefined,
    holdsIndexed: (path, relative) => folderAt(path).holds(relative),
    report,
    onReport(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closing.abort(new Error('The service was closed'));
      clearTimeout(reportTimer);
      communities.close();
      listeners.clear();
      await Promise.all([...folders.values()].map((folder) => folder.close()));
      folders.clear();
    },
  };
}

/** The results alone, with their texts where they are wanted. */
async function resultsOf(ranked: readonly DescribedResult[], texts: Texts, withText = false): Promise<readonly SearchResult[]> {
  if (!withText) return ranked.map(({ result }) => result);
  const results: SearchResult[] = [];
  for (const { result, info } of ranked) {
    const text = await texts.chunkText(info);
    results.push(text === undefined ? result : { ...result, content: { text, secrets: texts.secretsIn(info) } });
  }
  return results;
}

/** The retriever of the options, with the user's synonyms. */
function chosenRetriever({ system = defaultRetriever, synonyms = [] }: SearchOptions): Retriever {
  return synonyms.length === 0 ? retrieverOf(system) : createRetriever(system, {}, { synonyms: readSynonyms(synonymGroups(synonyms)) });
}

/** The retriever of that name. Throws RangeError, naming those that there are, where there is none. */
export function retrieverOf(name: string = defaultRetriever): Retriever {
  const retriever = retrievers.get(name);
  if (retriever === undefined)
    throw new RangeError(`There is no system ${JSON.stringify(name)}; there are ${[...retrievers.keys()].join(', ')}`);
  return retriever;
}

function limitOf(limit = defaultLimit): number {
  return Math.min(largestLimit, Math.max(1, Math.floor(limit)));
}

function withContext(question: string, { context, earlier = [], standalone }: AskOptions): string {
  const query = standalone ?? standaloneQuestion(question, earlier).query;
  return context === undefined || context.trim() === '' ? query : `${query}\n\n${context.slice(0, longestContext)}`;
}

async function knownChunk(range: FileRange, view: View): Promise<OwnChunk> {
  const chunk = await chunkAt(range, view);
  if (chunk === undefined) throw new RangeError(`${JSON.stringify(range.file)} is not in the index; the report says why`);
  return chunk;
}
