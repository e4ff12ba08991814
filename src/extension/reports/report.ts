/** The report as a page of the answer panel; while it is on display it follows the index. */

import * as vscode from 'vscode';
import { type MaskedResult, maskedRequest, reportRequest } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { bytes, count, duration, time } from '../editor/numbers.ts';
import { paced } from '../inline/paced.ts';
import type { Page } from '../panels/answer/page.ts';
import type { PageSource, Pages } from '../panels/answer/pages.ts';
import { diagnosticsText, type ReportFormat, reportPage, type Versions } from './reportPage.ts';

/** A build changes it many times a second. Milliseconds. */
const redrawIntervalMs = 1000;

export interface Report extends vscode.Disposable {
  show(): Promise<Page>;
  /** Counts and versions for an issue. */
  diagnostics(): Promise<string>;
}

export function createReport(client: ServerClient, context: vscode.ExtensionContext, pages: Pages): Report {
  const format: ReportFormat = { count, bytes, duration, time };
  const closing = new vscode.CancellationTokenSource();
  let masked: MaskedResult | undefined;
  let isStale = true;
  const source: PageSource = {
    title: t('MeshRAG report'),
    async make() {
      const report = await client.request(reportRequest, {}, closing.token);
      // Searching takes seconds in a large workspace, so what was found before is shown meanwhile.
      if (isStale && !report.folders.some(({ state }) => state === 'indexing')) search();
      return reportPage(report, masked, readVersions(context), format);
    },
  };
  // A server that is gone has its state in the status bar, and the page stays as it was.
  const refresh = (): void => void pages.redraw(source).catch(() => undefined);
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
    if (client.status !== undefined) refresh();
  }, redrawIntervalMs);
  const following = client.onDidChange(redraw.draw);
  return {
    show() {
      isStale = true;
      return pages.show(source);
    },
    diagnostics: async () => diagnosticsText(await client.request(reportRequest, {}), readVersions(context)),
    dispose() {
      closing.cancel();
      redraw.stop();
      following.dispose();
    },
  };
}

function readVersions(context: vscode.ExtensionContext): Versions {
  return {
    MeshRAG: String(context.extension.packageJSON.version),
    'VS Code': vscode.version,
    System: `${process.platform} ${process.arch}`,
  };
}
