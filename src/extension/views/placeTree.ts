/**
 * This Place: what the cursor is on, by role: where it is defined, who uses, tests and documents it, what shares names with it, what a change of
 * it reaches. It follows the cursor until a command shows something else: a name, a file, a place.
 */

import * as vscode from 'vscode';
import { type ImpactParams, type ImpactResult, impactRequest, type WireImpact } from '../../protocol/impact.ts';
import { uri, type WirePlace, zeroBased } from '../../protocol/places.ts';
import { check, hasField, object, optional } from '../../protocol/schema.ts';
import { type RelatedResult, relatedRequest } from '../../protocol/server.ts';
import { linkedName } from '../../protocol/text/nameLink.ts';
import { shown } from '../../protocol/text/visible.ts';
import type { ServerClient } from '../client/client.ts';
import { indexRevision } from '../client/indexRevision.ts';
import { textIn } from '../client/strings.ts';
import { activeEditor, nameAtCursor } from '../editor/activeEditor.ts';
import { isShownPlace } from '../editor/openPlace.ts';
import { confirmedByLanguage } from './languageReferences.ts';
import {
  definitions,
  fileRows,
  linesBelow,
  type PlaceNode,
  reachRows,
  section,
  sourceNodes,
  toPlaceItem,
  usersByRole,
} from './placeNodes.ts';

/** How long the cursor must rest before the server is asked, in milliseconds. */
const restMs = 250;
const maxRelated = 30;
/** How many levels of users are found when they are asked for. */
const maxDepth = 3;
/** More names, as those of a whole file, are folded. */
const maxShownNames = 5;
const viewId = 'meshrag.place';
const pinnedKey = 'meshrag.placePinned';

/** What is asked about. */
interface Subject {
  readonly params: ImpactParams;
  /** For the title; the name that is found comes before it. */
  readonly place?: string;
  /** Where the cursor is. */
  readonly at?: { readonly uri: string; readonly line: number; readonly character: number };
  /** Shown until another one is asked for: it does not follow the cursor. */
  readonly isPinned: boolean;
}

interface Found {
  readonly subject: Subject;
  readonly impact?: ImpactResult | undefined;
  readonly sources: RelatedResult['sources'];
  readonly from?: WirePlace | undefined;
  /** Uses of something else of the name, as far as the language support has said so. */
  readonly elsewhere?: readonly WireImpact[];
}

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
  let latest: Promise<void> | undefined;
  let index: string | undefined;
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
        return node.kind === 'file' ? linesBelow(node) : [];
      },
      // Only sections are revealed.
      getParent: () => undefined,
    },
    showCollapseAll: true,
  });

  async function reach(): Promise<PlaceNode[]> {
    if (found === undefined) return [];
    const { subject, from } = found;
    const location = { location: { viewId } };
    const { rows } = await vscode.window.withProgress(location, () => client.request(impactRequest, { ...subject.params, maxDepth }));
    return reachRows(rows, from);
  }

  /** Resolves when the view shows the newest subject, even if that has superseded this one. */
  async function ask(subject: Subject): Promise<void> {
    asked = subject;
    latest = find(subject);
    for (let awaited: Promise<void> | undefined; awaited !== latest; await awaited) awaited = latest;
  }

  async function find(subject: Subject): Promise<void> {
    running?.cancel();
    const cancellation = new vscode.CancellationTokenSource();
    running = cancellation;
    const { token } = cancellation;
    try {
      const next = await findIn(client, subject, token);
      if (token.isCancellationRequested) return;
      found = next;
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

  function draw({ subject, impact, sources }: Found): void {
    const names = [...new Set(impact?.names.map(({ name }) => name))];
    const name = names.length === 1 ? names : [];
    view.description = [...name, ...(subject.place === undefined ? [] : [subject.place])].join(' · ');
    const isEmpty = sources.length === 0 && (impact === undefined || impact.rows.length === 0);
    const nothing = isEmpty ? [vscode.l10n.t('Nothing in this workspace uses this place, or shares a rare name with it.')] : [];
    const notes = subject.isPinned && impact !== undefined && impact.notes.length > 0 ? [textIn(impact.notes)] : [];
    view.message = [...nothing, ...notes].join(' ') || undefined;
    vscode.commands.executeCommand('setContext', pinnedKey, subject.isPinned);
    changed.fire(undefined);
  }

  async function followCursor(): Promise<void> {
    const subject = subjectAtCursor();
    // While a panel, a view, an output channel or one of our reports has the focus, the view stays as it is.
    if (subject !== undefined) await ask(subject);
  }

  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const editor = activeEditor();
      const isOurs = editor?.document.uri.toString() === opened?.uri && editor !== undefined && isShownPlace(editor);
      if (!view.visible || asked?.isPinned || isOurs) return;
      opened = undefined;
      followCursor();
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
    follow: followCursor,
    dispose() {
      clearTimeout(timer);
      running?.cancel();
      listening.dispose();
    },
  };
}

