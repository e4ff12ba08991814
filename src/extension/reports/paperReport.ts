/** The report of appendix C as a read-only document, regenerated each time it is opened. */

import * as vscode from 'vscode';
import { paperReportRequest } from '../../protocol/figures.ts';
import type { ServerClient } from '../client/client.ts';

const scheme = 'meshrag-paper-report';
const uri = vscode.Uri.from({ scheme, path: '/Community report.txt' });

export interface PaperReport extends vscode.Disposable {
  show(): Promise<void>;
}

export function createPaperReport(client: ServerClient): PaperReport {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: async (_, token) => (await client.request(paperReportRequest, {}, token)).text,
  });
  return {
    async show() {
      changed.fire(uri);
      const location = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Writing the community report') };
      const document = await vscode.window.withProgress(location, async () => vscode.workspace.openTextDocument(uri));
      await vscode.window.showTextDocument(document, { preview: true });
    },
    dispose() {
      provider.dispose();
      changed.dispose();
    },
  };
}
