/** Opens the folder for a command, up to date unless requested otherwise. */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FilesProgress } from '../engine/answer/facts.ts';
import type { Message } from '../engine/message.ts';
import { errorMessage, MessageError, messagesOf, textOf } from '../messages/messages.ts';
import { createService } from '../service/createService.ts';
import { removeVanished } from '../service/storedIndexes.ts';
import type { FolderOptions, SharedOptions } from '../service/types/options.ts';
import type { FolderReport, NamedFile } from '../service/types/results.ts';
import type { Service } from '../service/types/service.ts';
import { mayBeIndex } from '../storage/segments/indexDirectory.ts';
import { isFolderAddress, isWebAddress } from '../storage/served/exportAddress.ts';
import { editorSettings } from '../workspace/editorSettings.ts';
import { findRepository } from '../workspace/git/git.ts';
import { distrust } from '../workspace/programs.ts';
import { readSettings } from '../workspace/readSettings.ts';
import { defaultSettings } from '../workspace/settings.ts';
import { isWide } from '../workspace/wideFolder.ts';
import { cacheFolder } from './cacheFolder.ts';
import { CliError, UsageError, unusedProxy } from './cliError.ts';
import type { CommandContext } from './command.ts';
import { type FolderNames, folderNames, isPublishedFolder, publishedFolder } from './folderNames.ts';
import { clean, type Output } from './output.ts';

/** The values of `folderOptions`. */
export interface FolderValues {
  readonly dir?: string | readonly string[];
  readonly index?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly 'no-update'?: boolean;
  /** Runs no program and asks no model. */
  readonly untrusted?: boolean;
  /** The server of shared indexes, and the names that are asked there. */
  readonly shared?: string;
  readonly name?: readonly string[];
}

/** An open folder, or several that are asked as one. */
export interface OpenFolder {
  readonly service: Service;
  /** Absolute real path, of the first. */
  readonly folder: string;
  readonly folders: FolderNames;
  /** Milliseconds for opening the index and bringing it up to date. */
  readonly openMs: number;
  /** Of the first. */
  report(): FolderReport;
}

/** Runs `use` with the open folder and always closes it afterwards. Throws if the folder cannot be read. */
export async function withFolder<T>(values: FolderValues, context: CommandContext, use: (folder: OpenFolder) => Promise<T>): Promise<T> {
  const { output, signal, lifetime } = context;
  const { folders, options } = await plannedFolders(values, true, output);
  const [folder] = [...folders.keys()] as [string];
  const service = createService();
  lifetime.onEnd(() => service.close());
  const stopListening = service.onReport((reports) => {
    const { filesDone, filesTotal } = sumProgress(reports);
    if (filesTotal > 0) output.progress('Indexing', filesDone, filesTotal);
  });
  try {
    const openMs = await open(service, options, signal).catch((error: unknown) => {
      const isUnreachable = messagesOf(error).some(({ code }) => code === 'sharedUnreachable');
      const hint = isUnreachable && isWebAddress(values.shared ?? '') ? unusedProxy(process.env).trim() : '';
      throw hint === '' ? error : new CliError(`${errorMessage(error)} ${hint}`);
    });
    stopListening();
    output.progress();
    const textless = [...folders].filter(([path]) => isPublishedFolder(path)).map(([, name]) => name);
    if (textless.length > 0)
      output.note(clean(`Places without text: ${textless.join(', ')}. A --dir for each --name, in the same order, shows quotes.`));
    for (const { state, messages, folder: path } of service.report()) {
      if (state === 'problem') throw new CliError(messages ? textOf(messages) : `Cannot read folder ${JSON.stringify(path)}`);
      if (messages !== undefined) output.note(clean(noteOf(messages)));
    }
    const report = (): FolderReport => service.report()[0] as FolderReport;
    return await use({ service, folder, folders, openMs, report });
  } finally {
    output.progress();
    await service.close();
  }
}

