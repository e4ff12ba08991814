/** The list of this workspace's threads: searched by what one types, for opening, pinning, saving or deleting one. */

import * as vscode from 'vscode';
import type { PanelThread } from '../../../protocol/panels/panelThread.ts';
import { t } from '../../../protocol/text/translate.ts';
import { shown } from '../../../protocol/text/visible.ts';
import { chosenItem } from '../../editor/chosenItem.ts';
import { separator } from '../../editor/listItems.ts';
import type { ThreadStore } from './threadStore.ts';

interface ThreadItem extends vscode.QuickPickItem {
  readonly thread: PanelThread;
}

export interface ThreadActions {
  /** Deletes a thread from the store. */
  forget(id: string): void;
  save(thread: PanelThread): void;
}

/** The identifier of the chosen thread, if any. */
export async function pickThread(store: ThreadStore, { forget, save }: ThreadActions): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<ThreadItem | vscode.QuickPickItem>();
  pick.title = t('Earlier threads');
  const button = (icon: string, tooltip: string): vscode.QuickInputButton => ({ iconPath: new vscode.ThemeIcon(icon), tooltip });
  const pin = button('pin', t('Pin this thread'));
  const unpin = button('pinned', t('Unpin this thread'));
  const disk = button('save-as', t('Save this thread as a document'));
  const bin = button('trash', t('Delete this thread'));
  const itemFor = (thread: PanelThread, line: string | undefined): ThreadItem => ({
    thread,
    label: plain(thread.turns[0]?.question ?? ''),
    description: thread.turns.length > 1 ? t('{0} questions', thread.turns.length) : undefined,
    detail: line && plain(line),
    // The list has been searched already, in more than what it shows.
    alwaysShow: true,
    buttons: [thread.isPinned ? unpin : pin, disk, bin],
  });
  const draw = (): void => {
    const found = store.search(pick.value);
    const pinned = found.filter(({ thread }) => thread.isPinned);
    const others = found.filter(({ thread }) => !thread.isPinned);
    pick.placeholder =
      store.search('').length > 0
        ? t('Words of a question or an answer')
        : t('There are no threads in this workspace yet; each question starts one.');
    const titled = (label: string, list: typeof found): (ThreadItem | vscode.QuickPickItem)[] =>
      list.length === 0 ? [] : [separator(label), ...list.map(({ thread, line }) => itemFor(thread, line))];
    pick.items = [...titled(t('Pinned'), pinned), ...titled(t('Recent threads'), others)];
  };
  pick.onDidChangeValue(draw);
  pick.onDidTriggerItemButton(({ item, button: pressed }) => {
    if (!('thread' in item)) return;
    const { thread } = item;
    if (pressed === disk) {
      save(thread);
      return;
    }
    if (pressed === bin) forget(thread.id);
    else store.pin(thread.id, pressed === pin);
    draw();
  });
  draw();
  const chosen = await chosenItem(pick);
  return chosen !== undefined && 'thread' in chosen ? chosen.thread.id : undefined;
}

/** A text without icons, which labels would draw, and which a question may name without meaning to. */
function plain(text: string): string {
  return shown(text).replaceAll('$(', '$\u200a(');
}
