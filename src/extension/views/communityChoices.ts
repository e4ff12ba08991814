/** What the user chooses for the tree of communities: a filter, an order. */

import * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';
import type { CommunityOrder } from './communityOrder.ts';

/** An input box that filters while typing; Escape restores the previous filter. */
export function showFilterBox(before: string, setFilter: (filter: string) => void): void {
  const box = vscode.window.createInputBox();
  box.title = t('Filter communities');
  box.placeholder = t('A part of a name');
  box.value = before;
  let isAccepted = false;
  box.onDidChangeValue(setFilter);
  box.onDidAccept(() => {
    isAccepted = true;
    box.hide();
  });
  box.onDidHide(() => {
    if (!isAccepted) setFilter(before);
    box.dispose();
  });
  box.show();
}

/** Undefined if none is picked. */
export async function pickOrder(now: CommunityOrder): Promise<CommunityOrder | undefined> {
  const labels: Record<CommunityOrder, string> = {
    size: t('Largest first'),
    name: t('By name'),
    closeness: t('Closest to the active editor first'),
  };
  const items = Object.entries(labels).map(([order, label]) => ({
    label,
    order: order as CommunityOrder,
    ...(order === now ? { description: t('now') } : {}),
  }));
  return (await vscode.window.showQuickPick(items, { title: t('Order communities') }))?.order;
}
