/** Judges the answers that a model writes: first estimates the cost, then, with `--yes`, runs; a killed run resumes. */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { openCorpus } from '../../src/cli/evaluation/corpus.ts';
import { type Query, readQueries } from '../../src/cli/evaluation/passages.ts';
import { createOpenAIModel, defaultContextTokens } from '../../src/models/openaiModel.ts';
import { answerFigures } from './answers/answerFigures.ts';
import { corpusPools } from './answers/corpusPool.ts';
import { estimateTokensOf, type StageTokens, usedTokens } from './answers/estimate.ts';
import { openRunLog, type RunLog, type StageRecord } from './answers/runLog.ts';
import { type AnswerOutcome, accuracyStage, answerStage, citationStage } from './answers/stages.ts';
import { systemOf } from './judge.ts';
import { countOf, runProgram } from './options.ts';

const usage = `node bench/quality/answers.ts --corpus FILE... --queries FILE --model NAME --endpoint URL --out FILE [--yes]
    [--judge NAME] [--system mesh] [--k 10] [--context TOKENS] [--first N] [--parallel N] [--price IN,OUT]

Prints how many tokens each stage takes, and with --price (money for a million tokens in and out) what it costs; nothing is sent without --yes.
The stages: the answer; with --judge, whether it is right (accuracy) and whether its sources say it (citations). String match and the
words of cited sources are checked without a model. What is done is kept in --out: the same command goes on after a kill.
The key is read from MESHRAG_API_KEY.`;

const options = {
  corpus: { type: 'string', multiple: true },
  queries: { type: 'string' },
  model: { type: 'string' },
  endpoint: { type: 'string' },
  judge: { type: 'string' },
  system: { type: 'string' },
  k: { type: 'string' },
  context: { type: 'string' },
  first: { type: 'string' },
  parallel: { type: 'string' },
  price: { type: 'string' },
  out: { type: 'string' },
  yes: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

await runProgram(usage, async () => {
  const { values } = parseArgs({ options });
  const needed = (name: 'queries' | 'model' | 'endpoint' | 'out'): string => {
    const value = values[name];
    if (!value) throw new Error(`--${name} is missing; --help shows what there is`);
    return value;
  };
  const [queriesFile, model, endpoint, out] = [needed('queries'), needed('model'), needed('endpoint'), needed('out')];
  const contextTokens = countOf('--context', values.context ?? String(defaultContextTokens));
  const limit = countOf('--k', values.k ?? '10');
  const system = systemOf(values.system ?? 'mesh');
  const corpusFiles = values.corpus ?? [];
  const all = await readQueries(queriesFile);
  const queries = values.first === undefined ? all : all.slice(0, countOf('--first', values.first));
  const corpus = await openCorpus(corpusFiles, { titles: true });
  const log = openRunLog(out, {
    model,
    judge: values.judge ?? null,
    system: system.name,
    k: limit,
    context: contextTokens,
    data: digestOf([...corpusFiles, queriesFile]),
  });
  const reached = { endpoint, apiKey: process.env.MESHRAG_API_KEY, wantUsage: true };
  const writer = createOpenAIModel({ ...reached, model, contextTokens });
  const judge = values.judge === undefined ? undefined : createOpenAIModel({ ...reached, model: values.judge, contextTokens });
  const service = corpusPools(corpus, system.retriever, limit);
  const estimated = await estimateTokensOf({ service, model: writer, queries, log, isJudged: judge !== undefined });
  printTokens(`Estimate for ${queries.length} questions, ${log.records.length} requests done so far:`, estimated, values.price);
  if (!values.yes) {
    console.log('Nothing was sent: --yes starts the run.');
    return;
  }
  const parallel = countOf('--parallel', values.parallel ?? '1');
  await inParallel(queries, parallel, async (query) => {
    const answer = await once(log, 'answer', query, () => answerStage(service, writer, query));
    const outcome = answer.outcome as unknown as AnswerOutcome;
    if (judge && query.answers.length > 0) await once(log, 'accuracy', query, () => accuracyStage(judge, query, outcome));
    if (judge && outcome.statements.length > 0) await once(log, 'citations', query, () => citationStage(judge, query, outcome));
  });
  const used = usedTokens(log);
  printTokens('Used:', used, values.price);
  console.log(`estimate / used: ${(totalOf(estimated) / totalOf(used)).toFixed(3)}`);
  console.log(JSON.stringify(answerFigures(log), null, 2));
});

async function once(log: RunLog, stage: StageRecord['stage'], { id }: Query, run: () => Promise<StageRecord>): Promise<StageRecord> {
  const done = log.get(stage, id);
  if (done) return done;
  const record = await run();
  log.add(record);
  return record;
}

async function inParallel<T>(items: readonly T[], count: number, run: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await run(item);
  };
  await Promise.all(Array.from({ length: count }, work));
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(fs.readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function totalOf(stages: readonly StageTokens[]): number {
  return stages.reduce((sum, { promptTokens, answerTokens }) => sum + promptTokens + answerTokens, 0);
}

/** One line a stage, and the sum. */
function printTokens(title: string, stages: readonly StageTokens[], price: string | undefined): void {
  const [into = 0, out = 0] = (price ?? '').split(',').map(Number);
  const line = ({ stage, requests, promptTokens, answerTokens }: Omit<StageTokens, 'stage'> & { stage: string }): void => {
    const money = price === undefined ? '' : `  ${((promptTokens * into + answerTokens * out) / 1e6).toFixed(4)}`;
    const tokens = `${String(Math.round(promptTokens)).padStart(10)} in ${String(Math.round(answerTokens)).padStart(9)} out`;
    console.log(`  ${stage.padEnd(10)}${String(requests).padStart(7)} requests ${tokens}${money}`);
  };
  console.log(title);
  for (const stage of stages) line(stage);
  const sum = (of: (stage: StageTokens) => number): number => stages.reduce((total, stage) => total + of(stage), 0);
  const requests = sum((one) => one.requests);
  line({ stage: 'all', requests, promptTokens: sum((one) => one.promptTokens), answerTokens: sum((one) => one.answerTokens) });
}
