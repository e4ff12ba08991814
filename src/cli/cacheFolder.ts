/** Where the command line keeps indexes and caches. */

import os from 'node:os';
import nodePath from 'node:path';

/** The system's cache directory. */
export function cacheDirectory(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  const path = platform === 'win32' ? nodePath.win32 : nodePath.posix;
  if (platform === 'win32') return env.LOCALAPPDATA || path.join(home, 'AppData', 'Local');
  if (env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) return env.XDG_CACHE_HOME;
  return platform === 'darwin' ? path.join(home, 'Library', 'Caches') : path.join(home, '.cache');
}

/** Our own folder there, with all indexes but those that `--index` names. */
export function cacheFolder(): string {
  return nodePath.join(cacheDirectory(process.env, process.platform, os.homedir()), 'meshrag');
}
