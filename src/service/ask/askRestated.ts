/** The answer by quotes to a question that a model restates: it gets the question alone, and writes nothing that is shown. */

import { announced } from '../../engine/answer/written/announced.ts';
import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { AskAnswer } from '../types/results.ts';
import type { Service } from '../types/service.ts';
import type { AskEvent, ModelAskOptions } from './askModel.ts';
import { type Restating, restatedBy } from './restated.ts';

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
