/** The list of this workspace's threads, from which one is opened or forgotten. */

import * as vscode from 'vscode';
import { shown } from '../../../protocol/text/visible.ts';
import { chosenItem } from '../../editor/chosenItem.ts';
import type { ThreadStore } from './threadStore.ts';

interface ThreadItem extends vscode.QuickPickItem {
  readonly id: string;
}

/** The identifier of the thread that was chosen; undefined where none was. `forget` takes one out of the store. */
export async function pickThread(store: ThreadStore, forget: (id: string) => void): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<ThreadItem>();
  pick.title = vscode.l10n.t('Earlier threads');
  const bin: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Forget this thread') };
  const draw = (): void => {
    const summaries = store.summaries('');
    pick.placeholder =
      summaries.length > 0
        ? vscode.l10n.t('Recent threads')
        : vscode.l10n.t('There are no threads of this workspace yet; each question begins one.');
    pick.items = summaries.map(({ id, question, turns }) => ({
      id,
      // Icons are drawn in labels; a question that names one is not meant to show it.
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
