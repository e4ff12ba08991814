/** Asks a model to restate a question where what is known without it may not suffice. */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { Turn } from '../../engine/answer/written/prompt.ts';
import { restateBy, restatePrompt } from '../../engine/answer/written/restate.ts';
import { type Restated, restateSeconds } from '../../engine/answer/written/restatedTerms.ts';
import type { Message } from '../../engine/message.ts';
import { leansOnEarlier } from '../../engine/question/followUpQuestions.ts';
import { partOperators } from '../../engine/question/operators.ts';
import { message, messagesOf } from '../../messages/messages.ts';
import type { AskOptions } from '../types/options.ts';
import type { Service } from '../types/service.ts';

export interface RestateOptions extends AskOptions {
  /** A model that takes longer is not waited for: within the bounds of `restateSeconds`, `usual` by default. */
  readonly maxRestateSeconds?: number;
}

/** What came of restating a question: neither where it needs none. */
export interface Restating {
  readonly restated?: Restated;
  /** Why there is none: the question is searched for as it is. */
  readonly failure?: readonly Message[];
}

/**
 * Restates nothing where an answerer knows the question, or the answer is certain without it. Rejects with the errors of the search and the reason
 * of `options.signal`; those of the model are returned.
 */
export async function restatedBy(
  service: Pick<Service, 'pool'>,
  model: LanguageModel,
  question: string,
  turns: readonly Turn[],
  { maxRestateSeconds, ...options }: RestateOptions,
): Promise<Restating> {
  const { restated: given } = options;
  if (given !== undefined) return given.line === '' && given.names.length === 0 ? {} : { restated: given };
  // By words alone: a system that asks models would do so twice.
  const found = await service.pool(question, { ...options, embedder: undefined });
  const { words } = partOperators(question);
  const leans = leansOnEarlier(words);
  if (found.isCertain && (turns.length === 0 || !leans)) return {};
  const { signal } = options;
  const seconds = boundedSeconds(maxRestateSeconds);
  const limit = AbortSignal.timeout(seconds * 1000);
  try {
    const prompt = restatePrompt(words, leans ? turns : [], found.about);
    const restated = await restateBy(model, prompt, words, signal === undefined ? limit : AbortSignal.any([signal, limit]));
    return restated === undefined ? { failure: [message('restatedNothing', model.name)] } : { restated };
  } catch (error) {
    signal?.throwIfAborted();
    return { failure: limit.aborted ? [message('restatedLate', model.name, seconds)] : messagesOf(error) };
  }
}

function boundedSeconds(seconds: number = restateSeconds.usual): number {
  return Math.min(restateSeconds.max, Math.max(restateSeconds.min, seconds));
}
