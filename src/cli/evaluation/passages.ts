/** `eval --corpus`: how well a retriever finds the gold passages of questions, and the quality of the brief. */

import { writeFileSync } from 'node:fs';
import { composeBrief } from '../../engine/answer/brief/brief.ts';
import type { BriefSource } from '../../engine/answer/brief/source.ts';
import type { ChunkInfo } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import type { Ranking, Retriever } from '../../engine/retrieval/ranking.ts';
import { termsTo, wordCounts } from '../../engine/retrieval/steps/wordPostings.ts';
import { idf } from '../../engine/retrieval/systems/bm25.ts';
import { communityFigures } from './communityLift.ts';
import { type Corpus, openCorpus } from './corpus.ts';
import { listField, readJsonLines, textField } from './jsonLines.ts';
import { type Judged, mean, normalized, queryTimes, recallAt, rounded } from './metrics.ts';

export interface PassageOptions {
  readonly corpus: readonly string[];
  readonly queries: string;
  readonly ks: readonly number[];
  readonly titles: boolean;
  readonly answers: boolean;
  /** Whether to include the retriever's own report, if it has one. */
  readonly report: boolean;
  /** Where to write the ranking of each question, one line each, to a depth of 100. */
  readonly runFile?: string;
  readonly signal?: AbortSignal;
}

const runDepth = 100;
const answerDepth = 8;

/** A question of a set, with its judgements. */
export interface Query {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  readonly answers: readonly string[];
}

/** Questions of a file, in its order. */
export async function readQueries(file: string): Promise<readonly Query[]> {
  const queries: Query[] = [];
  for await (const record of readJsonLines(file)) {
    queries.push({
      id: textField(record, 'id', file),
      query: textField(record, 'query', file),
      gold: listField(record, 'gold'),
      answers: listField(record, 'answers'),
    });
  }
  return queries;
}

interface Outcome extends Judged {
  readonly scores: readonly number[];
  readonly counts: Ranking['counts'];
  readonly answerIn5: boolean | undefined;
  readonly answer:
    | { readonly found: boolean; readonly hit: boolean | undefined; readonly chars: number; readonly cited: number }
    | undefined;
}

async function passageText(corpus: Corpus, info: ChunkInfo): Promise<string> {
  return (await corpus.texts.chunkText(info)) ?? '';
}

async function composed(corpus: Corpus, query: Query, infos: readonly ChunkInfo[]): Promise<Outcome['answer']> {
  const terms = await termsTo(corpus.reader, query.query);
  const counts = await wordCounts(corpus.reader, terms);
  const rarities = new Map(terms.map(({ term }, i) => [term, idf(counts[i] as number, corpus.reader.liveCount)]));
  const sources = await Promise.all(infos.slice(0, answerDepth).map((info, i) => toBriefSource(corpus, info, i + 1)));
  const { state, blocks } = composeBrief(query.query, sources, (term) => rarities.get(term) ?? 0);
  const text = blocks.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join(' ');
  const answerText = normalized(text);
  const hit = query.answers.length === 0 ? undefined : query.answers.some((answer) => answerText.includes(normalized(answer)));
  return { found: state !== 'notHere', hit, chars: text.length, cited: blocks.length };
}

/** A passage has no surrounding text. */
async function toBriefSource(corpus: Corpus, info: ChunkInfo, n: number): Promise<BriefSource> {
  const text = await passageText(corpus, info);
  const { path, language, kind, title } = info;
  const lines = { startLine: 1, endLine: text.split('\n').length };
  return { n, path, language, kind, title, ...lines, text, secrets: [], isDemoted: false };
}

