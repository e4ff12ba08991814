/** The figures of a run, from its log. */

import { mean, rounded } from '../../../src/cli/evaluation/metrics.ts';
import type { RunLog } from './runLog.ts';
import { type AnswerOutcome, minShare } from './stages.ts';

/** Shares from 0 to 1, each over the questions or statements for which it is defined. */
export function answerFigures(log: RunLog): Readonly<Record<string, number>> {
  const of = (stage: string) => log.records.filter((record) => record.stage === stage).map(({ outcome }) => outcome);
  const answers = of('answer') as unknown as readonly AnswerOutcome[];
  const shares = answers.flatMap((one) => one.shares);
  const rights = of('accuracy').flatMap(({ right }) => (typeof right === 'boolean' ? [right] : []));
  const verdicts = of('citations')
    .flatMap(({ verdicts }) => verdicts as (string | null)[])
    .filter((one) => one !== null);
  const share = (list: readonly boolean[]): number => rounded(mean(list.map((one) => (one ? 1 : 0))));
  const hits = answers.flatMap(({ hit }) => (hit === undefined ? [] : [hit]));
  return {
    answered: answers.length,
    found: share(answers.map(({ found }) => found)),
    ...(hits.length > 0 ? { stringMatch: share(hits) } : {}),
    ...(rights.length > 0 ? { judged: share(rights) } : {}),
    citedStatements: shares.length,
    ...(shares.length > 0 ? { citationsByWords: share(shares.map((one) => one >= minShare)), meanShare: rounded(mean(shares)) } : {}),
    ...(verdicts.length > 0 ? { citationsJudged: share(verdicts.map((one) => one === 'yes')) } : {}),
    ...(verdicts.length > 0 ? { citationsPartly: share(verdicts.map((one) => one === 'partly')) } : {}),
    uncited: answers.reduce((sum, { unsupported }) => sum + unsupported, 0),
    unknownNumbers: answers.reduce((sum, { unknown }) => sum + unknown, 0),
  };
}
