/**
 * Which folders are open and what changed in them. Configurations are applied one after the other; changes of files are gathered
 * for a moment, so that a branch switch becomes one update and not a thousand.
 */

import nodePath from 'node:path';
import type { Message } from '../engine/message.ts';
import { errorMessage, messagesOf } from '../messages/messages.ts';
import type { ConfigureParams, FolderConfig } from '../protocol/server.ts';
import type { SharedOptions } from '../service/types/options.ts';
import type { FolderReport } from '../service/types/results.ts';
import type { Service } from '../service/types/service.ts';
import { affectsRules } from '../workspace/ignore/folderRules.ts';
import { isSamePlace } from '../workspace/pathCase.ts';
import { distrust } from '../workspace/programs.ts';
import { readSettings } from '../workspace/readSettings.ts';
import type { FileUris } from './fileUris.ts';

/** How long changes are gathered, in milliseconds. */
const debounceMs = 80;
/** More changes than this in one go are found faster by a walk over the folder. */
const maxPaths = 500;

export interface Folders {
  /** Names by absolute path, in the workspace's order. */
  readonly names: ReadonlyMap<string, string>;
  /** Positions in the window's list by absolute path. */
  readonly numbers: ReadonlyMap<string, number>;
  configure(params: ConfigureParams): Promise<void>;
  /** Resolves when every configuration so far is applied, so that a question that followed it finds its folders. */
  settled(): Promise<void>;
  /** Files that were written, created or removed, as absolute paths. */
  changed(files: readonly string[]): void;
  /** Checks every open folder. */
  sweep(): void;
  /** Reports of the folders that could not be opened, which the service therefore does not know. */
  problems(): readonly FolderReport[];
  close(): void;
}

export interface FoldersOptions {
  readonly service: Service;
  readonly uris: FileUris;
  /** The stored password for the server of a shared index. */
  readonly passwordOf: (address: string) => Promise<string | undefined>;
  /** Sends requests to web servers. */
  readonly fetch: SharedOptions['fetch'];
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
  /** Called when `problems()` has changed. */
  readonly onProblems: () => void;
}

export function createFolders({ service, uris, passwordOf, fetch, log, onProblems }: FoldersOptions): Folders {
  const open = new Map<string, { config: FolderConfig; fingerprint: string }>();
  const names = new Map<string, string>();
  const numbers = new Map<string, number>();
  const problems = new Map<string, FolderReport>();
  const waiting = new Map<string, Set<string> | 'all'>();
  let timer: NodeJS.Timeout | undefined;
  let queue: Promise<void> = Promise.resolve();

  async function apply(params: ConfigureParams): Promise<void> {
    const wanted = new Map<string, FolderConfig>();
    numbers.clear();
    for (const [number, config] of params.folders.entries()) {
      const folder = uris.toPath(config.uri);
      const twin = folder && [...wanted.keys()].find((other) => other !== folder && isSamePlace(other, folder));
      if (folder === undefined) log('warn', `Folder ${config.name} is not a folder of this machine's disk; it is not indexed`);
      else if (twin !== undefined) log('warn', `Folder ${config.name} is ${JSON.stringify(twin)} in another spelling; it is indexed once`);
      else if (config.enabled) wanted.set(folder, config);
      if (folder !== undefined) numbers.set(folder, number);
    }
    names.clear();
    // Before git runs in the first of them.
    for (const folder of wanted.keys()) distrust(folder);
    for (const [folder, config] of wanted) names.set(folder, config.name);
    problems.clear();
    for (const [folder, { fingerprint }] of open) {
      const config = wanted.get(folder);
      if (config && fingerprintOf(config) === fingerprint) continue;
      open.delete(folder);
      await service.closeFolder(folder).catch((error) => log('error', `Closing ${folder} failed: ${errorMessage(error)}`));
    }
    for (const [folder, config] of wanted) if (!open.has(folder)) await openOne(folder, config);
    onProblems();
  }

  async function openOne(folder: string, config: FolderConfig): Promise<void> {
    try {
      const { settings, problems: wrong } = readSettings(config.settings);
      for (const problem of wrong) log('warn', `Setting of ${config.name}: ${problem}`);
      open.set(folder, { config, fingerprint: fingerprintOf(config) });
      const { indexDirectory, folderList, runGit, history, shared } = config;
      const published = shared && sharedOptions(shared, folderList && nodePath.dirname(folderList));
      await service.openFolder(folder, { settings, indexDirectory, folderList, runGit, history, shared: published });
    } catch (error) {
      open.delete(folder);
      log('error', `Opening ${folder} failed: ${errorMessage(error)}`);
      problems.set(folder, problemReport(folder, messagesOf(error)));
    }
  }

  function sharedOptions({ address, name }: NonNullable<FolderConfig['shared']>, cacheFolder: string | undefined): SharedOptions {
    return {
      ...{ address, name, cacheFolder, fetch, isRequired: false },
      environment: async () => {
        const password = await passwordOf(address);
        return password === undefined ? process.env : { ...process.env, PGPASSWORD: password, MESHRAG_SHARED_TOKEN: password };
      },
    };
  }

  function note(folder: string, file: string | undefined): void {
    const known = waiting.get(folder);
    if (file === undefined || known === 'all') waiting.set(folder, 'all');
    else if (known) known.add(file);
    else waiting.set(folder, new Set([file]));
    timer ??= setTimeout(flush, debounceMs);
  }

  function flush(): void {
    timer = undefined;
    for (const [folder, files] of waiting) {
      const paths = files === 'all' || files.size > maxPaths ? undefined : [...files];
      service.update(folder, paths).catch((error) => log('error', `Updating ${folder} failed: ${errorMessage(error)}`));
    }
    waiting.clear();
  }

  return {
    names,
    numbers,
    configure(params) {
      queue = queue.then(() => apply(params)).catch((error) => log('error', `Opening folders failed: ${errorMessage(error)}`));
      return queue;
    },
    settled: () => queue,
    changed(files) {
      const folders = [...open.keys()];
      for (const file of files) {
        const found = uris.deepest(folders, file);
        if (found === undefined || /(?:^|\/)\.git\//.test(found.path)) continue;
        // An ignore file or the like affects others, so the whole folder is checked.
        note(folders[found.position] as string, affectsRules(found.path) ? undefined : file);
      }
    },
    sweep() {
      for (const folder of open.keys()) note(folder, undefined);
    },
    problems: () => [...problems.values()],
    close() {
      clearTimeout(timer);
    },
  };
}

function fingerprintOf(config: FolderConfig): string {
  return JSON.stringify([config.indexDirectory, config.runGit, config.history, config.settings, config.shared]);
}

function problemReport(folder: string, messages: readonly Message[]): FolderReport {
  return {
    folder,
    state: 'problem',
    messages,
    revision: 0,
    files: 0,
    chunks: 0,
    entities: 0,
    bytes: 0,
    indexBytes: 0,
    lastUpdateMs: 0,
    filesRead: 0,
    filesUnchanged: 0,
    skipped: [],
    versions: {},
  };
}
