/**
 * An answer that a model writes from ranked chunks, or asks to look further for. What its looks bring is sent in the next request, after all
 * that was sent before, so that the numbers of sources stay. It ends with an answer, or where the model is asked for one with what there is:
 * after a look that brings nothing new, after three of them, and where the budget for sources is used up. If the context overflows, the request is
 * retried with fewer sources. Neither takes more than four requests in all.
 */

import { AnswerFilter } from '../written/answerFilter.ts';
import { CitedQuotes } from '../written/citedQuotes.ts';
import { ContextOverflow, type LanguageModel, LookRefused } from '../written/languageModel.ts';
import {
  type AnswerEvent,
  checkedEnd,
  type ModelAnswer,
  type ModelQuestion,
  maxAnswerRequests,
  type PreparedPrompt,
  preparePrompt,
  readAnswer,
  roomIn,
  textsOf,
  tokensInPrompt,
} from '../written/modelAnswer.ts';
import { composePrompt, fenceMark, notInSources } from '../written/prompt.ts';
import { isFruitful, type LookRound, lookAround, roomForLooks, roundMessages, textsOfRounds, withheld } from './rounds.ts';

/** Tokens of the messages of a round without what it brings. */
const perRound = 100;
/** With fewer tokens left for sources the model is asked to answer. */
const minRoom = 200;

/** Asks the model. Throws what the model throws, and `ContextOverflow` if not even one source fits. */
export async function* answerByModel(model: LanguageModel, asked: ModelQuestion, signal?: AbortSignal): AsyncGenerator<AnswerEvent> {
  let budget: number | undefined;
  let first: PreparedPrompt | undefined;
  let rounds: readonly LookRound[] = [];
  for (let left = maxAnswerRequests - 1; ; left--) {
    const last = rounds.at(-1);
    const isNew = last !== undefined && isFruitful(last);
    const prompt: PreparedPrompt =
      first === undefined
        ? await preparePrompt(model, asked, budget, signal)
        : await promptAfter(rounds, first, isNew ? left : 0, model, asked, signal);
    // Without sources nothing is sent.
    if (prompt.sources.length === 0) {
      if (asked.chunks.length > 0) throw noSourceFits(model);
      const end = checkedEnd(notInSources, new AnswerFilter(() => false), new CitedQuotes([]), prompt, undefined);
      yield { kind: 'text', text: notInSources };
      yield { kind: 'end', end: { ...end, looks: [] } };
      return;
    }
    yield { kind: 'prompt', prompt };
    let end: ModelAnswer | undefined;
    try {
      const { messages, sources, earlier, masked, tokens } = prompt;
      const facts = { purpose: isNew ? 'look' : 'answer', sources: sources.length, earlier, masked, tokens } as const;
      for await (const event of readAnswer(model.chat(messages, signal, facts), prompt, asked.denial)) {
        if (event.kind === 'end') end = event.end;
        else if (event.kind === 'takenBack') yield { kind: 'prompt', prompt };
        else yield event;
      }
    } catch (error) {
      if (isNew && error instanceof LookRefused) {
        rounds = [...rounds.slice(0, -1), withheld(last, 'What was found may not be sent.')];
        // It was not sent.
        left++;
      } else if (!(error instanceof ContextOverflow) || left === 0) throw error;
      else if (isNew) rounds = [...rounds.slice(0, -1), withheld(last)];
      else if (first === undefined) budget = Math.floor(Math.min(prompt.budget, prompt.tokens) / 2);
      else throw error;
      continue;
    }
    if (end === undefined) return;
    if (end.looks.length === 0 || asked.find === undefined || Math.min(left, prompt.rounds) === 0) {
      // What denies or cites beside its looks is the answer, where no more can be looked for.
      const isAnswer = end.cited.length > 0 || end.answer.trimStart().startsWith(asked.denial ?? notInSources);
      yield { kind: 'end', end: isAnswer ? { ...end, looks: [] } : end };
      return;
    }
    const { sources, mark } = prompt;
    first ??= prompt;
    const room = Math.min(roomForLooks(first.sources, rounds, mark), roomIn(model) - prompt.tokens - perRound);
    const round = await lookAround(end.looks, asked.find, { sources, rounds, mark, room }, signal);
    for (const looked of round) yield { kind: 'look', looked };
    rounds = [...rounds, round];
  }
}

/** The messages with what was looked for since the first ones; `left` is how often the model may still look. */
async function promptAfter(
  rounds: readonly LookRound[],
  first: PreparedPrompt,
  left: number,
  model: LanguageModel,
  { question, turns, chunks }: ModelQuestion,
  signal?: AbortSignal,
): Promise<PreparedPrompt> {
  // What was found may hold the mark of the first prompt.
  const mark = fenceMark([...textsOf({ question, turns, chunks }), ...textsOfRounds(rounds)]);
  const begun = composePrompt(question, turns, first.sources, mark, first.rounds);
  const found = rounds.flat();
  const sources = [...first.sources, ...found.flatMap((one) => one.sources)];
  const masked = found.reduce(
    (sum, one) => one.sources.reduce((all, source) => all + source.masked, sum + (one.list?.masked ?? 0)),
    begun.masked,
  );
  const mayLook = roomForLooks(first.sources, rounds, mark) < minRoom ? 0 : left;
  const messages = [...begun.messages, ...roundMessages(rounds, mark, mayLook)];
  const tokens = await tokensInPrompt({ messages }, (text) => model.countTokens(text, signal));
  return { ...first, messages, masked, sources, tokens, mark, rounds: mayLook };
}

function noSourceFits({ contextTokens, name }: LanguageModel): ContextOverflow {
  const message = { code: 'noSourceFits', arguments: [contextTokens, name] };
  return new ContextOverflow(`No source fits into the ${contextTokens} tokens of ${name} along with the question`, [message]);
}
