/** Opens the folder for a command, up to date unless requested otherwise. */

import fs from 'node:fs';
import { defaultMemoryBudget } from '../engine/index/memoryBudget.ts';
import type { Service } from '../service/api.ts';
import { createService } from '../service/createService.ts';
import { removeVanished } from '../service/folder/folderList.ts';
import type { FolderOptions } from '../service/options.ts';
import type { FolderReport } from '../service/results.ts';
import { defaultSettings } from '../workspace/settings.ts';
import { CliError } from './cliError.ts';
import type { CommandContext } from './command.ts';
import { cacheFolder, folderListDirectory, indexFileOf, namedIndexFile } from './indexPath.ts';
import { integerOf } from './options.ts';
import { clean } from './output.ts';

const defaultMegabytes = defaultMemoryBudget / 2 ** 20;

/** The values of `folderOptions`. */
export interface FolderValues {
  readonly dir?: string;
  readonly index?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly 'no-update'?: boolean;
  /** Memory budget of the index in megabytes. */
  readonly memory?: string;
}

/** An open folder. */
export interface OpenFolder {
  readonly service: Service;
  /** Absolute real path. */
  readonly folder: string;
  /** Milliseconds to open the index and update it. */
  readonly openMs: number;
  report(): FolderReport;
}

/** Runs `use` with the open folder and always closes it afterwards. Throws if the folder cannot be read. */
export async function withFolder<T>(values: FolderValues, context: CommandContext, use: (folder: OpenFolder) => Promise<T>): Promise<T> {
  const folder = realFolder(values.dir ?? '.');
  const service = createFolderService(values);
  const { output, signal } = context;
  const stopListening = service.onReport(([report]) => {
    if (report?.progress) output.progress('Indexing', report.progress.filesDone, report.progress.filesTotal);
  });
  try {
    const openMs = await open(service, folder, values, signal);
    stopListening();
    output.progress();
    const report = (): FolderReport => service.report()[0] as FolderReport;
    const { state, message } = report();
    if (state === 'problem') throw new CliError(message ?? `Cannot read folder ${JSON.stringify(folder)}`);
    if (message !== undefined) output.note(clean(message));
    return await use({ service, folder, openMs, report });
  } finally {
    output.progress();
    await service.close();
  }
}

/** A service with the memory budget from the options. Throws `UsageError`. */
export function createFolderService({ memory }: FolderValues): Service {
  return createService({ memoryBudget: integerOf('--memory', memory, 1, 1_000_000, defaultMegabytes) * 2 ** 20 });
}

/** A service with the memory budget from the options. Throws `UsageError`. */
export function serviceFor({ memory }: FolderValues): Service {
  return createService({ memoryBudget: integerOf('--memory', memory, 1, 1_000_000, defaultMegabytes) * 2 ** 20 });
}

async function open(service: Service, folder: string, values: FolderValues, signal: AbortSignal): Promise<number> {
  const started = performance.now();
  removeVanished(folderListDirectory(), cacheFolder(), Date.now());
  await service.openFolder(folder, folderOptionsOf(folder, values));
  await service.idle(signal);
  return performance.now() - started;
}

/** How to open a folder (absolute real path). Throws `CliError` if `--index` is a file that is not an index. */
export function folderOptionsOf(folder: string, values: FolderValues): FolderOptions {
  return {
    settings: {
      ...defaultSettings,
      include: [...defaultSettings.include, ...(values.include ?? [])],
      exclude: [...defaultSettings.exclude, ...(values.exclude ?? [])],
    },
    indexFile: values.index === undefined ? indexFileOf(folder) : namedIndexFile(values.index),
    folderList: folderListDirectory(),
    runGit: true,
    updateOnOpen: values['no-update'] !== true,
  };
}

/** The real path of a directory. Throws `CliError` if it cannot be opened. */
export function realFolder(directory: string): string {
  let folder: string;
  try {
    folder = fs.realpathSync.native(directory);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new CliError(
      `Cannot open folder ${JSON.stringify(directory)}: it ${isMissing ? 'does not exist' : `cannot be read (${(error as Error).message})`}`,
    );
  }
  if (!fs.statSync(folder).isDirectory())
    throw new CliError(`Cannot open folder ${JSON.stringify(directory)}: it is a file, expected a directory`);
  return folder;
}
