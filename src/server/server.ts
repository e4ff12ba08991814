/** The language server's handlers. It knows LSP and the service, and nothing of the editor; one failed request never stops it. */

import {
  type CancellationToken,
  type Connection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  type Hover,
  HoverRequest,
  type InitializeResult,
  LSPErrorCodes,
  MarkupKind,
  ResponseError,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import {
  askRequest,
  clearRequest,
  communitiesRequest,
  communityRequest,
  configureNotification,
  type ExamplesResult,
  examplesRequest,
  type FolderParams,
  pauseRequest,
  type RequestName,
  rebuildRequest,
  relatedRequest,
  reportRequest,
  resumeRequest,
  type StatusParams,
  searchRequest,
  statusNotification,
  sweepNotification,
} from '../protocol/server.ts';
import { defaultWords, type ServerWords } from '../protocol/words.ts';
import type { FolderReport, RelatedAnswer } from '../service/results.ts';
import type { Service } from '../service/service.ts';
import { createBuildProgress } from './buildProgress.ts';
import {
  type Conversion,
  toAskResult,
  toCommunities,
  toCommunity,
  toFolderDetails,
  toFolderStatus,
  toSearchResult,
  toSources,
} from './convert.ts';
import { trackDocuments } from './documents.ts';
import { exampleQuestions, openingQueries } from './examples.ts';
import { createFileUris } from './fileUris.ts';
import { createFolders, messageOf } from './folders.ts';
import { hoverLimit, hoverText } from './hover.ts';
import {
  readAskParams,
  readCommunityParams,
  readConfigureParams,
  readFolderParams,
  readRelatedParams,
  readSearchParams,
} from './params.ts';
import { Cancelled, withSignal } from './signals.ts';

/** How often all folders are looked at for changes that no watcher told, in milliseconds. */
const sweepEveryMs = 60_000;
/** A hover that takes longer is worth a line in the log. Milliseconds. */
const slowHoverMs = 100;

/** Answers on the connection with the service until the client says `exit`. */
export function startServer(connection: Connection, service: Service): void {
  const uris = createFileUris(process.platform === 'win32');
  let words: ServerWords = defaultWords;
  let hoverOn = true;
  let system = 'mesh';
  let paused = false;
  let commandLinks = false;
  let watchDynamically = false;
  let hoverDynamically = false;
  let progress = createBuildProgress(connection, () => words, false);

  const log = (level: 'info' | 'warn' | 'error', message: string) => connection.console[level](message);
  const folders = createFolders({ service, uris, log, onProblems: () => tellStatus() });
  const documents = trackDocuments(connection, uris, (file) => folders.changed([file]));
  const conversion = (): Conversion => ({ uris, words, folderNames: folders.names });
  const reports = (): FolderReport[] => [...service.report(), ...folders.problems()];
  const indexedFiles = () => reports().reduce((sum, report) => sum + report.files, 0);

  function tellStatus(): void {
    const all = reports();
    progress.show(all);
    const params: StatusParams = { folders: all.map((report) => toFolderStatus(report, conversion())), paused };
    connection.sendNotification(statusNotification, params).catch(() => {});
  }
  const stopListening = service.onReport(tellStatus);
  const sweeper = setInterval(() => {
    if (!paused) folders.sweep();
  }, sweepEveryMs);
  sweeper.unref();

  connection.onInitialize((params): InitializeResult => {
    const options = params.initializationOptions as { words?: Partial<ServerWords>; commandLinks?: boolean } | undefined;
    words = { ...defaultWords, ...options?.words };
    commandLinks = options?.commandLinks === true;
    hoverDynamically = params.capabilities.textDocument?.hover?.dynamicRegistration === true;
    watchDynamically = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    progress = createBuildProgress(connection, () => words, params.capabilities.window?.workDoneProgress === true);
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
        ...(hoverDynamically ? {} : { hoverProvider: true }),
      },
      serverInfo: { name: 'MeshRAG' },
    };
  });
  connection.onInitialized(() => {
    // By language and not by scheme: the editor shows the hovers of less specific selectors last, below what the language itself says.
    if (hoverDynamically) connection.client.register(HoverRequest.type, { documentSelector: [{ language: '*' }] });
    if (!watchDynamically) return;
    connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*' }] })
      .catch((error) => log('warn', `Files are not watched, changes are found once a minute: ${messageOf(error)}`));
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    folders.changed(changes.map((change) => uris.toPath(change.uri)).filter((file) => file !== undefined));
  });

  connection.onNotification(configureNotification, (raw: unknown) => {
    try {
      const params = readConfigureParams(raw);
      hoverOn = params.hover;
      system = params.system;
      folders.configure(params);
    } catch (error) {
      log('error', `The configuration was not taken: ${messageOf(error)}`);
    }
  });
  connection.onNotification(sweepNotification, () => {
    if (!paused) folders.sweep();
  });

  /** Answers one of our requests: checks the parameters, runs with a signal, turns what is thrown into an LSP error. */
  function answer<Params, Result>(
    name: RequestName<Params, Result>,
    read: (raw: unknown) => Params,
    run: (params: Params, signal: AbortSignal) => Promise<Result>,
  ): void {
    connection.onRequest(name, async (raw: unknown, token: CancellationToken): Promise<unknown> => {
      const params = readOrRefuse(name, read, raw);
      try {
        return await withSignal(token, async (signal) => {
          await folders.settled();
          return run(params, signal);
        });
      } catch (error) {
        throw toResponseError(name, error);
      }
    });
  }

  function readOrRefuse<Params>(name: string, read: (raw: unknown) => Params, raw: unknown): Params {
    try {
      return read(raw);
    } catch (error) {
      throw new ResponseError(ErrorCodes.InvalidParams, `${name}: ${messageOf(error)}`);
    }
  }

  function toResponseError(name: string, error: unknown): ResponseError<void> {
    if (error instanceof Cancelled) return new ResponseError(LSPErrorCodes.RequestCancelled, error.message);
    if (error instanceof ResponseError) return error;
    log('error', `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return new ResponseError(LSPErrorCodes.RequestFailed, messageOf(error));
  }

  const toPaths = (scope: readonly string[] | undefined) => scope?.map((uri) => uris.toPath(uri)).filter((file) => file !== undefined);
  const nothing = () => ({});

  answer(askRequest, readAskParams, async (params, signal) => {
    const { question, context, limit } = params;
    const options = { system: params.system ?? system, context, limit, scope: toPaths(params.scope), signal };
    return toAskResult(await service.ask(question, options), indexedFiles(), conversion());
  });
  answer(searchRequest, readSearchParams, async (params, signal) => {
    const options = { system: params.system ?? system, limit: params.limit, scope: toPaths(params.scope), signal };
    return toSearchResult(await service.search(params.query, options), conversion());
  });
  answer(relatedRequest, readRelatedParams, async ({ uri, line, character, limit }, signal) => {
    const { results } = await relatedTo(uri, line, character, limit, signal);
    return { sources: toSources(results, '', conversion()) };
  });
  answer(communitiesRequest, nothing, async (_, signal) => toCommunities(await service.communities(undefined, signal)));
  answer(communityRequest, readCommunityParams, async ({ id }, signal) =>
    toCommunity(await service.communities(undefined, signal), id, conversion()),
  );
  answer(examplesRequest, nothing, async (_, signal): Promise<ExamplesResult> => {
    const found = openingQueries.map((query) => service.search(query, { system: 'bm25', limit: 40, signal }));
    return {
      questions: exampleQuestions(
        (await Promise.all(found)).flatMap(({ results }) => results),
        words,
      ),
    };
  });
  answer(reportRequest, nothing, async () => ({
    folders: reports().map((report) => toFolderDetails(report, conversion())),
    paused,
    node: process.versions.node,
    memoryBytes: process.memoryUsage().rss,
  }));
  answer(rebuildRequest, readFolderParams, (params) => onFolders(params, (folder) => service.rebuild(folder)));
  answer(clearRequest, readFolderParams, (params) => onFolders(params, (folder) => service.clear(folder)));
  answer(pauseRequest, nothing, async () => setPaused(true));
  answer(resumeRequest, nothing, async () => setPaused(false));

  async function onFolders(params: FolderParams, run: (folder: string) => Promise<void>): Promise<null> {
    const wanted = params.folder === undefined ? [...folders.names.keys()] : toPaths([params.folder]);
    for (const folder of wanted ?? []) {
      if (!folders.names.has(folder)) throw new RangeError(`${params.folder} is not an open folder of this workspace`);
      await run(folder);
    }
    return null;
  }

  function setPaused(value: boolean): null {
    paused = value;
    if (paused) service.pause();
    else service.resume();
    tellStatus();
    return null;
  }

  async function relatedTo(
    uri: string,
    line: number,
    character: number,
    limit: number | undefined,
    signal: AbortSignal,
  ): Promise<RelatedAnswer> {
    const text = await documents.unsavedText(uri);
    const file = uris.toPath(uri);
    // What is neither on disk nor open has no text that could be related to anything.
    if (file === undefined && text === undefined) return { path: uri, line: line + 1, results: [] };
    return service.related(file ?? uri, line + 1, { limit, text, column: character, signal });
  }

  connection.onHover(async ({ textDocument, position }, token): Promise<Hover | null> => {
    if (!hoverOn || folders.names.size === 0) return null;
    const startedMs = performance.now();
    try {
      const { uri } = textDocument;
      const { results } = await withSignal(token, (signal) => relatedTo(uri, position.line, position.character, hoverLimit, signal));
      const value = hoverText(results, conversion(), { commandLinks, at: { uri, ...position } });
      return value === undefined ? null : { contents: { kind: MarkupKind.Markdown, value } };
    } catch (error) {
      if (!(error instanceof Cancelled)) log('warn', `Hover failed: ${messageOf(error)}`);
      return null;
    } finally {
      const tookMs = performance.now() - startedMs;
      if (tookMs > slowHoverMs) log('info', `A hover took ${Math.round(tookMs)} ms`);
    }
  });

  connection.onShutdown(async () => {
    clearInterval(sweeper);
    stopListening();
    folders.close();
    progress.close();
    await service.close();
  });

  connection.listen();
}
