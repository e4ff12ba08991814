/** The list of this workspace's threads, for opening or deleting one. */

import * as vscode from 'vscode';
import { shown } from '../../../protocol/text/visible.ts';
import { chosenItem } from '../../editor/chosenItem.ts';
import type { ThreadStore } from './threadStore.ts';

interface ThreadItem extends vscode.QuickPickItem {
  readonly id: string;
}

/** The identifier of the chosen thread, if any. `forget` deletes one from the store. */
export async function pickThread(store: ThreadStore, forget: (id: string) => void): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<ThreadItem>();
  pick.title = vscode.l10n.t('Earlier threads');
  const bin: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Delete this thread') };
  const draw = (): void => {
    const summaries = store.summaries('');
    pick.placeholder =
      summaries.length > 0
        ? vscode.l10n.t('Recent threads')
        : vscode.l10n.t('There are no threads in this workspace yet; each question starts one.');
    pick.items = summaries.map(({ id, question, turns }) => ({
      id,
      // Labels render icons, which a question may name without meaning to.
      label: shown(question).replaceAll('$(', '$\u200a('),
      description: turns > 1 ? vscode.l10n.t('{0} questions', turns) : undefined,
      buttons: [bin],
    }));
  };
  pick.onDidTriggerItemButton(({ item }) => {
    forget(item.id);
    draw();
  });
  draw();
  return (await chosenItem(pick))?.id;
}
