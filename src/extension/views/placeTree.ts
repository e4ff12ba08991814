/**
 * This Place: what the cursor is on, by role: where it is defined, who uses, tests and documents it, what shares names with it, what a change of
 * it reaches. It follows the cursor until a command shows something else: a name, a file, a place.
 */

import * as vscode from 'vscode';
import { type ImpactResult, impactRequest, whyRequest } from '../../protocol/impact.ts';
import type { WirePlace } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { indexRevision } from '../client/indexRevision.ts';
import { textIn } from '../client/strings.ts';
import { activeEditor } from '../editor/activeEditor.ts';
import { isShownPlace } from '../editor/openPlace.ts';
import { messageRows, reasonRows } from '../past/reasonRows.ts';
import { confirmedByLanguage } from './languageReferences.ts';
import { linesBelow, type PlaceNode, reachRows, toPlaceItem } from './placeNodes.ts';
import { type Found, findIn, namedByUser, pinned, type Subject, sections, subjectAtCursor } from './placeSubject.ts';
import { draggedAsFiles } from './rowPlace.ts';

/** How long the cursor must rest before the server is asked, in milliseconds. */
const restMs = 250;
/** How many levels of users are found when they are asked for. */
const maxDepth = 3;
const viewId = 'meshrag.place';
const pinnedKey = 'meshrag.placePinned';

export interface PlaceView extends vscode.Disposable {
  /**
   * Shows a name (`{ name }`), a place (`{ uri, line }`, 0-based; without a line, the file), a file of a menu, or the place of the cursor, which
   * it then follows; without an editor it asks for a name. Focuses the first row; returns who uses it.
   */
  show(argument: unknown, selected: unknown): Promise<ImpactResult | undefined>;
  /** Follows the cursor again. */
  follow(): Promise<void>;
}

