// What a test run may leave out, and on which machines: any other skip fails the run, so that a wrong guard does not hide a test.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { registryAnswers } from './npm.js';
import { root as project } from './pinnedNode.js';
import { postgresPackage } from './postgresPackage.js';

const windows = process.platform === 'win32';
const linux = process.platform === 'linux';
const root = process.getuid?.() === 0;

/** @type {{ reason: RegExp, permitted: () => boolean }[]} */
const rules = [
  { reason: /^on Windows\b/, permitted: () => windows },
  { reason: /^not on Linux\b|^needs Linux\b|^needs a file system of bytes/, permitted: () => !linux },
  { reason: /^root\b/, permitted: () => root },
  {
    reason: /^needs root\b|cannot be mounted here|mount cannot be had here|by root of Linux alone/,
    permitted: () => !(linux && root) || !mounts(),
  },
  { reason: /^strace is not there/, permitted: () => !has('strace', '-V') },
  { reason: /^there is no openssl/, permitted: () => !has('openssl', 'version') },
  { reason: /^git is too old for tables of references/, permitted: () => !gitHasTables() },
  { reason: /^python3 is not there/, permitted: () => !has('python3', '--version') },
  {
    reason: /^the server is not one of this test|^several servers are needed/,
    permitted: () => process.env.MESHRAG_TEST_POSTGRES !== undefined,
  },
  { reason: /^no PostgreSQL\b/, permitted: () => 'reason' in postgresPackage() },
  { reason: /^Node 22\.13\.0 opens no database by URI/, permitted: () => true },
  { reason: /^no registry\b/, permitted: () => !registryAnswers() },
  { reason: /^the peers are installed here/, permitted: () => fs.existsSync(path.join(project, 'bench/speed/node_modules')) },
];

/**
 * Whether this machine gives cause for a skip with this reason.
 * @param {string} reason
 */
export function isPermitted(reason) {
  return rules.some((rule) => rule.reason.test(reason) && rule.permitted());
}

/**
 * Whether there are machines that give cause for it.
 * @param {string} reason
 */
export function isListed(reason) {
  return rules.some((rule) => rule.reason.test(reason));
}

/**
 * @param {string} program
 * @param {string} flag
 */
function has(program, flag) {
  return spawnSync(program, [flag], { stdio: 'ignore' }).status === 0;
}

/** Since 2.45. */
function gitHasTables() {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(spawnSync('git', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 45);
}

/** Whether a file system can be mounted, which containers often forbid even to root. */
function mounts() {
  return spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0;
}
