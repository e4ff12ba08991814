/**
 * Answers questions from the open folders: ranks, describes, reads texts, and asks again if these show that files have changed since they
 * were indexed.
 */

import nodePath from 'node:path';
import type { FilesProgress } from '../engine/answer/facts.ts';
import type { Message } from '../engine/message.ts';
import { isKeywords } from '../engine/question/followUpQuestions.ts';
import type { Ranking } from '../engine/retrieval/ranking.ts';
import { languagesIn } from '../engine/retrieval/steps/wordPostings.ts';
import { defaultSystem } from '../engine/retrieval/systemRegistry.ts';
import { MessageError, message } from '../messages/messages.ts';
import { registry } from '../systems/registry.ts';
import { systemPaths } from '../workspace/systemPaths.ts';
import { createApproach } from './approach.ts';
import { answerByBrief, answerOf, type BriefAnswer, briefOf, inBriefOrder } from './ask/askBrief.ts';
import { chunksForModel } from './ask/chunksForModel.ts';
import { type DescribedResult, describeExplanation, describeRanking, placeOf } from './ask/describe.ts';
import { leftOutFiles } from './ask/leftOutFiles.ts';
import { soFar, termSizes, wordsLookedFor } from './ask/nothingFound.ts';
import { chunkAt, findRelated, type OwnChunk, placeIn, withRelation } from './ask/relatedChunks.ts';
import { createChoice } from './ask/retrieverChoice.ts';
import { communitiesHolding } from './explore/communityFiles.ts';
import type { DerivedData } from './explore/derivedData.ts';
import type { Exploration } from './explore/exploration.ts';
import { readFileExcerpt, readFileLines } from './explore/fileExcerpt.ts';
import { Texts } from './folder/chunkTexts.ts';
import type { FolderIndex } from './folder/folderIndex.ts';
import type { AskedFolders } from './folder/openFolders.ts';
import { createScopes } from './folder/scope.ts';
import type { View } from './folder/view.ts';
import { Lazy } from './lazy.ts';
import type { FindOccurrences } from './occurrences/finder.ts';
import { taskText } from './past/votedRanking.ts';
import { boundedLimit, createRanker, withContext } from './rank.ts';
import { type TimeSlices, untilAborted, yieldToEventLoop } from './scheduling/timeSlices.ts';
import { spreadFactor, spreadOverFiles } from './spread.ts';
import type { ModelReadings } from './systems/modelReadings.ts';
import type { AskOptions, SearchOptions } from './types/options.ts';
import type { ConnectAnswer } from './types/relations.ts';
import type { EvidenceChunk, FileRange, Pool, SearchResult } from './types/results.ts';
import type { Service } from './types/service.ts';

/** Chunks are shorter, except for tables and data. */
const maxEvidenceLines = 200;

/** What questions are answered from. */
export interface QuestionContext {
  readonly asked: AskedFolders;
  readonly exploration: Lazy<Pick<Exploration, 'communitiesOf' | 'findOccurrences' | 'overviewOf' | 'lostWithout' | 'sharedKeys'>>;
  readonly readings: Lazy<Pick<ModelReadings, 'enrichmentSource' | 'gateSource' | 'vectorSource'>>;
  readonly derived: DerivedData;
  /** While the user has paused them, changes are not indexed. */
  readonly timeSlices: TimeSlices;
}

/** The part of the service that answers questions. */
export type QuestionService = Pick<
  Service,
  | 'search'
  | 'matchingLines'
  | 'ask'
  | 'guideHeadings'
  | 'pool'
  | 'related'
  | 'connect'
  | 'impact'
  | 'symbol'
  | 'fileUses'
  | 'filesLike'
  | 'namesLike'
  | 'why'
  | 'prepareLooks'
  | 'excerpt'
  | 'lines'
  | 'isUnchanged'
  | 'evidence'
>;

