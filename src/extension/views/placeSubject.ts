/** What This Place shows: the cursor, a name, a place or a file, with what the server knows of it. */

import * as vscode from 'vscode';
import { type ImpactParams, type ImpactResult, impactRequest, nameFactsRequest, type WireImpact } from '../../protocol/impact.ts';
import { uri, type WirePlace, zeroBased } from '../../protocol/places.ts';
import { check, hasField, object, optional } from '../../protocol/schema.ts';
import { type RelatedResult, relatedRequest } from '../../protocol/server.ts';
import { linkedName } from '../../protocol/text/nameLink.ts';
import { t } from '../../protocol/text/translate.ts';
import { shown } from '../../protocol/text/visible.ts';
import type { ServerClient } from '../client/client.ts';
import { activeEditor, nameAtCursor } from '../editor/activeEditor.ts';
import { isHistoryOn } from '../past/reasonWords.ts';
import { definitions, factNodes, fileRows, type PlaceNode, section, sourceNodes, usersByRole, type WireNameFact } from './placeNodes.ts';

const maxRelated = 30;
/** More names, as those of a whole file, are folded. */
const maxShownNames = 5;

/** What is asked about. */
export interface Subject {
  readonly params: ImpactParams;
  /** For the title; the name that is found comes before it. */
  readonly place?: string;
  /** Where the cursor is. */
  readonly at?: { readonly uri: string; readonly line: number; readonly character: number };
  /** Shown until another one is asked for: it does not follow the cursor. */
  readonly isPinned: boolean;
}

export interface Found {
  readonly subject: Subject;
  readonly impact?: ImpactResult | undefined;
  readonly sources: RelatedResult['sources'];
  readonly from?: WirePlace | undefined;
  /** What a model says of the name. */
  readonly facts?: readonly WireNameFact[];
  /** Uses of something else of the name, as far as the language support has facts so. */
  readonly elsewhere?: readonly WireImpact[];
}

export function subjectAtCursor(): Subject | undefined {
  const editor = activeEditor();
  if (editor === undefined) return undefined;
  const { line, character } = editor.selection.active;
  const at = { uri: editor.document.uri.toString(), line, character };
  const params = { place: { uri: at.uri, line }, name: nameAtCursor() };
  return { params, at, place: `${vscode.workspace.asRelativePath(editor.document.uri)}:${line + 1}`, isPinned: false };
}

/** What a link, a code lens or a menu asks about; undefined for the cursor. */
export function pinned(argument: unknown, selected: unknown): Subject | undefined {
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

export async function namedByUser(): Promise<Subject | undefined> {
  const name = (await vscode.window.showInputBox({ title: t('This place'), prompt: t('A name in code or documents') }))?.trim();
  return name ? { params: { name }, isPinned: true } : undefined;
}

/** Who uses it, and what shares names with it: with the cursor, else with its definition. A failure of one leaves the other. */
export async function findIn(client: ServerClient, subject: Subject, token: vscode.CancellationToken): Promise<Found> {
  const { params, isPinned, at } = subject;
  const users = client.request(impactRequest, { ...params, maxDepth: 1 }, token);
  const factsAbout = async (name: string | undefined): Promise<readonly WireNameFact[]> =>
    name === undefined ? [] : (await client.request(nameFactsRequest, { name }, token).catch(() => ({ facts: [] }))).facts;
  const related = (place: NonNullable<Subject['at']>) => client.request(relatedRequest, { ...place, limit: maxRelated }, token);
  if (!isPinned && at !== undefined) {
    const [impact, sources, facts] = await Promise.all([users.catch(() => undefined), related(at), factsAbout(params.name)]);
    return { subject, impact, sources: sources.sources, from: placeOf(at.uri, at.line + 1), facts };
  }
  const [impact, facts] = await Promise.all([users, factsAbout(params.name)]);
  const [only, ...others] = impact.names;
  if (only === undefined || others.length > 0 || only.isRemoved) return { subject, impact, sources: [], facts };
  const { sources } = await related({ uri: only.uri, line: only.line - 1, character: 0 });
  return { subject, impact, sources, from: placeOf(only.uri, only.line), facts };
}

/** Undefined for a file of no folder: nothing is known of what it shares. */
function placeOf(file: string, line: number): WirePlace | undefined {
  const target = vscode.Uri.parse(file, true);
  if (vscode.workspace.getWorkspaceFolder(target) === undefined) return undefined;
  return { uri: file, path: vscode.workspace.asRelativePath(target), startLine: line, endLine: line };
}

/** Each place has one role, the first that applies. */
export function sections({ impact, sources, from, facts = [], elsewhere = [] }: Found): PlaceNode[] {
  const users = new Set(impact?.rows.filter(({ depth }) => depth === 1).map(({ uri: user }) => user));
  const hasTogether = impact?.rows.some(({ kind }) => kind === 'together') === true;
  const uses = sources.filter(({ relation }) => relation === 'defines');
  const shares = sources.filter(({ relation, uri: file }) => relation === 'shares' || (relation !== 'defines' && !users.has(file)));
  return [
    ...(impact === undefined ? [] : section('defined', t('Defined'), definitions(impact), impact.names.length > maxShownNames)),
    ...(impact === undefined ? [] : usersByRole(impact.rows, from)),
    ...section('facts', t('According to a model'), factNodes(facts)),
    ...section('elsewhere', t('Same name, defined elsewhere'), fileRows('elsewhere', elsewhere), true),
    ...section('uses', t('Uses'), sourceNodes('uses', uses, from)),
    ...section('shares', t('Shares names with'), sourceNodes('shares', shares, from)),
    ...(users.size === 0 && !hasTogether ? [] : [{ kind: 'reach', id: 'reach' } as const]),
    ...(impact === undefined || impact.names.length === 0 || !isHistoryOn() ? [] : [{ kind: 'why', id: 'why' } as const]),
  ];
}
