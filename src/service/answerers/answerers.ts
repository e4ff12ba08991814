/** The answerers in the order in which they are asked. */

import { briefLimits } from '../../engine/answer/brief/brief.ts';
import type { Message } from '../../engine/message.ts';
import { joinedQuestions, splitClauses } from '../../engine/question/newcomers/clauses.ts';
import type { Answered, Answerer, Asked } from './answerer.ts';
import { describedTests } from './describedTests.ts';
import { difference } from './difference.ts';
import { licence } from './licence.ts';
import { manifestEntry } from './manifestEntry.ts';
import { connection, nameRelation } from './names.ts';
import { occurrences } from './occurrences.ts';
import { orientation } from './orientation/orientation.ts';
import { quotedMessage } from './quotedMessage.ts';
import { reason } from './reason.ts';
import { runtime } from './runtime.ts';
import { settingValue } from './settingValue.ts';
import { ownName, workspace } from './workspace.ts';

const answerers = [
  ownName,
  licence,
  runtime,
  manifestEntry,
  workspace,
  orientation,
  connection,
  difference,
  reason,
  nameRelation,
  quotedMessage,
  settingValue,
  describedTests,
] as readonly Answerer<unknown>[];
const ofWorkspace = answerers.filter((one) => one.isOfWorkspace);
const ofAny = answerers.filter((one) => !one.isOfWorkspace);

/** What the first answerer found that knows the question, and what others say that found nothing. */
export interface Outcome {
  readonly answered?: Answered;
  readonly notes: readonly Message[];
}

export async function askAnswerers(asked: Asked): Promise<Outcome> {
  const { context = '', earlier = [], scope, about } = asked.options;
  const isOfWorkspace = context.trim() === '' && earlier.length === 0 && scope === undefined && about === undefined;
  const notes: Message[] = [];
  const ask = (question: string, list: readonly Answerer<unknown>[]) =>
    firstAnswer({ ...asked, question, whole: asked.question }, list, notes);
  const lines = await ask(asked.question, [occurrences as Answerer<unknown>]);
  if (lines !== undefined) return { answered: lines, notes };
  let half: Answered | undefined;
  for (const clause of isOfWorkspace ? splitClauses(asked.question) : []) {
    const questions = joinedQuestions(clause);
    const found: Answered[] = [];
    for (const one of questions.length > 1 ? questions : []) {
      const answered = await ask(one, ofWorkspace);
      if (answered !== undefined) found.push(answered);
    }
    const answered = found.length === questions.length ? joinedAnswers(found) : await ask(clause, ofWorkspace);
    if (answered !== undefined) return { answered, notes };
    if (found.length > 0) half ??= { ...joinedAnswers(found), passages: 'after' };
  }
  const answered = (await ask(asked.question, ofAny)) ?? half;
  return answered === undefined ? { notes } : { answered, notes };
}

/** What the first of these answerers found that knows the question; what others say that found nothing is added to `notes`. */
async function firstAnswer(asked: Asked, list: readonly Answerer<unknown>[], notes: Message[]): Promise<Answered | undefined> {
  for (const one of list) {
    const match = await one.reads(asked);
    const found = match === undefined ? undefined : await one.answer(match, asked);
    if (found === undefined) continue;
    if ('blocks' in found) return found;
    notes.push(...found);
  }
  return undefined;
}

/** The answers to several questions as one, each with its share of the blocks. */
function joinedAnswers(answers: readonly Answered[]): Answered {
  const results: Answered['results'][number][] = [];
  const blocks = answers.flatMap((one) =>
    one.blocks.slice(0, Math.max(1, Math.floor(briefLimits.maxBlocks / answers.length))).map((block) => {
      const source = one.results[block.n - 1] as Answered['results'][number];
      const known = results.findIndex(({ chunk }) => chunk === source.chunk);
      return { ...block, n: known < 0 ? results.push(source) : known + 1 };
    }),
  );
  const passages = answers.some((one) => one.passages !== undefined) ? { passages: 'after' as const } : {};
  return {
    results,
    blocks,
    lead: answers.flatMap(({ lead = [] }) => lead),
    isUnsure: answers.every(({ isUnsure }) => isUnsure === true),
    ...passages,
  };
}
