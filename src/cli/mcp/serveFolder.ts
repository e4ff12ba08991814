/** Opens folders, follows their files, and serves them over standard input and output until either ends. */

import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { defaultSystem } from '../../engine/retrieval/systemRegistry.ts';
import { readJson } from '../../engine/util/budget.ts';
import { errorMessage } from '../../messages/messages.ts';
import { createService } from '../../service/createService.ts';
import { untilAborted } from '../../service/scheduling/timeSlices.ts';
import type { FolderOptions, RetrieverOptions } from '../../service/types/options.ts';
import type { Service } from '../../service/types/service.ts';
import { readOptionsSetting } from '../../systems/optionsSetting.ts';
import { watchFolder } from '../../workspace/files/watch.ts';
import { affectsRules } from '../../workspace/ignore/folderRules.ts';
import { readSettings } from '../../workspace/readSettings.ts';
import type { IndexSettings } from '../../workspace/settings.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import { CliError } from '../cliError.ts';
import type { CommandContext } from '../command.ts';
import { type FolderValues, type PlannedFolders, plannedFolders } from '../openFolder.ts';
import { clean, type Output } from '../output.ts';
import { createMcpServer } from './mcpServer.ts';
import { clientFolders } from './roots.ts';

/** Settings as in VS Code, those of the index, `synonyms` and `systems.options`: a JSON object without the prefix `meshrag.`; set by the extension. */
const settingsVariable = 'MESHRAG_SETTINGS';

/** Interval between full checks for changes that watches missed, in milliseconds. */
const sweepIntervalMs = 60_000;

export interface ServeOptions {
  readonly retriever: RetrieverOptions;
  /** The index belongs to another program. */
  readonly isReader?: boolean;
  /** Serves the roots of the client, since it was started where no project is. */
  readonly hasClientFolders?: boolean;
}

/** Serves until the client closes the pipe or the program is interrupted; returns the exit code. */
export async function serveFolder(
  values: FolderValues,
  { retriever, isReader, hasClientFolders = false }: ServeOptions,
  { stdin, stdout, output, signal, lifetime }: CommandContext,
): Promise<number> {
  // If the server of a shared index fails, agents continue with the folder's own.
  const planned = hasClientFolders ? undefined : await plannedFolders(values, false, output);
  const given = await settingsFromEnvironment(output, retriever.system);
  const folders = new Map(planned?.folders);
  let greet: () => void = () => undefined;
  const initialized = new Promise<void>((resolve) => {
    greet = resolve;
  });
  const stops: (() => void)[] = [];
  const service = createService();
  lifetime.onEnd(() => service.close());
  // The client is greeted at once; its questions wait for the folder.
  const ready = openPlanned();
  ready.catch((error) => output.note(clean(`meshrag: ${errorMessage(error)}`)));
  const server = createMcpServer({
    ...{ service, folders, opened: ready },
    retriever: {
      ...retriever,
      systemOptions: { ...given?.systemOptions, ...retriever.systemOptions },
      synonyms: [...(retriever.synonyms ?? []), ...(given?.synonyms ?? [])],
    },
    note: (text) => output.note(clean(text)),
  });
  server.oninitialized = greet;
  // Asked whether it can end (`relay.ts`): not while it writes an index, which nobody else would keep current.
  process.on('message', async (question) => {
    await ready.then(() => service.idle()).catch(() => undefined);
    if (!service.isWriter()) process.send?.(question);
  });

  async function plannedByClient(): Promise<PlannedFolders> {
    await initialized;
    return plannedFolders({ ...values, dir: await clientFolders(server) }, false, output);
  }

  async function openPlanned(): Promise<void> {
    const plan = planned ?? (await plannedByClient());
    for (const [folder, name] of plan.folders) folders.set(folder, name);
    const opened = [...plan.options].map(([folder, own]): [string, FolderOptions] => {
      return [folder, { ...own, ...(given && { settings: given.settings }), isReader }];
    });
    const opening = openAll(service, opened);
    if (!values['no-update']) stops.push(...opened.map(([folder, options]) => follow(service, folder, options, opening, output)));
    await opening;
  }

  try {
    const input = stdin();
    const transport = new StdioServerTransport(input, stdout, { maxBufferSize: Number.POSITIVE_INFINITY });
    await server.connect(transport);
    // A client that no longer listens is gone, whatever happens to the other pipe.
    for (const stream of [input, stdout]) lifetime.endWith(stream);
    await untilAborted(new Promise<never>(() => undefined), signal).catch(() => undefined);
    return 0;
  } finally {
    for (const stop of stops) stop();
    await server.close();
    greet();
    await ready.catch(() => undefined);
    await service.close();
  }
}

async function openAll(service: Service, folders: readonly (readonly [string, FolderOptions])[]): Promise<void> {
  for (const [folder, options] of folders) await service.openFolder(folder, options);
}

interface GivenSettings extends Pick<RetrieverOptions, 'systemOptions' | 'synonyms'> {
  readonly settings: IndexSettings;
}

/** The settings that the variable holds in place of the defaults, so that agents find what the editor finds. Undefined where it is not set. */
async function settingsFromEnvironment(output: Output, system = defaultSystem): Promise<GivenSettings | undefined> {
  const given = process.env[settingsVariable];
  if (!given) return undefined;
  try {
    const raw = readJson(given) as Readonly<Record<string, unknown>>;
    const { settings, problems } = readSettings(raw);
    const { options, problems: wrong } = await readOptionsSetting(raw['systems.options']);
    for (const problem of [...problems, ...wrong]) output.note(clean(`meshrag: ${problem}`));
    const synonyms = Array.isArray(raw.synonyms) ? raw.synonyms.filter((line) => typeof line === 'string') : [];
    return { settings, systemOptions: options.get(system), synonyms };
  } catch (error) {
    throw new CliError(`${settingsVariable} is not a JSON object of settings: ${(error as Error).message}`);
  }
}

/** Keeps the index up to date with the files; returns a function that stops. */
function follow(service: Service, folder: string, options: FolderOptions, opened: Promise<void>, output: Output): () => void {
  const update = (paths: readonly string[] = []): void => {
    // A change to an ignore file triggers a full check.
    const everything = paths.length === 0 || paths.some(affectsRules);
    const named = everything ? undefined : paths.map((path) => systemPaths.toAbsolute(folder, path));
    opened.then(() => service.update(folder, named)).catch(() => undefined);
  };
  const hasFiles = options.shared?.isWithoutFiles !== true;
  const watch = hasFiles ? watchFolder(folder, update, { ...options, onProblem: (text) => output.note(clean(text)) }) : undefined;
  const sweeper = setInterval(() => update(), sweepIntervalMs).unref();
  return () => {
    clearInterval(sweeper);
    watch?.close();
  };
}
