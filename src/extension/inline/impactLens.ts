/** A code lens over definitions that shows what a change reaches; off unless `meshrag.impactCodeLens` is set. */

import * as vscode from 'vscode';
import { outlineRequest } from '../../protocol/explorer.ts';
import type { ServerClient } from '../client/client.ts';

const setting = 'impactCodeLens';

export function createImpactLens(client: ServerClient): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const isOn = (): boolean => vscode.workspace.getConfiguration('meshrag').get(setting, false);
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      if (!isOn()) return [];
      const { entries } = await client.request(outlineRequest, { uri: document.uri.toString() }, token);
      return entries
        .filter(({ place }) => place.startLine <= document.lineCount)
        .map(({ place }) => {
          const line = place.startLine - 1;
          const title = vscode.l10n.t('What does a change here reach?');
          const argument = { uri: document.uri.toString(), line };
          return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { command: 'meshrag.showPlace', title, arguments: [argument] });
        });
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.languages.registerCodeLensProvider({ scheme: 'file' }, provider),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`meshrag.${setting}`)) changed.fire();
    }),
  );
}
