/** Asks about files or folders chosen in a menu: only they are searched. */

import * as vscode from 'vscode';
import type { AskResult } from '../../protocol/places.ts';
import { placeOf } from '../panels/answer/scope.ts';
import { inputQuestion } from './askWorkspace.ts';
import type { CommandContext } from './context.ts';
import { menuFiles, nameOfFiles } from './menuFiles.ts';

/** `argument` and `selected` come from the menus of the explorer and of tabs. */
export async function askAbout({ panels, history }: CommandContext, argument: unknown, selected: unknown): Promise<AskResult | undefined> {
  const files = await menuFiles(argument, selected);
  const title = vscode.l10n.t('Ask about {0}', nameOfFiles(files));
  const placeholder = vscode.l10n.t('Only these are searched');
  const asked = await inputQuestion({ title, placeholder, earlier: history.list() });
  return asked && panels.ask({ ...asked, scope: { places: files.map(({ uri, isFolder }) => placeOf(uri, isFolder)) } });
}
