/** Starts the language server, restarts it when it dies, and carries all communication with it. */

import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  ErrorCodes,
  LanguageClient,
  ResponseError,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import type { NotificationName, RequestName } from '../../protocol/messageNames.ts';
import { failure } from '../../protocol/messages.ts';
import { check } from '../../protocol/schema.ts';
import {
  type ConfigureParams,
  configureNotification,
  type InitializationOptions,
  type StatusParams,
  statusNotification,
} from '../../protocol/server.ts';
import { showPlaceCommand } from '../../protocol/text/nameLink.ts';
import { openPlaceCommand, peekCommand } from '../../protocol/text/placeLink.ts';
import { t } from '../../protocol/text/translate.ts';
import { schemes } from '../editor/activeEditor.ts';
import { serverArguments, serverEnvironment } from './serverArguments.ts';

/** A server that dies more often than this within `restartWindowMs` is not restarted until the user asks for it. */
const maxRestarts = 4;
const restartWindowMs = 3 * 60_000;
/** How long a request waits for a server that is restarting. */
const patienceMs = 10_000;

/** `idle`: not needed yet; `stopped`: died or could not be started. */
export type ServerState = 'idle' | 'starting' | 'running' | 'stopped';

export interface ServerClient extends vscode.Disposable {
  /** The last status reported by the server. */
  readonly status: StatusParams | undefined;
  readonly state: ServerState;
  /** Fires when `status` or `state` has changed. */
  readonly onDidChange: vscode.Event<void>;
  /** Starts the server unless it is running, even after it has stopped for good. */
  start(): Promise<void>;
  /** Sends a request, starting the server if necessary; throws if it has stopped for good. */
  request<Params, Result>(name: RequestName<Params, Result>, params: Params, token?: vscode.CancellationToken): Promise<Result>;
  /** Handles a request from the server; errors of the handler are returned as one sentence. Parameters are not validated. */
  onRequest<Params, Result>(
    name: RequestName<Params, Result>,
    handler: (params: unknown, token: vscode.CancellationToken) => Promise<Result>,
  ): void;
  /** Handles a notification from the server. Parameters are not validated. */
  onNotification<Params>(name: NotificationName<Params>, handler: (params: unknown) => void): void;
  /** Sends a notification if the server is running; resolves when it has been sent. */
  notify<Params>(name: NotificationName<Params>, params: Params): Promise<void>;
  stop(): Promise<void>;
}

export interface ClientOptions {
  readonly serverModule: string;
  readonly log: vscode.LogOutputChannel;
  /** Read at every start of the server. */
  readonly configuration: () => ConfigureParams;
}

