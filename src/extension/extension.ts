/** Entry point of the extension. Activation registers what the user can see; the language client is loaded and started afterwards. */

import * as vscode from 'vscode';
import { errorMessage } from '../messages/messages.ts';
import { configureNotification, sweepNotification } from '../protocol/server.ts';
import { useTexts } from '../protocol/text/translate.ts';
import { createAskBox } from './ask/box.ts';
import { createExamples } from './ask/examples.ts';
import { createParticipant } from './chat/participant.ts';
import type { ServerClient } from './client/client.ts';
import { concernsServer, localFolders, readConfiguration } from './client/configuration.ts';
import { nextChange } from './client/indexRevision.ts';
import { createLazyClient } from './client/lazyClient.ts';
import { registerCommands } from './commands/register.ts';
import { createHistory } from './editor/history.ts';
import { createImpactLens } from './inline/impactLens.ts';
import { createInlineAnswers } from './inline/inlineAnswers.ts';
import { createModels } from './models/models.ts';
import { onDidChangeConsents } from './models/requests/consents.ts';
import { createAnswerPanels } from './panels/answer/answerPanel.ts';
import type { ConsentCards } from './panels/answer/consentCards.ts';
import { createThreadStore } from './panels/answer/threadStore.ts';
import { createEvidencePanel } from './panels/evidencePanel.ts';
import { createFiguresPanel } from './panels/figuresPanel.ts';
import { createMapPanel } from './panels/mapPanel.ts';
import { createWhyHover } from './past/whyHover.ts';
import { createDescription } from './reports/description.ts';
import { createDriftDiagnostics } from './reports/diagnostics.ts';
import { createReport } from './reports/report.ts';
import { createDrift } from './reports/staleNames.ts';
import { createStatusItem } from './reports/statusItem.ts';
import { createRetrieverComparison } from './retrievers/compareRetrievers.ts';
import { offeredSystems } from './retrievers/offered.ts';
import { registerTools } from './tools/languageModelTools.ts';
import { mcpServers, registerMcpServers } from './tools/mcpServers.ts';
import { createChangeView } from './views/changeTree.ts';
import { createCommunityView } from './views/communityTree.ts';
import { createPlaceView } from './views/placeTree.ts';

/** The exports of the extension. Used by our own tests and available to other extensions. */
export interface MeshragExports {
  /** Processor time of `activate` in milliseconds, which does not depend on what else the machine does. */
  readonly activationMs: number;
  /** Resolves when every folder's index is complete, with `false` if any has a problem. */
  ready(): Promise<boolean>;
  /** The chat request handler of `@mesh`. */
  readonly chat: vscode.ChatRequestHandler;
  /** Only in our own tests. */
  readonly consent: ConsentCards | undefined;
  /** The MCP servers offered to VS Code. */
  mcpServers(): readonly vscode.McpStdioServerDefinition[];
}

let client: ServerClient | undefined;

export function activate(context: vscode.ExtensionContext): MeshragExports {
  const started = process.cpuUsage();
  useTexts(vscode.l10n.bundle);
  const log = vscode.window.createOutputChannel('MeshRAG', { log: true });
  const server = createLazyClient({
    serverModule: context.asAbsolutePath('dist/server.cjs'),
    log,
    configuration: () => readConfiguration(context),
  });
  client = server;
  const logError = (error: unknown): void => log.error(errorMessage(error));
  const history = createHistory(context.workspaceState);
  const models = createModels(
    context,
    server,
    log,
    () => panels.earlierTurns(),
    () => panels.pages,
  );
  const { answerer } = models;
  const { extensionUri, workspaceState } = context;
  const evidence = createEvidencePanel(extensionUri, server, logError);
  const store = createThreadStore(workspaceState);
  const examples = createExamples(server);
  const panels = createAnswerPanels({ extensionUri, client: server, answerer, examples, history, store, evidence, log });
  const inline = createInlineAnswers({ answerer, panels, log });
  const communities = createCommunityView({ client: server, memory: workspaceState, logError });
  const drift = createDrift(server, log);
  const place = createPlaceView(server, logError);
  const change = createChangeView(server, drift);
  const map = createMapPanel({ extensionUri, client: server, logError });
  const figures = createFiguresPanel(extensionUri, server, logError);
  const report = createReport(server, context, panels.pages);
  const offered = offeredSystems(context.extension);
  const comparison = createRetrieverComparison(server, history, offered, panels.pages);
  const description = createDescription(server, answerer, panels.pages);
  const chat = createParticipant({ client: server, answerer, askPermission: panels.askPermission, log });
  const views = { panels, inline, evidence, communities, place, change, map, figures, report, description };
  context.subscriptions.push(log, server, models, ...Object.values(views), drift, chat.disposable);
  context.subscriptions.push(createImpactLens(server), createWhyHover(server), createDriftDiagnostics(drift), createStatusItem(server));
  context.subscriptions.push(...registerTools(server), ...registerMcpServers(context));
  context.subscriptions.push(
    ...registerCommands({
      client: server,
      askBox: createAskBox(server),
      examples,
      models,
      history,
      log,
      offered,
      comparison,
      extension: context.extension,
      ...views,
    }),
  );
  context.subscriptions.push(...followWindow(context, server, log));
  startSoon(server, log);

  const { user, system } = process.cpuUsage(started);
  const activationMs = (user + system) / 1000;
  log.info(`Activated in ${activationMs.toFixed(1)} ms of processor time`);
  const consent = context.extensionMode === vscode.ExtensionMode.Test ? panels.consent : undefined;
  return { activationMs, ready: () => whenReady(server), chat: chat.handler, consent, mcpServers: () => mcpServers(context) };
}

/** Returns the promise so that the server can save its state before the host ends. */
export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}

/** Notifies the server of changed folders, settings and trust, and of the window's focus. */
function followWindow(context: vscode.ExtensionContext, server: ServerClient, log: vscode.LogOutputChannel): vscode.Disposable[] {
  const configure = async (): Promise<void> => {
    if (localFolders().length > 0) await start(server, log);
    await server.notify(configureNotification, readConfiguration(context));
  };
  return [
    vscode.workspace.onDidChangeWorkspaceFolders(configure),
    vscode.workspace.onDidGrantWorkspaceTrust(configure),
    onDidChangeConsents(configure),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (concernsServer(event)) configure();
    }),
    vscode.window.onDidChangeWindowState((window) => {
      if (window.focused) server.notify(sweepNotification, {});
    }),
  ];
}

function startSoon(server: ServerClient, log: vscode.LogOutputChannel): void {
  if (localFolders().length > 0) setImmediate(() => start(server, log));
  else log.info('No folder of this machine is open; the language server is started when there is one');
}

async function start(server: ServerClient, log: vscode.LogOutputChannel): Promise<void> {
  try {
    await server.start();
  } catch (error) {
    log.error(`The language server could not be started: ${errorMessage(error)}`);
  }
}

async function whenReady(server: ServerClient): Promise<boolean> {
  for (;;) {
    const folders = server.status?.folders ?? [];
    const busy = folders.some((folder) => folder.state === 'indexing');
    if (folders.length > 0 && !busy) return folders.every((folder) => folder.state !== 'problem');
    await nextChange(server);
  }
}