export function createQuestionService({
  asked: { folders, ask },
  exploration,
  readings,
  derived,
  timeSlices,
}: QuestionContext): QuestionService {
  const scopeOf = createScopes();
  const chosenRetriever = createChoice(() => folders.view(), derived.store, {
    enrichment: async (signal) => (await readings.get()).enrichmentSource(signal),
    vectors: async (embedder, signal) => (await readings.get()).vectorSource(embedder, signal),
    gates: async (signal) => (await readings.get()).gateSource(signal),
  });
  const rank = createRanker(scopeOf, chosenRetriever);
  const relations = new Lazy(async () =>
    (await import('./relations/relationQuestions.ts')).createRelationQuestions(derived, scopeOf, chosenRetriever),
  );
  const overviewOf: Exploration['overviewOf'] = async (folder, signal) => (await exploration.get()).overviewOf(folder, signal);
  const findOccurrences: FindOccurrences = async (...asked) => (await exploration.get()).findOccurrences(...asked);
  const approach = createApproach({ rank, overviewOf, findOccurrences, relations: () => relations.get() });

  /** Included in answers that are given before the index is complete. */
  function progress(): { partial?: FilesProgress } {
    const partial = folders.progress();
    return partial === undefined ? {} : { partial };
  }

  /**
   * Answers from the current view. If the answer's texts show that files have changed since they were indexed, these are indexed and the
   * question is asked once more.
   */
  function answer<T>(signal: AbortSignal | undefined, attempt: (view: View, texts: Texts) => Promise<T>): Promise<T> {
    return ask(() => answerNow(signal, attempt), signal);
  }

  async function answerNow<T>(signal: AbortSignal | undefined, attempt: (view: View, texts: Texts) => Promise<T>): Promise<T> {
    // Skips a question that was cancelled right away (the hover of a moving cursor).
    if (signal) await yieldToEventLoop(signal);
    for (const folder of folders.all()) await folder.awaitBranchSwitch(signal);
    const first = derived.adopt(folders.view());
    const texts = new Texts(first.folders);
    const result = await timeSlices.answer(() => attempt(first, texts));
    signal?.throwIfAborted();
    if (texts.changed.size === 0) return result;
    for (const [folder, paths] of texts.changed) await untilAborted(folder.refresh([...paths]), signal);
    const second = derived.adopt(folders.view());
    return timeSlices.answer(() => attempt(second, new Texts(second.folders)));
  }

  /** Files that changed since they were indexed are left out: their lines have moved. While paused, nothing newer is known. */
  async function described(ranking: Ranking, view: View, texts: Texts): Promise<DescribedResult[]> {
    const all = await describeRanking(ranking, view, texts);
    if (texts.changed.size === 0 || timeSlices.isPaused) return all;
    const current = all.filter(({ info }) => !texts.changed.get(view.folders[info.folder] as FolderIndex)?.has(info.path));
    return current.map((one, i) => ({ ...one, result: { ...one.result, rank: i + 1 } }));
  }

  async function connected(ends: readonly [string, string], options: SearchOptions, view: View, texts: Texts): Promise<ConnectAnswer> {
    return (await relations.get()).connect(ends, options, view, texts);
  }

  /** What answers a question, and the places that it is answered from, best first. */
  async function approached(question: string, options: AskOptions, view: View, texts: Texts) {
    const limit = boundedLimit(options.limit);
    const found = await approach(question, { ...options, limit: limit * spreadFactor }, view, texts);
    const ranking = await spreadOverFiles(found.ranking, limit, view.reader, found.answered?.results.length);
    return { ...found, ranking, ranked: await described(ranking, view, texts) };
  }

  async function quotesFor(question: string, options: AskOptions, view: View, texts: Texts): Promise<BriefAnswer> {
    const { query, asked, ranking, ranked, answered, notes } = await approached(question, options, view, texts);
    if (answered === undefined || answered.passages !== undefined) {
      const { scope, signal } = options;
      const [byWords] = (await rank(query, { scope, signal, system: 'bm25', limit: 1 }, view)).results;
      const isFirstByWords = byWords !== undefined && byWords.chunk === ranking.results[0]?.chunk;
      const brief = { question: asked, about: options.about, answered, isFirstByWords, line: options.restated?.line, room: options.room };
      const found = await answerByBrief(brief, ranked, view.reader, texts);
      return { ...found, notes: [...notes, ...whyUnranked(ranking), ...(found.notes ?? [])] };
    }
    const looked = wordsLookedFor(asked, await termSizes(view.reader, asked));
    const { blocks, lead, isUnsure } = answered;
    const brief = { state: isUnsure ? 'closest' : 'answer', blocks, seeAlso: [] } as const;
    return {
      ...answerOf(
        brief,
        looked,
        ranked.map(({ result }) => result),
        lead,
      ),
      notes,
    };
  }

  async function describeSide(
    chunk: OwnChunk,
    names: readonly string[],
    question: string,
    { folders: asked }: View,
    texts: Texts,
    signal?: AbortSignal,
  ): Promise<EvidenceChunk> {
    const place = placeOf(chunk, asked);
    // The chunk's text is read through the question's texts, so that a file that has changed is indexed first.
    await texts.chunkText(chunk);
    const file = systemPaths.toAbsolute(place.folder, place.path);
    const excerpt = readFileExcerpt({ ...place, file }, { question, names, maxLines: maxEvidenceLines }, asked);
    const found = await (await exploration.get()).communitiesOf(asked[chunk.folder] as FolderIndex, signal);
    const mine = found === undefined ? [] : communitiesHolding(found, place).map(({ name }) => name);
    return { ...place, title: chunk.title, kind: chunk.kind, excerpt, communities: mine };
  }

  return {
    async search(query, options = {}) {
      const started = performance.now();
      const partial = progress();
      return answer(options.signal, async (current, texts) => {
        const ranking = await rank(withContext(query, options), options, current, taskText(query, options));
        const results = await withTexts(await described(ranking, current, texts), texts, options.withText);
        const ms = performance.now() - started;
        const notes = whyUnranked(ranking);
        const explained = ranking.explanation && { explanation: await describeExplanation(ranking.explanation, current) };
        const { unknownTerms } = ranking;
        const noted = { ...explained, ...(notes.length === 0 ? {} : { notes }) };
        return { query, system: systemName(options), results, unknownTerms, ...noted, ms, ...partial };
      });
    },
    async matchingLines(query, options = {}) {
      return answer(options.signal, async (current, texts) => {
        const ranked = await described(await rank(query, options, current), current, texts);
        return (await import('./typing/matchingLines.ts')).matchingLines(query, ranked, current, texts);
      });
    },
    async ask(question, options = {}) {
      const started = performance.now();
      const partial = progress();
      return answer(options.signal, async (current, texts) => {
        const first = await quotesFor(question, options, current, texts);
        // Keywords typed into a thread may start a new subject, unrelated to the thread's names.
        const mayBeStandalone = !first.found && options.earlier !== undefined && isKeywords(question);
        const alone = mayBeStandalone ? await quotesFor(question, { ...options, earlier: [] }, current, texts) : first;
        const chosen = alone.found ? alone : first;
        const { notes: own = [], ...quoted } = partial.partial === undefined ? chosen : soFar(chosen);
        const gone = quoted.state === 'notHere' && !own.some(saysWhere) ? await goneNamesIn(quoted.missing, current, options) : [];
        const notes = [...own, ...gone, ...(await leftOutFiles(question, current, options.scope))];
        const ms = performance.now() - started;
        return { question, ...quoted, system: systemName(options), model: null, ms, ...partial, ...(notes.length === 0 ? {} : { notes }) };
      });
    },
    guideHeadings: (signal) =>
      answer(signal, async (view, texts) => (await import('./ask/guideHeadings.ts')).findGuideHeadings(view, texts)),
    async pool(question, options = {}) {
      const started = performance.now();
      const partial = progress();
      return answer(options.signal, async (current, texts) => {
        const { query, asked, ranking, ranked, answered } = await approached(question, options, current, texts);
        const { state, blocks } = await briefOf({ question: asked, about: options.about, answered }, ranked, current.reader, texts);
        // The words of a restated question have ranked what the question's own words do not tell apart.
        const best = options.restated === undefined ? inBriefOrder(ranked, blocks) : ranked;
        const ordered = best.map((one, i) => ({ ...one, result: { ...one.result, rank: i + 1 } }));
        const quoted = new Set(blocks.flatMap(({ n }) => ranked[n - 1]?.info ?? []));
        const chunks = await chunksForModel(ordered, { question: asked, quoted }, current.reader, texts);
        const sources = ordered.map(({ result }) => result);
        const notes = [...whyUnranked(ranking), ...(await leftOutFiles(question, current, options.scope))];
        const ms = performance.now() - started;
        const isComplete = answered !== undefined && answered.passages === undefined && answered.isUnsure !== true;
        const isCertain = isComplete || (answered === undefined && state === 'answer');
        const about = await describedToModel(current);
        return {
          query,
          chunks,
          sources,
          isCertain,
          about,
          system: systemName(options),
          ms,
          ...partial,
          ...(notes.length === 0 ? {} : { notes }),
        };
      });
    },
    async related(file, line, options = {}) {
      return answer(options.signal, async (current, texts) => {
        const accept = options.scope && (await scopeOf(options.scope, current.reader, current.folders));
        const asked = { ...options, limit: boundedLimit(options.limit), accept };
        const { path, defines, name, ranking } = await findRelated(file, line, asked, current, texts);
        const ranked = await described(ranking, current, texts);
        const results = await withTexts(ranked, texts, options.withText);
        const related = results.map((result, i) => withRelation(result, ranked[i]?.defines ?? [], { defines, name }));
        return { path, line, defines, name, results: related };
      });
    },
    async connect(a, b, options = {}) {
      return answer(options.signal, (view, texts) => connected([a, b], options, view, texts));
    },
    impact: (asked, options = {}) =>
      answer(options.signal, async (view, texts) => (await relations.get()).impact(asked, options, view, texts)),
    async fileUses(signal) {
      const overviews = await Promise.all(folders.all().map((folder) => overviewOf(folder, signal)));
      const known = overviews.filter((overview) => overview !== undefined);
      return answer(signal, async (view, texts) => (await relations.get()).fileUses(known, view, texts, signal));
    },
    symbol: (name, options = {}) =>
      answer(options.signal, async (view, texts) => (await relations.get()).symbol(name, options, view, texts)),
    filesLike: (typed, max, signal) =>
      answer(signal, async (view) => (await import('./typing/completions.ts')).filesLike(typed, max, view)),
    namesLike: (typed, max, signal) =>
      answer(signal, async (view) => (await import('./typing/completions.ts')).namesLike(typed, max, view)),
    why: (asked, options = {}) =>
      answer(options.signal, async (view, texts) => {
        const [{ askWhy }, { symbol, definitions }] = await Promise.all([import('./past/askWhy.ts'), relations.get()]);
        return askWhy(asked, options, view, {
          symbol: (name) => symbol(name, options, view, texts),
          definitions: (name) => definitions(name, options, view, texts),
        });
      }),
    async prepareLooks(signal) {
      await answer(signal, async (view, texts) => {
        await exploration.get();
        await (await relations.get()).prepare(view, texts, signal);
      });
    },
    excerpt: (range, options) => readFileExcerpt(range, options, folders.view().folders),
    lines: (range, maxLines) => readFileLines(range, maxLines, folders.view().folders),
    isUnchanged(file, fileHash) {
      const { folders: open } = folders.view();
      const { path, position } = placeIn(file, open);
      const read = open[position]?.readNow(path);
      return read?.kind === 'text' && read.hash === fileHash;
    },
    async evidence(to, { from, question, signal, ...options }) {
      return answer(signal, async (current, texts) => {
        const asked = { from: from && (await knownChunk(from, current)), question, to: await knownChunk(to, current) };
        const retriever = await chosenRetriever(options);
        const { lostWithout, sharedKeys } = await exploration.get();
        const shared = await sharedKeys(asked, retriever, current);
        const names = shared.map(({ name }) => name);
        const side = (chunk: OwnChunk) => describeSide(chunk, names, from === undefined ? (question ?? '') : '', current, texts, signal);
        const [fromSide, toSide] = [asked.from && (await side(asked.from)), await side(asked.to)];
        const lost = await lostWithout(asked, shared, retriever, current, signal);
        return { from: fromSide, to: toSide, shared, chunks: current.reader.liveCount, lost };
      });
    },
  };
}

