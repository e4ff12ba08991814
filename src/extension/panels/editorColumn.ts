import * as vscode from 'vscode';

/** A column that does not cover the panel: one with open text, otherwise the other side. */
export function columnBeside(panelColumn: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const other = vscode.window.tabGroups.all.map((group) => group.viewColumn).filter((column) => column !== panelColumn);
  const active = vscode.window.activeTextEditor?.viewColumn;
  if (active !== undefined && (other.includes(active) || panelColumn === undefined)) return active;
  return other[0] ?? (panelColumn === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside);
}
