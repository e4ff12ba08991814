/** Items of lists: commands, under the titles that the command palette shows, and the lines between groups. */

import * as vscode from 'vscode';

export interface CommandItem extends vscode.QuickPickItem {
  readonly command: string;
}

/** Of this extension. Where VS Code is in another language than English, a title has both. */
interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string; readonly title: string | { readonly value: string } }[] };
}

/** One item for each command of this extension, in this order. */
export function commandItems({ packageJSON }: vscode.Extension<unknown>, commands: readonly string[]): CommandItem[] {
  const own = (packageJSON as Manifest).contributes.commands;
  const titles = new Map(own.map(({ command, title }) => [command, typeof title === 'string' ? title : title.value]));
  return commands.map((command) => ({ label: titles.get(command) ?? command, command }));
}

/** A line between the items of a list, with a title for those below it. */
export function separator(label = ''): vscode.QuickPickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
