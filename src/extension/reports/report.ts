/** The report as a read-only document, regenerated each time it is opened, and while it is visible whenever the index changes. */

import * as vscode from 'vscode';
import { type MaskedResult, maskedRequest, reportRequest } from '../../protocol/server.ts';
import type { ServerClient } from '../client/client.ts';
import { translate } from '../client/strings.ts';
import { bytes, count, duration, time } from '../editor/numbers.ts';
import { paced } from '../inline/paced.ts';
import { diagnosticsText, type ReportFormat, reportText, type Versions } from './reportText.ts';

const scheme = 'meshrag-report';
const name = 'MeshRAG report.md';
const uri = vscode.Uri.from({ scheme, path: `/${name}` });
/** A build changes it many times a second. Milliseconds. */
const redrawIntervalMs = 1000;

export interface Report extends vscode.Disposable {
  show(): Promise<void>;
  /** Counts and versions for an issue. */
  diagnostics(): Promise<string>;
}

export function createReport(client: ServerClient, context: vscode.ExtensionContext): Report {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const format: ReportFormat = { t: translate, count, bytes, duration, time };
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    async provideTextDocumentContent(_, token) {
      const report = await client.request(reportRequest, {}, token);
      // Searching takes seconds in a large workspace, so what was found before is shown meanwhile.
      if (isStale && !report.folders.some(({ state }) => state === 'indexing')) search();
      return reportText(report, masked, readVersions(context), format);
    },
  });
  let masked: MaskedResult | undefined;
  let isStale = true;
  const closing = new vscode.CancellationTokenSource();
  function refresh(): void {
    changed.fire(uri);
    // Behind a preview the editor releases the text after some minutes; reopening restores it.
    vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
  }
  /** Looks for what is masked, and shows it. */
  function search(): void {
    isStale = false;
    client.request(maskedRequest, {}, closing.token).then(
      (found) => {
        masked = found;
        refresh();
      },
      () => {
        isStale = true;
      },
    );
  }
  const redraw = paced(() => {
    isStale = true;
    // Does not start a server that is not running.
    if (client.status === undefined || !isShown()) return;
    refresh();
  }, redrawIntervalMs);
  const following = client.onDidChange(redraw.draw);
  return {
    async show() {
      isStale = true;
      changed.fire(uri);
      const document = await vscode.workspace.openTextDocument(uri);
      try {
        // A preview of its own: the one of `markdown.showPreview` would turn to the next markdown text that is opened.
        await vscode.commands.executeCommand('vscode.openWith', uri, 'vscode.markdown.preview.editor');
      } catch {
        // The built-in markdown extension may be disabled; the text has the same content.
        await vscode.window.showTextDocument(document, { preview: true });
      }
    },
    diagnostics: async () => diagnosticsText(await client.request(reportRequest, {}), readVersions(context)),
    dispose() {
      closing.cancel();
      redraw.stop();
      following.dispose();
      provider.dispose();
      changed.dispose();
    },
  };
}

/** As text or as a preview, whose tab title contains the name. */
function isShown(): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.includes(name)));
}

function readVersions(context: vscode.ExtensionContext): Versions {
  return {
    MeshRAG: String(context.extension.packageJSON.version),
    'VS Code': vscode.version,
    System: `${process.platform} ${process.arch}`,
  };
}
