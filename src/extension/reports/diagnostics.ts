/** Marks each mention of a removed name, and offers the new name if a rename was detected. */

import * as vscode from 'vscode';
import type { WireMention } from '../../protocol/drift.ts';
import { t } from '../../protocol/text/translate.ts';
import type { Drift } from './staleNames.ts';

const source = 'MeshRAG';
const code = 'stale-name';
/** So that a keybinding can run it. */
const inAllFiles = vscode.CodeActionKind.QuickFix.append('allFiles');
/** How far a line may have moved in an editor with unsaved changes. */
const linesAround = 40;

/** The message for a diagnostic and for the list. */
export function sentence({ retired: { name, path: definedIn, newName } }: WireMention): string {
  return newName === undefined
    ? t('`{0}` no longer exists (was in {1})', name, definedIn)
    : t('`{0}` no longer exists (was in {1}); renamed to `{2}`?', name, definedIn, newName);
}

export function createDriftDiagnostics(drift: Drift): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('meshrag');
  const draw = (): void => {
    collection.clear();
    for (const [uri, mentions] of Map.groupBy(drift.mentions, (mention) => mention.uri)) {
      collection.set(
        vscode.Uri.parse(uri, true),
        mentions.flatMap((mention) => {
          const range = mentionRange(mention);
          return range === undefined ? [] : [createDiagnostic(mention, range)];
        }),
      );
    }
  };
  const actions = vscode.languages.registerCodeActionsProvider(
    { scheme: 'file' },
    { provideCodeActions: (document, _, { diagnostics }) => diagnostics.flatMap((one) => actionsFor(document, one, drift)) },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
  draw();
  return vscode.Disposable.from(collection, actions, drift.onDidChange(draw));
}

function createDiagnostic(mention: WireMention, range: vscode.Range): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, sentence(mention), vscode.DiagnosticSeverity.Information);
  diagnostic.source = source;
  diagnostic.code = code;
  return diagnostic;
}

/** The current range of the mention in the editor; undefined if it was edited since the file was saved. */
export function mentionRange({ uri, line, startColumn, endColumn, retired: { name } }: WireMention): vscode.Range | undefined {
  const range = new vscode.Range(line - 1, startColumn, line - 1, endColumn);
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
  if (document === undefined || document.getText(range) === name) return range;
  for (let distance = 0; distance <= linesAround; distance++) {
    for (const at of [line - 1 - distance, line - 1 + distance]) {
      const column = at >= 0 && at < document.lineCount ? document.lineAt(at).text.indexOf(name) : -1;
      if (column >= 0) return new vscode.Range(at, column, at, column + name.length);
    }
  }
  return undefined;
}

function actionsFor(document: vscode.TextDocument, diagnostic: vscode.Diagnostic, drift: Drift): vscode.CodeAction[] {
  if (diagnostic.source !== source || diagnostic.code !== code) return [];
  const name = document.getText(diagnostic.range);
  const newName = drift.mentions.find(({ retired }) => retired.name === name)?.retired.newName;
  if (newName === undefined) return [];
  const one = new vscode.CodeAction(t('Replace with `{0}`', newName), vscode.CodeActionKind.QuickFix);
  one.diagnostics = [diagnostic];
  one.isPreferred = true;
  one.edit = new vscode.WorkspaceEdit();
  one.edit.replace(document.uri, diagnostic.range, newName);
  const all = drift.mentions.filter(({ retired }) => retired.name === name);
  if (all.length < 2) return [one];
  const every = new vscode.CodeAction(t('Fix in All Files: replace {0} mentions with `{1}`…', all.length, newName), inAllFiles);
  every.diagnostics = [diagnostic];
  every.edit = replacements(all);
  return [one, every];
}

/** Replaces the mentions by the new names, in a preview with all of them ticked if prose is among them: it may mean the old name. */
export function replacements(mentions: readonly WireMention[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  const labelFor = ({ retired: { name, newName = '' } }: WireMention): string => t('Replace `{0}` with `{1}`', name, newName);
  for (const mention of mentions) {
    const { newName } = mention.retired;
    const range = mentionRange(mention);
    if (range === undefined || newName === undefined) continue;
    edit.replace(vscode.Uri.parse(mention.uri, true), range, newName, { needsConfirmation: false, label: labelFor(mention) });
  }
  const inProse = mentions.find(({ where }) => where !== 'code');
  // Only an edit to be confirmed opens the preview, and it would not be ticked: this one creates what exists, which is neither listed nor done.
  if (inProse !== undefined)
    edit.createFile(vscode.Uri.parse(inProse.uri, true), { ignoreIfExists: true }, { needsConfirmation: true, label: labelFor(inProse) });
  return edit;
}
