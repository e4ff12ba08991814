import type * as vscode from 'vscode';

/** Shows a list; resolves with the item that the user takes, or undefined, and is done with the list then. */
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
