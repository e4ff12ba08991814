/** The host side of the paper's figures: one panel, drawn from the current workspace on request; saves figures as files. Its report is a page. */

import * as vscode from 'vscode';
import { figuresRequest, figuresResult, fromFigures, paperReportRequest, type ToFigures } from '../../protocol/figures.ts';
import { check } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { whenIndexed } from '../client/indexRevision.ts';
import { messageOf } from '../client/strings.ts';
import { Page } from './answer/page.ts';
import type { PageSource } from './answer/pages.ts';
import { SinglePanel } from './singlePanel.ts';
import { webviewHtml } from './webviewHtml.ts';

const figuresPanelType = 'meshrag.figures';

export interface FiguresPanel extends vscode.Disposable {
  /** Shows the figures, redrawing an open panel. */
  show(): void;
}

export function createFiguresPanel(extensionUri: vscode.Uri, client: ServerClient, logError: (error: unknown) => void): FiguresPanel {
  const single = new SinglePanel(extensionUri, {
    type: figuresPanelType,
    title: () => t('Workspace figures'),
    options: { retainContextWhenHidden: true },
    fill(panel) {
      panel.webview.onDidReceiveMessage((raw) => receive(panel, raw).catch(logError));
      panel.webview.html = webviewHtml(extensionUri, 'figures', panel.title);
    },
  });

  async function receive(panel: vscode.WebviewPanel, raw: unknown): Promise<void> {
    const message = check(fromFigures, raw);
    await (message.type === 'ready' ? load(panel) : saveSvg(message.figure, message.svg));
  }

  async function load(panel: vscode.WebviewPanel): Promise<void> {
    const post = (message: ToFigures) => panel === single.open && panel.webview.postMessage(message);
    post({ type: 'wait', text: t('Drawing') });
    try {
      await whenIndexed(client);
      const figures = check(figuresResult, await client.request(figuresRequest, {}));
      post({ type: 'show', figures });
    } catch (error) {
      logError(error);
      post({ type: 'wait', text: messageOf(error) });
    }
  }

  return {
    show() {
      const { open } = single;
      single.reveal(vscode.ViewColumn.Active);
      if (open !== undefined) load(open).catch(logError);
    },
    dispose: () => single.dispose(),
  };
}

/** The report of appendix C. */
export function paperReport(client: ServerClient): PageSource {
  return {
    title: t('Community report'),
    async make() {
      const page = new Page();
      page.verbatim((await client.request(paperReportRequest, {})).text);
      return page;
    },
  };
}

/** Saves a figure as a file of the user's choice. */
async function saveSvg(figure: string, svg: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${figure.replace(/[^\w-]+/g, '-')}.svg`;
  const target = await vscode.window.showSaveDialog({
    filters: { SVG: ['svg'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
}