/** The system's reason, where it could rank nothing and nothing else was found. */
function whyUnranked({ results, reason }: Ranking): readonly Message[] {
  return results.length === 0 && reason !== undefined ? [reason] : [];
}

/** Whether a question where a name went is answered already. */
function saysWhere({ code }: Message): boolean {
  return code === 'removedBy' || code === 'renamedBy' || code === 'noReason';
}

/** Loaded where a name is missing. */
async function goneNamesIn(missing: readonly string[], view: View, { scope, signal }: AskOptions): Promise<readonly Message[]> {
  if (missing.length === 0 || view.folders.every(({ past }) => past.now === undefined)) return [];
  return (await import('./past/goneNames.ts')).goneNames(missing, view, { scope, signal });
}

/** The results alone, with their texts if requested. */
async function withTexts(ranked: readonly DescribedResult[], texts: Texts, withText = false): Promise<readonly SearchResult[]> {
  if (!withText) return ranked.map(({ result }) => result);
  const results: SearchResult[] = [];
  for (const { result, info } of ranked) {
    const text = await texts.chunkText(info);
    results.push(text === undefined ? result : { ...result, content: texts.content(info, text) });
  }
  return results;
}

/** The names of the folders, and the languages of their texts. */
async function describedToModel({ reader, folders }: View): Promise<Pool['about']> {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const languages = (await languagesIn(reader)).map(({ id }) => names.of(id) ?? id);
  return { workspace: folders.map(({ folder }) => nodePath.basename(folder)).join(', '), languages };
}

/** Throws `RangeError` for an unknown one. */
function systemName({ system = defaultSystem }: Pick<SearchOptions, 'system'>): string {
  return registry.entryOf(system).id;
}

async function knownChunk(range: FileRange, view: View): Promise<OwnChunk> {
  const chunk = await chunkAt(range, view);
  if (chunk === undefined) throw new MessageError(message('notIndexed', JSON.stringify(range.file)));
  return chunk;
}
