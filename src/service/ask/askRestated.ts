/** Quotes and places for a question that a model restates: it gets the question alone, and writes nothing that is shown. */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import { announced } from '../../engine/answer/written/languageModel.ts';
import { isKeywords } from '../../engine/question/followUpQuestions.ts';
import { messagesOf } from '../../messages/messages.ts';
import type { AskAnswer, SearchAnswer } from '../types/results.ts';
import type { Service } from '../types/service.ts';
import type { AskEvent, ModelAskOptions } from './askModel.ts';
import { type RestateOptions, type Restating, restatedBy } from './restated.ts';

/** How a model that writes no answer is asked. */
export interface QuoteOptions extends Omit<ModelAskOptions, 'judgedBy'> {
  /** Whether the model also orders the first places; it is then sent their passages. False by default. */
  readonly judges?: boolean | undefined;
}

/** Quotes; where the model fails, those of the question as it is, in the order of its words. */
export async function askRestated(
  service: Pick<Service, 'pool' | 'ask'>,
  silent: LanguageModel,
  question: string,
  { turns = [], earlier = turns.map((turn) => turn.question), mayRestate = true, judges, ...options }: QuoteOptions = {},
  onEvent: (event: AskEvent) => void = () => undefined,
): Promise<AskAnswer & Restating> {
  const model = announced(silent, (request) => onEvent({ kind: 'request', request }));
  const restating = mayRestate ? await restatedBy(service, model, question, turns, { ...options, earlier }) : {};
  const { restated } = restating;
  const ask = (judgedBy?: LanguageModel) => service.ask(question, { ...options, earlier, restated, judgedBy });
  return { ...restating, ...(await (judges ? unlessModelFails(ask, model, options.signal) : ask())) };
}

/** What is found with a model, or without it and why, where the model fails. Rethrows what is no failure of a model. */
export async function unlessModelFails<T extends object>(
  find: (model?: LanguageModel) => Promise<T>,
  model: LanguageModel,
  signal?: AbortSignal,
): Promise<T & Pick<Restating, 'failure'>> {
  try {
    return await find(model);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isOfModel(error)) throw error;
    return { ...(await find()), failure: messagesOf(error) };
  }
}

/** Known by its field, since the client is a bundle of its own. */
function isOfModel(error: unknown): boolean {
  return error instanceof Error && 'failure' in error;
}

/** Places; a query that is no question, but names or keywords, is searched for as it is. */
export async function searchRestated(
  service: Pick<Service, 'pool' | 'search'>,
  model: LanguageModel,
  query: string,
  { earlier = [], ...options }: RestateOptions = {},
): Promise<SearchAnswer & Restating> {
  const turns = earlier.map((question) => ({ question }));
  const restating = isKeywords(query) ? {} : await restatedBy(service, model, query, turns, { ...options, earlier });
  return { ...(await service.search(query, { ...options, earlier, restated: restating.restated })), ...restating };
}
