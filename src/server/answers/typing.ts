/** Handlers of the requests that are made while a question is typed: a new one cancels the one before. */

import { visible } from '../../engine/text/visible.ts';
import {
  type CompleteResult,
  completeParams,
  completeRequest,
  typedPlacesParams,
  typedPlacesRequest,
} from '../../protocol/panels/typing.ts';
import type { Answering } from '../requests.ts';
import { pathsOf, type Session, sessionConversion } from '../session.ts';
import { toWire } from './wire.ts';

const maxPlaces = 5;

/** Registers them. The places are ranked by `mesh`, whatever retriever answers: others may take seconds, or ask a model. */
export function answerTyping(session: Session, answer: Answering): void {
  const { service, clientOptions } = session;
  answer(typedPlacesRequest, typedPlacesParams, async ({ question, scope }, signal) => {
    const options = { limit: maxPlaces, synonyms: clientOptions.synonyms, scope: scope && pathsOf(session, scope), signal };
    return { places: toWire(await service.matchingLines(question, options), sessionConversion(session)) };
  });
  answer(completeRequest, completeParams, async ({ kind, typed, max }, signal): Promise<CompleteResult> => {
    if (kind === 'name') return { files: [], names: (await service.namesLike(typed, max, signal)).map(visible) };
    return { files: toWire(await service.filesLike(typed, max, signal), sessionConversion(session)), names: [] };
  });
}
