// A language client for tests: the real server in its own process, over a real stream.
import * as assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CancellationToken,
  createMessageConnection,
  type Hover,
  IPCMessageReader,
  IPCMessageWriter,
  type MarkupContent,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { RequestName } from '../../src/protocol/messageNames.ts';
import { embedderRequest } from '../../src/protocol/model.ts';
import { type ConfigureParams, configureNotification, type StatusParams, statusNotification } from '../../src/protocol/server.ts';
import { languageServer } from '../support/programs.ts';

const patienceMs = 20_000;

export interface LspClientOptions {
  transport?: 'stdio' | 'ipc';
  commandLinks?: boolean;
  /** A program with arguments that runs the server, to monitor it; over stdio. */
  through?: readonly string[];
  /** Arguments of Node itself. Over stdio, the process also accepts messages outside of the protocol. */
  nodeArguments?: readonly string[];
}

export class LspClient {
  readonly process: ChildProcess;
  readonly connection: MessageConnection;
  /** Every status since the start. */
  readonly statuses: StatusParams[] = [];
  /** Values of `$/progress` since the start. */
  readonly progress: { kind: string; message?: string; percentage?: number }[] = [];
  readonly logs: string[] = [];
  #listeners = new Set<() => void>();

  constructor(child: ChildProcess, connection: MessageConnection) {
    this.process = child;
    this.connection = connection;
    connection.onNotification(statusNotification, (params: StatusParams) => {
      this.statuses.push(params);
      for (const listener of this.#listeners) listener();
    });
    connection.onNotification('window/logMessage', (params: { message: string }) => {
      this.logs.push(params.message);
    });
    connection.onNotification('$/progress', (params: { value: LspClient['progress'][number] }) => {
      this.progress.push(params.value);
    });
    connection.onRequest('window/workDoneProgress/create', () => null);
    connection.onRequest('client/registerCapability', () => null);
    // As a window without an embedding model.
    connection.onRequest(embedderRequest as string, () => ({}));
  }

  /** Sends one of our requests. */
  ask<Params, Result>(name: RequestName<Params, Result>, params: Params, token?: CancellationToken): Promise<Result> {
    return this.connection.sendRequest(name as string, params, token) as Promise<Result>;
  }

  /** The markdown of a hover; empty if there is none. */
  async hover(uri: string, line: number, character: number): Promise<string> {
    const hover: Hover | null = await this.connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line, character },
    });
    return hover === null ? '' : (hover.contents as MarkupContent).value;
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.connection.sendNotification(method, params as object);
  }

  open(uri: string, text: string, languageId = 'plaintext'): Promise<void> {
    return this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
  }

  /** Opens folders as the extension does and waits until they are indexed. */
  async configure(
    folders: readonly string[],
    more: Partial<ConfigureParams> & { indexDirectory?: string; settings?: object; patienceMs?: number } = {},
  ): Promise<StatusParams> {
    const { indexDirectory, settings, patienceMs: patience, ...rest } = more;
    const params: ConfigureParams = {
      folders: folders.map((folder) => ({
        uri: uriOf(folder),
        name: path.basename(folder),
        enabled: true,
        indexDirectory,
        runGit: false,
        settings: { ...settings },
      })),
      hover: true,
      system: 'mesh',
      synonyms: [],
      systemOptions: {},
      ...rest,
    };
    await this.notify(configureNotification, params);
    const wanted = params.folders.filter((folder) => folder.enabled).map((folder) => folder.uri);
    return this.status(
      (status) =>
        wanted.every((uri) => status.folders.some((folder) => folder.uri === uri)) &&
        status.folders.every((folder) => folder.state !== 'indexing'),
      patience,
    );
  }

  /** Waits for a matching status, starting with the last one. */
  async status(wanted: (status: StatusParams) => boolean, timeoutMs = patienceMs): Promise<StatusParams> {
    const last = this.statuses.at(-1);
    if (last && wanted(last)) return last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => end(() => reject(new Error(`No such status in ${timeoutMs} ms; the last: ${JSON.stringify(this.statuses.at(-1))}`))),
        timeoutMs,
      );
      const listener = () => {
        const status = this.statuses.at(-1);
        if (status && wanted(status)) end(() => resolve(status));
      };
      const end = (then: () => void) => {
        clearTimeout(timer);
        this.#listeners.delete(listener);
        then();
      };
      this.#listeners.add(listener);
    });
  }

  /** Asks the server to end and waits for that. */
  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    await ended;
    this.connection.dispose();
  }
}

/** Starts the server and initialises it. */
export async function startLspClient({
  transport = 'stdio',
  commandLinks = false,
  through = [],
  nodeArguments = [],
}: LspClientOptions = {}): Promise<LspClient> {
  const { child, connection } = transport === 'ipc' ? overIpc(nodeArguments) : overStdio(through, nodeArguments);
  const client = new LspClient(child, connection);
  connection.onError(() => {});
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: { window: { workDoneProgress: true }, workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    initializationOptions: { commandLinks },
  });
  await connection.sendNotification('initialized', {});
  return client;
}

function overStdio(through: readonly string[], nodeArguments: readonly string[]) {
  const [program = '', ...args] = [...through, process.execPath, ...nodeArguments, languageServer, '--stdio'];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit', ...(nodeArguments.length > 0 ? (['ipc'] as const) : [])] });
  assert.ok(child.stdin && child.stdout);
  return { child, connection: createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)) };
}

function overIpc(nodeArguments: readonly string[]) {
  const child = fork(languageServer, ['--node-ipc'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [...nodeArguments] });
  return { child, connection: createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child)) };
}

export function uriOf(file: string): string {
  return pathToFileURL(file).href;
}
