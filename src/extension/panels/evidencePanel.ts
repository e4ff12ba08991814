/**
 * The host side of the evidence panel: what two places, or a question and a place, share, and how two ends are connected. A single panel, opened to
 * the side and reused.
 */

import * as vscode from 'vscode';
import { type ConnectParams, connectParams, connectRequest, type EvidenceParams } from '../../protocol/evidence.ts';
import { type EvidenceState, fromEvidence, type ToEvidence } from '../../protocol/panels/panelEvidence.ts';
import { lineRange, pathParts, type WirePlace } from '../../protocol/places.ts';
import { check, hasField, object, optional, text } from '../../protocol/schema.ts';
import { evidenceRequest } from '../../protocol/server.ts';
import { shorten } from '../../protocol/text/markdown.ts';
import { t } from '../../protocol/text/translate.ts';
import { shown } from '../../protocol/text/visible.ts';
import type { ServerClient } from '../client/client.ts';
import { whenIndexed } from '../client/indexRevision.ts';
import { messageOf, textIn } from '../client/strings.ts';
import { openPlace, placeArgument } from '../editor/openPlace.ts';
import { answerColors } from './colorRequests.ts';
import { columnBeside } from './editorColumn.ts';
import { SinglePanel } from './singlePanel.ts';
import { webviewHtml } from './webviewHtml.ts';

const evidencePanelType = 'meshrag.evidence';
/** Of a question in the title, in UTF-16 units. */
const maxQuestionLength = 40;

export type EvidenceAsked = EvidenceParams | ConnectParams;

export interface EvidencePanel extends vscode.Disposable {
  /** `column` is used if the panel is not open yet; the active one by default. */
  show(asked: EvidenceAsked, column?: vscode.ViewColumn): Promise<void>;
}

export function createEvidencePanel(extensionUri: vscode.Uri, client: ServerClient, logError: (error: unknown) => void): EvidencePanel {
  let state: EvidenceState = { view: 'loading' };
  let asked: EvidenceAsked | undefined;

  function set(next: EvidenceState): void {
    state = next;
    const message: ToEvidence = { type: 'show', state, title: panelTitle(asked), asked };
    single.open?.webview.postMessage(message);
  }

  const single = new SinglePanel(extensionUri, {
    type: evidencePanelType,
    title: () => panelTitle(asked),
    options: { enableFindWidget: true },
    fill({ webview, title }) {
      webview.onDidReceiveMessage((raw) => receive(webview, raw).catch(logError));
      webview.html = webviewHtml(extensionUri, 'evidence', title);
    },
    // The panel stores only the request, which is repeated, since files may have changed.
    restore(stored) {
      const params = storedRequest(stored);
      if (params === undefined) return false;
      asked = params;
      state = { view: 'loading' };
      whenIndexed(client)
        .then(() => (asked === params ? find(params) : undefined))
        .catch(logError);
      return true;
    },
  });

  async function receive(webview: vscode.Webview, raw: unknown): Promise<void> {
    const message = check(fromEvidence, raw);
    if (message.type === 'colors') await answerColors(client, webview, message);
    else if (message.type === 'ready') set(state);
    else if (message.type === 'retry') {
      if (asked) await show(asked);
    } else if (message.type === 'openPassage') {
      const passage = state.view === 'paths' ? state.paths[message.path]?.passages[message.passage] : undefined;
      if (passage) await openAt(passage, message.line);
    } else if (state.view === 'evidence') {
      const place = state.result[message.side]?.place;
      if (place) await openAt(place, message.line);
    }
  }

  async function openAt(place: WirePlace, line: number): Promise<void> {
    const at = line === place.startLine ? place : { ...place, startLine: line, endLine: line };
    await openPlace(at, { column: columnBeside(single.open?.viewColumn) });
  }

  async function show(params: EvidenceAsked, column: vscode.ViewColumn = vscode.ViewColumn.Active): Promise<void> {
    asked = params;
    state = { view: 'loading' };
    single.reveal(column);
    if (single.open) single.open.title = panelTitle(params);
    set(state);
    await find(params);
  }

  async function findPaths(params: ConnectParams): Promise<EvidenceState> {
    const { paths, notes } = await client.request(connectRequest, params);
    const ends = { from: shown(params.from), to: shown(params.to) };
    return { view: 'paths', ends, paths, notes: notes.map((note) => textIn([note])) };
  }

  async function find(params: EvidenceAsked): Promise<void> {
    try {
      const found: EvidenceState = isConnection(params)
        ? await findPaths(params)
        : { view: 'evidence', result: await client.request(evidenceRequest, params), quoted: params.quoted };
      if (asked === params) set(found);
    } catch (error) {
      if (asked === params) set({ view: 'failed', error: messageOf(error) });
    }
  }

  return { show, dispose: () => single.dispose() };
}

const askedArgument = object({ from: optional(placeArgument), question: optional(text()), to: placeArgument, quoted: optional(lineRange) });

/** Parses a request from a command's argument or the editor's storage. Undefined if it has no target place. */
export function readAsked(value: unknown): EvidenceParams | undefined {
  if (!hasField(value, 'to')) return undefined;
  return check(askedArgument, value);
}

function isConnection(asked: EvidenceAsked): asked is ConnectParams {
  return typeof asked.to === 'string';
}

function storedRequest(stored: unknown): EvidenceAsked | undefined {
  try {
    const isOfEnds = hasField(stored, 'to') && typeof stored.to === 'string';
    return isOfEnds ? check(connectParams, stored) : readAsked(stored);
  } catch {
    // Stored by another version.
    return undefined;
  }
}

/** Both places, or the question and the place, as the tab and the heading name them. */
function panelTitle(asked: EvidenceAsked | undefined): string {
  return asked === undefined ? t('Evidence') : t('Evidence: {0}', shown(endsText(asked)));
}

function endsText(asked: EvidenceAsked): string {
  if (isConnection(asked)) return `${pathParts(asked.from).name} ↔ ${pathParts(asked.to).name}`;
  const { from, to, question = '' } = asked;
  const first = from === undefined ? `“${shorten(question, maxQuestionLength)}”` : `${pathParts(from.path).name}:${from.startLine}`;
  const second = `${pathParts(to.path).name}:${to.startLine}`;
  // Files of one name at one line differ by their folders.
  return first === second ? `${from?.path} ↔ ${to.path}` : `${first} ↔ ${second}`;
}
