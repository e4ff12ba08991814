/** Items of lists: commands, under the titles that the command palette shows, and the lines between groups. */

import * as vscode from 'vscode';
import { check, list, object, text } from '../../protocol/schema.ts';

export interface CommandItem extends vscode.QuickPickItem {
  readonly command: string;
}

const manifest = object({ contributes: object({ commands: list(object({ command: text(), title: text() })) }) });

/** One item for each command of this extension, in this order. */
export function commandItems({ packageJSON }: vscode.Extension<unknown>, commands: readonly string[]): CommandItem[] {
  const titles = new Map(check(manifest, packageJSON).contributes.commands.map(({ command, title }) => [command, title]));
  return commands.map((command) => ({ label: titles.get(command) ?? command, command }));
}

/** A line between the items of a list, with a title for those below it. */
export function separator(label = ''): vscode.QuickPickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
