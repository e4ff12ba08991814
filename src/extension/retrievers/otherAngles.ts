/** Other Angles: five of the twenty best places for the last question, elected so that they differ in the names that they hold. */

import * as vscode from 'vscode';
import { reference, type Source } from '../../protocol/places.ts';
import { check, hasField, object, text } from '../../protocol/schema.ts';
import { searchRequest } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { openPlace } from '../editor/openPlace.ts';
import type { AskedQuery } from '../panels/answer/conversation.ts';

interface PlaceItem extends vscode.QuickPickItem {
  readonly source: Source;
}

/** `argument` may be `{ question }`, whose places are returned and not shown; otherwise the last question of the answer panel is asked. */
export async function otherAngles(
  client: ServerClient,
  lastQuery: () => AskedQuery | undefined,
  argument: unknown,
): Promise<readonly Source[] | undefined> {
  if (hasField(argument, 'question')) {
    const { question } = check(object({ question: text() }), argument);
    return (await client.request(searchRequest, { query: question, otherAngles: true })).sources;
  }
  const asked = lastQuery();
  if (asked === undefined) {
    vscode.window.showInformationMessage(t('There is no answer yet: ask the workspace first.'));
    return undefined;
  }
  const { sources } = await client.request(searchRequest, { ...asked, otherAngles: true });
  if (sources.length === 0) {
    vscode.window.showInformationMessage(t('Nothing in this workspace matches the question.'));
    return sources;
  }
  const items = sources.map((source): PlaceItem => {
    return { label: source.title || source.path, description: reference(source), detail: source.why, source };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: t('Other angles'),
    placeHolder: t('Five of the top twenty places, with names that differ'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked) await openPlace(picked.source);
  return sources;
}
