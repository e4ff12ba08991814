import type * as vscode from 'vscode';

/** Shows a list; resolves with the chosen item, or undefined, and disposes of the list. While new items arrive, none is chosen. */
export function chosenItem<Item extends vscode.QuickPickItem>(pick: vscode.QuickPick<Item>): Promise<Item | undefined> {
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      if (item === undefined) return;
      resolve(item);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
