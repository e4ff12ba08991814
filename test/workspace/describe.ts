/** Checks single paths without a cache. */

import { type Described, FolderLook } from '../../src/workspace/files/folderLook.ts';
import type { RuleOptions } from '../../src/workspace/ignore/folderRules.ts';
import type { IndexSettings } from '../../src/workspace/settings.ts';

export async function describeFile(root: string, path: string, settings: IndexSettings, options: RuleOptions = {}): Promise<Described> {
  return (await describeFiles(root, [path], settings, options)).get(path);
}

/** See `FolderLook.describe`. */
export function describeFiles(
  root: string,
  paths: readonly string[],
  settings: IndexSettings,
  options: RuleOptions = {},
): Promise<Map<string, Described>> {
  return new FolderLook(root, settings, options).describe(paths);
}