/** The indexed file that a command's argument names, from the folder or the working directory. Throws `CliError` if there is none. */
export function fileAt(given: string, { service }: Pick<OpenFolder, 'service'>): NamedFile {
  try {
    const found = service.fileAt(given, { base: process.cwd() });
    if (found !== undefined) return found;
  } catch (error) {
    if (error instanceof MessageError) throw new CliError(error.message);
    throw error;
  }
  throw new CliError(`${JSON.stringify(given)} is neither an indexed file nor a folder with one`);
}

function noteOf(messages: readonly Message[]): string {
  const isUnwritable = messages.some(({ code }) => code === 'unwritable');
  return `${textOf(messages)}${isUnwritable ? ' --index DIR keeps it elsewhere.' : ''}`;
}

/** The joint progress of the incomplete folders; zeros if all are complete. */
export function sumProgress(reports: readonly FolderReport[]): FilesProgress {
  const sum = (count: (progress: FilesProgress) => number): number =>
    reports.reduce((total, { progress }) => total + (progress === undefined ? 0 : count(progress)), 0);
  return { filesDone: sum(({ filesDone }) => filesDone), filesTotal: sum(({ filesTotal }) => filesTotal) };
}

async function open(service: Service, folders: PlannedFolders['options'], signal: AbortSignal): Promise<number> {
  const started = performance.now();
  removeVanished(folderListDirectory(), cacheFolder(), Date.now());
  for (const [folder, options] of folders) await service.openFolder(folder, options);
  await service.idle(signal);
  return performance.now() - started;
}

/** The folders to open, in order. */
export interface PlannedFolders {
  /** How results name them. */
  readonly folders: FolderNames;
  readonly options: ReadonlyMap<string, FolderOptions>;
}

/**
 * What the options name. With a server of shared indexes, the names are paired with the folders, and further names have no folder; without
 * either, all names are asked. Throws `CliError`, `UsageError` and `SharedIndexError`.
 *
 * @param isRequired see `SharedOptions`.
 */
export async function plannedFolders(values: FolderValues, isRequired: boolean, output: Output): Promise<PlannedFolders> {
  const { shared, name: given = [], dir, 'no-update': isStored } = values;
  if (shared === undefined) {
    if (given.length > 0) throw new UsageError('--name requires --shared, which names the server of the index');
    const folders = readFolders(values);
    return { folders, options: new Map([...folders.keys()].map((folder) => [folder, localFolderOptions(folder, values, output)])) };
  }
  if (isStored) throw new UsageError('--no-update cannot be used with --shared, which compares the files of the folder');
  const address = sharedAddress(shared);
  const here = dir === undefined ? [] : [...readFolders(values).keys()];
  const names = given.length === 0 && here.length === 0 ? await allNames(address) : given;
  if (names.length < here.length)
    throw new UsageError(`--name names the shared index of each --dir: there are ${names.length} names for ${here.length} folders`);
  if (new Set(names).size < names.length) throw new UsageError('Each --name is given once');
  const folders = new Map<string, string>();
  const options = new Map<string, FolderOptions>();
  for (const [i, name] of names.entries()) {
    const folder = here[i] ?? publishedFolder(name);
    folders.set(folder, name);
    const place = { address, name, environment: async () => process.env, cacheFolder: cacheFolder(), isRequired };
    options.set(folder, sharedFolderOptions(here[i], values, output, place));
  }
  return { folders, options };
}

/** The address of a shared index: one that was given, or that of a folder whose path was. */
function sharedAddress(given: string): string {
  return nodePath.isAbsolute(given) || fs.existsSync(given) ? pathToFileURL(given).href : given;
}

