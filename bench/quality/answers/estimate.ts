/** Estimates the cost of a run before anything is sent: prompts are composed as sent, replies are guessed. */

import type { Query } from '../../../src/cli/evaluation/passages.ts';
import type { LanguageModel } from '../../../src/engine/answer/written/languageModel.ts';
import { preparePrompt } from '../../../src/engine/answer/written/modelAnswer.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { accuracyMessages, citationMessages } from './judging.ts';
import { likelyTokens, likelyTokensOf } from './likelyTokens.ts';
import type { RunLog, Stage } from './runLog.ts';

/** Tokens of one stage over all questions. */
export interface StageTokens {
  readonly stage: Stage;
  readonly requests: number;
  readonly promptTokens: number;
  readonly answerTokens: number;
}

/** Guesses for answers not written yet; taken from the log once it has some. */
interface Guess {
  readonly answerTokens: number;
  /** Number of its sources shown to the judge of citations. */
  readonly citedSources: number;
}

const firstGuess: Guess = { answerTokens: 45, citedSources: 2 };
const judgeWords = { accuracy: 2, perStatement: 4 };

export interface EstimateOptions {
  readonly service: Pick<Service, 'pool'>;
  readonly model: Pick<LanguageModel, 'contextTokens' | 'countTokens'>;
  readonly queries: readonly Query[];
  readonly log: RunLog;
  /** Whether a judge follows. */
  readonly isJudged: boolean;
}

/** The tokens of all stages of all questions; finished ones as billed. */
export async function estimateTokensOf({ service, model, queries, log, isJudged }: EstimateOptions): Promise<readonly StageTokens[]> {
  const guess = guessFrom(log);
  const sums = { answer: emptySum('answer'), accuracy: emptySum('accuracy'), citations: emptySum('citations') };
  const add = (stage: Stage, promptTokens: number, answerTokens: number): void => {
    const sum = sums[stage];
    sums[stage] = {
      stage,
      requests: sum.requests + 1,
      promptTokens: sum.promptTokens + promptTokens,
      answerTokens: sum.answerTokens + answerTokens,
    };
  };
  for (const query of queries) {
    const done = log.get('answer', query.id);
    const { chunks } = await service.pool(query.query);
    const { messages, sources } = await preparePrompt(model, { question: query.query, turns: [], chunks });
    if (done) add('answer', done.usage.promptTokens, done.usage.answerTokens);
    else if (sources.length > 0) add('answer', likelyTokensOf(messages), guess.answerTokens);
    if (!isJudged) continue;
    const answer = 'word '.repeat(guess.answerTokens);
    if (query.answers.length > 0)
      add('accuracy', likelyTokensOf(accuracyMessages(query.query, query.answers, answer)), judgeWords.accuracy);
    const perSource = sources.length === 0 ? 0 : sources.reduce((sum, { sent }) => sum + likelyTokens(sent), 0) / sources.length;
    const frame = likelyTokensOf(citationMessages([{ statement: '', sources: [] }]));
    add('citations', frame + guess.answerTokens + guess.citedSources * (perSource + 6), judgeWords.perStatement * guess.citedSources);
  }
  return Object.values(sums).filter(({ requests }) => requests > 0);
}

function emptySum(stage: Stage): StageTokens {
  return { stage, requests: 0, promptTokens: 0, answerTokens: 0 };
}

/** Means of the answers in the log; guesses if there are few. */
function guessFrom(log: RunLog): Guess {
  const answers = log.records.filter(({ stage }) => stage === 'answer');
  if (answers.length < 3) return firstGuess;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    answerTokens: mean(answers.map(({ usage }) => usage.answerTokens)),
    citedSources: mean(
      answers.map(({ outcome }) =>
        (outcome.statements as { sources: readonly string[] }[]).reduce((sum, { sources }) => sum + sources.length, 0),
      ),
    ),
  };
}

/** Usage in the log, by stage. */
export function usedTokens(log: RunLog): readonly StageTokens[] {
  return (['answer', 'accuracy', 'citations'] as const)
    .map((stage) => {
      const records = log.records.filter((record) => record.stage === stage);
      return {
        stage,
        requests: records.length,
        promptTokens: records.reduce((sum, { usage }) => sum + usage.promptTokens, 0),
        answerTokens: records.reduce((sum, { usage }) => sum + usage.answerTokens, 0),
      };
    })
    .filter(({ requests }) => requests > 0);
}
