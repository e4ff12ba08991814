// What a test run may leave out, and on which machines: any other skip fails the run, so that a wrong guard does not hide a test.
import { spawnSync } from 'node:child_process';

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
  { reason: /^python3 is not there/, permitted: () => !has('python3', '--version') },
  { reason: /^the server is not one of this test/, permitted: () => process.env.MESHRAG_TEST_POSTGRES !== undefined },
  { reason: /^PostgreSQL cannot be had here|^no PostgreSQL/, permitted: () => true },
  { reason: /^no registry/, permitted: () => true },
];

/**
 * Whether this machine gives cause for a skip with this reason.
 * @param {string} reason
 */
export function isPermitted(reason) {
  return rules.some((rule) => rule.reason.test(reason) && rule.permitted());
}

/**
 * @param {string} program
 * @param {string} flag
 */
function has(program, flag) {
  return spawnSync(program, [flag], { stdio: 'ignore' }).status === 0;
}

/** Whether a file system can be mounted, which containers often forbid even to root. */
function mounts() {
  return spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0;
}
