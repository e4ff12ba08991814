/** `/communities`: the subjects of the workspace, or those containing a word, each with places to start from. */

import * as vscode from 'vscode';
import type { WireCommunity } from '../../protocol/places.ts';
import { communitiesRequest, communityRequest } from '../../protocol/server.ts';
import type { ServerClient } from '../client/client.ts';
import { count } from '../editor/numbers.ts';
import { namedText, plainText } from '../editor/plainText.ts';
import type { ChatTurn } from './answer.ts';
import { locationOf, placeName } from './places.ts';

const maxListed = 10;
const maxPlaces = 3;

export async function listCommunities(client: ServerClient, { request, response, token }: ChatTurn): Promise<vscode.ChatResult> {
  const { t } = vscode.l10n;
  const { communities } = await client.request(communitiesRequest, {}, token);
  const words = request.prompt.toLowerCase().match(/[\p{L}\p{M}\p{N}_$]{2,}/gu) ?? [];
  const wanted = words.length === 0 ? communities : communities.filter((one) => words.some((word) => isNamed(one, word)));
  if (wanted.length === 0) {
    response.markdown(plainText(words.length === 0 ? t('There are no communities yet.') : t('No community matches these words.')));
    return {};
  }
  const shown = wanted.slice(0, maxListed);
  response.markdown(plainText(`${t('{0} of {1} communities', count(shown.length), count(wanted.length))}\n`));
  for (const { id, name, size, files, entities } of shown) {
    const facts = t('{0} passages in {1} files', count(size), count(files));
    response.markdown(namedText(name, ` · ${facts}\n${t('shares {0}', entities.slice(0, 6).join(', '))}`));
    const { chunks } = await client.request(communityRequest, { id }, token);
    for (const chunk of chunks.slice(0, maxPlaces)) {
      response.anchor(locationOf(chunk), placeName(chunk));
      response.markdown('  ');
    }
    response.markdown('\n');
  }
  return {};
}

function isNamed({ name, entities }: WireCommunity, word: string): boolean {
  return [name, ...entities].some((text) => text.toLowerCase().includes(word));
}
