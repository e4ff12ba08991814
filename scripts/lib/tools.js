// Command lines of the installed compiler and linter, for this Node.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { root } from './pinnedNode.js';

/**
 * Checks the types of each project; with `cacheFolder`, only of what has changed since the last run with it.
 * @param {string} [cacheFolder]
 */
export function types(cacheFolder) {
  return ['.', 'src/engine', 'src/systems', 'src/webview'].map((project) => {
    const state = cacheFolder && path.join(cacheFolder, `types-${path.basename(project)}.tsbuildinfo`);
    return tool('typescript', 'tsc', '-p', project, ...(state ? ['--incremental', '--tsBuildInfoFile', state] : []));
  });
}

/** Checks style, layers and import cycles, of all files or of some. @param {string[]} files */
export function lint(...files) {
  return tool('@biomejs/biome', 'biome', 'ci', '--error-on-warnings', ...(process.stdout.isTTY ? [] : ['--colors=off']), ...files);
}

/**
 * Arguments that run a package's program by its own `bin` entry.
 * @param {string} packageName
 * @param {string} bin
 * @param {...string} args
 */
function tool(packageName, bin, ...args) {
  const folder = path.join(root, 'node_modules', packageName);
  const { bin: bins } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return [path.join(folder, bins[bin]), ...args];
}
