// Entry point of every script: installs what a fresh clone lacks and restarts on the Node that package.json pins. This file and its imports
// have no dependencies and run on any Node from 16 on, so that an old Node prints a message instead of a stack.
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNode } from './cache.js';
import { runNpm, SetupError } from './npm.js';

/** The project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const oldestNode = 20;

/**
 * Runs `main` if this process is the pinned Node; otherwise prepares node_modules, starts `script` with the same arguments
 * on the pinned Node and ends with its exit code. Errors for the person at the terminal are printed without a stack.
 * @param {string} script absolute path of the entry script
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function onPinnedNode(script, main) {
  try {
    const version = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).devDependencies.node;
    const ready = process.env.MESHRAG_NODE === version && process.versions.node === version;
    process.exitCode = ready ? await main() : await restart(script, version);
  } catch (error) {
    console.error(error instanceof SetupError ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/**
 * @param {string} script
 * @param {string} version
 */
async function restart(script, version) {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    throw new SetupError(
      `Node.js ${process.versions.node} is too old: ${oldestNode} or newer is needed to start. Install a current one from https://nodejs.org and run the same command again.`,
    );
  }
  await installPackages();
  const node = await pinnedNode(version);
  const child = spawn(node, [script, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, MESHRAG_NODE: version, PATH: path.dirname(node) + path.delimiter + (process.env.PATH ?? '') },
  });
  // Ctrl-C reaches the child directly (same process group); this process only waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Installs node_modules from the lock file if a package is missing or has another version. */
async function installPackages() {
  const reason = whyIncomplete();
  if (reason === undefined) return;
  console.error(`Installing the development packages from package-lock.json, about 250 MB, 600 MB unpacked (${reason})`);
  await runNpm(['ci'], { cwd: root, what: 'install the development packages' });
}

/** @returns {string | undefined} */
function whyIncomplete() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (present === undefined) return 'node_modules is absent';
  for (const [folder, entry] of Object.entries(wanted ?? {})) {
    const wrong = present[folder]?.version !== entry.version && !entry.optional;
    if (folder !== '' && wrong) return `${folder} is not at ${entry.version}`;
  }
  return undefined;
}

/**
 * @param {string} file relative to the project's folder
 * @returns {Record<string, { version?: string, optional?: boolean }> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * The pinned Node of the `node` package, or, if npm did not run that package's install script, the same version from the cache.
 * @param {string} version
 */
async function pinnedNode(version) {
  const local = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (starts(local, version)) return local;
  const cached = await installNode(version);
  if (starts(cached, version)) return cached;
  throw new SetupError(
    `Node ${version} was installed to ${cached} but does not start on this ${process.platform} ${process.arch} machine.`,
  );
}

/**
 * @param {string} node
 * @param {string} version
 */
function starts(node, version) {
  return fs.existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
}