async function judge(corpus: Corpus, retriever: Retriever, query: Query, options: PassageOptions, limit: number): Promise<Outcome> {
  const start = performance.now();
  const { results, counts } = await retriever.search(corpus.reader, query.query, { limit, signal: options.signal });
  const ms = performance.now() - start;
  const infos = await corpus.reader.chunkInfo(results.map(({ chunk }) => chunk));
  const top = (await Promise.all(infos.slice(0, 5).map(async (info) => `${info.title} ${await passageText(corpus, info)}`))).join(' ');
  const answerText = normalized(top);
  return {
    id: query.id,
    gold: query.gold,
    found: infos.map(({ path }) => path),
    scores: results.map(({ score }) => score),
    counts,
    ms,
    answerIn5: query.answers.length === 0 ? undefined : query.answers.some((text) => answerText.includes(normalized(text))),
    answer: options.answers ? await composed(corpus, query, infos) : undefined,
  };
}

function answerFigures(outcomes: readonly Outcome[]): Record<string, number> {
  const answers = outcomes.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  if (answers.length === 0) return {};
  const known = answers.filter(({ hit }) => hit !== undefined);
  return {
    answerHit: rounded(mean(known.map(({ hit }) => (hit ? 1 : 0)))),
    answerChars: rounded(mean(answers.map(({ chars }) => chars)), 1),
    answerFound: rounded(mean(answers.map(({ found }) => (found ? 1 : 0)))),
    cited: rounded(mean(answers.map(({ cited }) => cited)), 2),
  };
}

function recallFigures(outcomes: readonly Outcome[], ks: readonly number[]): Record<string, unknown> {
  const judged = outcomes.filter(({ gold }) => gold.length > 0);
  if (judged.length === 0) return {};
  const withAnswers = outcomes.filter(({ answerIn5 }) => answerIn5 !== undefined);
  return {
    recall: Object.fromEntries(ks.map((k) => [String(k), rounded(mean(judged.map((outcome) => recallAt(outcome, k))))])),
    allGold5: rounded(mean(judged.map((outcome) => (recallAt(outcome, 5) === 1 ? 1 : 0)))),
    ...(withAnswers.length > 0 ? { answerIn5: rounded(mean(withAnswers.map(({ answerIn5 }) => (answerIn5 ? 1 : 0)))) } : {}),
  };
}

/** What the searches of a system counted. `examined` is a share, on average over the questions with an entity. */
function counters(outcomes: readonly Outcome[]): Record<string, unknown> {
  const sums: Record<string, number> = {};
  for (const { counts = {} } of outcomes) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  if (sums.examined !== undefined) sums.examined /= sums.questions ?? 1;
  return Object.keys(sums).length === 0 ? {} : { counters: sums };
}

async function systemReport(retriever: Retriever, corpus: Corpus): Promise<Record<string, unknown>> {
  const report = await retriever.report(corpus.reader);
  if (report === undefined) throw new Error(`${retriever.name} has no report; mesh-paper has`);
  return { report };
}

/** Creates the retriever once the texts are loaded, since some read them. */
export type RetrieverFor = (texts: TextSource) => Retriever;

/** Runs all questions and returns the figures, as the command prints them. */
export async function evaluatePassages(retrieverFor: RetrieverFor, options: PassageOptions): Promise<Record<string, unknown>> {
  const corpus = await openCorpus(options.corpus, options);
  const retriever = retrieverFor(corpus.texts);
  const queries = await readQueries(options.queries);
  const limit = options.runFile === undefined ? Math.max(answerDepth, ...options.ks) : runDepth;
  const outcomes: Outcome[] = [];
  for (const query of queries) outcomes.push(await judge(corpus, retriever, query, options, limit));
  if (options.runFile !== undefined) {
    const lines = outcomes.map(({ id, found, scores }) =>
      JSON.stringify({ id, results: found.map((path, i) => ({ id: path, score: scores[i] })) }),
    );
    writeFileSync(options.runFile, `${lines.join('\n')}\n`);
  }
  return {
    system: retriever.name,
    passages: corpus.passages,
    queries: queries.length,
    ...recallFigures(outcomes, options.ks),
    ...answerFigures(outcomes),
    communities: await communityFigures(
      corpus.reader,
      queries.map(({ gold }) => gold),
    ),
    ...counters(outcomes),
    ...(options.report ? await systemReport(retriever, corpus) : {}),
    indexMs: Math.round(corpus.indexMs),
    queryMs: queryTimes(outcomes),
  };
}
