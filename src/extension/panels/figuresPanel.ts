/** The host side of the figures: one panel, drawn from the current workspace on request; saves figures as files. */

import * as vscode from 'vscode';
import { fromFigures, sketchesRequest, sketchesResult, type ToFigures } from '../../protocol/figures.ts';
import { mapRequest, mapResult } from '../../protocol/map.ts';
import { check } from '../../protocol/schema.ts';
import type { ServerClient } from '../client/client.ts';
import { whenIndexed } from '../client/indexRevision.ts';
import { messageOf } from '../client/strings.ts';
import { figureWords } from './mapStrings.ts';
import { webviewHtml, webviewOptions } from './webviewHtml.ts';

const figuresPanelType = 'meshrag.figures';

export interface FiguresPanel extends vscode.Disposable {
  /** Shows the figures, redrawing an open panel. */
  show(): void;
}

export function createFiguresPanel(extensionUri: vscode.Uri, client: ServerClient, logError: (error: unknown) => void): FiguresPanel {
  let open: vscode.WebviewPanel | undefined;

  function adopt(panel: vscode.WebviewPanel): void {
    // A panel of the last session is restored when its tab is shown; one opened before that is disposed of.
    const earlier = open;
    open = panel;
    earlier?.dispose();
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'panel.svg');
    panel.onDidDispose(() => {
      if (open === panel) open = undefined;
    });
    panel.webview.onDidReceiveMessage((raw) => receive(panel, raw).catch(logError));
    panel.webview.html = webviewHtml(extensionUri, 'figures', panel.title);
  }

  async function receive(panel: vscode.WebviewPanel, raw: unknown): Promise<void> {
    const message = check(fromFigures, raw);
    await (message.type === 'ready' ? load(panel) : saveSvg(message.figure, message.svg));
  }

  async function load(panel: vscode.WebviewPanel): Promise<void> {
    const post = (message: ToFigures) => panel === open && panel.webview.postMessage(message);
    post({ type: 'wait', text: vscode.l10n.t('Drawing') });
    try {
      await whenIndexed(client);
      const [map, sketches] = await Promise.all([client.request(mapRequest, {}), client.request(sketchesRequest, {})]);
      post({ type: 'show', map: check(mapResult, map), sketches: check(sketchesResult, sketches), words: figureWords() });
    } catch (error) {
      logError(error);
      post({ type: 'wait', text: messageOf(error) });
    }
  }

  const serializer = vscode.window.registerWebviewPanelSerializer(figuresPanelType, {
    async deserializeWebviewPanel(restored) {
      restored.webview.options = webviewOptions;
      adopt(restored);
    },
  });
  return {
    show() {
      if (open !== undefined) {
        open.reveal();
        load(open).catch(logError);
        return;
      }
      const options = { ...webviewOptions, retainContextWhenHidden: true };
      const title = vscode.l10n.t('Workspace figures');
      adopt(vscode.window.createWebviewPanel(figuresPanelType, title, vscode.ViewColumn.Active, options));
    },
    dispose() {
      serializer.dispose();
      open?.dispose();
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
