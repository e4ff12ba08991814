/** Converts places in links to and from URIs. A link never opens anything outside of the workspace, whatever its origin. */

import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { WirePlace } from '../../protocol/places.ts';
import { check } from '../../protocol/schema.ts';
import { type LinkedPlace, linkedPeek, linkedPlace } from '../../protocol/text/placeLink.ts';
import { t } from '../../protocol/text/translate.ts';
import { localFolders } from '../client/configuration.ts';
import { openPlace } from './openPlace.ts';
import { peekPlaces } from './peekPlaces.ts';

/** The place as used in a link; undefined if its file lies in no folder of the window. */
export function toLinkedPlace(place: WirePlace & { readonly find?: string }): LinkedPlace | undefined {
  const uri = vscode.Uri.parse(place.uri);
  const own = vscode.workspace.getWorkspaceFolder(uri);
  const folder = localFolders().findIndex(({ index }) => index === own?.index);
  if (own === undefined || folder < 0) return undefined;
  const { startLine, endLine, startColumn, endColumn, find } = place;
  return { folder, path: uri.path.slice(own.uri.path.length).replace(/^\//, ''), startLine, endLine, startColumn, endColumn, find };
}

/** The command that opens a place from a tree row. */
export function openCommand(place: WirePlace & { readonly find?: string }): vscode.Command {
  return { command: 'meshrag.openPlace', title: t('Open'), arguments: [toLinkedPlace(place)] };
}

/** The place in a link's argument. Throws a readable error if it is not in this workspace. */
async function placeOfLink(argument: unknown): Promise<WirePlace & { readonly find?: string }> {
  const { folder, ...place } = check(linkedPlace, argument, 'place');
  const root = localFolders()[folder]?.uri;
  if (root === undefined) throw new Error(t('{0} is not in a folder of this window.', place.path));
  const uri = vscode.Uri.joinPath(root, place.path);
  if (!(await isInside(uri.fsPath, root.fsPath))) throw new Error(t('{0} is outside of this workspace.', place.path));
  return { ...place, uri: uri.toString() };
}

/** Whether a file lies below a folder after resolving links; true for a deleted file, which may still be open. */
async function isInside(file: string, folder: string): Promise<boolean> {
  const real = await fs.realpath(file).catch(() => undefined);
  if (real === undefined) return true;
  const relative = path.relative(await fs.realpath(folder), real);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** Peeks places where a hover is: what a link in it runs. `argument` is a `LinkedPeek`. */
export async function peekLinkedPlaces(argument: unknown): Promise<void> {
  const { places, at } = check(linkedPeek, argument, 'peek');
  await peekPlaces(await Promise.all(places.map(placeOfLink)), new vscode.Position(at.line, at.character));
}

/** Opens a place and selects its range: what links in our markdown and rows of our trees run. `argument` is a `LinkedPlace`. */
export async function openLinkedPlace(argument: unknown): Promise<void> {
  const { find, ...place } = await placeOfLink(argument);
  await openPlace(place, { find });
}
