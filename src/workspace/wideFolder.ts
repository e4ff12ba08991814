import os from 'node:os';
import nodePath from 'node:path';
import { realPath } from './openFile.ts';
import { systemPaths } from './systemPaths.ts';

/** Whether a folder (real path) holds everything of a person or of a disk: the home directory, one around it, or a root. */
export function isWide(folder: string): boolean {
  if (folder === nodePath.parse(folder).root) return true;
  const home = os.homedir();
  return systemPaths.isInside(folder, home) || systemPaths.isInside(folder, realPath(home) ?? home);
}
