/** The figures' host side: asks the server once, draws, and keeps figures as files. */

import * as vscode from 'vscode';
import { readFromFigures, readSketches, sketchesRequest, type ToFigures } from '../../protocol/figures.ts';
import { mapRequest, readMapResult } from '../../protocol/map.ts';
import type { ServerClient } from '../client.ts';
import { messageOf } from '../strings.ts';
import { figureWords } from './mapStrings.ts';
import { saveSvg } from './saveSvg.ts';
import { panelRoots, webviewHtml } from './webviewHtml.ts';

const figuresPanelType = 'meshrag.figures';

/** Shows the figures in a panel of their own; they are drawn for the workspace as it is when they are opened. */
export function showFigures(extensionUri: vscode.Uri, client: ServerClient, say: (error: unknown) => void): void {
  const title = vscode.l10n.t('Workspace figures');
  const panel = vscode.window.createWebviewPanel(figuresPanelType, title, vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: panelRoots,
    retainContextWhenHidden: true,
  });
  panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'panel.svg');
  const post = (message: ToFigures) => panel.webview.postMessage(message);
  const load = async (): Promise<void> => {
    post({ type: 'wait', text: vscode.l10n.t('Drawing') });
    try {
      const [map, sketches] = await Promise.all([client.request(mapRequest, {}), client.request(sketchesRequest, {})]);
      post({ type: 'show', map: readMapResult(map), sketches: readSketches(sketches), words: figureWords() });
    } catch (error) {
      post({ type: 'wait', text: messageOf(error) });
    }
  };
  const receive = async (raw: unknown): Promise<void> => {
    const message = readFromFigures(raw);
    await (message.type === 'ready' ? load() : saveSvg(message.figure, message.svg));
  };
  panel.webview.onDidReceiveMessage((raw) => receive(raw).catch(say));
  panel.webview.html = webviewHtml(extensionUri, 'figures', title);
}
