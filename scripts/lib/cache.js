// Large downloads that several checkouts share (a Node, VS Code's server, a browser), kept once per user in a cache folder.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { runNpm } from './npm.js';

/** The cache folder: MESHRAG_HOST_CACHE, else the platform's cache folder. */
export function cacheDir() {
  const chosen = process.env.MESHRAG_HOST_CACHE;
  if (chosen) return path.resolve(chosen);
  if (process.platform === 'win32')
    return path.join(process.env.LOCALAPPDATA ?? path.join(os.homedir(), 'AppData', 'Local'), 'meshrag-dev');
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library', 'Caches', 'meshrag-dev');
  return path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'meshrag-dev');
}

/**
 * Path of the cached folder `name`. If missing, `fill` fills a temporary folder that is then renamed, so that an interrupted or failed
 * installation leaves nothing that looks complete.
 * @param {string} name must change with everything that decides the content (versions, platform)
 * @param {string} announce one line for the terminal, shown only if there is something to install
 * @param {(dir: string) => Promise<void>} fill
 * @returns {Promise<string>}
 */
export async function installOnce(name, announce, fill) {
  const target = path.join(cacheDir(), name);
  if (fs.existsSync(target)) return target;
  fs.mkdirSync(cacheDir(), { recursive: true });
  removeAbandoned();
  const partial = fs.mkdtempSync(path.join(cacheDir(), '.partial-'));
  const startedMs = Date.now();
  console.error(`${announce} (once; into ${cacheDir()})`);
  const discard = () => fs.rmSync(partial, { recursive: true, force: true });
  process.once('exit', discard);
  try {
    await fill(partial);
    try {
      fs.renameSync(partial, target);
    } catch (error) {
      // Another run finished the same installation first: use its result.
      if (!fs.existsSync(target)) throw error;
    }
  } finally {
    discard();
    process.off('exit', discard);
  }
  console.error(`done in ${Math.round((Date.now() - startedMs) / 1000)} s`);
  return target;
}

/** Removes unfinished folders of killed installations; after a day nobody is using them. */
function removeAbandoned() {
  const dayMs = 86_400_000;
  for (const name of fs.readdirSync(cacheDir())) {
    const folder = path.join(cacheDir(), name);
    if (name.startsWith('.partial-') && Date.now() - fs.statSync(folder).mtimeMs > dayMs)
      fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Path of the executable of Node `version` from the npm registry, installed into the cache on first use.
 * @param {string} version exact, like "24.21.0"
 */
export async function installNode(version) {
  const windows = process.platform === 'win32';
  const packageName = [
    process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node',
    windows ? 'win' : process.platform,
    process.arch,
  ].join('-');
  const dir = await installOnce(`${packageName}-${version}`, `Installing Node ${version}, about 120 MB`, (partial) =>
    npmInstall(partial, `${packageName}@${version}`),
  );
  return path.join(dir, 'node_modules', packageName, 'bin', windows ? 'node.exe' : 'node');
}

/**
 * Installs one package at an exact version into `dir`, without running its scripts.
 * @param {string} dir
 * @param {string} spec like "code-server@4.139.1"
 */
export async function npmInstall(dir, spec) {
  fs.writeFileSync(path.join(dir, 'package.json'), '{"name":"meshrag-dev-cache","private":true}\n');
  await runNpm(['install', '--ignore-scripts', '--save-exact', spec], { cwd: dir, what: `install ${spec}` });
}
