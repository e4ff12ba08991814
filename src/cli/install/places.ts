/** Where the files of a user are, on each system. */

import fs from 'node:fs';
import nodePath from 'node:path';
import { realPath } from '../../workspace/openFile.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import { agents, type UserFile } from './agents.ts';

/** What the places depend on. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** The home directory (real path); `undefined` if there is none. */
  readonly home: string | undefined;
}

export interface Place {
  /** The folder out of which no link is followed: a real path. */
  readonly root: string;
  readonly relative: string;
  /** For people. */
  readonly shown: string;
}

/** `undefined` without a home directory. */
export function userPlace(file: UserFile, system: System): Place | undefined {
  const { platform, home } = system;
  const path = typeof file === 'string' ? file : file[platform === 'win32' || platform === 'darwin' ? platform : 'linux'];
  if (home === undefined) return undefined;
  const [base = '', ...rest] = path.split('/');
  if (base === '~') return { root: home, relative: nodePath.join(...rest), shown: path };
  const absolute = nodePath.join(configurationFolder(system, home), ...rest);
  const inHome = systemPaths.toRelative(home, absolute);
  if (inHome !== undefined) return { root: home, relative: nodePath.normalize(inHome), shown: absolute };
  const root = firstReal(nodePath.dirname(absolute));
  return { root: root.real, relative: nodePath.relative(root.path, absolute), shown: absolute };
}

/** Where programs keep their configuration. */
function configurationFolder({ platform, env }: System, home: string): string {
  if (platform === 'win32') return env.APPDATA || nodePath.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return nodePath.join(home, 'Library', 'Application Support');
  return env.XDG_CONFIG_HOME && nodePath.isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : nodePath.join(home, '.config');
}

/** The innermost folder of a path that exists. */
function firstReal(path: string): { readonly path: string; readonly real: string } {
  const real = realPath(path);
  return real !== undefined || path === nodePath.dirname(path) ? { path, real: real ?? path } : firstReal(nodePath.dirname(path));
}

/** The agents of which there are files in the folder or in the home directory. */
export function agentsThere(folder: string | undefined, system: System): string[] {
  return Object.entries(agents).flatMap(([name, { projectFiles = [], userFiles }]) => {
    const places = [
      ...userFiles.flatMap((file) => userPlace(file, system) ?? []),
      ...(folder === undefined ? [] : projectFiles.map((file) => ({ root: folder, relative: nodePath.join(file) }))),
    ];
    const isThere = places.some(({ root, relative }) => {
      // A file of its own folder, or one beside files of others.
      const parent = nodePath.dirname(relative);
      return fs.existsSync(nodePath.join(root, parent === '.' ? relative : parent));
    });
    return isThere ? [name] : [];
  });
}