export function createPlaceView(client: ServerClient, logError: (error: unknown) => void): PlaceView {
  const changed = new vscode.EventEmitter<PlaceNode | undefined>();
  let found: Found | undefined;
  /** The newest subject that was asked about, whose answer may be on its way. */
  let asked: Subject | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: vscode.CancellationTokenSource | undefined;
  let explaining: vscode.CancellationTokenSource | undefined;
  let latest: Promise<void> | undefined;
  let index: string | undefined;
  /** The subject and the index that the view was drawn from: rows that move under the user's hands for nothing would be in the way. */
  let drawnFrom: string | undefined;
  /** The row that was opened last: to open it is not to leave the place that it is a row of. */
  let opened: WirePlace | undefined;

  const view = vscode.window.createTreeView<PlaceNode>(viewId, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: toPlaceItem,
      async getChildren(node) {
        if (node === undefined) return found === undefined ? [] : sections(found);
        if (node.kind === 'section') return [...node.children];
        if (node.kind === 'reach') return reach();
        if (node.kind === 'why') return why();
        if (node.kind === 'commit') return messageRows(node);
        return node.kind === 'file' ? linesBelow(node) : [];
      },
      // Only sections are revealed.
      getParent: () => undefined,
    },
    showCollapseAll: true,
    dragAndDropController: draggedAsFiles,
  });

  async function reach(): Promise<PlaceNode[]> {
    if (found === undefined) return [];
    const { subject, from } = found;
    const location = { location: { viewId } };
    const { rows } = await vscode.window.withProgress(location, () => client.request(impactRequest, { ...subject.params, maxDepth }));
    return reachRows(rows, from);
  }

  /** Cancelled when the view shows something else. */
  async function why(): Promise<PlaceNode[]> {
    if (found === undefined) return [];
    const { place, name } = found.subject.params;
    const cancellation = new vscode.CancellationTokenSource();
    explaining?.cancel();
    explaining = cancellation;
    const { token } = cancellation;
    try {
      return reasonRows(
        await vscode.window.withProgress({ location: { viewId } }, () => client.request(whyRequest, { place, name }, token)),
      );
    } catch (error) {
      if (token.isCancellationRequested) return [];
      throw error;
    } finally {
      cancellation.dispose();
      if (explaining === cancellation) explaining = undefined;
    }
  }

  /** Resolves when the view shows the newest subject, even if that has superseded this one. */
  async function ask(subject: Subject): Promise<void> {
    asked = subject;
    latest = find(subject);
    for (let awaited: Promise<void> | undefined; awaited !== latest; await awaited) awaited = latest;
  }

  async function find(subject: Subject): Promise<void> {
    running?.cancel();
    explaining?.cancel();
    const cancellation = new vscode.CancellationTokenSource();
    running = cancellation;
    const { token } = cancellation;
    const state = stateFor(subject);
    try {
      const next = await findIn(client, subject, token);
      if (token.isCancellationRequested) return;
      found = next;
      drawnFrom = state;
      draw(next);
      if (subject.params.place === undefined) confirm(next).catch(logError);
    } catch (error) {
      // The server may be restarting: the next move of the cursor asks again.
      if (!subject.isPinned || token.isCancellationRequested) return;
      asked = found?.subject;
      throw error;
    } finally {
      cancellation.dispose();
      if (running === cancellation) running = undefined;
    }
  }

  /** Asks the language support who refers to a name, if that is what is shown: for each place of the cursor it would be too much. */
  async function confirm(next: Found): Promise<void> {
    const { impact } = next;
    const name = impact?.names[0]?.name;
    if (impact === undefined || name === undefined) return;
    const { rows, elsewhere } = await confirmedByLanguage(name, impact);
    if (found !== next) return;
    found = { ...next, impact: { ...impact, rows }, elsewhere };
    draw(found);
  }

  function stateFor({ params, at }: Subject): string {
    return JSON.stringify([params, at, indexRevision(client)]);
  }

  function draw({ subject, impact, sources }: Found): void {
    const names = [...new Set(impact?.names.map(({ name }) => name))];
    const name = names.length === 1 ? names : [];
    view.description = [...name, ...(subject.place === undefined ? [] : [subject.place])].join(' · ');
    const isEmpty = sources.length === 0 && (impact === undefined || impact.rows.length === 0);
    const nothing = isEmpty ? [t('Nothing in this workspace uses this place, or shares a rare name with it.')] : [];
    const notes = subject.isPinned && impact !== undefined && impact.notes.length > 0 ? [textIn(impact.notes)] : [];
    view.message = [...nothing, ...notes].join(' ') || undefined;
    vscode.commands.executeCommand('setContext', pinnedKey, subject.isPinned);
    changed.fire(undefined);
  }

  /** While a panel, a view, an output channel or one of our reports has the focus, the view stays as it is. */
  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const editor = activeEditor();
      const isOurs = editor?.document.uri.toString() === opened?.uri && editor !== undefined && isShownPlace(editor);
      if (!view.visible || asked?.isPinned || isOurs) return;
      opened = undefined;
      const subject = subjectAtCursor();
      if (subject !== undefined && stateFor(subject) !== drawnFrom) ask(subject);
    }, restMs);
  }

  /** During a build the server sends so many updates that the view would never settle. */
  function followIndex(): void {
    const revision = indexRevision(client);
    if (revision === undefined || revision === index) return;
    index = revision;
    soon();
  }

  soon();
  const listening = vscode.Disposable.from(
    view,
    changed,
    view.onDidChangeSelection(({ selection: [node] }) => {
      if (node !== undefined && 'to' in node) opened = node.to;
    }),
    view.onDidChangeVisibility(soon),
    vscode.window.onDidChangeTextEditorSelection(soon),
    vscode.window.onDidChangeActiveTextEditor(soon),
    client.onDidChange(followIndex),
  );
  return {
    async show(argument, selected) {
      const subject = pinned(argument, selected) ?? subjectAtCursor() ?? (await namedByUser());
      if (subject === undefined) return undefined;
      await vscode.commands.executeCommand(`${viewId}.focus`);
      await ask(subject);
      if (found === undefined) return undefined;
      const { impact } = found;
      // An empty view cannot take the focus.
      const [first] = sections(found);
      if (first !== undefined) await view.reveal(first, { focus: true, select: false, expand: false });
      return impact;
    },
    async follow() {
      asked = undefined;
      opened = undefined;
      soon();
    },
    dispose() {
      clearTimeout(timer);
      running?.cancel();
      explaining?.cancel();
      listening.dispose();
    },
  };
}