function subjectAtCursor(): Subject | undefined {
  const editor = activeEditor();
  if (editor === undefined) return undefined;
  const { line, character } = editor.selection.active;
  const at = { uri: editor.document.uri.toString(), line, character };
  const params = { place: { uri: at.uri, line }, name: nameAtCursor() };
  return { params, at, place: `${vscode.workspace.asRelativePath(editor.document.uri)}:${line + 1}`, isPinned: false };
}

/** What a link, a code lens or a menu asks about; undefined for the cursor. */
function pinned(argument: unknown, selected: unknown): Subject | undefined {
  if (argument instanceof vscode.Uri) {
    // The explorer passes all that is selected, an editor only its own file.
    const isActive = vscode.window.activeTextEditor?.document.uri.toString() === argument.toString();
    return isActive && !Array.isArray(selected) ? undefined : pinnedPlace({ uri: argument.toString() });
  }
  if (hasField(argument, 'name')) return { params: { name: check(linkedName, argument, 'name').name }, isPinned: true };
  if (!hasField(argument, 'uri')) return undefined;
  return pinnedPlace(check(object({ uri, line: optional(zeroBased) }), argument));
}

function pinnedPlace(place: NonNullable<ImpactParams['place']>): Subject {
  const path = shown(vscode.workspace.asRelativePath(vscode.Uri.parse(place.uri, true), false));
  return { params: { place }, place: place.line === undefined ? path : `${path}:${place.line + 1}`, isPinned: true };
}

async function namedByUser(): Promise<Subject | undefined> {
  const { t } = vscode.l10n;
  const name = (await vscode.window.showInputBox({ title: t('This place'), prompt: t('A name in code or documents') }))?.trim();
  return name ? { params: { name }, isPinned: true } : undefined;
}

/** Who uses it, and what shares names with it: with the cursor, else with its definition. A failure of one leaves the other. */
async function findIn(client: ServerClient, subject: Subject, token: vscode.CancellationToken): Promise<Found> {
  const { params, isPinned, at } = subject;
  const users = client.request(impactRequest, { ...params, maxDepth: 1 }, token);
  const related = (place: NonNullable<Subject['at']>) => client.request(relatedRequest, { ...place, limit: maxRelated }, token);
  if (!isPinned && at !== undefined) {
    const [impact, sources] = await Promise.all([users.catch(() => undefined), related(at)]);
    return { subject, impact, sources: sources.sources, from: placeOf(at.uri, at.line + 1) };
  }
  const impact = await users;
  const [only, ...others] = impact.names;
  if (only === undefined || others.length > 0 || only.isRemoved) return { subject, impact, sources: [] };
  const { sources } = await related({ uri: only.uri, line: only.line - 1, character: 0 });
  return { subject, impact, sources, from: placeOf(only.uri, only.line) };
}

/** Undefined for a file of no folder: nothing is known of what it shares. */
function placeOf(file: string, line: number): WirePlace | undefined {
  const target = vscode.Uri.parse(file, true);
  if (vscode.workspace.getWorkspaceFolder(target) === undefined) return undefined;
  return { uri: file, path: vscode.workspace.asRelativePath(target), startLine: line, endLine: line };
}

/** Each place has one role, the first that applies. */
function sections({ impact, sources, from, elsewhere = [] }: Found): PlaceNode[] {
  const { t } = vscode.l10n;
  const users = new Set(impact?.rows.filter(({ depth }) => depth === 1).map(({ uri: user }) => user));
  const uses = sources.filter(({ relation }) => relation === 'defines');
  const shares = sources.filter(({ relation, uri: file }) => relation === 'shares' || (relation !== 'defines' && !users.has(file)));
  return [
    ...(impact === undefined ? [] : section('defined', t('Defined'), definitions(impact), impact.names.length > maxShownNames)),
    ...(impact === undefined ? [] : usersByRole(impact.rows, from)),
    ...section('elsewhere', t('Of the same name, defined elsewhere'), fileRows('elsewhere', elsewhere), true),
    ...section('uses', t('Uses'), sourceNodes('uses', uses, from)),
    ...section('shares', t('Shares names with'), sourceNodes('shares', shares, from)),
    ...(users.size === 0 ? [] : [{ kind: 'reach', id: 'reach' } as const]),
  ];
}
