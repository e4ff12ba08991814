/** The state shared by the server's parts: one client, one service, the open folders and texts, and the client's options. */

import type { Connection } from 'vscode-languageserver/node';
import type { Place } from '../engine/place.ts';
import type { RelatedOptions } from '../service/types/options.ts';
import type { RelatedAnswer } from '../service/types/results.ts';
import type { Service } from '../service/types/service.ts';
import type { OptionsBySystem } from '../systems/optionsSetting.ts';
import type { Conversion } from './answers/wire.ts';
import type { OpenDocuments } from './documents.ts';
import type { FileUris } from './fileUris.ts';
import type { Folders } from './folders.ts';

/** Set by `initialize` and by configurations. */
export interface ClientOptions {
  /** Whether hovers are enabled. */
  hover: boolean;
  /** Name of the retriever. */
  system: string;
  /** As the user wrote them. */
  synonyms: readonly string[];
  /** Options of retrievers that were checked. */
  systemOptions: Promise<OptionsBySystem>;
  /** Whether links in hovers may run the editor's commands. */
  commandLinks: boolean;
  paused: boolean;
}

export type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

export interface Session {
  readonly connection: Connection;
  readonly service: Service;
  readonly uris: FileUris;
  readonly folders: Folders;
  readonly documents: OpenDocuments;
  readonly clientOptions: ClientOptions;
  readonly log: Log;
}

/** The current data for conversions. */
export function sessionConversion({ uris, folders }: Session): Conversion {
  return { uris, folderNames: folders.names };
}

/** The open folder that a URI is in, and the path in it. */
export function fileInFolder({ uris, folders }: Session, uri: string): Pick<Place, 'folder' | 'path'> | undefined {
  const file = uris.toPath(uri);
  const known = [...folders.names.keys()];
  const inside = file === undefined ? undefined : uris.deepest(known, file);
  const folder = known[inside?.position ?? -1];
  return folder === undefined || inside === undefined ? undefined : { folder, path: inside.path };
}

/** The absolute paths of URIs; those of other schemes are left out. */
export function pathsOf({ uris }: Session, list: readonly string[]): string[] {
  return list.map((uri) => uris.toPath(uri)).filter((file) => file !== undefined);
}

/** A retriever as the user has set it; the chosen one by default. */
export async function sessionRetriever({ clientOptions }: Session, system = clientOptions.system) {
  const { synonyms, systemOptions } = clientOptions;
  return { system, systemOptions: (await systemOptions).get(system), synonyms };
}

/** A position in a document; 0-based, as LSP counts. */
export interface At {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** What is related to a position in a file, or in an open text outside of any file. */
export async function relatedAt(
  session: Session,
  at: At,
  options: Pick<RelatedOptions, 'limit' | 'brief'>,
  signal: AbortSignal,
): Promise<RelatedAnswer> {
  const { service, documents, uris } = session;
  const text = await documents.unsavedText(at.uri);
  const file = uris.toPath(at.uri);
  // Neither on disk nor open: there is no text to relate.
  if (file === undefined && text === undefined) return { path: at.uri, line: at.line + 1, defines: [], results: [] };
  return service.related(file ?? at.uri, at.line + 1, { ...options, text, column: at.character, signal });
}
