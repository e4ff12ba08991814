/** A code lens over definitions with the number of their uses, tests and documents; off unless `meshrag.impactCodeLens` is set. */

import * as vscode from 'vscode';
import { impactRequest, type WireImpact } from '../../protocol/impact.ts';
import { t } from '../../protocol/text/translate.ts';
import { outlineRequest } from '../../protocol/treeRows.ts';
import type { ServerClient } from '../client/client.ts';
import { count } from '../editor/numbers.ts';

const setting = 'impactCodeLens';

class PlaceLens extends vscode.CodeLens {
  /** 0-based. */
  readonly place: { readonly uri: string; readonly line: number };

  constructor(uri: string, line: number) {
    super(new vscode.Range(line, 0, line, 0));
    this.place = { uri, line };
  }
}

export function createImpactLens(client: ServerClient): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const isOn = (): boolean => vscode.workspace.getConfiguration('meshrag').get(setting, false);
  const provider: vscode.CodeLensProvider<PlaceLens> = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      if (!isOn()) return [];
      const uri = document.uri.toString();
      const { entries } = await client.request(outlineRequest, { uri }, token);
      const lines = entries.map(({ place }) => place.startLine).filter((line) => line <= document.lineCount);
      return lines.map((line) => new PlaceLens(uri, line - 1));
    },
    /** Those that are visible. */
    async resolveCodeLens(lens, token) {
      const { rows } = await client.request(impactRequest, { place: lens.place, maxDepth: 1 }, token);
      lens.command = { command: 'meshrag.showPlace', title: countUses(rows), arguments: [lens.place] };
      return lens;
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

/** Lines that use a name, and files that test or document it. */
function countUses(rows: readonly WireImpact[]): string {
  const direct = rows.filter(({ depth }) => depth === 1);
  const of = (kind: WireImpact['kind']): readonly WireImpact[] => direct.filter((row) => row.kind === kind);
  const lines = direct.filter(({ kind }) => kind !== 'tests' && kind !== 'docs').flatMap((row) => row.lines);
  const parts = [
    [lines.length, t('1 use'), t('{0} uses', count(lines.length))],
    [of('tests').length, t('1 test'), t('{0} tests', count(of('tests').length))],
    [of('docs').length, t('1 document'), t('{0} documents', count(of('docs').length))],
  ] as const;
  const shown = parts.filter(([all]) => all > 0).map(([all, one, more]) => (all === 1 ? one : more));
  return shown.length === 0 ? t('No uses') : shown.join(' · ');
}
