/** The language server. It connects LSP to the service and knows nothing of the editor; one failed request never stops it. */

import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  HoverRequest,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { errorMessage } from '../messages/messages.ts';
import { check } from '../protocol/schema.ts';
import {
  type ConfigureParams,
  configureNotification,
  configureParams,
  type InitializationOptions,
  sharedPasswordRequest,
  sharedPasswordResult,
  sweepNotification,
} from '../protocol/server.ts';
import { useTexts } from '../protocol/text/translate.ts';
import type { Service } from '../service/types/service.ts';
import { type OptionsBySystem, readOptionsSetting } from '../systems/optionsSetting.ts';
import { answerRequests } from './answers/answers.ts';
import { answerHovers } from './answers/hover.ts';
import { trackDocuments } from './documents.ts';
import { createFileUris } from './fileUris.ts';
import { createFolders } from './folders.ts';
import { createHostFetch } from './host/hostFetch.ts';
import type { ClientOptions, Log, Session } from './session.ts';
import { createStatusNotifier } from './status.ts';

/** Interval between full checks for changes that watchers missed, in milliseconds. */
const sweepIntervalMs = 60_000;

/** Serves the connection; returns a function that closes everything, as the client's `shutdown` does. */
export function startServer(connection: Connection, service: Service): () => Promise<void> {
  const uris = createFileUris(process.platform === 'win32');
  const clientOptions: ClientOptions = {
    hover: true,
    system: 'mesh',
    synonyms: [],
    systemOptions: Promise.resolve(new Map()),
    commandLinks: false,
    paused: false,
  };
  const log: Log = (level, message) => connection.console[level](message);
  const passwordOf = async (address: string): Promise<string | undefined> =>
    check(sharedPasswordResult, await connection.sendRequest<unknown>(sharedPasswordRequest, { address })).password;
  const folders = createFolders({ service, uris, passwordOf, fetch: createHostFetch(connection), log, onProblems: () => status.notify() });
  const documents = trackDocuments(connection, uris, (file) => folders.changed([file]));
  const session: Session = { connection, service, uris, folders, documents, clientOptions, log };
  const client = greet(session);
  const status = createStatusNotifier(session, () => client()?.window?.workDoneProgress === true);
  const stopFollowing = followFiles(session);
  followConfiguration(session);
  answerHovers(session);
  answerRequests(session, status);

  const close = async (): Promise<void> => {
    stopFollowing();
    folders.close();
    status.close();
    await service.close();
  };
  connection.onShutdown(close);
  connection.listen();
  return close;
}

/** Declares the server's capabilities and takes the client's options; returns the client's capabilities once known. */
function greet({ connection, clientOptions, log }: Session): () => ClientCapabilities | undefined {
  let capabilities: ClientCapabilities | undefined;
  const hoversByRegistration = () => capabilities?.textDocument?.hover?.dynamicRegistration === true;
  connection.onInitialize((params) => {
    const options: Partial<InitializationOptions> | undefined = params.initializationOptions;
    useTexts(options?.texts);
    clientOptions.commandLinks = options?.commandLinks === true;
    capabilities = params.capabilities;
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
        ...(hoversByRegistration() ? {} : { hoverProvider: true }),
      },
      serverInfo: { name: 'MeshRAG' },
    };
  });
  connection.onInitialized(() => {
    const register = connection.client;
    const complain = (error: unknown) => log('warn', `The editor did not take a registration: ${errorMessage(error)}`);
    // Selected by language, not by scheme: the editor shows hovers of less specific selectors last, below those of the language itself.
    if (hoversByRegistration()) register.register(HoverRequest.type, { documentSelector: [{ language: '*' }] }).catch(complain);
    // If the editor watches no files, changes are found once a minute.
    if (capabilities?.workspace?.didChangeWatchedFiles?.dynamicRegistration) {
      register.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*' }] }).catch(complain);
    }
  });
  return () => capabilities;
}

/** Follows the editor's watchers and checks everything periodically; returns a function that stops. */
function followFiles({ connection, folders, uris, clientOptions }: Session): () => void {
  const sweep = () => {
    if (!clientOptions.paused) folders.sweep();
  };
  connection.onDidChangeWatchedFiles(({ changes }) => {
    folders.changed(changes.map((change) => uris.toPath(change.uri)).filter((file) => file !== undefined));
  });
  connection.onNotification(sweepNotification, sweep);
  const sweeper = setInterval(sweep, sweepIntervalMs);
  sweeper.unref();
  return () => clearInterval(sweeper);
}

/** What is wrong is logged, and the default takes its place. */
async function checkedSystemOptions({ systemOptions }: ConfigureParams, log: Log): Promise<OptionsBySystem> {
  try {
    const { options, problems } = await readOptionsSetting(systemOptions);
    for (const problem of problems) log('warn', `Setting: ${problem}`);
    return options;
  } catch (error) {
    log('error', `The options of retrievers were not taken: ${errorMessage(error)}`);
    return new Map();
  }
}

function followConfiguration({ connection, folders, clientOptions, log }: Session): void {
  connection.onNotification(configureNotification, (raw: unknown) => {
    try {
      const params = check(configureParams, raw);
      clientOptions.hover = params.hover;
      clientOptions.system = params.system;
      clientOptions.synonyms = params.synonyms ?? [];
      clientOptions.systemOptions = checkedSystemOptions(params, log);
      folders.configure(params);
    } catch (error) {
      log('error', `The configuration was not taken: ${errorMessage(error)}`);
    }
  });
}
