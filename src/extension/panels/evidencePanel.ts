/** The evidence panel's host side: what two places, or a question and a place, share. One panel, shown beside; a new question fills it anew. */

import * as vscode from 'vscode';
import type { EvidenceParams } from '../../protocol/evidence.ts';
import { type EvidenceState, readFromEvidence, type ToEvidence } from '../../protocol/panelEvidence.ts';
import { evidenceRequest } from '../../protocol/server.ts';
import { shown } from '../../protocol/visible.ts';
import type { ServerClient } from '../client.ts';
import { openPlace } from '../openPlace.ts';
import { messageOf, panelWords } from '../strings.ts';
import { columnBeside } from './columns.ts';
import { panelRoots, webviewHtml } from './webviewHtml.ts';

const evidencePanelType = 'meshrag.evidence';

export interface EvidencePanel extends vscode.Disposable {
  /** `column` is where it is opened where it is not open yet; the active one where absent. */
  show(asked: EvidenceParams, column?: vscode.ViewColumn): Promise<void>;
}

export function createEvidencePanel(extensionUri: vscode.Uri, client: ServerClient, say: (error: unknown) => void): EvidencePanel {
  let panel: vscode.WebviewPanel | undefined;
  let state: EvidenceState = { view: 'loading' };
  let asked: EvidenceParams | undefined;

  function set(next: EvidenceState): void {
    state = next;
    const message: ToEvidence = { type: 'show', state, words: panelWords() };
    panel?.webview.postMessage(message);
  }

  function reveal(column: vscode.ViewColumn): void {
    if (panel) {
      panel.reveal(undefined, false);
      return;
    }
    const title = vscode.l10n.t('Evidence');
    const opened = vscode.window.createWebviewPanel(evidencePanelType, title, column, {
      enableScripts: true,
      localResourceRoots: panelRoots,
      enableFindWidget: true,
    });
    panel = opened;
    opened.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'panel.svg');
    opened.webview.onDidReceiveMessage((raw) => receive(raw).catch(say));
    opened.onDidDispose(() => {
      panel = undefined;
    });
    opened.webview.html = webviewHtml(extensionUri, 'evidence', title);
  }

  async function receive(raw: unknown): Promise<void> {
    const message = readFromEvidence(raw);
    if (message.type === 'ready') set(state);
    else if (message.type === 'retry') {
      if (asked) await show(asked);
    } else if (state.view === 'evidence') {
      const place = state.result[message.side]?.place;
      if (!place) return;
      const at = message.line === place.startLine ? place : { ...place, startLine: message.line, endLine: message.line };
      await openPlace(at, { column: columnBeside(panel?.viewColumn) });
    }
  }

  async function show(params: EvidenceParams, column: vscode.ViewColumn = vscode.ViewColumn.Active): Promise<void> {
    asked = params;
    state = { view: 'loading' };
    reveal(column);
    if (panel) panel.title = titleOf(params);
    set(state);
    try {
      const result = await client.request(evidenceRequest, params);
      if (asked === params) set({ view: 'evidence', result });
    } catch (error) {
      if (asked === params) set({ view: 'failed', error: messageOf(error) });
    }
  }

  return { show, dispose: () => panel?.dispose() };
}

/** The names of the files, so that its tab is known among others. */
function titleOf({ from, to }: EvidenceParams): string {
  const name = (path: string): string => shown(path.slice(path.lastIndexOf('/') + 1));
  return vscode.l10n.t('Evidence: {0}', [from?.path, to.path].flatMap((path) => (path === undefined ? [] : [name(path)])).join(' ↔ '));
}
