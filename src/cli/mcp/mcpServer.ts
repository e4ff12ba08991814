/** The tools and resources of one folder or several as an MCP server. One failed request never stops it. */

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { visible } from '../../engine/text/visible.ts';
import { errorMessage } from '../../messages/messages.ts';
import { sleep, untilAborted } from '../../service/scheduling/timeSlices.ts';
import { runTool } from '../../service/tools/runTool.ts';
import type { ToolContext } from '../../service/tools/toolContext.ts';
import type { RetrieverOptions } from '../../service/types/options.ts';
import type { Service } from '../../service/types/service.ts';
import { toolAnnotations, toolDefinitions } from '../../tools/definitions.ts';
import { serverInstructions } from '../../tools/guidance.ts';
import { InputError } from '../../tools/inputSchema.ts';
import { type FolderNames, isPublishedFolder } from '../folderNames.ts';
import { sumProgress } from '../openFolder.ts';
import { programVersion } from '../version.ts';
import { readResource, resources, resourceTemplates } from './resources.ts';
import { resultView, resultViewMeta, resultViewUri, showsViews } from './resultView.ts';
import { createRoots } from './roots.ts';

export interface McpOptions {
  readonly service: Service;
  readonly folders: FolderNames;
  /** Resolves when all of them can be asked. */
  readonly opened: Promise<void>;
  readonly retriever?: RetrieverOptions;
  /** Shows the user a message outside of the protocol. */
  readonly note: (text: string) => void;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** How long a request waits for an index that is being built before it is answered from what is there. Milliseconds. */
const patienceMs = 1000;
const morePatienceMs = 500;
const pollMs = 50;

/** A server that still has to be connected. */
export function createMcpServer({ service, folders, opened, retriever, note }: McpOptions): Server {
  const server = new Server(
    { name: 'meshrag', title: 'MeshRAG', version: programVersion() },
    { capabilities: { tools: {}, resources: {} }, instructions: serverInstructions },
  );
  // What is not on this machine lies in no root; it was named to this server.
  const published = [...folders.keys()].filter(isPublishedFolder);
  const local = [...folders.keys()].filter((folder) => !published.includes(folder));
  const roots = createRoots(server, local, note);

  /** What this client may see now, once the index is ready or the wait is over. */
  async function context(extra: Extra): Promise<ToolContext> {
    await untilAborted(opened, extra.signal);
    await untilIndexed(service, extra);
    const within = local.length === 0 ? undefined : await untilAborted(roots(), extra.signal);
    return { service, folders, within: within && [...within, ...published], retriever };
  }

  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: toolDefinitions.map(({ name, title, description, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema: inputSchema as typeof inputSchema & Record<string, unknown>,
      annotations: toolAnnotations,
      ...(showsViews(server.getClientCapabilities()) && { _meta: resultViewMeta }),
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }, extra) => {
    try {
      return text((await runTool(name, input, await context(extra), { signal: extra.signal })).text);
    } catch (error) {
      // Returned as the tool's result, so that the model reads it and can correct its call.
      if (error instanceof InputError) return { ...text(error.message), isError: true };
      throw failure(error, extra);
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: [...resources] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, extra) => {
    try {
      if (uri === resultViewUri) return { contents: [resultView()] };
      return { contents: [await readResource(uri, await context(extra), extra.signal)] };
    } catch (error) {
      if (error instanceof InputError) throw new McpError(ErrorCode.InvalidParams, visible(error.message));
      throw failure(error, extra);
    }
  });
  return server;
}

const text = (value: string) => ({ content: [{ type: 'text' as const, text: visible(value) }] });

function failure(error: unknown, { signal }: Extra): Error {
  if (signal.aborted) return new McpError(ErrorCode.ConnectionClosed, 'The request was cancelled');
  return new McpError(ErrorCode.InternalError, errorMessage(error));
}

/** Waits while the index is being built, and reports progress to the client if it asked for that. */
async function untilIndexed(service: Service, { signal, _meta, sendNotification }: Extra): Promise<void> {
  const token = _meta?.progressToken;
  let lastDone = -1;
  const notify = (done: number, total: number, message: string): void => {
    // The protocol requires progress to increase.
    if (token === undefined || done <= lastDone) return;
    lastDone = done;
    const params = { progressToken: token, progress: done, total, message };
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const stop = service.onReport((reports) => {
    const { filesDone, filesTotal } = sumProgress(reports);
    if (filesTotal > 0) notify(filesDone, filesTotal, `Indexing: ${filesDone} of ${filesTotal} files`);
  });
  const waiting = new AbortController();
  const isEmpty = (): boolean => service.report().every(({ files, progress }) => files === 0 && (progress?.filesDone ?? 0) === 0);
  /** A little longer where nothing is there yet. */
  const patience = async (): Promise<void> => {
    await sleep(patienceMs, waiting.signal);
    const endMs = performance.now() + morePatienceMs;
    while (isEmpty() && performance.now() < endMs) await sleep(pollMs, waiting.signal);
  };
  try {
    await untilAborted(Promise.race([service.idle(), patience()]), signal);
  } finally {
    waiting.abort();
    stop();
  }
}
