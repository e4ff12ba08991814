/** Follows what is typed into the box: at each pause the best places for it, and how its last mention may go on. The next key cancels. */

import * as vscode from 'vscode';
import type { ScopePlace } from '../../protocol/panels/panelThread.ts';
import { completeRequest, type TypedPlace, typedPlacesRequest } from '../../protocol/panels/typing.ts';
import type { ServerClient } from '../client/client.ts';
import { localFolders } from '../client/configuration.ts';
import { scopePlace } from '../panels/answer/scope.ts';
import { mentionAtEnd, mentionedPaths, type OpenMention, withoutMentions } from './mentions.ts';

/** Milliseconds without a key that are a pause. */
const pauseMs = 30;
const maxCompletions = 8;

/** A way to end the last mention. */
export interface Completion {
  readonly mention: OpenMention;
  /** A path for display, or a name. */
  readonly text: string;
  readonly isFolder: boolean;
}

/** What is known about a text. */
export interface Found {
  readonly places: readonly TypedPlace[];
  readonly completions: readonly Completion[];
}

const nothing: Found = { places: [], completions: [] };

export interface Typing extends vscode.Disposable {
  /** What was found last; of an earlier text until the pause. */
  readonly found: Found;
  /** Looks for a text instead of the one before. */
  follow(text: string): void;
  /** Resolves once the search for the text on display has ended. */
  settled(): Promise<void>;
}

export function createTyping(client: Pick<ServerClient, 'request'>, changed: () => void): Typing {
  let found = nothing;
  let current: vscode.CancellationTokenSource | undefined;
  let search: Promise<void> = Promise.resolve();

  async function lookFor(text: string, token: vscode.CancellationToken): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (token.isCancellationRequested) return;
    const [places, completions] = await Promise.all([placesFor(text, token), completionsFor(text, token)]);
    if (token.isCancellationRequested) return;
    found = { places, completions };
    changed();
  }

  async function placesFor(text: string, token: vscode.CancellationToken): Promise<Found['places']> {
    const { question, scope } = await readTyped(text);
    if (question === '') return [];
    return (await client.request(typedPlacesRequest, { question, scope: scope?.map(({ uri }) => uri) }, token)).places;
  }

  async function completionsFor(text: string, token: vscode.CancellationToken): Promise<Found['completions']> {
    const mention = mentionAtEnd(text);
    if (mention === undefined) return [];
    const { kind, typed } = mention;
    const { files, names } = await client.request(completeRequest, { kind, typed, max: maxCompletions }, token);
    const all = [
      ...files.map(({ path, isFolder }) => ({ text: path, isFolder })),
      ...names.map((name) => ({ text: name, isFolder: false })),
    ];
    return all.filter((one) => one.text !== typed).map((one) => ({ ...one, mention }));
  }

  return {
    get found() {
      return found;
    },
    follow(text) {
      current?.cancel();
      // A completion is of the text that it was found for; places of an earlier text stay until there are others.
      found = { places: text.trim() === '' ? [] : found.places, completions: [] };
      current = new vscode.CancellationTokenSource();
      // What keeps the places from being found is said when the question is asked.
      search = lookFor(text, current.token).catch(() => undefined);
    },
    async settled() {
      // Meanwhile, another text may be looked for.
      for (let awaited: unknown; awaited !== search; await search) awaited = search;
    },
    dispose: () => current?.cancel(),
  };
}

/** A typed text as a question, and the files and folders that it is limited to, if any. */
export async function readTyped(text: string): Promise<{ readonly question: string; readonly scope?: readonly ScopePlace[] }> {
  const places = new Map<string, ScopePlace>();
  for (const path of new Set(mentionedPaths(text))) {
    const place = await placeAt(path);
    if (place !== undefined) places.set(path, place);
  }
  const question = withoutMentions(text, (path) => places.has(path));
  if (places.size === 0) return { question };
  // Files alone are what is asked about.
  if (question === '') return { question: [...places.keys()].join(' ') };
  return { question, scope: [...places.values()] };
}

/** The file or folder at a path for display. */
async function placeAt(path: string): Promise<ScopePlace | undefined> {
  const folders = localFolders();
  const [first = '', ...rest] = path.split('/');
  const inNamed = folders.filter(({ name }) => folders.length > 1 && name === first).map(({ uri }) => vscode.Uri.joinPath(uri, ...rest));
  for (const uri of [...inNamed, ...folders.map((folder) => vscode.Uri.joinPath(folder.uri, path))]) {
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined) continue;
    const found = await vscode.workspace.fs.stat(uri).then(
      ({ type }) => scopePlace(uri, (type & vscode.FileType.Directory) !== 0),
      () => undefined,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
