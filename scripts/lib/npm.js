// Finds and runs npm, whichever of npm 10, 11 or 12 started us, on the Node that runs this file.
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

/** An error with a message for the user: printed without a stack. */
export class SetupError extends Error {}

/**
 * Runs npm with `args` in `cwd`, showing its output; rejects with a SetupError if npm cannot be found or fails.
 * @param {string[]} args
 * @param {{ cwd: string, what: string }} options `what` names the purpose in the error message
 * @returns {Promise<void>}
 */
export async function runNpm(args, { cwd, what }) {
  const cli = findNpmCli();
  const nodeDir = path.dirname(process.execPath);
  const env = { ...withoutScriptVariables(process.env), PATH: nodeDir + path.delimiter + (process.env.PATH ?? '') };
  // npm prints warnings on stderr, and nothing parses its output, so both streams are simply shown.
  const child = spawn(process.execPath, [cli, ...args, '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  if (code !== 0) {
    throw new SetupError(
      `Could not ${what}: npm ended with ${code} (its own message is above).\n` +
        'This step needs the npm registry. Connect to the network, or name a mirror with "npm config set registry URL", and run the same command again.',
    );
  }
}

/** Whether a registry of npm answers within a few seconds. */
export function registryAnswers() {
  return spawnSync(process.execPath, [findNpmCli(), 'ping', '--fetch-retries=0'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** Path of npm-cli.js: the npm that runs this script, else the one next to this Node, else the one on PATH. */
function findNpmCli() {
  const nodeDir = path.dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath ?? '',
    path.join(nodeDir, '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(nodeDir, 'node_modules/npm/bin/npm-cli.js'),
    ...(process.env.PATH ?? '')
      .split(path.delimiter)
      .flatMap((dir) => [path.join(dir, 'npm'), path.join(dir, 'node_modules/npm/bin/npm-cli.js')]),
  ];
  for (const candidate of candidates) {
    if (candidate === '' || !fs.existsSync(candidate)) continue;
    const real = fs.realpathSync(candidate);
    if (path.basename(real) === 'npm-cli.js') return real;
  }
  throw new SetupError(
    'npm was not found. Install Node.js 20 or newer together with its npm (https://nodejs.org), then run "npm test" or "npm start".',
  );
}

/**
 * Removes npm's variables on the current package, which would mislead an npm started for another folder.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutScriptVariables(env) {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^npm_(package_|lifecycle_|config_local_prefix$|config_prefix$|command$|execpath$|node_execpath$)/i.test(name),
    ),
  );
}
