/** Quotes and places for a question that a model restates: it gets the question alone, and writes nothing that is shown. */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import { announced } from '../../engine/answer/written/languageModel.ts';
import { isKeywords } from '../../engine/question/followUpQuestions.ts';
import type { AskAnswer, SearchAnswer } from '../types/results.ts';
import type { Service } from '../types/service.ts';
import type { AskEvent, ModelAskOptions } from './askModel.ts';
import { type RestateOptions, type Restating, restatedBy } from './restated.ts';

/** Quotes; where the model fails, those of the question as it is. */
export async function askRestated(
  service: Pick<Service, 'pool' | 'ask'>,
  silent: LanguageModel,
  question: string,
  { turns = [], earlier = turns.map((turn) => turn.question), mayRestate: _, ...options }: ModelAskOptions = {},
  onEvent: (event: AskEvent) => void = () => undefined,
): Promise<AskAnswer & Restating> {
  const model = announced(silent, (request) => onEvent({ kind: 'request', request }));
  const restating = await restatedBy(service, model, question, turns, { ...options, earlier });
  return { ...(await service.ask(question, { ...options, earlier, restated: restating.restated })), ...restating };
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
