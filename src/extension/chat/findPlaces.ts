/** The places for what is typed after a command. A question may be restated by the chat's model: then what was also looked for is shown. */

import type { Source } from '../../protocol/places.ts';
import { textIn } from '../client/strings.ts';
import { plainText } from '../editor/plainText.ts';
import type { Answerer } from '../models/answerer.ts';
import { type ChatTurn, chosenModel, showTerms } from './answer.ts';

export async function findPlaces(
  answerer: Pick<Answerer, 'search'>,
  query: string,
  limit: number,
  { request, response, token }: Pick<ChatTurn, 'request' | 'response' | 'token'>,
): Promise<readonly Source[]> {
  const { sources, restated, notes } = await answerer.search({ query, limit }, chosenModel(request), token);
  showTerms(response, restated);
  if (notes !== undefined) response.markdown(plainText(`${textIn(notes)}\n\n`));
  return sources;
}
