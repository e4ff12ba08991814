/** The stages of judging one answer: it is written, compared with the correct ones, and its citations are checked. */

import { normalized } from '../../../src/cli/evaluation/metrics.ts';
import type { Query } from '../../../src/cli/evaluation/passages.ts';
import { checkAnswer } from '../../../src/engine/answer/written/citations.ts';
import type { ChatClient, ChatMessage, TokenUsage } from '../../../src/engine/answer/written/languageModel.ts';
import { countTerms } from '../../../src/engine/text/words/countTerms.ts';
import { askModel } from '../../../src/service/ask/askModel.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { accuracyMessages, type CitedStatement, citationMessages, readAccuracy, readSupport } from './judging.ts';
import { likelyTokens, likelyTokensOf } from './likelyTokens.ts';
import type { StageRecord } from './runLog.ts';

/** Result of the stage `answer`. */
export interface AnswerOutcome {
  readonly answer: string;
  readonly found: boolean;
  /** Whether it contains one of the correct answers; undefined if none is known. */
  readonly hit?: boolean;
  /** Sentences with citations, each with the cited sources. */
  readonly statements: readonly CitedStatement[];
  /** For each of them, the share of its words found in the cited sources. */
  readonly shares: readonly number[];
  /** Number of sentences that state something without a citation, and of citations without a source. */
  readonly unsupported: number;
  readonly unknown: number;
}

/** A sentence with at least this share of its words in the cited sources is supported, as far as words show. */
export const minShare = 0.6;

export async function answerStage(service: Pick<Service, 'pool'>, model: ChatClient, query: Query): Promise<StageRecord> {
  let asked: readonly ChatMessage[] = [];
  const { answer, found, written } = await askModel(service, model, query.query, { mayRestate: false }, (event) => {
    if (event.kind === 'prompt') asked = event.prompt.messages;
  });
  const reply = normalized(answer);
  const statements = checkAnswer(answer, (n) => n >= 1 && n <= written.sources.length)
    .sentences.filter(({ cites }) => cites.length > 0)
    .map(({ from, to, cites }) => ({
      statement: answer.slice(from, to).replace(/ ?\[\d{1,4}\]/g, ''),
      sources: cites.map((n) => written.sources[n - 1]?.sent ?? ''),
    }));
  const outcome: AnswerOutcome = {
    answer,
    found,
    ...(query.answers.length === 0 ? {} : { hit: query.answers.some((right) => reply.includes(normalized(right))) }),
    statements,
    shares: statements.map(shareOf),
    unsupported: written.unsupported.length,
    unknown: written.unknown.length,
  };
  return { stage: 'answer', id: query.id, ...usageOf(written.usage, asked, answer), outcome: { ...outcome } };
}

/** The share of a statement's words found in its sources; 1 if it has none. */
function shareOf({ statement, sources }: CitedStatement): number {
  const wanted = [...countTerms(statement).keys()];
  const held = countTerms(sources.join('\n'));
  return wanted.length === 0 ? 1 : wanted.filter((term) => held.has(term)).length / wanted.length;
}

export async function accuracyStage(judge: ChatClient, query: Query, { answer }: AnswerOutcome): Promise<StageRecord> {
  const { reply, ...usage } = await ask(judge, accuracyMessages(query.query, query.answers, answer));
  return { stage: 'accuracy', id: query.id, ...usage, outcome: { right: readAccuracy(reply) ?? null } };
}

export async function citationStage(judge: ChatClient, query: Query, { statements }: AnswerOutcome): Promise<StageRecord> {
  const { reply, ...usage } = await ask(judge, citationMessages(statements));
  return {
    stage: 'citations',
    id: query.id,
    ...usage,
    outcome: { verdicts: readSupport(reply, statements.length).map((one) => one ?? null) },
  };
}

async function ask(model: ChatClient, messages: readonly ChatMessage[]) {
  const chat = model.chat(messages);
  let reply = '';
  for (;;) {
    const next = await chat.next();
    if (next.done) return { reply, ...usageOf(next.value?.usage, messages, reply) };
    reply += next.value;
  }
}

function usageOf(reported: TokenUsage | undefined, messages: readonly ChatMessage[], reply: string) {
  const usage = reported ?? { promptTokens: likelyTokensOf(messages), answerTokens: likelyTokens(reply) };
  return { usage, isBilled: reported !== undefined };
}
