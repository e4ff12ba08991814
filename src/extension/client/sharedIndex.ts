/** The shared index of the settings: which folder is where, the user's consent to ask its server, and its stored password. */

import * as vscode from 'vscode';
import { check, object, text } from '../../protocol/schema.ts';
import { type FolderConfig, sharedPasswordRequest, sharedReadParams, sharedReadRequest, sweepNotification } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import { type Consents, consentsIn } from '../models/requests/consents.ts';
import { whyWithheld } from '../models/requests/gate.ts';
import type { Secrets } from '../models/secrets.ts';
import type { ServerClient } from './client.ts';

type SharedPlace = NonNullable<FolderConfig['shared']>;

/** The address of the settings; undefined if there is none. */
export function sharedAddress(): string | undefined {
  return sharedSettings().address;
}

/** Read from the user's settings only: a workspace must not choose the server. */
function sharedSettings(): { readonly address?: string; readonly names: Readonly<Record<string, unknown>> } {
  const { address, names } = vscode.workspace.getConfiguration('meshrag').get<Record<string, unknown>>('shared', {});
  return {
    ...(typeof address === 'string' && address !== '' ? { address } : {}),
    names: typeof names === 'object' && names !== null ? { ...names } : {},
  };
}

/** Where the index of a folder is; undefined unless the settings say so and the user has agreed. */
export function findSharedPlace(folder: vscode.WorkspaceFolder, { workspaceState }: vscode.ExtensionContext): SharedPlace | undefined {
  const place = namedPlace(folder);
  return place !== undefined && whyWithheld() === undefined && consentsIn(workspaceState).isGiven(recipientOf(place)) ? place : undefined;
}

function namedPlace(folder: vscode.WorkspaceFolder): SharedPlace | undefined {
  const { address, names } = sharedSettings();
  const name = names[folder.uri.fsPath] ?? names[folder.name];
  return address !== undefined && typeof name === 'string' && name !== '' ? { address, name } : undefined;
}

/** Of a folder, a web server (which answers requests for parts of files) or PostgreSQL. */
function addressProtocol(address: string): 'file:' | 'http:' | 'https:' | 'postgres:' {
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'file:' || protocol === 'http:' || protocol === 'https:' ? protocol : 'postgres:';
}

/** The folder, or the server and the path or database, without the other parts of an address. */
function recipientOf({ address }: Pick<SharedPlace, 'address'>): string {
  if (!URL.canParse(address)) return 'postgres:';
  const { host, pathname } = new URL(address);
  return `${addressProtocol(address)}//${host}${pathname}`;
}

function consentQuestion(place: SharedPlace): string {
  const [protocol, recipient] = [addressProtocol(place.address), recipientOf(place)];
  if (protocol === 'file:')
    return t('Use the shared index at {0} in this workspace? It is read as files; quotes come from your own.', recipient);
  if (protocol !== 'postgres:')
    return t(
      'Use the shared index at {0} in this workspace? Its server receives requests for the parts of it that your questions need, but no text; quotes come from your own files.',
      recipient,
    );
  return t(
    'Use the shared index at {0} in this workspace? Its server receives hashes of the words of your questions, but no text; quotes come from your own files.',
    recipient,
  );
}

export interface SharedIndexContext {
  readonly context: vscode.ExtensionContext;
  readonly client: ServerClient;
  readonly consents: Consents;
  readonly secrets: Secrets;
}

/** Asks for consent if a folder has a shared index: at the start, and when that may have changed; and answers the server's request for the password. */
export function createSharedIndex({ context, client, consents, secrets }: SharedIndexContext): vscode.Disposable {
  let isAsking = false;
  client.onRequest(sharedPasswordRequest, async (raw) => {
    const { address } = check(object({ address: text(2000) }), raw);
    return { password: address === sharedAddress() ? await secrets.keyOf(address) : undefined };
  });

  client.onRequest(sharedReadRequest, async (raw, token) => {
    const { address, headers, maxBytes } = check(sharedReadParams, raw);
    if (!mayRead(address)) return {};
    const stop = new AbortController();
    const cancelling = token.onCancellationRequested(() => stop.abort());
    try {
      // The extension host's own, which applies the editor's proxy and certificates.
      const response = await globalThis.fetch(address, { headers, redirect: 'error', signal: stop.signal });
      return { status: response.status, body: Buffer.concat(await readParts(response, maxBytes)).toString('base64') };
    } catch (error) {
      if (token.isCancellationRequested) throw error;
      return {};
    } finally {
      stop.abort();
      cancelling.dispose();
    }
  });

  /** Whether an address is below that of the settings, to which the user has agreed. */
  function mayRead(address: string): boolean {
    const shared = sharedAddress();
    if (shared === undefined || whyWithheld() !== undefined || !consents.isGiven(recipientOf({ address: shared }))) return false;
    return (
      addressProtocol(shared).startsWith('http') &&
      [shared, address].every((one) => URL.canParse(one)) &&
      new URL(address).href.startsWith(`${new URL(shared).href.replace(/\/+$/, '')}/`)
    );
  }

  async function ask(): Promise<void> {
    const place = (vscode.workspace.workspaceFolders ?? []).map(namedPlace).find((one) => one !== undefined);
    if (place === undefined || whyWithheld() !== undefined) return;
    const recipient = recipientOf(place);
    if (consents.isGiven(recipient) || isAsking) return;
    isAsking = true;
    const use = t('Use shared index');
    const answer = await vscode.window.showInformationMessage(consentQuestion(place), use);
    isAsking = false;
    if (answer === use) await consents.give(recipient);
  }

  ask();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('meshrag.shared')) ask();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(ask),
    vscode.workspace.onDidGrantWorkspaceTrust(ask),
    context.secrets.onDidChange(() => client.notify(sweepNotification, {})),
  );
}

/** The body, up to the part with which it exceeds a size. */
async function readParts({ body }: Response, maxBytes: number): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > maxBytes) break;
  }
  return parts;
}
