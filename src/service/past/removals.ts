/** The commit with which a name went, and what it is called since. Asked for where a name is nowhere now. */

import { relative } from 'node:path';
import { definesNames, type FileNames, namesDefinedIn } from '../../engine/drift/definedNames.ts';
import { retiredNames } from '../../engine/drift/retired.ts';
import type { Message } from '../../engine/message.ts';
import type { Commit } from '../../engine/past/past.ts';
import { finish } from '../../engine/util/steps.ts';
import { filesThatLost, textChangers } from '../../workspace/git/gitLines.ts';
import { type CommitFile, listCommit, readCommitted } from '../../workspace/git/gitObjects.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { wholeName } from './declaredText.ts';
import { limited } from './limited.ts';

/** A shorter name occurs everywhere. */
const minName = 3;
/** Files whose definitions are compared before and after a commit. */
const maxCompared = 10;

export interface Removal {
  readonly commit?: Commit;
  /** Its name since, if the commit renamed it. */
  readonly newName?: string;
  /** What git did not see. */
  readonly unseen?: Message | undefined;
}

interface Where {
  /** Commits among which it is looked for; the whole history if absent. */
  readonly range?: string;
  /** Only in these files of the folder. */
  readonly paths?: readonly string[];
  /** Only in these files and folders, absolute. */
  readonly scope?: readonly string[] | undefined;
  /** Time for git. */
  readonly ms?: number;
}

export async function findRemoval(
  folder: FolderIndex,
  name: string,
  { range = 'HEAD', paths, scope, ms }: Where,
  signal: AbortSignal | undefined,
): Promise<Removal> {
  const past = folder.past.now?.past;
  if (past === undefined || name.length < minName) return {};
  const { folder: directory } = folder;
  const within = paths ?? pathsOf(scope, directory);
  if (within === undefined) return {};
  const pattern = wholeName(name);
  const { value, unseen } = await limited(
    async (limit): Promise<Removal> => {
      // As a part of other names first, which takes a tenth of the time.
      for (const sought of [{ text: name }, pattern]) {
        const [id] = await textChangers(directory, sought, { newestOf: range }, within, limit);
        if (id === undefined) return {};
        const commit = past.find(id);
        const lost = commit === undefined ? [] : await filesThatLost(directory, pattern, id, limit);
        if (commit === undefined || lost.length === 0) continue;
        const newName = await renamedIn(folder, commit, name, lost, limit);
        return { commit, ...(newName === undefined ? {} : { newName }) };
      }
      // The name lives on in files that are not indexed.
      return {};
    },
    signal,
    ms,
  );
  return { ...value, unseen };
}

async function renamedIn(
  folder: FolderIndex,
  { id, files }: Commit,
  name: string,
  lost: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const definitions = async (commit: string, paths: readonly string[]): Promise<readonly FileNames[]> => {
    const wanted = paths.filter((path) => definesNames(path, folder.languageOf(path))).slice(0, maxCompared);
    if (wanted.length === 0) return [];
    const place = { directory: folder.folder, commit, maxBytes: folder.options.settings.maxFileBytes, signal };
    const read: FileNames[] = [];
    await readCommitted(place, [...(await listCommit(folder.folder, commit, wanted))] as CommitFile[], ([path], text = '') => {
      read.push(finish(namesDefinedIn(path, text, folder.languageOf(path))));
    });
    return read;
  };
  // In a new file a like declaration is too often another one.
  const now = files.filter(({ path, from = path }) => lost.includes(from)).map(({ path }) => path);
  const [before, after] = [await definitions(`${id}^`, lost), await definitions(id, now)];
  const retired = finish(retiredNames({ before, after, defined: new Set(), dependencies: new Set() }));
  return retired.find((one) => one.name === name)?.newName;
}

/** The paths of a scope that are in a folder, relative to it; none for the whole folder, undefined if the folder is not part of it. */
function pathsOf(scope: readonly string[] | undefined, folder: string): readonly string[] | undefined {
  if (scope === undefined || scope.some((path) => systemPaths.isInside(path, folder))) return [];
  const inside = scope.filter((path) => systemPaths.isInside(folder, path));
  return inside.length === 0 ? undefined : inside.map((path) => relative(folder, path).replaceAll('\\', '/'));
}