export function createServerClient({ serverModule, log, configuration }: ClientOptions): ServerClient {
  const changed = new vscode.EventEmitter<void>();
  let status: StatusParams | undefined;
  let state: ServerState = 'idle';
  let starting: Promise<void> | undefined;
  let deaths: number[] = [];
  /** Whether it has stopped too often; background work must not restart it then. */
  let hasGivenUp = false;

  const client = new LanguageClient(
    'meshrag',
    'MeshRAG',
    {
      run: { module: serverModule, transport: TransportKind.ipc, options: { execArgv: [...serverArguments], env: serverEnvironment } },
      debug: { module: serverModule, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6014'] } },
    },
    {
      documentSelector: schemes.map((scheme) => ({ scheme })),
      initializationOptions: { texts: vscode.l10n.bundle, commandLinks: true } satisfies InitializationOptions,
      markdown: { isTrusted: { enabledCommands: [openPlaceCommand, peekCommand, showPlaceCommand] }, supportHtml: false },
      outputChannel: log,
      traceOutputChannel: log,
      errorHandler: { error: () => ({ action: ErrorAction.Continue, handled: true }), closed: onClosed },
    },
  );

  function onClosed(): CloseHandlerResult {
    const nowMs = Date.now();
    deaths = [...deaths.filter((diedMs) => nowMs - diedMs < restartWindowMs), nowMs];
    if (deaths.length <= maxRestarts) {
      log.warn(`The language server stopped unexpectedly and is started again (${deaths.length} of ${maxRestarts})`);
      vscode.window.setStatusBarMessage(t('MeshRAG: the language server stopped and was restarted'), 10_000);
      return { action: CloseAction.Restart, handled: true };
    }
    log.error(`The language server stopped ${deaths.length} times within three minutes and is not started again`);
    hasGivenUp = true;
    reportStopped();
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  async function reportStopped(): Promise<void> {
    const restart = t('Start again');
    const show = t('Show log');
    const choice = await vscode.window.showErrorMessage(stoppedText(), restart, show);
    if (choice === show) log.show();
    if (choice === restart) await start().catch((error) => log.error(`The language server was not started again: ${error}`));
  }

  function stoppedText(): string {
    return t('The MeshRAG language server stopped {0} times within three minutes.', deaths.length);
  }

  client.onDidChangeState(({ newState }) => {
    state = newState === State.Running ? 'running' : newState === State.Starting ? 'starting' : 'stopped';
    if (newState === State.Running) client.sendNotification(configureNotification, configuration());
    else status = undefined;
    changed.fire();
  });
  client.onNotification(statusNotification, (params: StatusParams) => {
    status = params;
    changed.fire();
  });

  function start(): Promise<void> {
    if (client.isRunning()) return Promise.resolve();
    if (hasGivenUp) deaths = [];
    hasGivenUp = false;
    starting ??= client.start().finally(() => {
      starting = undefined;
    });
    return starting;
  }

  async function untilRunning(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => end(() => reject(new Error(t('The language server does not answer.')))), patienceMs);
      const look = () => {
        if (client.isRunning()) end(resolve);
        else if (hasGivenUp) end(() => reject(new Error(stoppedText())));
      };
      const subscription = client.onDidChangeState(look);
      const end = (then: () => void) => {
        clearTimeout(timer);
        subscription.dispose();
        then();
      };
      // The state may not yet reflect the death; after this delay it does.
      setTimeout(look, 200);
    });
  }

  return {
    get status() {
      return status;
    },
    get state() {
      return state;
    },
    onDidChange: changed.event,
    start,
    async request(name, params, token) {
      if (hasGivenUp) throw new Error(stoppedText());
      await start();
      try {
        return await client.sendRequest(name as string, params, token);
      } catch (error) {
        // A server that died during this request is restarted and asked again, so that the user need not.
        if (!wasCutOff(error) || token?.isCancellationRequested) throw withMessages(error);
        log.warn(`${name} was cut off and is sent again`);
        await untilRunning();
        return client.sendRequest<never>(name as string, params, token).catch((again) => {
          throw withMessages(again);
        });
      }
    },
    onRequest(name, handler) {
      client.onRequest(name as string, (params: unknown, token: vscode.CancellationToken): Promise<unknown> => handler(params, token));
    },
    onNotification(name, handler) {
      client.onNotification(name as string, (params: unknown) => handler(params));
    },
    async notify(name, params) {
      if (client.isRunning()) await client.sendNotification(name as string, params);
    },
    async stop() {
      // A client that is starting cannot be stopped yet.
      await starting?.catch(() => undefined);
      if (client.needsStop()) await client.stop();
    },
    dispose() {
      changed.dispose();
    },
  };
}

/** The error with the messages that the server has sent along, for `messagesOf`. */
function withMessages(error: unknown): unknown {
  if (!(error instanceof ResponseError)) return error;
  try {
    return Object.assign(error, check(failure, error.data));
  } catch {
    // The protocol's own errors have only a text.
    return error;
  }
}

/** Whether a request failed because its connection ended, not because the server rejected it. */
function wasCutOff(error: unknown): boolean {
  if (error instanceof ResponseError) return error.code === ErrorCodes.PendingResponseRejected;
  return error instanceof Error && /connection (?:got disposed|is closed|is disposed)|write EPIPE|channel closed/i.test(error.message);
}
