/** The host side of the map: requests parts, files and the lines behind arrows, opens what is clicked, copies the picture. */

import * as vscode from 'vscode';
import { type MapResult, mapInside, mapInsideRequest, mapRequest, mapResult, mapUses, mapUsesRequest } from '../../protocol/map.ts';
import { fromMap, type ToMap } from '../../protocol/panels/panelMap.ts';
import { check } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { messageOf } from '../client/strings.ts';
import { openPlace } from '../editor/openPlace.ts';
import { columnBeside } from './editorColumn.ts';
import { SinglePanel } from './singlePanel.ts';
import { webviewHtml } from './webviewHtml.ts';

const mapPanelType = 'meshrag.map';

export interface MapPanel extends vscode.Disposable {
  /** Shows the map; `id` is a part to unfold. */
  show(id?: string): void;
}

export interface MapPanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly client: ServerClient;
  readonly logError: (error: unknown) => void;
}

export function createMapPanel(options: MapPanelOptions): MapPanel {
  let map: OpenMap | undefined;
  const single = new SinglePanel(options.extensionUri, {
    type: mapPanelType,
    title: () => t('Workspace map'),
    options: { retainContextWhenHidden: true },
    fill(panel) {
      map = new OpenMap(options, panel);
    },
  });
  return {
    show(id) {
      single.reveal(vscode.ViewColumn.Active);
      if (id !== undefined) map?.focus(id);
    },
    dispose: () => single.dispose(),
  };
}

class OpenMap {
  readonly #panel: vscode.WebviewPanel;
  readonly #options: MapPanelOptions;
  #map: MapResult | undefined;
  #isReady = false;
  #focus: string | undefined;
  #drawnFrom = '';

  constructor(options: MapPanelOptions, panel: vscode.WebviewPanel) {
    this.#options = options;
    this.#panel = panel;
    const { webview } = this.#panel;
    const listening = [
      webview.onDidReceiveMessage((raw) => this.#receive(raw).catch(options.logError)),
      options.client.onDidChange(() => this.#refreshSoon()),
    ];
    this.#panel.onDidDispose(() => {
      for (const one of listening) one.dispose();
    });
    webview.html = webviewHtml(options.extensionUri, 'map', panel.title);
  }

  focus(id: string): void {
    this.#focus = id;
    if (this.#map !== undefined) this.#post({ type: 'focus', id });
  }

  #post(message: ToMap): void {
    if (this.#isReady) this.#panel.webview.postMessage(message);
  }

  async #receive(raw: unknown): Promise<unknown> {
    const message = check(fromMap, raw);
    const { client } = this.#options;
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        return this.#load();
      case 'refresh':
        if (client.state === 'stopped') await client.start();
        return this.#load();
      case 'inside': {
        const inside = check(mapInside, await client.request(mapInsideRequest, { id: message.id }), 'inside');
        return this.#post({ type: 'inside', inside });
      }
      case 'uses': {
        const { arrow, from, to } = message;
        return this.#post({ type: 'uses', arrow, uses: check(mapUses, await client.request(mapUsesRequest, { from, to }), 'uses') });
      }
      case 'open':
        return openPlace(message.place, { column: columnBeside(this.#panel.viewColumn) });
      case 'communities':
        return vscode.commands.executeCommand('meshrag.revealInCommunities', message.id);
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        vscode.window.setStatusBarMessage(message.as === 'svg' ? t('Copied as SVG') : t('Copied as a Mermaid flowchart'), 3000);
        return undefined;
    }
  }

  async #load(): Promise<void> {
    const { client } = this.#options;
    this.#drawnFrom = folderStates(client);
    if (client.status?.folders.some(({ state }) => state === 'indexing') !== false) {
      this.#post({ type: 'wait', text: t('The map is drawn when the index is ready.') });
      return;
    }
    try {
      this.#map = check(mapResult, await client.request(mapRequest, {}), 'map');
    } catch (error) {
      this.#options.logError(error);
      this.#post({ type: 'wait', text: messageOf(error), hasFailed: true });
      return;
    }
    this.#post({ type: 'map', map: this.#map });
    if (this.#focus !== undefined) this.#post({ type: 'focus', id: this.#focus });
    this.#focus = undefined;
  }

  /** A map in use is not changed under the user's hands; it is redrawn only if the index was not ready before. */
  #refreshSoon(): void {
    if (this.#map === undefined && this.#isReady && folderStates(this.#options.client) !== this.#drawnFrom)
      this.#load().catch(this.#options.logError);
  }
}

function folderStates({ status }: ServerClient): string {
  return (status?.folders ?? []).map(({ uri, state }) => `${uri} ${state}`).join('\n');
}
