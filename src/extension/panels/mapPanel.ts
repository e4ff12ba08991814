/** The host side of the map: requests parts, areas and chunks, follows the cursor, opens what is clicked. */

import * as vscode from 'vscode';
import { closenessRequest } from '../../protocol/explorer.ts';
import {
  type MapChunk,
  type MapDetail,
  type MapResult,
  mapCommunityRequest,
  mapDetail,
  mapGates,
  mapGatesRequest,
  mapLimits,
  mapRequest,
  mapResult,
} from '../../protocol/map.ts';
import { defaultMapWords } from '../../protocol/panels/mapWords.ts';
import { type ChunkOfMap, fromMap, type ToMap } from '../../protocol/panels/panelMap.ts';
import { check } from '../../protocol/schema.ts';
import { excerptRequest } from '../../protocol/server.ts';
import type { ServerClient } from '../client/client.ts';
import { messageOf, translated } from '../client/strings.ts';
import { activeEditor } from '../editor/activeEditor.ts';
import { communityQuestion } from '../editor/communityQuestion.ts';
import { openPlace } from '../editor/openPlace.ts';
import { partName } from '../views/partNames.ts';
import { columnBeside } from './editorColumn.ts';
import type { EvidencePanel } from './evidencePanel.ts';
import { SinglePanel } from './singlePanel.ts';
import { webviewHtml } from './webviewHtml.ts';

const mapPanelType = 'meshrag.map';

const excerptLines = 6;
const restMs = 300;

export interface MapPanel extends vscode.Disposable {
  /** Shows the map; `id` is a community to unfold. */
  show(id?: string): void;
}

export interface MapPanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly client: ServerClient;
  readonly evidence: EvidencePanel;
  readonly logError: (error: unknown) => void;
}

export function createMapPanel(options: MapPanelOptions): MapPanel {
  let map: OpenMap | undefined;
  const single = new SinglePanel(options.extensionUri, {
    type: mapPanelType,
    title: () => vscode.l10n.t('Workspace map'),
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
  readonly #details = new Map<string, MapDetail>();
  #map: MapResult | undefined;
  #isReady = false;
  #focus: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #drawnFrom = '';

  constructor(options: MapPanelOptions, panel: vscode.WebviewPanel) {
    this.#options = options;
    this.#panel = panel;
    const { webview } = this.#panel;
    const listening = [
      webview.onDidReceiveMessage((raw) => this.#receive(raw).catch(options.logError)),
      vscode.window.onDidChangeTextEditorSelection(() => this.#followSoon()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#followSoon()),
      options.client.onDidChange(() => this.#refreshSoon()),
    ];
    this.#panel.onDidDispose(() => {
      clearTimeout(this.#timer);
      for (const one of listening) one.dispose();
    });
    webview.html = webviewHtml(options.extensionUri, 'map', panel.title);
  }

  focus(id: string): void {
    this.#focus = id;
    if (this.#map !== undefined) this.#postFocus(id);
  }

  #postFocus(id: string): void {
    if (this.#map?.communities.some((one) => one.id === id)) this.#post({ type: 'focus', id });
    else
      vscode.window.showInformationMessage(
        vscode.l10n.t('This community is too small for the map, which draws the largest {0}.', mapLimits.communities),
      );
  }

  #post(message: ToMap): void {
    if (this.#isReady) this.#panel.webview.postMessage(message);
  }

  async #receive(raw: unknown): Promise<void> {
    const message = check(fromMap, raw);
    const { client, evidence } = this.#options;
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#post({ type: 'words', words: translated(defaultMapWords) });
        return this.#load();
      case 'refresh':
        if (client.state === 'stopped') await client.start();
        return this.#load();
      case 'detail':
        return this.#post({ type: 'detail', detail: await this.#detail(message.id) });
      case 'open': {
        const chunk = await this.#chunk(message);
        return chunk && openPlace(chunk, { column: columnBeside(this.#panel.viewColumn) });
      }
      case 'openFile': {
        const file = this.#map?.parts.find(({ id }) => id === message.id)?.first[message.index];
        return file && openPlace(file, { column: columnBeside(this.#panel.viewColumn) });
      }
      case 'excerpts': {
        const chunks = await Promise.all(message.ends.map((end) => this.#chunk(end)));
        const ask = (place: MapChunk) =>
          client.request(excerptRequest, { place, question: '', names: message.names, maxLines: excerptLines });
        const excerpts = await Promise.all(chunks.filter((chunk) => chunk !== undefined).map(ask));
        return this.#post({ type: 'excerpts', key: message.key, excerpts });
      }
      case 'evidence': {
        const [from, to] = await Promise.all([this.#chunk(message.from), this.#chunk(message.to)]);
        return from && to && evidence.show({ from, to }, columnBeside(this.#panel.viewColumn));
      }
      case 'ask':
        return this.#ask(message.id);
      case 'gates':
        return this.#post({ type: 'gates', gates: check(mapGates, await client.request(mapGatesRequest, {}), 'gates') });
    }
  }

  async #load(): Promise<void> {
    const { client } = this.#options;
    this.#drawnFrom = folderStates(client);
    if (client.status?.folders.some(({ state }) => state === 'indexing') !== false) {
      this.#post({ type: 'wait', text: vscode.l10n.t('The map is drawn when the index is ready.') });
      return;
    }
    try {
      this.#map = named(check(mapResult, await client.request(mapRequest, {}), 'map'));
    } catch (error) {
      this.#options.logError(error);
      this.#post({ type: 'wait', text: messageOf(error), hasFailed: true });
      return;
    }
    this.#details.clear();
    this.#post({ type: 'map', map: this.#map });
    if (this.#focus !== undefined) this.#postFocus(this.#focus);
    this.#focus = undefined;
    this.#followSoon();
  }

  async #detail(id: string): Promise<MapDetail> {
    const detail = this.#details.get(id) ?? check(mapDetail, await this.#options.client.request(mapCommunityRequest, { id }), 'detail');
    this.#details.set(id, detail);
    return detail;
  }

  async #chunk({ id, index }: ChunkOfMap): Promise<MapChunk | undefined> {
    return (await this.#detail(id)).chunks[index];
  }

  async #ask(id: string): Promise<void> {
    const community = this.#map?.communities.find((one) => one.id === id);
    if (community === undefined) return;
    await vscode.commands.executeCommand('meshrag.ask', { question: communityQuestion(community) });
  }

  #followSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#follow().catch(this.#options.logError), restMs);
  }

  async #follow(): Promise<void> {
    const editor = activeEditor();
    if (editor === undefined || this.#map === undefined || !this.#panel.visible) return;
    const uri = editor.document.uri.toString();
    const { line } = editor.selection.active;
    const { here } = await this.#options.client.request(closenessRequest, { uri, line });
    this.#post({ type: 'cursor', cursor: { uri, line: line + 1, here } });
  }

  /** A map in use is not changed under the user's hands; it is redrawn only if the index was not ready before. */
  #refreshSoon(): void {
    if (this.#map === undefined && this.#isReady && folderStates(this.#options.client) !== this.#drawnFrom)
      this.#load().catch(this.#options.logError);
  }
}

/** With the names of parts in the user's language. */
function named(map: MapResult): MapResult {
  const parts = map.parts.map((part) => {
    const name = partName(part);
    return { ...part, name: part.folder === '' ? name : `${part.folder}/${name}` };
  });
  return { ...map, parts };
}

function folderStates({ status }: ServerClient): string {
  return (status?.folders ?? []).map(({ uri, state }) => `${uri} ${state}`).join('\n');
}
