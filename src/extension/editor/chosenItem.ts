import type * as vscode from 'vscode';

/** Shows a list; resolves with the chosen item, or undefined, and disposes of the list. */
export function chosenItem<Item extends vscode.QuickPickItem>(pick: vscode.QuickPick<Item>): Promise<Item | undefined> {
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
