/** The commands of the walkthrough. */

import * as vscode from 'vscode';
import { communitiesRequest, communityRequest } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import { openPlace } from '../editor/openPlace.ts';
import type { CommandContext } from './context.ts';

/** Maximum number of communities to search for a name that occurs literally in a text. */
const maxTried = 5;

export async function tryHover({ client }: CommandContext): Promise<void> {
  const { communities } = await client.request(communitiesRequest, {});
  for (const { id, entities } of communities.slice(0, maxTried)) {
    const { chunks } = await client.request(communityRequest, { id });
    for (const chunk of chunks) {
      const [name = entities[0]] = chunk.entities;
      if (name === undefined) continue;
      await openPlace(chunk, { find: name });
      const selection = vscode.window.activeTextEditor?.selection;
      if (!selection || selection.isEmpty || !selection.isSingleLine) continue;
      await vscode.commands.executeCommand('editor.action.showHover');
      return;
    }
  }
  throw new Error(t('No places in this workspace share rare names, so hovers have nothing to show.'));
}

/** Opens the five steps that show what there is. */
export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'meshrag.meshrag#meshrag.start', false);
}
