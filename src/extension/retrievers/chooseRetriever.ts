/** Choose Retriever: what finds places, picked from what the setting `meshrag.system` offers; or given by a keybinding. */

import * as vscode from 'vscode';
import { check, text } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import { checkSystem, currentSystem, type OfferedSystem } from './offered.ts';
import { measuredSets, recallInFive } from './recall.ts';

/** `argument` may be the name of a system, which is then chosen. Returns what was chosen. */
export async function chooseRetriever(offered: readonly OfferedSystem[], argument: unknown): Promise<string | undefined> {
  const chosen = argument === undefined ? await pick(offered) : checkSystem(check(text(100), argument, 'retriever'), offered);
  if (chosen === undefined) return undefined;
  const settings = vscode.workspace.getConfiguration('meshrag');
  // A value of the workspace would hide one of the user's.
  const isOfWorkspace = settings.inspect('system')?.workspaceValue !== undefined;
  await settings.update('system', chosen, isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global);
  return chosen;
}

async function pick(offered: readonly OfferedSystem[]): Promise<string | undefined> {
  const current = currentSystem();
  const items = offered.map(({ id, description }) => {
    const label = `${id === current ? '$(check) ' : ''}${id}`;
    return { id, label, description: (recallInFive[id] ?? []).map(percent).join(' · '), detail: description };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: t('Choose retriever'),
    placeHolder: t('Percentages: recall at 5 on {0}', measuredSets.join(' · ')),
    matchOnDetail: true,
  });
  return picked?.id;
}

function percent(value: number): string {
  return `${value.toLocaleString(vscode.env.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;
}
