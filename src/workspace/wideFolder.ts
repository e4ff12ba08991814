import { realpathSync } from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';
import { systemPaths } from './systemPaths.ts';

/** Whether a folder (real path) holds everything of a person or of a disk: the home directory, one around it, or a root. */
export function isWide(folder: string): boolean {
  if (folder === nodePath.parse(folder).root) return true;
  const home = os.homedir();
  return systemPaths.isInside(folder, home) || systemPaths.isInside(folder, realPathOf(home));
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
