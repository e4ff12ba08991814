/**
 * The ignore files in force in a directory, read from the outermost inwards. Each kind is a chain of its own: `.meshragignore` takes
 * precedence over `.ignore`, and both over git.
 */

import nodePath from 'node:path';
import type { FileStamps } from '../fileStamps.ts';
import type { Repository } from '../git/git.ts';
import { excludesFile, type GitConfig } from '../git/gitConfig.ts';
import { readSmallFile } from '../openFile.ts';
import type { Environment } from '../programs.ts';
import type { IndexSettings } from '../settings.ts';
import { childPath } from '../systemPaths.ts';
import type { EntryNames } from './dependencyMarkers.ts';
import { arrangeRules, type IgnoreLevel, parseIgnoreFile } from './ignoreRules.ts';

/** The ignore rules of one directory; absent if no file of that kind applies. */
export interface IgnoreLevels {
  meshragIgnore: IgnoreLevel | undefined;
  dotIgnore: IgnoreLevel | undefined;
  /** From `.gitignore` files, then `.git/info/exclude` and `core.excludesFile`. */
  gitIgnore: IgnoreLevel | undefined;
}

/** The directory whose ignore files are read. */
export interface IgnorePlace {
  absolute: string;
  /** Relative to the folder, for reports. */
  path: string;
  /** See `IgnoreLevel`. */
  baseLength: number;
  ignoreCase: boolean;
}

/** Names of the files that are read in each directory. */
export const ignoreFileNames: ReadonlySet<string> = new Set(['.meshragignore', '.ignore', '.gitignore']);

const maxIgnoreFileBytes = 16 * 1024 * 1024;

/**
 * Chains the ignore files of a directory to those of its ancestors.
 *
 * @param inside the names in the directory.
 * @param stamps records the files that are read.
 */
export function addIgnoreFiles(
  levels: IgnoreLevels,
  { absolute, path, baseLength, ignoreCase }: IgnorePlace,
  inside: EntryNames,
  settings: IndexSettings,
  stamps?: FileStamps,
): void {
  const read = (name: string, parent: IgnoreLevel | undefined): IgnoreLevel | undefined => {
    if (!inside.has(name)) return parent;
    const file = nodePath.join(absolute, name);
    stamps?.addContent(file);
    const content = readSmallFile(file, maxIgnoreFileBytes, false);
    return content === undefined ? parent : createLevel(content, childPath(path, name), baseLength, ignoreCase, parent);
  };
  levels.meshragIgnore = read('.meshragignore', levels.meshragIgnore);
  if (settings.useIgnoreFiles) {
    levels.dotIgnore = read('.ignore', levels.dotIgnore);
    levels.gitIgnore = read('.gitignore', levels.gitIgnore);
  }
}

/** `.git/info/exclude`, and below it the user's own excludes file. */
export function gitExcludes(
  config: GitConfig,
  repository: Repository | undefined,
  env: Environment,
  ignoreCase: boolean,
  baseLength: number,
  stamps?: FileStamps,
): IgnoreLevel | undefined {
  const own = excludesFile(config, repository, env);
  const files = [
    { source: 'core.excludesFile', file: own },
    { source: '.git/info/exclude', file: repository === undefined ? undefined : nodePath.join(repository.commonDir, 'info', 'exclude') },
  ];
  let level: IgnoreLevel | undefined;
  for (const { source, file } of files) {
    if (file !== undefined) stamps?.addContent(file);
    const content = file === undefined ? undefined : readSmallFile(file, maxIgnoreFileBytes);
    level = content === undefined ? level : createLevel(content, source, baseLength, ignoreCase, level);
  }
  return level;
}

function createLevel(
  content: Buffer,
  source: string,
  baseLength: number,
  ignoreCase: boolean,
  parent: IgnoreLevel | undefined,
): IgnoreLevel | undefined {
  const rules = arrangeRules(parseIgnoreFile(content, ignoreCase), ignoreCase);
  return rules.count === 0 ? parent : { rules, baseLength, ignoreCase, source, parent };
}