/** All names that may be read. Throws `SharedIndexError`, also if there are none, and `UsageError` where they are not listed. */
async function allNames(address: string): Promise<readonly string[]> {
  if (isWebAddress(address)) throw new UsageError('A web server does not list its shared indexes: --name NAME names the one to ask');
  if (isFolderAddress(address)) {
    const names = await (await import('../storage/served/folderDirectory.ts')).exportNames(address);
    if (names.length === 0) throw new CliError('That folder has no directory with an exported index; meshrag export writes one');
    return names;
  }
  const { publishedNames } = await import('../storage/postgres/openPublished.ts');
  return publishedNames(address, process.env);
}

function sharedFolderOptions(folder: string | undefined, values: FolderValues, output: Output, shared: SharedOptions): FolderOptions {
  if (folder === undefined)
    return { settings: defaultSettings, runGit: false, updateOnOpen: false, shared: { ...shared, isWithoutFiles: true } };
  // A directory of its own: another process may keep the whole index of the folder.
  const indexDirectory = values.index === undefined ? indexDirectoryPath(`${folder}\0${shared.address}\0${shared.name}`) : undefined;
  return {
    ...localFolderOptions(folder, values, output),
    ...(indexDirectory === undefined ? {} : { indexDirectory }),
    folderList: undefined,
    shared,
  };
}

/** How to open a folder (absolute real path). Throws `CliError` if `--index` is a file that is not an index. */
function localFolderOptions(folder: string, values: FolderValues, output: Output): FolderOptions {
  const { settings, problems } = readSettings(editorSettings(folder));
  for (const problem of problems) output.note(clean(`meshrag: ${problem}`));
  return {
    settings: {
      ...settings,
      include: [...defaultSettings.include, ...(values.include ?? [])],
      exclude: [...defaultSettings.exclude, ...(values.exclude ?? [])],
    },
    indexDirectory: indexDirectoryPath(folder, values.index),
    folderList: folderListDirectory(),
    runGit: values.untrusted !== true,
    updateOnOpen: values['no-update'] !== true,
  };
}

/** The real paths of the folders that the options name, each once, with their names. Throws `CliError` and `UsageError`. */
export function readFolders({ dir = workingFolder(), index }: FolderValues): FolderNames {
  const folders = new Set([dir].flat().map(realFolder));
  // All of them before a program is run for the first.
  for (const folder of folders) distrust(folder);
  if (index !== undefined && folders.size > 1) throw new UsageError(`--index names the index of one folder, and there are ${folders.size}`);
  return folderNames([...folders]);
}

/** The working directory. Throws `CliError` if it is unlikely to be meant. */
function workingFolder(): string {
  const folder = realFolder('.');
  if (!isWide(folder)) return folder;
  throw new CliError(
    `The working directory ${JSON.stringify(folder)} is not a project: it is or contains your home directory, or it is a whole disk. Name a folder with --dir, this one with --dir .`,
  );
}

/** The root of the repository around the working directory; the working directory outside of any. Throws like `workingFolder`. */
export function workingRepository(): string {
  const root = findRepository(realFolder('.'))?.root;
  return root === undefined || isWide(root) ? workingFolder() : root;
}

/** The real path of a directory. Throws `CliError` where it cannot be opened. */
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

/** The directory with the list of all folders that have an index. */
export function folderListDirectory(): string {
  return nodePath.join(cacheFolder(), 'folders');
}

/** The directory of a folder's index: the named one, or one in the cache, by the hash of its real path. Throws like `namedIndexDirectory`. */
export function indexDirectoryPath(realPath: string, named?: string): string {
  if (named !== undefined) return namedIndexDirectory(named);
  const name = createHash('sha256').update(realPath).digest('hex').slice(0, 32);
  return nodePath.join(cacheFolder(), `${name}.index`);
}

/** The directory given by `--index`, as an absolute path. Throws `CliError` if it is something else than an index, in which case it is not touched. */
function namedIndexDirectory(name: string): string {
  const directory = nodePath.resolve(name);
  if (mayBeIndex(directory)) return directory;
  throw new CliError(
    `--index names ${JSON.stringify(name)}, which is not an index: it is a file, or a directory with other files. It was not changed; choose another directory`,
  );
}
